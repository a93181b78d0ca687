//! Where a report goes, and in which form.

use std::path::PathBuf;
use std::str::FromStr;

use a2a_assay_reports::{Form, Report};

use crate::ending::{Ending, Failure};
use crate::{files, streams};

/// One word behind `--report`: a form and a file; standard output, where there is no file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReportTo {
    form: Form,
    file: Option<PathBuf>,
    /// Whether it was written while things happened.
    told: bool,
}

impl FromStr for ReportTo {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        let (name, file) = word.split_once('=').map_or((word, "-"), |(name, file)| (name, file));
        let form = Form::ALL.iter().copied().find(|form| form.name() == name && !file.is_empty());
        let names = names(Form::ALL);
        let form = form.ok_or_else(|| format!("say FORM or FORM=FILE, where FORM is one of {names}"))?;
        Ok(Self { form, file: (file != "-").then(|| file.into()), told: false })
    }
}

/// Where events go: files, or standard output where there is none.
pub(crate) fn events(reports: &[ReportTo]) -> Vec<Option<PathBuf>> {
    reports.iter().filter(|report| report.form == Form::Events).map(|report| report.file.clone()).collect()
}

/// The same reports, of which the events were written while they happened and need not be written again.
pub(crate) fn with_events_told(reports: &[ReportTo]) -> Vec<ReportTo> {
    reports.iter().map(|report| ReportTo { told: report.form == Form::Events, ..report.clone() }).collect()
}

/// Sees beforehand whether the reports could be written, so that no run is in vain.
pub(crate) fn foresee<R: Report>(reports: &[ReportTo]) -> Result<(), Failure> {
    for report in reports {
        if !R::FORMS.contains(&report.form) {
            let (name, known) = (report.form.name(), names(R::FORMS));
            return Err(Failure::usage(format!("there is no report in the form `{name}` of this; there is {known}")));
        }
        if let Some(path) = &report.file
            && (!files::folder(path).is_dir() || path.is_dir())
        {
            let path = path.display();
            return Err(Failure::usage(format!(
                "no report can be written to `{path}`; name a file in a folder that exists"
            )));
        }
    }
    for (place, report) in reports.iter().enumerate() {
        if let Some(path) = &report.file
            && reports[..place].iter().any(|earlier| earlier.file.as_ref() == Some(path))
        {
            return Err(Failure::usage(format!(
                "two reports can't be written to `{}`; give each its own",
                path.display()
            )));
        }
    }
    let taken = reports.iter().filter(|report| report.file.is_none()).count();
    if taken > 1 {
        return Err(Failure::usage("standard output takes one report; give the others a file, as FORM=FILE"));
    }
    Ok(())
}

/// Hands the reports out: text, unless standard output is taken by another form. One that can't be written does not keep
/// the others from being.
pub(crate) fn deliver(reports: &[ReportTo], text: &str, value: &impl Report) -> Result<(), Failure> {
    if reports.iter().all(|report| report.file.is_some()) {
        streams::print(text)?;
    }
    let mut all = Ok(());
    for report in reports.iter().filter(|report| !report.told) {
        let handed_out = hand_out(report, text, value);
        all = all.and(handed_out);
    }
    all
}

fn hand_out(report: &ReportTo, text: &str, value: &impl Report) -> Result<(), Failure> {
    let rendered = match report.form {
        Form::Text => text.to_owned(),
        form => value
            .rendered(form)
            .map_err(|why| Failure::caused(Ending::OurFault, "the report can't be written", &*why))?,
    };
    match &report.file {
        None => streams::print(&rendered),
        Some(path) => write(path, &rendered),
    }
}

/// Writes a file without colours, whole or not at all.
fn write(path: &std::path::Path, rendered: &str) -> Result<(), Failure> {
    let plain = anstream::adapter::strip_str(rendered).to_string();
    files::write_whole(path, &plain)
        .map_err(|why| Failure::usage(format!("the report can't be written to `{}`: {why}", path.display())))
}

fn names(forms: &[Form]) -> String {
    forms.iter().map(|form| form.name()).collect::<Vec<_>>().join(", ")
}
