//! Chooses checks, runs them side by side, and collects the report.

pub(crate) mod discover;
mod judge;
mod learned;
mod redact;
mod tokens;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use a2a_assay_reports::{CheckReport, CheckResult, Foreign, Gate, RootCause, SetInfo, Summary, TargetInfo, Verdict};
use futures::future::BoxFuture;
use futures::{FutureExt, StreamExt};

use tokio_util::sync::CancellationToken;

pub(crate) use crate::agent::transport::Http;
use crate::agent::{Binding, Card, Interface};
use crate::check::{Check, Scope};
use crate::checks::Set;
use crate::described;
use crate::doctor::examine;
use crate::limits;
use crate::probe::Setting;
use crate::receivers::Receivers;
use crate::rules::CARD_IS_PUBLIC;
use crate::target::Target;
pub use discover::Unreachable;
pub(crate) use judge::unmet;
pub use learned::Learned;
pub(crate) use redact::Redactor;

/// What to run, and how.
pub struct Plan {
    /// The set that they are chosen from.
    pub set: Set,
    /// The checks, in catalogue order.
    pub checks: Vec<&'static Check>,
    /// How many conversations go on at once, at least one.
    pub jobs: usize,
    /// Told of each check as it ends; no secret is left in it by then.
    pub watch: Box<dyn Fn(&CheckResult) + Send + Sync>,
    /// Whether the agent is examined before it is judged.
    pub examine: bool,
    /// Ends the run early; what was not judged by then is not observed.
    pub interrupt: CancellationToken,
}

impl Plan {
    /// All of a set, side by side, watched by nobody, of an agent of which everything is known.
    pub fn of(set: Set) -> Self {
        let (watch, interrupt) = (Box::new(|_: &CheckResult| {}), CancellationToken::new());
        Self { set, checks: set.checks(), jobs: 16, watch, examine: false, interrupt }
    }

    /// All of the core.
    pub fn core() -> Self {
        Self::of(Set::Core)
    }
}

/// Why nothing could be judged.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// Nobody answers there, or what answers has no card.
    #[error(transparent)]
    Unreachable(#[from] Unreachable),
    /// The card lists no interface that could be judged.
    #[error("the card at {card} lists no interface of A2A 1.0 over {wanted}")]
    NoInterface {
        /// Where the card is.
        card: String,
        /// The bindings that were looked for.
        wanted: String,
    },
    /// Alice was refused.
    #[error("{0}")]
    Credentials(String),
    /// The HTTP client can't be made.
    #[error("the HTTP client can't be made")]
    Client(#[source] reqwest::Error),
}

impl Foreign for RunError {
    fn each_foreign_text(&mut self, change: &mut dyn FnMut(&mut String)) {
        match self {
            Self::Unreachable(unreachable) => unreachable.each_foreign_text(change),
            Self::NoInterface { card, wanted } => [card, wanted].into_iter().for_each(change),
            Self::Credentials(why) => change(why),
            Self::Client(_) => {}
        }
    }
}

/// Judges an agent. Whatever the agent does ends in the report; an error means that nothing could be judged. The secrets
/// of the target stand in neither.
pub async fn run(target: Target, receivers: Receivers, plan: &Plan) -> Result<CheckReport, RunError> {
    run_and_learn(target, receivers, plan).await.map(|(report, _)| report)
}

/// Judges an agent, and tells what was learned of it where it was examined: who judges it again need not find out.
pub async fn run_and_learn(
    target: Target,
    receivers: Receivers,
    plan: &Plan,
) -> Result<(CheckReport, Learned), RunError> {
    let started = Instant::now();
    let mut setting = meet(target, receivers).await?;
    let redactor = Redactor::of(setting.target.secrets());
    let findings = if plan.examine { examine(&mut setting, &plan.checks).await } else { Vec::new() };
    let learned = Learned::of(&setting);
    let checks = judge_all(&setting, plan, &redactor).await;
    let findings = findings.into_iter().map(|finding| redactor.redacted(finding)).collect();
    let described = redactor.redacted(describe(&setting));
    let report = report(plan, described, checks, setting.http.sent(), started);
    Ok((CheckReport { findings, ..report }, learned))
}

/// Finds the agent and is let in; an error tells no secret.
pub(crate) async fn meet(target: Target, receivers: Receivers) -> Result<Arc<Setting>, RunError> {
    let redactor = Redactor::of(target.secrets());
    met(target, receivers).await.map_err(|why| redactor.redacted(why))
}

async fn met(mut target: Target, receivers: Receivers) -> Result<Arc<Setting>, RunError> {
    let http = Http::new(&target).map_err(RunError::Client)?;
    let agent = discover::party(&http, &target, &target.url).await?;
    if agent.interfaces.is_empty() {
        let wanted = if target.bindings.is_empty() { Binding::ALL.to_vec() } else { target.bindings.clone() };
        let wanted = wanted.iter().map(ToString::to_string).collect::<Vec<_>>().join(" or ");
        return Err(RunError::NoInterface { card: agent.card_url, wanted });
    }
    let (mut minimal, mut lost) = (Vec::new(), Vec::new());
    for url in &target.minimal {
        match discover::party(&http, &target, url).await {
            Ok(party) => minimal.push(party),
            Err(why) => lost.push((url.clone(), why.to_string())),
        }
    }
    let mut instances = Vec::new();
    for url in &target.instances {
        match discover::instance(&http, &target, url).await {
            Ok(party) => instances.push(party),
            Err(why) => lost.push((url.clone(), why.to_string())),
        }
    }
    tokens::fetch(&http, &agent.card, &mut target).await?;
    let (silent, made, serves) = (BTreeMap::new(), Mutex::default(), Mutex::default());
    let setting = Arc::new(Setting { target, http, agent, minimal, instances, lost, silent, receivers, made, serves });
    discover::let_in(&setting).await?;
    Ok(setting)
}

/// The report on an agent of which not even the card could be had: that one rule is broken, nothing else observed.
pub fn report_without_card(target: &Target, plan: &Plan, why: &RunError) -> CheckReport {
    let checks = plan.checks.iter().map(|check| judge::without_card(check, CARD_IS_PUBLIC, &why.to_string())).collect();
    let described = TargetInfo { url: target.url.clone(), ..TargetInfo::default() };
    let described = Redactor::of(target.secrets()).redacted(described);
    report(plan, described, checks, 0, Instant::now())
}

async fn judge_all(setting: &Arc<Setting>, plan: &Plan, redactor: &Redactor) -> Vec<CheckResult> {
    let (mut first, mut last) = (Vec::new(), Vec::new());
    for (place, check) in plan.checks.iter().enumerate() {
        let conversations = if check.scope == Scope::AfterAll { &mut last } else { &mut first };
        for interface in &setting.agent.interfaces[..check.scope.conversations(setting.agent.interfaces.len())] {
            conversations.push(begin(Arc::clone(setting), place, check, interface.clone()));
        }
    }
    let side_by_side = |conversations| futures::stream::iter(conversations).buffer_unordered(plan.jobs.max(1));
    let mut running = side_by_side(first).chain(side_by_side(last));
    let mut parts: Vec<Vec<CheckResult>> = plan.checks.iter().map(|_| Vec::new()).collect();
    let mut left: Vec<usize> =
        plan.checks.iter().map(|check| check.scope.conversations(setting.agent.interfaces.len())).collect();
    while let Some(Some((place, part))) = plan.interrupt.run_until_cancelled(running.next()).await {
        parts[place].push(part);
        left[place] -= 1;
        if left[place] == 0 {
            let whole = judge::merged(plan.checks[place], std::mem::take(&mut parts[place]));
            let whole = redactor.redacted(whole);
            (plan.watch)(&whole);
            parts[place] = vec![whole];
        }
    }
    let judged = |place: usize, parts: Vec<CheckResult>| {
        if left[place] == 0 { parts } else { vec![judge::interrupted(plan.checks[place])] }
    };
    parts.into_iter().enumerate().flat_map(|(place, parts)| judged(place, parts)).collect()
}

/// One conversation, to be had when its turn comes.
fn begin(
    setting: Arc<Setting>,
    place: usize,
    check: &'static Check,
    interface: Interface,
) -> BoxFuture<'static, (usize, CheckResult)> {
    async move { (place, judge::conversation(setting, check, interface).await) }.boxed()
}

fn report(plan: &Plan, target: TargetInfo, checks: Vec<CheckResult>, requests: u64, started: Instant) -> CheckReport {
    CheckReport {
        format: "a2a-assay/check".to_owned(),
        version: 1,
        tool: concat!("a2a-assay ", env!("CARGO_PKG_VERSION")).to_owned(),
        date: jiff::Timestamp::now().round(jiff::Unit::Second).map_or_else(|_| String::new(), |now| now.to_string()),
        set: set(plan),
        target,
        again: String::new(),
        gate: Gate::default(),
        findings: Vec::new(),
        rules: described::rules_of(&plan.checks),
        summary: Summary::of(checks.iter().map(|check| check.verdict)),
        causes: RootCause::of(&checks),
        checks,
        requests,
        duration_ms: u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX),
    }
}

fn set(plan: &Plan) -> SetInfo {
    SetInfo {
        name: plan.set.name().to_owned(),
        checks: plan.checks.len(),
        whole: plan.set.checks().len(),
        digest: digest(&plan.checks),
    }
}

/// FNV-1a over the ids of the checks and of their rules with their levels: the same set, the same digest.
fn digest(checks: &[&Check]) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut take = |text: &str| {
        for byte in text.bytes().chain([0]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    for check in checks {
        take(check.id);
        for rule in check.rules {
            take(rule.id);
            take(rule.level.word());
        }
    }
    format!("{hash:016x}")
}

/// Who is judged.
pub(crate) fn describe(setting: &Setting) -> TargetInfo {
    let (target, agent) = (&setting.target, &setting.agent);
    let versions: BTreeSet<&str> = agent.interfaces.iter().map(|interface| interface.version.as_str()).collect();
    TargetInfo {
        url: target.url.clone(),
        name: limits::shown(agent.card.name()),
        version: limits::shown(agent.card.version()),
        protocol: limits::shown(&versions.into_iter().collect::<Vec<_>>().join(", ")),
        bindings: agent.interfaces.iter().map(|interface| interface.binding.to_string()).collect(),
    }
}

/// The interfaces to judge: the first of each binding in scope, in the card's order.
fn in_scope(card: &Card, wanted: &[Binding]) -> Vec<Interface> {
    let mut chosen: Vec<Interface> = Vec::new();
    for interface in card.interfaces() {
        let asked = wanted.is_empty() || wanted.contains(&interface.binding);
        if asked && !chosen.iter().any(|one| one.binding == interface.binding) {
            chosen.push(interface);
        }
    }
    chosen
}

/// Whether a verdict is red in the mutation runner: broken at any level, or kept from being seen by the agent.
pub fn is_red(result: &CheckResult) -> bool {
    match result.verdict {
        Verdict::Fail | Verdict::Warn | Verdict::Inconclusive | Verdict::Error => true,
        Verdict::NotObserved => result.prevented,
        Verdict::Pass | Verdict::NotApplicable => false,
    }
}
