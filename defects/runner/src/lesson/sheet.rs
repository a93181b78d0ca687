//! The sheet on which a learner answers.

use std::collections::BTreeMap;

use a2a_assay_defects::Defect;
use serde::Deserialize;

use super::Pack;

/// What a learner says of every server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet(BTreeMap<String, Answer>);

/// What a learner says of one server.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// The defects that it carries; empty where it is taken for sound, or nothing is said.
    #[serde(default)]
    pub defects: Vec<String>,
    /// The checks predicted to notice.
    #[serde(default)]
    pub checks: Vec<String>,
}

/// Why a sheet can't be graded.
#[derive(Debug, thiserror::Error)]
pub enum SheetError {
    /// It is no sheet.
    #[error("it is no answer sheet: {0}")]
    NoSheet(String),
    /// A server that the lesson does not have.
    #[error("the lesson has no server `{0}`")]
    NoServer(String),
    /// A defect that there is not.
    #[error("no defect is called `{0}`; `a2a-assay list defects` names them all")]
    NoDefect(String),
    /// A check that the lesson does not ask for.
    #[error("the checks of this lesson do not include `{0}`; `a2a-assay list checks` names them all")]
    NoCheck(String),
}

impl Sheet {
    /// A sheet to be filled in.
    pub fn blank(pack: &Pack) -> String {
        let set = pack.level.checks().name();
        let mut sheet = format!(
            "# What is wrong with each server? `defects` takes names from `a2a-assay list defects`, and stays empty for a\n\
             # server that you take for sound. `checks` takes the ids of the checks (set {set}) that you predict to notice.\n\
             # The lesson commits to its answers: {}\n",
            pack.commitment
        );
        for name in &pack.servers {
            sheet += &format!("\n[{name}]\ndefects = []\nchecks = []\n");
        }
        sheet
    }

    /// Reads a sheet and sees that everything on it exists.
    pub fn read(text: &str, pack: &Pack) -> Result<Self, SheetError> {
        let answers: BTreeMap<String, Answer> =
            toml::from_str(text).map_err(|why| SheetError::NoSheet(why.message().to_owned()))?;
        let known: Vec<&str> = pack.level.checks().checks().iter().map(|check| check.id).collect();
        for (name, answer) in &answers {
            if !pack.servers.contains(name) {
                return Err(SheetError::NoServer(name.clone()));
            }
            if let Some(unknown) = answer.defects.iter().find(|name| Defect::named(name).is_none()) {
                return Err(SheetError::NoDefect(unknown.clone()));
            }
            if let Some(unknown) = answer.checks.iter().find(|id| !known.contains(&id.as_str())) {
                return Err(SheetError::NoCheck(unknown.clone()));
            }
        }
        Ok(Self(answers))
    }

    /// What is said of a server; nothing, where it does not stand on the sheet.
    pub fn of(&self, server: &str) -> Answer {
        self.0.get(server).cloned().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lesson::Level;

    #[test]
    fn a_blank_sheet_can_be_read_and_says_nothing() {
        let pack = Pack::new(1, 2, Level::Easy).expect("a pack");
        let sheet = Sheet::read(&Sheet::blank(&pack), &pack).expect("a sheet");
        assert_eq!(sheet.of("server-2"), Answer::default());
    }

    #[test]
    fn what_does_not_exist_is_named() {
        let pack = Pack::new(1, 2, Level::Easy).expect("a pack");
        let of = |text: &str| Sheet::read(text, &pack).expect_err("a mistake").to_string();
        assert!(of("[server-9]").contains("`server-9`"));
        assert!(of("[server-1]\ndefects = [\"nonsense\"]").contains("`nonsense`"));
        assert!(of("[server-1]\nchecks = [\"Z9\"]").contains("`Z9`"));
        assert!(of("[server-1]\nguess = 1").contains("no answer sheet"));
    }
}
