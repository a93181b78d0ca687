//! Second order: two defects a server, held against what each alone is noticed by.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use a2a_assay_defects::Defect;
use a2a_assay_reports::{CheckReport, PairReport, PairResult, PairSummary, Shard, Single};
use futures::StreamExt;
use futures::stream::FuturesUnordered;
use tokio_util::task::AbortOnDropHandle;

use crate::judge::{JudgeError, Settings, covering, planted};
use crate::matrix::{Options, control, prepared};
use crate::observe::losses;
use crate::room::Room;

/// Which pairs of the defects are planted.
#[derive(Clone, Copy, Debug, Default)]
pub struct Choice {
    /// How many; all of them, where nothing is said.
    pub sample: Option<usize>,
    /// What decides which; the same seed chooses the same pairs.
    pub seed: u64,
    /// The part of them that is run.
    pub shard: Option<Shard>,
}

/// Two defects, and their place among the chosen pairs.
type Pair = (usize, [Defect; 2]);

/// Judges the sound server, each defect alone, and then the chosen pairs.
pub async fn pairs(options: &Options, choice: Choice, watch: impl Fn(&str)) -> Result<PairReport, JudgeError> {
    let started = Instant::now();
    let (sound, settings) = prepared(options).await?;
    let control = control(&sound);
    let chosen = chosen(&options.defects, choice);
    let here: Vec<Pair> = chosen.iter().copied().filter(|(place, _)| choice.takes(*place)).collect();
    let mut report = PairReport {
        format: "a2a-assay/pairs".to_owned(),
        version: 1,
        tool: concat!("a2a-assay ", env!("CARGO_PKG_VERSION")).to_owned(),
        set: options.settings.checks.name().to_owned(),
        possible: options.defects.len() * options.defects.len().saturating_sub(1) / 2,
        chosen: chosen.len(),
        seed: choice.seed,
        shard: choice.shard,
        summary: PairSummary::default(),
        singles: Vec::new(),
        pairs: Vec::new(),
        requests: sound.requests + settings.coverage.as_ref().map_or(0, |coverage| coverage.requests()),
        duration_ms: 0,
        control,
    };
    if report.control.red.is_empty() && report.control.checks > 0 {
        let alone = singles(&here);
        let groups = alone.iter().map(|defect| vec![*defect]).collect();
        let (observed, sent) = judge_each(options, &settings, &sound, groups, &watch).await?;
        report.requests += sent;
        let single = |(defect, observed): (&Defect, Vec<String>)| Single { name: defect.name().to_owned(), observed };
        report.singles = alone.iter().zip(observed).map(single).collect();

        let groups = here.iter().map(|(_, pair)| pair.to_vec()).collect();
        let (observed, sent) = judge_each(options, &settings, &sound, groups, &watch).await?;
        report.requests += sent;
        let by_name: BTreeMap<&str, &Single> =
            report.singles.iter().map(|single| (single.name.as_str(), single)).collect();
        report.pairs = here
            .iter()
            .zip(observed)
            .map(|((place, pair), observed)| PairResult::of(*place, pair.map(|one| by_name[one.name()]), observed))
            .collect();
        report.summary = PairSummary::of(&report.pairs);
    }
    report.duration_ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
    Ok(report)
}

/// The pairs that a choice takes, over all its parts, in the order of the defects.
pub fn chosen(defects: &[Defect], choice: Choice) -> Vec<Pair> {
    let each = defects.iter().enumerate();
    let mut pairs: Vec<[Defect; 2]> =
        each.flat_map(|(at, one)| defects[at + 1..].iter().map(move |other| [*one, *other])).collect();
    if let Some(sample) = choice.sample.filter(|sample| *sample < pairs.len()) {
        let mut ranked: Vec<(u64, usize)> =
            pairs.iter().enumerate().map(|(at, pair)| (rank(choice.seed, *pair), at)).collect();
        ranked.sort_unstable();
        let mut kept: Vec<usize> = ranked.into_iter().take(sample).map(|(_, at)| at).collect();
        kept.sort_unstable();
        pairs = kept.into_iter().map(|at| pairs[at]).collect();
    }
    pairs.into_iter().enumerate().collect()
}

/// FNV-1a over the seed and the names: the same on every machine, and a new defect moves no other pair.
fn rank(seed: u64, [one, other]: [Defect; 2]) -> u64 {
    let bytes = seed.to_be_bytes().into_iter().chain(one.name().bytes()).chain([0]).chain(other.name().bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

impl Choice {
    fn takes(self, place: usize) -> bool {
        self.shard.is_none_or(|shard| shard.takes(place))
    }
}

/// The defects that stand in these pairs, each once.
fn singles(pairs: &[Pair]) -> Vec<Defect> {
    let mut alone: Vec<Defect> = Vec::new();
    for defect in pairs.iter().flat_map(|(_, pair)| pair) {
        if !alone.contains(defect) {
            alone.push(*defect);
        }
    }
    alone
}

/// What notices a server with each of these groups of defects, in their order, and the requests that it took.
async fn judge_each(
    options: &Options,
    settings: &Settings,
    sound: &Arc<CheckReport>,
    groups: Vec<Vec<Defect>>,
    watch: &impl Fn(&str),
) -> Result<(Vec<Vec<String>>, u64), JudgeError> {
    let room = Room::of(options.servers, settings.checks.checks().len());
    let mut running = groups
        .into_iter()
        .enumerate()
        .map(|(place, group)| {
            let (room, settings, sound) = (room.clone(), settings.clone(), Arc::clone(sound));
            let names = group.iter().map(|defect| defect.name()).collect::<Vec<_>>().join(" + ");
            async move {
                let _place = room.take(covering(&group, &settings).len()).await;
                let judging = tokio::spawn(async move { observed(&group, &sound, &settings).await });
                (place, names, AbortOnDropHandle::new(judging).await)
            }
        })
        .collect::<FuturesUnordered<_>>();
    let (mut all, mut requests) = (BTreeMap::new(), 0);
    while let Some((place, names, judged)) = running.next().await {
        let (observed, sent) = judged.map_err(JudgeError::Judge)??;
        requests += sent;
        watch(&format!("{names}: {}", observed.join(" ")));
        all.insert(place, observed);
    }
    Ok((all.into_values().collect(), requests))
}

/// The checks that notice a server with these defects, and the requests that it took.
pub async fn observed(
    defects: &[Defect],
    sound: &CheckReport,
    settings: &Settings,
) -> Result<(Vec<String>, u64), JudgeError> {
    let (report, _) = planted(defects, settings).await?;
    Ok((losses(sound, &report).into_iter().map(|loss| loss.check).collect(), report.requests))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(choice: Choice) -> Vec<String> {
        let defects: Vec<Defect> = a2a_assay_defects::all().take(10).collect();
        chosen(&defects, choice).iter().map(|(_, [one, other])| format!("{one:?} {other:?}")).collect()
    }

    #[test]
    fn ten_defects_make_forty_five_pairs() {
        assert_eq!(names(Choice::default()).len(), 45);
    }

    #[test]
    fn a_seed_chooses_the_same_pairs_again_and_another_one_others() {
        let of = |seed| names(Choice { sample: Some(9), seed, shard: None });
        assert_eq!(of(1), of(1));
        assert_eq!(of(1).len(), 9);
        assert_ne!(of(1), of(2));
    }
}
