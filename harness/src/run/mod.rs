//! Chooses checks, runs them side by side, and collects the report.

mod card;
mod cut;
pub(crate) mod discover;
mod judge;
mod learned;
mod redact;
mod repeated;
mod rounds;
mod tokens;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use a2a_assay_reports::{CheckReport, CheckResult, Foreign, Gate, RootCause, SetInfo, Summary, TargetInfo, Verdict};
use tokio_util::sync::CancellationToken;

pub(crate) use crate::agent::transport::Http;
use crate::agent::{Binding, CardRead};
use crate::check::Check;
use crate::checks::Set;
use crate::described;
use crate::doctor::examine;
use crate::limits;
use crate::probe::Setting;
use crate::receivers::Receivers;
use crate::rules::CARD_IS_PUBLIC;
use crate::target::Target;
pub use card::{NoCard, judge_card};
pub use cut::Cut;
use cut::Ends;
pub use discover::Unreachable;
pub(crate) use judge::unmet;
pub use learned::Learned;
pub(crate) use redact::Redactor;
use rounds::judge_all;

/// What to run, and how.
pub struct Plan {
    /// The set that they are chosen from.
    pub set: Set,
    /// The checks, in catalogue order.
    pub checks: Vec<&'static Check>,
    /// How many conversations go on at once, at least one.
    pub jobs: usize,
    /// Told of what happens while the checks run.
    pub watch: Box<dyn Fn(Event<'_>) + Send + Sync>,
    /// Whether the agent is examined before it is judged, and has to let alice in.
    pub examine: bool,
    /// How often each check runs, at least once; where the repeats disagree, nothing is concluded.
    pub repeat: usize,
    /// Whether what a check found is enough to know, so that the run ends.
    pub enough: Box<dyn Fn(&CheckResult) -> bool + Send + Sync>,
    /// The time for the whole run; what was not judged by then is not observed.
    pub deadline: Option<Duration>,
    /// Ends the run early; what was not judged by then is not observed.
    pub interrupt: CancellationToken,
}

/// What happens while checks run.
#[derive(Clone, Copy)]
pub enum Event<'a> {
    /// A check has begun its first conversation.
    Began(&'static Check),
    /// A check has ended its last one; no secret is left in the result by then.
    Ended(&'a CheckResult),
}

impl Plan {
    /// All of a set, side by side, watched by nobody, of an agent of which everything is known.
    pub fn of(set: Set) -> Self {
        Self {
            set,
            checks: set.checks(),
            jobs: 16,
            watch: Box::new(|_| {}),
            examine: false,
            repeat: 1,
            enough: Box::new(|_| false),
            deadline: None,
            interrupt: CancellationToken::new(),
        }
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

/// What came of judging an agent.
pub struct Judged {
    /// The report; whoever holds a gate before it says so there.
    pub report: CheckReport,
    /// What was learned of the agent where it was examined: who judges it again need not find out.
    pub learned: Learned,
    /// What was looked at on the agent's cards.
    pub card_read: CardRead,
    /// Why the run ended before all was judged, where it did.
    pub cut: Option<Cut>,
}

/// Judges an agent. Whatever the agent does ends in the report; an error means that nothing could be judged. The secrets
/// of the target stand in neither.
pub async fn run(target: Target, receivers: Receivers, plan: &Plan) -> Result<CheckReport, RunError> {
    judge(target, receivers, plan).await.map(|judged| judged.report)
}

/// Judges an agent, and tells what else came of it.
pub async fn judge(target: Target, receivers: Receivers, plan: &Plan) -> Result<Judged, RunError> {
    let started = Instant::now();
    let ends = Ends::of(plan.interrupt.clone(), plan.deadline);
    let (sought, nothing) = (target.url.clone(), Learned::nothing_of(&target));
    let redactor = Redactor::of(target.secrets());
    let met = async { if plan.examine { meet(target, receivers).await } else { find(target, receivers).await } };
    let mut setting = match ends.before(Box::pin(met)).await {
        Ok(met) => met?,
        Err(cut) => {
            let described = redactor.redacted(TargetInfo { url: sought, ..TargetInfo::default() });
            let checks = plan.checks.iter().map(|check| judge::unjudged(check, cut.reason())).collect();
            let report = cut_short(report(plan, described, checks, 0, started), Some(cut));
            return Ok(Judged { report, learned: nothing, card_read: CardRead::default(), cut: Some(cut) });
        }
    };
    let redactor = Redactor::of(setting.target.secrets());
    let findings = if plan.examine {
        ends.before(Box::pin(examine(&mut setting, &plan.checks))).await.unwrap_or_default()
    } else {
        Vec::new()
    };
    let learned = Learned::of(&setting);
    let (checks, cut) = judge_all(&setting, plan, &ends, &redactor).await;
    let findings = findings.into_iter().map(|finding| redactor.redacted(finding)).collect();
    let described = redactor.redacted(describe(&setting));
    let report = cut_short(report(plan, described, checks, setting.http.sent(), started), cut);
    let parties = std::iter::once(&setting.agent).chain(&setting.minimal).chain(&setting.instances);
    let card_read = parties.map(|party| party.card.read()).reduce(CardRead::and).unwrap_or_default();
    Ok(Judged { report: CheckReport { findings, ..report }, learned, card_read, cut })
}

fn cut_short(mut report: CheckReport, cut: Option<Cut>) -> CheckReport {
    report.gate.cut_short = cut.map(Cut::words);
    report
}

/// Finds the agent and is let in; an error tells no secret.
pub(crate) async fn meet(target: Target, receivers: Receivers) -> Result<Arc<Setting>, RunError> {
    let redactor = Redactor::of(target.secrets());
    let setting = find(target, receivers).await?;
    discover::let_in(&setting).await.map_err(|why| redactor.redacted(why))?;
    Ok(setting)
}

/// Finds the agent; an error tells no secret.
async fn find(target: Target, receivers: Receivers) -> Result<Arc<Setting>, RunError> {
    let redactor = Redactor::of(target.secrets());
    found(target, receivers).await.map_err(|why| redactor.redacted(why))
}

async fn found(mut target: Target, receivers: Receivers) -> Result<Arc<Setting>, RunError> {
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
    Ok(Arc::new(Setting { target, http, agent, minimal, instances, lost, silent, receivers, made, serves }))
}

/// The report on an agent of which not even the card could be had: that one rule is broken, nothing else observed.
pub fn report_without_card(target: &Target, plan: &Plan, why: &RunError) -> CheckReport {
    let checks = plan.checks.iter().map(|check| judge::without_card(check, CARD_IS_PUBLIC, &why.to_string())).collect();
    let described = TargetInfo { url: target.url.clone(), ..TargetInfo::default() };
    let described = Redactor::of(target.secrets()).redacted(described);
    report(plan, described, checks, 0, Instant::now())
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
        evidence: None,
        requests,
        duration_ms: u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX),
    }
}

fn set(plan: &Plan) -> SetInfo {
    let is_chosen = |check: &&Check| plan.checks.iter().any(|chosen| chosen.id == check.id);
    let left_out = plan.set.checks().into_iter().filter(|check| !is_chosen(check)).count();
    SetInfo {
        name: plan.set.name().to_owned(),
        checks: plan.checks.len(),
        whole: plan.checks.len() + left_out,
        digest: digest(&plan.checks),
    }
}

/// A digest of the ids of the checks and of their rules with their levels: the same set, the same digest.
fn digest(checks: &[&Check]) -> String {
    let rules = |check: &Check| check.rules.iter().flat_map(|rule| [rule.id, rule.level.word()]);
    a2a_assay_reports::digest(checks.iter().flat_map(|check| std::iter::once(check.id).chain(rules(check))))
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

/// Whether a verdict is red in the mutation runner: broken at any level, or kept from being seen by the agent.
pub fn is_red(result: &CheckResult) -> bool {
    match result.verdict {
        Verdict::Fail | Verdict::Warn | Verdict::Inconclusive | Verdict::Error => true,
        Verdict::NotObserved => result.prevented,
        Verdict::Pass | Verdict::NotApplicable => false,
    }
}
