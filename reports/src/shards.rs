//! Parts of a run, and how they are put together again.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{MutationReport, MutationSummary, PairReport, PairSummary, Unproven};

/// One of several parts of a run: every `of`-th item, beginning with the `index`-th, counted from one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct Shard {
    /// Which part, from one.
    pub index: usize,
    /// How many parts there are.
    pub of: usize,
}

impl Shard {
    /// Whether the item at this place, from zero, belongs to the part.
    pub fn takes(self, place: usize) -> bool {
        place % self.of == self.index - 1
    }
}

impl std::fmt::Display for Shard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

impl std::str::FromStr for Shard {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        let parts = word.split_once('/').and_then(|(index, of)| Some((index.parse().ok()?, of.parse().ok()?)));
        match parts {
            Some((index, of)) if (1..=of).contains(&index) => Ok(Self { index, of }),
            _ => Err("say K/N, such as 1/4 for the first of four parts".to_owned()),
        }
    }
}

/// One report on planted defects from the parts of a run.
pub fn merged_mutations(parts: Vec<MutationReport>) -> Result<MutationReport, String> {
    let mut parts = in_order(parts, |part| part.shard)?;
    same(&parts, "set of checks", |part| part.set.clone())?;
    same(&parts, "version", |part| part.tool.clone())?;
    let unproven = common(&parts);
    let mut whole = parts.remove(0);
    let mut lists: Vec<_> = std::iter::once(std::mem::take(&mut whole.defects)).map(Vec::into_iter).collect();
    for part in parts {
        if whole.control.red.is_empty() {
            whole.control = part.control;
        }
        whole.requests += part.requests;
        whole.duration_ms = whole.duration_ms.max(part.duration_ms);
        lists.push(part.defects.into_iter());
    }
    // Each part took every so-manieth defect: laid side by side and read across, they stand as they stood.
    while let Some(row) = next_of_each(&mut lists) {
        whole.defects.extend(row);
    }
    whole.summary = MutationSummary::of(whole.control.checks, &whole.defects);
    whole.unproven = unproven;
    whole.shard = None;
    Ok(whole)
}

/// One report on pairs from the parts of a run.
pub fn merged_pairs(parts: Vec<PairReport>) -> Result<PairReport, String> {
    let mut parts = in_order(parts, |part| part.shard)?;
    same(&parts, "set of checks", |part| part.set.clone())?;
    same(&parts, "version", |part| part.tool.clone())?;
    same(&parts, "choice of pairs", |part| format!("{} of {} by {}", part.chosen, part.possible, part.seed))?;
    let mut whole = parts.remove(0);
    for part in parts {
        if whole.control.red.is_empty() {
            whole.control = part.control;
        }
        whole.requests += part.requests;
        whole.duration_ms = whole.duration_ms.max(part.duration_ms);
        whole.pairs.extend(part.pairs);
        for single in part.singles {
            if !whole.singles.iter().any(|known| known.name == single.name) {
                whole.singles.push(single);
            }
        }
    }
    whole.pairs.sort_by_key(|pair| pair.place);
    whole.summary = PairSummary::of(&whole.pairs);
    whole.shard = None;
    Ok(whole)
}

/// The parts in their order, each once and none missing.
fn in_order<R>(mut parts: Vec<R>, shard: impl Fn(&R) -> Option<Shard>) -> Result<Vec<R>, String> {
    if let [_] = &parts[..]
        && shard(&parts[0]).is_none()
    {
        return Ok(parts);
    }
    let Some(of) = parts.first().and_then(&shard).map(|part| part.of) else {
        return Err("they are no parts of one run; `--shard K/N` makes some".to_owned());
    };
    let mut given = Vec::new();
    for part in &parts {
        match shard(part) {
            Some(part) if part.of == of => given.push(part.index),
            other => {
                let other = other.map_or("a whole".to_owned(), |part| part.to_string());
                return Err(format!("one is {other} and another one of {of}"));
            }
        }
    }
    let missing: Vec<String> =
        (1..=of).filter(|index| !given.contains(index)).map(|index| format!("{index}/{of}")).collect();
    if !missing.is_empty() {
        return Err(format!("{} missing", missing.join(", ")));
    }
    if given.len() > of {
        return Err("a part is given twice".to_owned());
    }
    parts.sort_by_key(|part| shard(part));
    Ok(parts)
}

fn same<R>(parts: &[R], what: &str, of: impl Fn(&R) -> String) -> Result<(), String> {
    let values: BTreeSet<String> = parts.iter().map(of).collect();
    if values.len() > 1 {
        return Err(format!("they differ in their {what}: {}", values.into_iter().collect::<Vec<_>>().join(" and ")));
    }
    Ok(())
}

/// What is unproven in every part.
fn common(parts: &[MutationReport]) -> Unproven {
    let [first, rest @ ..] = parts else { return Unproven::default() };
    let everywhere = |of: &dyn Fn(&Unproven) -> Vec<String>| -> Vec<String> {
        let in_all = |name: &String| rest.iter().all(|part| of(&part.unproven).contains(name));
        of(&first.unproven).into_iter().filter(in_all).collect()
    };
    let excused = |excused: &&crate::Excused| rest.iter().all(|part| part.unproven.excused.contains(excused));
    Unproven {
        checks: everywhere(&|unproven| unproven.checks.clone()),
        assertions: everywhere(&|unproven| unproven.assertions.clone()),
        excused: first.unproven.excused.iter().filter(excused).cloned().collect(),
    }
}

fn next_of_each<T>(lists: &mut [std::vec::IntoIter<T>]) -> Option<Vec<T>> {
    let row: Vec<T> = lists.iter_mut().filter_map(Iterator::next).collect();
    if row.is_empty() { None } else { Some(row) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_a_run_share_nothing_and_leave_nothing_out() {
        let parts: Vec<Shard> = ["1/3", "2/3", "3/3"].map(|word| word.parse().expect("a part")).into();
        for place in 0..10 {
            assert_eq!(parts.iter().filter(|part| part.takes(place)).count(), 1);
        }
    }

    #[test]
    fn what_is_no_part_is_refused() {
        for word in ["", "1", "0/3", "4/3", "1/0", "a/b"] {
            assert!(word.parse::<Shard>().is_err(), "{word}");
        }
    }

    #[test]
    fn a_missing_or_doubled_part_is_named() {
        let parts = |words: &[&str]| words.iter().map(|word| word.parse::<Shard>().ok()).collect::<Vec<_>>();

        assert_eq!(in_order(parts(&["1/3", "3/3"]), |part| *part).expect_err("one is missing"), "2/3 missing");
        assert_eq!(in_order(parts(&["1/2", "2/2", "2/2"]), |part| *part).expect_err("twice"), "a part is given twice");
        assert!(in_order(parts(&["2/2", "1/2"]), |part| *part).is_ok());
    }
}
