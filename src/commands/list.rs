//! `a2a-assay list`: what there is.

use a2a_assay_harness::check::Check;
use a2a_assay_harness::rules;
use a2a_assay_harness::target::Stimulus;
use clap::ValueEnum;
use serde_json::{Map, Value};

use crate::ending::{Ending, Failure};
use crate::selectors::{self, SetName};
use crate::streams;

/// The words of `list`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Of what.
    #[arg(value_enum, value_name = "WHAT")]
    what: What,
    /// As JSON.
    #[arg(long)]
    json: bool,
    /// Only the checks or the defects of this set.
    #[arg(long, value_enum, value_name = "SET")]
    set: Option<SetName>,
    /// Only these checks; said as with `check --only`.
    #[arg(long, value_name = "CHECKS", value_delimiter = ',')]
    only: Vec<String>,
    /// Only checks that no defect is predicted to turn red.
    #[arg(long)]
    unproven: bool,
    /// Defects on the wire instead of those of the reference agent.
    #[arg(long)]
    wire: bool,
}

/// What can be listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum What {
    /// The checks.
    Checks,
    /// The planted defects.
    Defects,
    /// The rules.
    Rules,
    /// The behaviours that checks ask of an agent.
    Stimuli,
}

/// A list: the names of its columns, and its rows.
struct Table {
    columns: &'static [&'static str],
    rows: Vec<Vec<String>>,
}

/// Prints the list.
pub(crate) fn run(args: &Args) -> Result<Ending, Failure> {
    if args.unproven && args.what != What::Checks {
        return Err(Failure::usage("only checks can be unproven; say `a2a-assay list checks --unproven`"));
    }
    if !args.only.is_empty() && args.what != What::Checks {
        return Err(Failure::usage("only checks are chosen so; say `a2a-assay list checks --only CHECKS`"));
    }
    if args.wire && args.what != What::Defects {
        return Err(Failure::usage("only defects stand on the wire; say `a2a-assay list defects --wire`"));
    }
    let in_a_set = matches!(args.what, What::Checks | What::Defects) && !args.wire;
    if args.set.is_some() && !in_a_set {
        return Err(Failure::usage("only checks and the reference agent's defects are in a set; leave --set out"));
    }
    let table = match args.what {
        What::Defects if args.wire => of_wire_defects(),
        What::Checks => of_checks(args)?,
        What::Defects => of_defects(args.set()),
        What::Rules => of_rules(),
        What::Stimuli => of_stimuli(),
    };
    streams::print(&if args.json { table.json()? } else { table.text() })?;
    Ok(Ending::Satisfied)
}

impl Args {
    fn set(&self) -> SetName {
        self.set.unwrap_or(SetName::All)
    }
}

fn of_checks(args: &Args) -> Result<Table, Failure> {
    let proven = |check: &Check| a2a_assay_defects::all().any(|defect| defect.predicted().contains(&check.id));
    let chosen = selectors::chosen(args.set().into(), &args.only, &[])?;
    let checks = chosen.into_iter().filter(|check| !args.unproven || !proven(check));
    let rows = checks.map(|check| row([check.id, check.slug, check.group.name(), check.title])).collect();
    Ok(Table { columns: &["id", "slug", "group", "title"], rows })
}

fn of_defects(set: SetName) -> Table {
    let wanted = |defect: &a2a_assay_defects::Defect| match set {
        SetName::Core => defect.entry().set == a2a_assay_defects::Set::Core,
        SetName::Extended => defect.entry().set == a2a_assay_defects::Set::Extended,
        SetName::All => true,
    };
    let predicted = |predicted: &[&str]| if predicted.is_empty() { "-".to_owned() } else { predicted.join(" ") };
    let line = |defect: a2a_assay_defects::Defect| {
        let entry = defect.entry();
        row([entry.name, entry.set.name(), &predicted(&defect.predicted()), entry.story])
    };
    let rows = a2a_assay_defects::all().filter(wanted).map(line).collect();
    Table { columns: &["name", "set", "predicted", "story"], rows }
}

fn of_wire_defects() -> Table {
    let rows = a2a_assay_proxy::shipped().iter().map(|defect| row([&defect.name, &defect.story])).collect();
    Table { columns: &["name", "story"], rows }
}

fn of_rules() -> Table {
    let rows = rules::all().map(|rule| row([rule.id, rule.level.word(), rule.section, rule.text])).collect();
    Table { columns: &["id", "level", "section", "text"], rows }
}

fn of_stimuli() -> Table {
    let rows = Stimulus::ALL.iter().map(|stimulus| row([stimulus.name(), stimulus.behaviour()])).collect();
    Table { columns: &["name", "behaviour"], rows }
}

fn row<const N: usize>(cells: [&str; N]) -> Vec<String> {
    cells.map(str::to_owned).to_vec()
}

impl Table {
    fn text(&self) -> String {
        let width = |column: usize| self.rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default();
        let widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        let line = |row: &Vec<String>| {
            let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}"));
            format!("{}\n", cells.collect::<Vec<_>>().join("  ").trim_end())
        };
        self.rows.iter().map(line).collect()
    }

    fn json(&self) -> Result<String, Failure> {
        let object = |row: &Vec<String>| {
            let members =
                self.columns.iter().zip(row).map(|(name, cell)| ((*name).to_owned(), Value::from(cell.as_str())));
            Value::Object(members.collect::<Map<_, _>>())
        };
        let list = Value::Array(self.rows.iter().map(object).collect());
        let pretty = serde_json::to_string_pretty(&list);
        pretty
            .map(|json| json + "\n")
            .map_err(|why| Failure::caused(Ending::OurFault, "the list can't be written as JSON", &why))
    }
}
