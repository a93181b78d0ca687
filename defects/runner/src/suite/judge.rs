//! Judges what a suite said: first of the sound server, then of each defective one against that.

use std::collections::BTreeSet;

use a2a_assay_reports::{JudgedBy, Notice, Remark, SuiteControl};

use super::junit::{Outcome, Tests};
use super::process::End;
use super::run::Run;

/// The name of what is red when it is no single test.
const WHOLE: &str = "suite";

/// What a suite must be on a defective server in order not to have noticed.
pub(super) struct Baseline {
    green: BTreeSet<String>,
    exits_green: bool,
}

/// What runs against the sound server say together: green is what is green in each of them.
pub(super) fn control(runs: &[Run], by: JudgedBy, forgiven: bool) -> (SuiteControl, Baseline) {
    let names: BTreeSet<&String> = runs.iter().filter_map(Run::tests).flat_map(Tests::keys).collect();
    let mut red = Vec::new();
    let mut green = BTreeSet::new();
    for name in &names {
        match steady(runs, name) {
            Ok(true) => {
                green.insert((*name).clone());
            }
            Ok(false) => {}
            Err(because) => red.push(Remark { test: (*name).clone(), because }),
        }
    }
    let whole: Vec<Remark> = runs.iter().filter_map(|run| whole(run, by, red.is_empty())).take(1).collect();
    let fatal =
        by == JudgedBy::ExitCode || runs.iter().any(|run| run.tests().is_none() || matches!(run.end, End::TimedOut(_)));
    red.splice(0..0, whole);
    if by == JudgedBy::Junit && red.is_empty() && green.is_empty() {
        red.push(Remark { test: WHOLE.to_owned(), because: "no test passed".to_owned() });
    }
    let said = runs.iter().find(|run| !run.end.is_green()).or(runs.first()).map(|run| run.said.clone());
    let control = SuiteControl {
        runs: runs.len(),
        tests: (by == JudgedBy::Junit).then_some(names.len()),
        green: green.iter().cloned().collect(),
        said: if red.is_empty() { String::new() } else { said.unwrap_or_default() },
        red,
        forgiven: forgiven && !fatal,
        duration_ms: runs.iter().map(|run| run.duration_ms).sum(),
    };
    (control, Baseline { green, exits_green: runs.iter().all(|run| run.end.is_green()) })
}

/// Whether a test passed in every run, or why it is red; a test that is skipped in every run is neither.
fn steady(runs: &[Run], name: &str) -> Result<bool, String> {
    let outcomes: Vec<Option<&Outcome>> = runs.iter().map(|run| run.outcome(name)).collect();
    if let Some(why) = outcomes.iter().find_map(|outcome| match outcome {
        Some(Outcome::Failed(why)) => Some(why),
        _ => None,
    }) {
        return Err(why.clone());
    }
    let passed = |outcome: Option<&Outcome>| outcome == Some(&Outcome::Passed);
    match outcomes.iter().filter(|outcome| passed(**outcome)).count() {
        0 => Ok(false),
        count if count == outcomes.len() => Ok(true),
        _ => Err("passed in one run on the sound server and not in another".to_owned()),
    }
}

/// What is red about a run as a whole.
fn whole(run: &Run, by: JudgedBy, nothing_else: bool) -> Option<Remark> {
    let because = match (&run.end, &run.report) {
        (End::TimedOut(_), _) => run.end.words(),
        (_, Some(Err(why))) => format!("{why}, {}", run.end.words()),
        (end, _) if !end.is_green() && (by == JudgedBy::ExitCode || nothing_else) => end.words(),
        _ => return None,
    };
    Some(Remark { test: WHOLE.to_owned(), because })
}

/// Whether a suite noticed a defect, by what, and which of its tests fell silent.
pub(super) fn verdict(run: &Run, baseline: &Baseline) -> (Notice, Vec<Remark>, Vec<String>) {
    if matches!(run.end, End::TimedOut(_)) {
        return (Notice::TimedOut, vec![Remark { test: WHOLE.to_owned(), because: run.end.words() }], Vec::new());
    }
    let (mut noticed_by, mut fell_silent) = (Vec::new(), Vec::new());
    let mut whole = |because: String| noticed_by.push(Remark { test: WHOLE.to_owned(), because });
    match &run.report {
        Some(Err(why)) => whole(format!("{why}, {}", run.end.words())),
        _ if baseline.exits_green && !run.end.is_green() => whole(run.end.words()),
        _ => {}
    }
    if run.tests().is_some() {
        for test in &baseline.green {
            let because = match run.outcome(test) {
                Some(Outcome::Passed) => continue,
                Some(Outcome::Skipped) => {
                    fell_silent.push(test.clone());
                    continue;
                }
                Some(Outcome::Failed(why)) => why.clone(),
                None => "is gone".to_owned(),
            };
            noticed_by.push(Remark { test: test.clone(), because });
        }
    }
    // A test says more than an exit code.
    if noticed_by.len() > 1 && noticed_by[0].test == WHOLE {
        noticed_by.remove(0);
    }
    let verdict = if noticed_by.is_empty() { Notice::Survived } else { Notice::Noticed };
    (verdict, noticed_by, fell_silent)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn exits(code: i32) -> Run {
        Run { end: End::Code(code), report: None, said: "last words".to_owned(), duration_ms: 1 }
    }

    fn never_ends() -> Run {
        Run { end: End::TimedOut(Duration::from_secs(9)), ..exits(0) }
    }

    /// A run with these tests: `+` passed, `-` failed, `~` was skipped.
    fn reports(code: i32, tests: &[&str]) -> Run {
        let test = |word: &&str| {
            let (sign, name) = word.split_at(1);
            let outcome = match sign {
                "+" => Outcome::Passed,
                "-" => Outcome::Failed("is wrong".to_owned()),
                _ => Outcome::Skipped,
            };
            (name.to_owned(), outcome)
        };
        Run { report: Some(Ok(tests.iter().map(test).collect())), ..exits(code) }
    }

    fn writes_nothing(code: i32) -> Run {
        Run { report: Some(Err("no JUnit report was written".to_owned())), ..exits(code) }
    }

    fn red(control: &SuiteControl) -> Vec<String> {
        control.red.iter().map(|remark| format!("{}: {}", remark.test, remark.because)).collect()
    }

    #[test]
    fn a_control_is_green_or_says_what_is_red() {
        let unsteady = "b: passed in one run on the sound server and not in another";
        let table: &[(&[Run], &[&str], bool)] = &[
            (&[exits(0), exits(0)], &[], true),
            (&[exits(0), exits(1)], &["suite: exit code 1"], false),
            (&[exits(0), never_ends()], &["suite: not done after 9 s"], false),
            (&[reports(0, &["+a", "~c"]), reports(0, &["+a", "~c"])], &[], true),
            (&[reports(1, &["+a", "-b"]), reports(1, &["+a", "-b"])], &["b: is wrong"], true),
            (&[reports(0, &["+a", "+b"]), reports(0, &["+a"])], &[unsteady], true),
            (&[reports(1, &["+a"]), reports(1, &["+a"])], &["suite: exit code 1"], true),
            (&[reports(1, &["-b"]), reports(1, &["-b"])], &["b: is wrong"], false),
            (&[reports(0, &[]), reports(0, &[])], &["suite: no test passed"], false),
            (&[writes_nothing(2)], &["suite: no JUnit report was written, exit code 2"], false),
        ];
        for (runs, expected, judges_when_forgiven) in table {
            let by = if runs[0].report.is_some() { JudgedBy::Junit } else { JudgedBy::ExitCode };
            let (strict, _) = control(runs, by, false);
            let (forgiven, _) = control(runs, by, true);

            assert_eq!(red(&strict), *expected, "{runs:?}");
            assert_eq!(strict.judges(), expected.is_empty(), "{runs:?}");
            assert_eq!(forgiven.judges(), *judges_when_forgiven, "{runs:?}");
        }
    }

    /// The sound runs, the one to be judged, and the verdict: by which tests, and how many fell silent.
    type Row<'a> = (&'a [Run], Run, Notice, &'a [&'a str], usize);

    #[test]
    fn a_defect_is_noticed_only_by_what_was_green() {
        let by_code = [exits(0)];
        let by_tests = [reports(0, &["+a", "+b", "~c"])];
        let forgiven = [reports(1, &["+a", "+b", "-d"])];
        let table: &[Row<'_>] = &[
            (&by_code, exits(0), Notice::Survived, &[], 0),
            (&by_code, exits(1), Notice::Noticed, &["suite"], 0),
            (&by_code, never_ends(), Notice::TimedOut, &["suite"], 0),
            (&by_tests, reports(0, &["+a", "+b", "~c"]), Notice::Survived, &[], 0),
            (&by_tests, reports(1, &["+a", "-b", "~c"]), Notice::Noticed, &["b"], 0),
            (&by_tests, reports(1, &["+a", "+b", "-c"]), Notice::Noticed, &["suite"], 0),
            (&by_tests, reports(0, &["+a"]), Notice::Noticed, &["b"], 0),
            (&by_tests, reports(0, &["+a", "~b"]), Notice::Survived, &[], 1),
            (&by_tests, reports(3, &["+a", "+b"]), Notice::Noticed, &["suite"], 0),
            (&by_tests, writes_nothing(2), Notice::Noticed, &["suite"], 0),
            (&forgiven, reports(1, &["+a", "+b", "-d"]), Notice::Survived, &[], 0),
            (&forgiven, reports(1, &["+a", "-b", "+d"]), Notice::Noticed, &["b"], 0),
        ];
        for (sound, run, expected, by, silent) in table {
            let judged_by = if run.report.is_some() { JudgedBy::Junit } else { JudgedBy::ExitCode };
            let (_, baseline) = control(sound, judged_by, true);
            let (notice, noticed_by, fell_silent) = verdict(run, &baseline);
            let tests: Vec<&str> = noticed_by.iter().map(|remark| remark.test.as_str()).collect();

            assert_eq!((notice, &tests[..], fell_silent.len()), (*expected, *by, *silent), "{run:?}");
        }
    }
}
