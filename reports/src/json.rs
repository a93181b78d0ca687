//! The reports as JSON: the values themselves, in the order in which they are declared.

use std::fmt::Write;

use crate::plain::acts;
use crate::{CheckReport, MutationReport};

/// The report on one agent.
pub fn check(report: &CheckReport) -> serde_json::Result<String> {
    lines(serde_json::to_string_pretty(report))
}

/// The report on planted defects.
pub fn mutation(report: &MutationReport) -> serde_json::Result<String> {
    lines(serde_json::to_string_pretty(report))
}

/// The same values, with every letter that would act on a terminal escaped: JSON is looked at on one as well.
fn lines(json: serde_json::Result<String>) -> serde_json::Result<String> {
    let json = json?;
    let mut out = String::with_capacity(json.len() + 1);
    for letter in json.chars() {
        if letter == '\n' || !acts(letter) {
            out.push(letter);
            continue;
        }
        // Such letters stand in strings alone, where JSON takes any letter by its number.
        for unit in letter.encode_utf16(&mut [0; 2]) {
            // A string takes whatever is written.
            let _ = write!(out, "\\u{unit:04x}");
        }
    }
    out.push('\n');
    Ok(out)
}
