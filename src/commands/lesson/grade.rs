//! Grades an answer sheet.

use std::path::Path;

use a2a_assay_mutation::lesson::{Pack, Sheet, grade};
use a2a_assay_reports::{Grade, text};

use super::{text_of, unusable};
use crate::ending::{Ending, Failure};
use crate::report_to::{self, ReportTo};

pub(super) fn run(pack: &Pack, path: &Path, answers: &Path, report: &[ReportTo]) -> Result<Ending, Failure> {
    report_to::foresee::<Grade>(report)?;
    let sheet = Sheet::read(&text_of(answers)?, pack)
        .map_err(|why| Failure::usage(format!("`{}` can't be graded: {why}", answers.display())))?;

    let grade = grade(pack, &sheet).map_err(|why| unusable(path, &why))?;

    let ending = if grade.is_perfect() { Ending::Satisfied } else { Ending::Unsatisfied };
    report_to::deliver(report, &text::grade(&grade, ending.code()), &grade)?;
    Ok(ending)
}
