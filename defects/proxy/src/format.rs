//! Defects in TOML. `shipped.toml` and the README of this folder show all of it.

mod meaning;
mod several;
mod written;

use std::collections::BTreeSet;

use self::written::File;
use crate::defect::WireDefect;
use crate::limits;

/// Why a file of defects is not understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct Misread {
    /// The line, from 1 on.
    pub line: usize,
    /// What is wrong there, in one sentence.
    pub why: String,
}

/// Reads defects.
pub fn read(text: &str) -> Result<Vec<WireDefect>, Misread> {
    let line = |at: usize| text.as_bytes()[..at.min(text.len())].split(|byte| *byte == b'\n').count();
    let file: File = toml::from_str(text).map_err(|why| Misread {
        line: why.span().map_or(1, |span| line(span.start)),
        why: why.message().lines().collect::<Vec<_>>().join(": "),
    })?;
    if file.defect.is_empty() {
        return Err(Misread { line: 1, why: "there is no [[defect]]".to_owned() });
    }
    if file.defect.len() > limits::DEFECTS {
        return Err(Misread { line: 1, why: format!("there are more than {} defects", limits::DEFECTS) });
    }
    let mut names = BTreeSet::new();
    let mut defects = Vec::new();
    for written in file.defect {
        let line = line(written.span().start);
        let defect = written.into_inner().defect().map_err(|why| Misread { line, why })?;
        if !names.insert(defect.name.clone()) {
            return Err(Misread { line, why: format!("two defects are called `{}`", defect.name) });
        }
        defects.push(defect);
    }
    Ok(defects)
}

#[cfg(test)]
mod tests;
