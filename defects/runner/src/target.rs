//! Anybody's server: the agent as it is through a proxy first, then one proxy a defect, a few at once.

mod compare;
mod proxied;

use std::sync::Arc;
use std::time::Instant;

use a2a_assay_harness::check::Check;
use a2a_assay_harness::checks::Set;
use a2a_assay_harness::run::{Learned, Plan, RunError, judge, report_without_card, run};
use a2a_assay_harness::{Receivers, Target};
use a2a_assay_proxy::{DoorError, WireDefect};
use a2a_assay_reports::{CheckReport, WireReport, WireResult, WireSummary};
use futures::StreamExt;
use tokio_util::task::AbortOnDropHandle;

use self::compare::{Baseline, unmoved};
use self::proxied::{Proxied, proxied, report_with_own_names, with_own_names};

/// What to plant before which agent, and how many things to do at once.
pub struct WireOptions {
    /// The agent.
    pub target: Target,
    /// Where it calls back, whatever is planted.
    pub receivers: Receivers,
    /// The defects, one proxy each.
    pub defects: Vec<WireDefect>,
    /// The set of checks.
    pub set: Set,
    /// Those of it that were chosen.
    pub checks: Vec<&'static Check>,
    /// How many proxies are judged at once, at least one.
    pub proxies: usize,
    /// How many conversations go on at once over all of them, at least one.
    pub jobs: usize,
}

/// What happens meanwhile.
#[derive(Clone, Copy, Debug)]
pub enum WireEvent<'a> {
    /// The agent was judged as it is.
    Control(&'a CheckReport),
    /// It was judged with a defect planted.
    Defect(&'a WireResult),
}

/// Why nothing could be planted.
#[derive(Debug, thiserror::Error)]
pub enum WireError {
    /// No proxy can stand before the agent.
    #[error(transparent)]
    Proxy(#[from] DoorError),
    /// The agent can't be judged even without a defect.
    #[error(transparent)]
    Control(#[from] RunError),
    /// The proxy would have to show a client certificate that it can't tell by its caller.
    #[error(
        "{0} shows a client certificate, and the proxy can't tell its callers apart; give principals without certificates"
    )]
    Certificate(&'static str),
    /// Judging panicked.
    #[error("the agent can't be judged")]
    Judge(#[source] tokio::task::JoinError),
}

/// Judges the agent as it is, and then with each defect. The agent may have findings: what counts is what is new.
pub async fn mutate_target(options: &WireOptions, watch: impl Fn(WireEvent<'_>)) -> Result<WireReport, WireError> {
    let started = Instant::now();
    let (sound, learned) = judge_sound(options).await?;
    watch(WireEvent::Control(&sound));
    let mut report = blank(&options.target, &sound);
    if sound.summary.judged() > 0 {
        let runs = judge_defective(options, sound, &learned, &watch).await?;
        report.control = Baseline::of(&runs.controls).control(&runs.controls[0]);
        report.defects = runs.results();
        report.summary = WireSummary::of(&report.defects);
        report.unmoved = unmoved(&report.control, &report.defects);
        report.requests = runs.requests();
    }
    report.duration_ms = milliseconds(started);
    Ok(report)
}

async fn judge_sound(options: &WireOptions) -> Result<(CheckReport, Learned), WireError> {
    let Proxied { proxy, target } = proxied(&options.target, None)?;
    let plan =
        Plan { checks: options.checks.clone(), jobs: options.jobs.max(1), examine: true, ..Plan::of(options.set) };
    let receivers = options.receivers.clone();
    match judge(target, receivers, &plan).await {
        Ok(judged) => Ok((report_with_own_names(judged.report, &proxy), judged.learned)),
        Err(why) => Err(with_own_names(why, &proxy).into()),
    }
}

/// What was seen with all defects, and without one before, between and after them.
struct Runs {
    controls: Vec<CheckReport>,
    /// Each with the number of the control that was begun before it.
    defective: Vec<(usize, WireDefect, Run)>,
}

/// Judges the agent with each defect. After every few it is judged as it is once more, for it may tire or fail by itself.
async fn judge_defective(
    options: &WireOptions,
    sound: CheckReport,
    learned: &Learned,
    watch: &impl Fn(WireEvent<'_>),
) -> Result<Runs, WireError> {
    let once = Arc::new(Once::of(options, learned));
    let few = options.proxies.max(2);
    let batches = options.defects.chunks(few).map(|batch| batch.iter().cloned().map(Some).chain([None]));
    let runs = batches.enumerate().flat_map(|(number, batch)| batch.map(move |defect| (number, defect)));
    let mut running = futures::stream::iter(runs.collect::<Vec<_>>())
        .map(|(number, defect)| {
            let (once, told) = (Arc::clone(&once), defect.clone());
            // A task of its own, so that all cores judge; it ends with this stream.
            let judging = AbortOnDropHandle::new(tokio::spawn(async move { once.judge(defect).await }));
            async move { (number, told, judging.await) }
        })
        .buffered(options.proxies.max(1));
    let mut all = Runs { controls: vec![sound], defective: Vec::new() };
    while let Some((number, defect, run)) = running.next().await {
        let run = run.map_err(WireError::Judge)??;
        match defect {
            None => all.controls.push(run.report),
            Some(defect) => {
                // The control behind it is still to come, so this is said of the first one only.
                let early = Baseline::of(&all.controls[..1]).result(&defect, &run.report, run.changes, run.duration_ms);
                watch(WireEvent::Defect(&early));
                all.defective.push((number, defect, run));
            }
        }
    }
    Ok(all)
}

impl Runs {
    /// A defect is held against the first control, and against those before and behind it.
    fn results(&self) -> Vec<WireResult> {
        let result = |(number, defect, run): &(usize, WireDefect, Run)| {
            let around = [Some(0), Some(*number), Some(number + 1)];
            let controls = around.into_iter().flatten().filter_map(|number| self.controls.get(number));
            Baseline::of(controls).result(defect, &run.report, run.changes, run.duration_ms)
        };
        self.defective.iter().map(result).collect()
    }

    fn requests(&self) -> u64 {
        let defective = self.defective.iter().map(|(.., run)| &run.report);
        self.controls.iter().chain(defective).map(|report| report.requests).sum()
    }
}

/// What it takes to judge the agent once more.
struct Once {
    target: Target,
    receivers: Receivers,
    set: Set,
    checks: Vec<&'static Check>,
    jobs: usize,
}

/// The agent, judged with a defect.
struct Run {
    report: CheckReport,
    changes: u64,
    duration_ms: u64,
}

impl Once {
    /// Each proxy gets its share of the conversations.
    fn of(options: &WireOptions, learned: &Learned) -> Self {
        let receivers = Receivers { unreachable: learned.unreachable.clone(), ..options.receivers.clone() };
        Self {
            target: learned.applied_to(options.target.clone()),
            receivers,
            set: options.set,
            checks: options.checks.clone(),
            jobs: (options.jobs / options.proxies.max(1)).max(1),
        }
    }

    /// Judges the agent behind a proxy; one that lost its card is judged by that.
    async fn judge(&self, defect: Option<WireDefect>) -> Result<Run, WireError> {
        let started = Instant::now();
        let Proxied { proxy, target } = proxied(&self.target, defect)?;
        let plan = Plan { checks: self.checks.clone(), jobs: self.jobs, ..Plan::of(self.set) };
        let report = match run(target.clone(), self.receivers.clone(), &plan).await {
            Ok(report) => report,
            Err(why) => report_without_card(&target, &plan, &why),
        };
        proxy.tidy().await;
        let report = report_with_own_names(report, &proxy);
        Ok(Run { report, changes: proxy.changes(), duration_ms: milliseconds(started) })
    }
}

fn blank(target: &Target, sound: &CheckReport) -> WireReport {
    let described = a2a_assay_reports::TargetInfo { url: target.url.clone(), ..sound.target.clone() };
    WireReport {
        format: "a2a-assay/wire".to_owned(),
        version: 1,
        tool: concat!("a2a-assay ", env!("CARGO_PKG_VERSION")).to_owned(),
        date: sound.date.clone(),
        target: described,
        control: Baseline::of([sound]).control(sound),
        summary: WireSummary::default(),
        defects: Vec::new(),
        unmoved: Vec::new(),
        requests: sound.requests,
        duration_ms: 0,
    }
}

fn milliseconds(since: Instant) -> u64 {
    u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX)
}
