//! The file in which it is kept: written by the program alone, which sees when somebody else did.

use serde::{Deserialize, Serialize};

use super::{Baseline, Entry};
use crate::digest::digest;

const FORMAT: &str = "a2a-assay/baseline";
const VERSION: u32 = 1;
const NOTE: &str = "Written by `a2a-assay baseline`. Don't edit it: what was edited by hand is refused.";

/// Why a file can't be taken for a baseline.
#[derive(Debug)]
pub enum BaselineError {
    /// It is no baseline.
    Unreadable(String),
    /// The entries are not those that the program wrote.
    Edited,
}

impl std::fmt::Display for BaselineError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unreadable(why) => write!(f, "{why}"),
            Self::Edited => f.write_str("it was edited by hand, or put together from two"),
        }
    }
}

impl std::error::Error for BaselineError {}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: String,
    version: u32,
    note: String,
    digest: String,
    entries: Vec<Entry>,
}

impl Baseline {
    /// The baseline in a file with this text.
    pub fn read(text: &str) -> Result<Self, BaselineError> {
        let unreadable = |why: String| Err(BaselineError::Unreadable(why));
        let file: File = match serde_json::from_str(text) {
            Ok(file) => file,
            Err(why) => return unreadable(why.to_string()),
        };
        if file.format != FORMAT {
            return unreadable(format!("its format is `{}`", file.format));
        }
        if file.version != VERSION {
            return unreadable(format!("its version is {}, and {VERSION} is the one that is known here", file.version));
        }
        if file.digest != of(&file.entries) {
            return Err(BaselineError::Edited);
        }
        Ok(Self { entries: file.entries }.in_order())
    }

    /// The text of its file.
    pub fn written(&self) -> serde_json::Result<String> {
        let file = File {
            format: FORMAT.to_owned(),
            version: VERSION,
            note: NOTE.to_owned(),
            digest: of(&self.entries),
            entries: self.entries.clone(),
        };
        crate::json::lines(&file)
    }
}

fn of(entries: &[Entry]) -> String {
    let words = entries.iter().flat_map(|entry| {
        let Entry { what, reason, expires } = entry;
        let expires = expires.map_or_else(String::new, |date| date.to_string());
        let symptom = what.symptom.word().to_owned();
        [what.check.clone(), what.binding.clone(), symptom, what.rule.clone(), reason.clone(), expires]
    });
    let words: Vec<String> = words.collect();
    digest(words.iter().map(String::as_str))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Failing, Symptom};

    fn known(check: &str) -> Baseline {
        let what = Failing {
            check: check.to_owned(),
            binding: "JSONRPC".to_owned(),
            symptom: Symptom::Broken,
            rule: "a-rule".to_owned(),
        };
        let mut baseline = Baseline::default();
        baseline.take(Entry { what, reason: "vendor bug 17".to_owned(), expires: "2027-01-31".parse().ok() });
        baseline
    }

    #[test]
    fn what_was_written_is_read() {
        let written = known("ST3").written().expect("a text");

        assert_eq!(Baseline::read(&written).expect("a baseline"), known("ST3"));
    }

    #[test]
    fn the_order_in_which_things_became_known_shows_nowhere() {
        let [one, other] = ["ST3", "S1"].map(|check| known(check).entries[0].clone());
        let (mut here, mut there) = (known("ST3"), known("S1"));
        here.take(other);
        there.take(one.clone());
        there.take(one);

        assert_eq!(here.written().expect("a text"), there.written().expect("a text"));
    }

    #[test]
    fn what_was_edited_by_hand_is_refused() {
        let written = known("ST3").written().expect("a text");
        for (word, other) in [("ST3", "ST4"), ("vendor bug 17", "no bug"), ("2027", "2099"), ("broken", "flaky")] {
            let edited = written.replace(word, other);

            assert!(matches!(Baseline::read(&edited), Err(BaselineError::Edited)), "{edited}");
        }
    }

    #[test]
    fn what_is_no_baseline_is_refused() {
        let written = known("ST3").written().expect("a text");
        let later = written.replace("\"version\": 1", "\"version\": 2");
        for text in ["", "{}", &written.replace(FORMAT, "a2a-assay/check"), &later] {
            assert!(matches!(Baseline::read(text), Err(BaselineError::Unreadable(_))), "{text}");
        }
    }
}
