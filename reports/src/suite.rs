//! How another suite fared on the planted defects, beside ours.

use serde::{Deserialize, Serialize};

/// The result of running another suite against one server a defect.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SuiteReport {
    /// Always `a2a-assay/suite`.
    pub format: String,
    /// The version of this format.
    pub version: u32,
    /// The program and its version.
    pub tool: String,
    /// The command that runs the suite, as it was given.
    pub command: String,
    /// What says that the suite is red.
    pub judged_by: JudgedBy,
    /// How the suite fared on the server without a defect.
    pub control: SuiteControl,
    /// The counts.
    pub summary: SuiteScore,
    /// The counts of each group, in the order of the catalogue.
    pub groups: Vec<SuiteScore>,
    /// One entry a defect, in catalogue order; empty when the control is red.
    pub defects: Vec<SuiteDefect>,
    /// Wall time, in milliseconds.
    pub duration_ms: u64,
}

/// What says that a suite is red.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JudgedBy {
    /// Its exit code alone.
    ExitCode,
    /// Its JUnit report, test by test.
    Junit,
}

/// How the suite fared on the sound server.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct SuiteControl {
    /// How often it ran there.
    pub runs: usize,
    /// The tests that it reported, where it reports tests.
    pub tests: Option<usize>,
    /// The tests that passed in every run; where it reports none, nothing.
    pub green: Vec<String>,
    /// What was red, or not the same in every run; anything here means that nothing is judged, unless it was forgiven.
    pub red: Vec<Remark>,
    /// Whether the user asked to judge by the green tests alone.
    pub forgiven: bool,
    /// The last words of a red run.
    #[serde(skip_serializing_if = "String::is_empty", default)]
    pub said: String,
    /// Wall time, in milliseconds.
    pub duration_ms: u64,
}

impl SuiteControl {
    /// Whether defects can be judged after this control.
    pub fn judges(&self) -> bool {
        self.red.is_empty() || (self.forgiven && !self.green.is_empty())
    }
}

/// One red thing, in one line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remark {
    /// The test, or `suite` for the whole.
    pub test: String,
    /// What was seen.
    pub because: String,
}

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

/// How the suite fared on one defective server.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SuiteDefect {
    /// The defect's name.
    pub name: String,
    /// The set it belongs to.
    pub set: String,
    /// The group of the check that is predicted first to notice it.
    pub group: String,
    /// Whether the suite noticed.
    pub verdict: Notice,
    /// What it noticed: the tests that were green on the sound server and are not any more.
    pub noticed_by: Vec<Remark>,
    /// The tests that passed on the sound server and are skipped now, which counts for nothing.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub fell_silent: Vec<String>,
    /// Our checks that noticed it.
    pub ours: Vec<String>,
    /// Wall time, in milliseconds.
    pub duration_ms: u64,
}

/// Whether a suite noticed a defect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Notice {
    /// It is red, and was green on the sound server.
    Noticed,
    /// It is as green as on the sound server.
    Survived,
    /// It did not end in time, which says nothing.
    TimedOut,
}

impl Notice {
    /// The words as reports print them.
    pub fn words(self) -> &'static str {
        match self {
            Self::Noticed => "noticed",
            Self::Survived => "survived",
            Self::TimedOut => "timed out",
        }
    }
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

    #[test]
    fn a_red_control_judges_only_where_something_green_is_left() {
        let red = vec![Remark { test: "t".to_owned(), because: "failed".to_owned() }];
        let control = SuiteControl { red, ..SuiteControl::default() };
        let forgiven = SuiteControl { forgiven: true, ..control.clone() };
        let with_green = SuiteControl { green: vec!["u".to_owned()], ..forgiven.clone() };

        assert!(!control.judges());
        assert!(!forgiven.judges());
        assert!(with_green.judges());
    }
}
