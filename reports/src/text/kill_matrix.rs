//! The kill matrix as a grid of glyphs: a row a defect, a column a check.

use super::paint::{FAINT, paint};
use crate::kill_matrix::{Cell, cell, redundant, worth};
use crate::plain::plain;
use crate::{CheckInfo, MutationReport};

/// The grid, its legend, and what each check is worth.
pub fn kill_matrix(report: &MutationReport) -> String {
    let widest = report.defects.iter().map(|defect| defect.name.len()).max().unwrap_or_default().max(6);
    let mut out = heads(&report.checks, widest);
    for defect in &report.defects {
        let row = grouped(&report.checks, |check| cell(check, defect).glyph());
        out += &format!("{:widest$}  {}\n", plain(&defect.name), row.trim_end());
    }
    out += "\n";
    for kind in Cell::ALL {
        let glyph = kind.glyph();
        out += &format!("  {}  {}\n", if glyph == ' ' { '␠' } else { glyph }, kind.word());
    }
    out + &worths(report)
}

/// The ids of the checks, written downwards.
fn heads(checks: &[CheckInfo], widest: usize) -> String {
    let tall = checks.iter().map(|check| check.id.len()).max().unwrap_or_default();
    let letter = |check: &CheckInfo, line: usize| {
        let above = tall - check.id.len();
        line.checked_sub(above).and_then(|at| check.id.chars().nth(at)).unwrap_or(' ')
    };
    let line = |line| {
        let letters = grouped(checks, |check| letter(check, line));
        paint(FAINT, format!("{:widest$}  {}", "", letters).trim_end()) + "\n"
    };
    (0..tall).map(line).collect()
}

/// One character a check, and a gap between two groups.
fn grouped(checks: &[CheckInfo], of: impl Fn(&CheckInfo) -> char) -> String {
    let mut line = String::new();
    for (at, check) in checks.iter().enumerate() {
        if at > 0 && checks[at - 1].group != check.group {
            line.push(' ');
        }
        line.push(of(check));
    }
    line
}

fn worths(report: &MutationReport) -> String {
    let mut out = String::from("\ncheck  noticed  alone  collateral\n");
    for worth in worth(report) {
        let (id, alone) = (plain(&worth.check.id), worth.alone.len());
        out += &format!("{id:5}  {:7}  {alone:5}  {:10}\n", worth.noticed, worth.collateral);
    }
    let redundant = redundant(report);
    if !redundant.is_empty() {
        out += &format!("never notices anything alone: {}\n", redundant.join(" "));
    }
    out
}
