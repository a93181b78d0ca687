//! Runs the chosen checks side by side, once or several times, until all are judged or the run is cut short.

use std::sync::Arc;

use a2a_assay_reports::CheckResult;
use futures::future::BoxFuture;
use futures::{FutureExt, StreamExt};

use super::cut::{Cut, Ends};
use super::{Event, Plan, Redactor, judge, repeated};
use crate::agent::Interface;
use crate::check::{Check, Scope};
use crate::probe::Setting;

/// Judges, and says what cut it short.
pub(super) async fn judge_all(
    setting: &Arc<Setting>,
    plan: &Plan,
    ends: &Ends,
    redactor: &Redactor,
) -> (Vec<CheckResult>, Option<Cut>) {
    let mut results: Vec<Vec<CheckResult>> = plan.checks.iter().map(|_| Vec::new()).collect();
    let mut cut = None;
    for _ in 0..plan.repeat.max(1) {
        cut = round(setting, plan, ends, redactor, &mut results).await.err();
        if cut.is_some() {
            break;
        }
    }
    let whole = plan.checks.iter().zip(results).map(|(check, results)| match cut {
        Some(cut) if results.is_empty() => judge::unjudged(check, cut.reason()),
        _ => repeated::merged(results),
    });
    (whole.collect(), cut)
}

/// Runs each check once more, and adds what came of it to its results.
async fn round(
    setting: &Arc<Setting>,
    plan: &Plan,
    ends: &Ends,
    redactor: &Redactor,
    results: &mut [Vec<CheckResult>],
) -> Result<(), Cut> {
    let (mut first, mut last) = (Vec::new(), Vec::new());
    let conversations_of = |check: &Check| check.scope.conversations(setting.agent.interfaces.len());
    for (place, check) in plan.checks.iter().enumerate() {
        let conversations = if check.scope == Scope::AfterAll { &mut last } else { &mut first };
        for (nth, interface) in setting.agent.interfaces[..conversations_of(check)].iter().enumerate() {
            let began = (nth == 0).then_some(&plan.watch);
            conversations.push(begin(Arc::clone(setting), place, check, interface.clone(), began));
        }
    }
    let side_by_side = |conversations| futures::stream::iter(conversations).buffer_unordered(plan.jobs.max(1));
    let mut running = side_by_side(first).chain(side_by_side(last));
    let mut parts: Vec<Vec<CheckResult>> = plan.checks.iter().map(|_| Vec::new()).collect();
    while let Some((place, part)) = ends.before(running.next()).await? {
        let check = plan.checks[place];
        parts[place].push(part);
        if parts[place].len() == conversations_of(check) {
            let whole = redactor.redacted(judge::merged(check, std::mem::take(&mut parts[place])));
            (plan.watch)(Event::Ended(&whole));
            let enough = (plan.enough)(&whole);
            results[place].push(whole);
            if enough {
                return Err(Cut::Enough(check.id));
            }
        }
    }
    Ok(())
}

/// One conversation, to be had when its turn comes; the first of a check is told.
fn begin<'a>(
    setting: Arc<Setting>,
    place: usize,
    check: &'static Check,
    interface: Interface,
    told: Option<&'a (impl Fn(Event<'_>) + Sync)>,
) -> BoxFuture<'a, (usize, CheckResult)> {
    async move {
        if let Some(told) = told {
            told(Event::Began(check));
        }
        (place, judge::conversation(setting, check, interface).await)
    }
    .boxed()
}
