//! `a2a-assay explain`: what a check, a defect or a rule is about.

mod check;
mod defect;
mod rule;
mod wire;

use a2a_assay_defects::Defect;
use a2a_assay_harness::{checks, rules};

use crate::ending::{Ending, Failure};
use crate::{streams, suggest};

/// The words of `explain`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// A check's id or short name, a defect's name, or a rule's id; `wire` for how defects on the wire are written.
    #[arg(value_name = "ID")]
    id: String,
}

/// Prints the explanation.
pub(crate) fn run(args: &Args) -> Result<Ending, Failure> {
    streams::print(&explanation(&args.id)?)?;
    Ok(Ending::Satisfied)
}

fn explanation(id: &str) -> Result<String, Failure> {
    let checks = checks::all();
    let named = |check: &&&_| -> bool {
        let check: &a2a_assay_harness::check::Check = check;
        check.id.eq_ignore_ascii_case(id) || check.slug.eq_ignore_ascii_case(id)
    };
    if let Some(check) = checks.iter().find(named) {
        return Ok(check::explain(check));
    }
    if let Some(defect) = Defect::named(id) {
        return Ok(defect::explain(defect));
    }
    if let Some(rule) = rules::named(id) {
        return Ok(rule::explain(rule));
    }
    if let Some(defect) = a2a_assay_proxy::shipped().iter().find(|defect| defect.name == id) {
        return Ok(wire::explain(defect));
    }
    if id == "wire" {
        return Ok(wire::format());
    }
    let known = checks.iter().flat_map(|check| [check.id, check.slug]);
    let known = known.chain(a2a_assay_defects::all().map(Defect::name)).chain(rules::all().map(|rule| rule.id));
    let known = known.chain(a2a_assay_proxy::shipped().iter().map(|defect| defect.name.as_str()));
    Err(Failure::usage(suggest::unknown("check, defect or rule", id, known, "checks|defects|rules")))
}

/// A headed paragraph.
fn section(head: &str, lines: &[String]) -> String {
    if lines.is_empty() {
        return String::new();
    }
    format!("\n{head}\n  {}\n", lines.join("\n  "))
}

/// A defect as a line of a list.
fn defect_line(entry: &a2a_assay_defects::Entry) -> String {
    format!("{}  {}", entry.name, entry.story)
}

/// A rule as a line of a list.
fn rule_line(rule: &rules::Rule) -> String {
    format!("{:6}  {}  {}  ({})", rule.level.word(), rule.section, rule.text, rule.id)
}
