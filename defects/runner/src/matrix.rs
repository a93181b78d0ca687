//! The matrix: the sound server first, then one server a defect, several at once.

use std::sync::Arc;
use std::time::Instant;

use a2a_assay_defects::{Defect, Set};
use a2a_assay_harness::checks;
use a2a_assay_reports::{Agreement, CheckReport, Control, DefectResult, Loss, MutationReport, MutationSummary, Shard};
use futures::StreamExt;
use futures::stream::FuturesUnordered;
use tokio_util::task::AbortOnDropHandle;

use crate::coverage::Coverage;
use crate::foretold;
use crate::judge::{JudgeError, Settings, covering, planted, sound};
use crate::observe::{losses, losses_of_control, not_applicable};
use crate::proof::{failed_assertions, unproven};
use crate::room::Room;

/// So many defects that measuring first which checks come by them costs less than it saves.
const MANY: usize = 16;

/// What to plant, and how many things to do at once.
#[derive(Clone, Debug)]
pub struct Options {
    /// The defects, one server each.
    pub defects: Vec<Defect>,
    /// How many servers are judged at once if every check comes by the defect, at least one; more where fewer do.
    pub servers: usize,
    /// The part of the defects that is planted.
    pub shard: Option<Shard>,
    /// Whether every check is run against every defect, also where it never comes by it.
    pub exhaustive: bool,
    /// How each is judged.
    pub settings: Settings,
}

impl Options {
    /// All the defects that are planted for a set of checks: the core's for the core, every one for any other.
    pub fn of(set: checks::Set) -> Self {
        let planted = |defect: &Defect| set != checks::Set::Core || defect.entry().set == Set::Core;
        let defects = a2a_assay_defects::all().filter(planted).collect();
        // Enough servers that those which keep a check waiting do so beside others.
        Self {
            defects,
            servers: 8,
            shard: None,
            exhaustive: false,
            settings: Settings { checks: set, ..Settings::default() },
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self::of(checks::Set::Core)
    }
}

/// What happens while the matrix is run.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// The sound server was judged.
    Control(&'a Control),
    /// A defective server is being judged.
    Planted(Defect),
    /// A defective server was judged.
    Defect(&'a DefectResult),
}

/// Judges the sound server and, if nothing there is red, one server for each defect.
pub async fn mutate(options: &Options, watch: impl Fn(Event<'_>)) -> Result<MutationReport, JudgeError> {
    let started = Instant::now();
    let (sound, settings) = prepared(options).await?;
    let control = control(&sound);
    watch(Event::Control(&control));
    let measuring = settings.coverage.as_ref().map_or(0, |coverage| coverage.requests());
    let mut requests = sound.requests + measuring;
    let mut defects = Vec::new();
    if control.red.is_empty() && control.checks > 0 {
        for (result, sent) in judge_defective(options, &settings, &sound, &watch).await? {
            requests += sent;
            defects.push(result);
        }
    }
    Ok(MutationReport {
        date: sound.date.clone(),
        digest: sound.set.digest.clone(),
        target: Some(sound.target.clone()),
        shard: options.shard,
        summary: MutationSummary::of(control.checks, &defects),
        unproven: unproven(&sound, &defects),
        control,
        defects,
        requests,
        duration_ms: u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX),
        ..foretold::blank(options.settings.checks)
    })
}

/// The sound server's report, and how each defective one is judged.
pub(crate) async fn prepared(options: &Options) -> Result<(Arc<CheckReport>, Settings), JudgeError> {
    let (defects, settings) = (&options.defects, &options.settings);
    if options.exhaustive || defects.len() < MANY {
        return Ok((Arc::new(sound(defects, settings).await?), settings.clone()));
    }
    let (sound, coverage) = tokio::try_join!(sound(defects, settings), Coverage::measured(defects, settings))?;
    Ok((Arc::new(sound), Settings { coverage: Some(Arc::new(coverage)), ..settings.clone() }))
}

/// The results in the order of the defects, each with the requests that it took. Those that few checks come by begin
/// first: what they wait for, they wait for while the others keep the cores busy.
async fn judge_defective(
    options: &Options,
    settings: &Settings,
    sound: &Arc<CheckReport>,
    watch: &impl Fn(Event<'_>),
) -> Result<Vec<(DefectResult, u64)>, JudgeError> {
    let here = options.defects.iter().copied().enumerate();
    let here = here.filter(|(place, _)| options.shard.is_none_or(|shard| shard.takes(*place)));
    let mut here: Vec<(usize, Defect)> = here.collect();
    here.sort_by_cached_key(|(_, defect)| covering(&[*defect], settings).len());
    let room = Room::of(options.servers, settings.checks.checks().len());
    let mut running = here
        .into_iter()
        .map(|(place, defect)| {
            let (room, settings, sound) = (room.clone(), settings.clone(), Arc::clone(sound));
            async move {
                let _place = room.take(covering(&[defect], &settings).len()).await;
                watch(Event::Planted(defect));
                // A task of its own, so that all cores judge; it ends with this stream.
                let judging = tokio::spawn(async move { plant(defect, &sound, &settings).await });
                (place, AbortOnDropHandle::new(judging).await)
            }
        })
        .collect::<FuturesUnordered<_>>();
    let mut results = Vec::new();
    while let Some((place, judged)) = running.next().await {
        let (result, requests) = judged.map_err(JudgeError::Judge)??;
        watch(Event::Defect(&result));
        results.push((place, result, requests));
    }
    results.sort_by_key(|(place, ..)| *place);
    Ok(results.into_iter().map(|(_, result, requests)| (result, requests)).collect())
}

/// Judges a server with one defect and holds that against the sound one's report; with the requests that it took.
pub async fn plant(
    defect: Defect,
    sound: &CheckReport,
    settings: &Settings,
) -> Result<(DefectResult, u64), JudgeError> {
    let (report, duration_ms) = planted(&[defect], settings).await?;
    Ok((DefectResult { duration_ms, ..compare(defect, sound, &report, settings) }, report.requests))
}

fn compare(defect: Defect, sound: &CheckReport, report: &CheckReport, settings: &Settings) -> DefectResult {
    let losses: Vec<Loss> = losses(sound, report);
    let observed: Vec<String> = losses.iter().map(|loss| loss.check.clone()).collect();
    let foretold = foretold::defect(defect, settings.checks);
    let run = |id: &str| report.checks.iter().any(|check| check.id == id);
    DefectResult {
        verdict: Agreement::of(&foretold.predicted, &observed),
        observed,
        losses,
        not_applicable: not_applicable(report),
        not_reached: settings.checks.checks().iter().map(|check| check.id.to_owned()).filter(|id| !run(id)).collect(),
        assertions: failed_assertions(report),
        ..foretold
    }
}

pub(crate) fn control(sound: &CheckReport) -> Control {
    let losses = losses_of_control(sound);
    Control {
        checks: sound.checks.len(),
        red: losses.iter().map(|loss| loss.check.clone()).collect(),
        losses,
        duration_ms: sound.duration_ms,
    }
}
