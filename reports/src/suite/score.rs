//! The counts of what a suite noticed, over all defects and by group.

use serde::{Deserialize, Serialize};

use super::{Notice, SuiteDefect};

/// Counts over some defects.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SuiteScore {
    /// The group they belong to; `all` for all of them.
    pub group: String,
    /// Defects planted.
    pub defects: usize,
    /// Defects that the suite noticed.
    pub noticed: usize,
    /// Defects with which it stayed green.
    pub survived: usize,
    /// Defects with which it did not end in time.
    pub timed_out: usize,
    /// Defects that our checks noticed.
    pub ours: usize,
}

impl SuiteScore {
    /// Counts results: the one place where it is done.
    pub fn of<'a>(group: &str, defects: impl IntoIterator<Item = &'a SuiteDefect>) -> Self {
        let mut score = Self { group: group.to_owned(), ..Self::default() };
        for defect in defects {
            score.defects += 1;
            match defect.verdict {
                Notice::Noticed => score.noticed += 1,
                Notice::Survived => score.survived += 1,
                Notice::TimedOut => score.timed_out += 1,
            }
            score.ours += usize::from(!defect.ours.is_empty());
        }
        score
    }

    /// The part of the defects that the suite noticed, in whole percent, rounded down.
    pub fn percent(&self) -> usize {
        percent(self.noticed, self.defects)
    }
}

/// A part of a whole in percent, rounded down; nothing of nothing is nothing.
pub(crate) fn percent(part: usize, whole: usize) -> usize {
    (part * 100).checked_div(whole).unwrap_or_default()
}

/// The counts of each group that has a defect, in the order in which the groups come up.
pub fn by_group(defects: &[SuiteDefect], order: &[&str]) -> Vec<SuiteScore> {
    let mut groups: Vec<&str> = order.to_vec();
    for defect in defects {
        if !groups.contains(&defect.group.as_str()) {
            groups.push(&defect.group);
        }
    }
    let score = |group: &&str| SuiteScore::of(group, defects.iter().filter(|defect| defect.group == *group));
    groups.iter().map(score).filter(|score| score.defects > 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn defect(group: &str, verdict: Notice, ours: &[&str]) -> SuiteDefect {
        SuiteDefect {
            name: "some_defect".to_owned(),
            set: "core".to_owned(),
            group: group.to_owned(),
            verdict,
            noticed_by: Vec::new(),
            fell_silent: Vec::new(),
            ours: ours.iter().map(|id| (*id).to_owned()).collect(),
            duration_ms: 0,
        }
    }

    #[test]
    fn what_did_not_end_in_time_is_not_noticed() {
        let defects = [
            defect("send", Notice::Noticed, &["S1"]),
            defect("send", Notice::Survived, &["S2"]),
            defect("send", Notice::TimedOut, &[]),
        ];
        let score = SuiteScore::of("all", &defects);

        assert_eq!((score.noticed, score.survived, score.timed_out, score.ours), (1, 1, 1, 2));
        assert_eq!(score.percent(), 33);
    }

    #[test]
    fn groups_come_in_the_given_order_and_strangers_last() {
        let defects = [
            defect("other", Notice::Survived, &[]),
            defect("send", Notice::Survived, &[]),
            defect("auth", Notice::Survived, &[]),
        ];
        let groups = by_group(&defects, &["discovery", "auth", "send"]);

        assert_eq!(groups.iter().map(|score| score.group.as_str()).collect::<Vec<_>>(), ["auth", "send", "other"]);
    }
}
