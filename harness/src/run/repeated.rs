//! One result of a check that ran several times: where the repeats disagree, nothing is concluded.

use std::collections::BTreeMap;

use a2a_assay_reports::{CheckResult, Verdict, Violation};

/// The result of all repeats, of which there is at least one.
pub(super) fn merged(mut repeats: Vec<CheckResult>) -> CheckResult {
    if repeats.len() < 2 {
        return repeats.remove(0);
    }
    let verdicts: Vec<Verdict> = repeats.iter().map(|one| one.verdict).collect();
    let bindings = over_bindings(&repeats);
    let agreed = match bindings.values().max() {
        Some(worst) => *worst,
        None => agreed(verdicts.iter().copied()),
    };
    // What stands for all is a repeat that ended as all did, or the worst.
    let telling = repeats.iter().position(|one| one.verdict == agreed).or_else(|| worst(&verdicts)).unwrap_or_default();
    let mut whole = repeats[telling].clone();
    for (at, one) in repeats.into_iter().enumerate() {
        if at == telling {
            continue;
        }
        whole.subjects += one.subjects;
        whole.duration_ms += one.duration_ms;
        whole.prevented |= one.prevented;
        for (assertion, failed) in one.assertions {
            *whole.assertions.entry(assertion).or_default() |= failed;
        }
        for violation in one.violations {
            if !whole.violations.iter().any(|known| is_same(known, &violation)) {
                whole.violations.push(violation);
            }
        }
    }
    whole.violations.sort_by_key(|violation| std::cmp::Reverse(violation.level));
    if agreed == Verdict::Inconclusive {
        (whole.reason, whole.cause, whole.prevented) = (Some(tally(&verdicts)), None, false);
    }
    CheckResult { verdict: agreed, bindings, repeats: verdicts, ..whole }
}

/// How the repeats ended over each binding.
fn over_bindings(repeats: &[CheckResult]) -> BTreeMap<String, Verdict> {
    let mut all: BTreeMap<&String, Vec<Verdict>> = BTreeMap::new();
    for (binding, verdict) in repeats.iter().flat_map(|one| &one.bindings) {
        all.entry(binding).or_default().push(*verdict);
    }
    all.into_iter().map(|(binding, verdicts)| (binding.clone(), agreed(verdicts))).collect()
}

/// What all say; where they disagree, that nothing is concluded. A fault of ours is none of the agent's moods.
fn agreed(verdicts: impl IntoIterator<Item = Verdict>) -> Verdict {
    let both = |one: Verdict, other: Verdict| match (one, other) {
        (Verdict::Error, _) | (_, Verdict::Error) => Verdict::Error,
        _ if one == other => one,
        _ => Verdict::Inconclusive,
    };
    verdicts.into_iter().reduce(both).unwrap_or(Verdict::NotObserved)
}

fn worst(verdicts: &[Verdict]) -> Option<usize> {
    (0..verdicts.len()).max_by_key(|at| verdicts[*at])
}

/// How often each verdict was given, the good ones first.
fn tally(verdicts: &[Verdict]) -> String {
    let count = |verdict: Verdict| verdicts.iter().filter(|one| **one == verdict).count();
    let given = Verdict::ALL.into_iter().filter(|verdict| count(*verdict) > 0);
    let words = given.map(|verdict| format!("{} {} of {}", verdict.word(), count(verdict), verdicts.len()));
    words.collect::<Vec<_>>().join(", ")
}

/// Whether two repeats saw the same.
fn is_same(one: &Violation, other: &Violation) -> bool {
    let key = |violation: &Violation| {
        (violation.rule.clone(), violation.binding.clone(), violation.place.clone(), violation.subject.clone())
    };
    key(one) == key(other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks;
    use crate::run::judge;

    /// A repeat that ended like this over the two bindings.
    fn repeat(jsonrpc: Verdict, rest: Verdict) -> CheckResult {
        let bindings = BTreeMap::from([("JSONRPC".to_owned(), jsonrpc), ("HTTP+JSON".to_owned(), rest)]);
        let blank = judge::unjudged(checks::all()[0], String::new());
        CheckResult { verdict: jsonrpc.max(rest), bindings, ..blank }
    }

    #[test]
    fn repeats_are_held_against_each_other_over_each_binding() {
        use Verdict::{Error, Fail, Inconclusive, NotObserved, Pass, Warn};
        let table = [
            ([(Pass, Pass), (Pass, Pass)], Pass, "pass"),
            ([(Fail, Pass), (Fail, Pass)], Fail, "fails over JSON-RPC each time"),
            ([(Fail, Pass), (Pass, Pass)], Inconclusive, "fails over JSON-RPC now and then"),
            ([(Fail, Pass), (Pass, Fail)], Inconclusive, "fails each time, but never over the same binding"),
            ([(Fail, Fail), (Pass, Fail)], Fail, "fails over HTTP+JSON each time"),
            ([(Fail, Pass), (Warn, Pass)], Inconclusive, "is broken each time, but not equally"),
            ([(NotObserved, Pass), (Pass, Pass)], Inconclusive, "is not observed now and then"),
            ([(Error, Pass), (Pass, Pass)], Error, "is our fault"),
        ];
        for (repeats, verdict, words) in table {
            let merged = merged(repeats.map(|(jsonrpc, rest)| repeat(jsonrpc, rest)).into());

            assert_eq!(merged.verdict, verdict, "{words}");
        }
    }
}
