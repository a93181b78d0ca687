//! Which checks come by which defects, measured on the sound server: a check that never comes by a defect's switch point
//! sees the sound server, whether the defect is planted or not.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, OnceLock};

use a2a_assay_defects::{Defect, Planted, Reached};
use a2a_assay_harness::Target;
use a2a_assay_harness::agent::{Binding, CardRead};
use a2a_assay_harness::check::{Check, Scope};
use a2a_assay_harness::run::{Event, Judged, Plan, judge};
use a2a_assay_reports::Verdict;
use futures::StreamExt;
use tokio_util::task::AbortOnDropHandle;

use crate::cards::Cards;
use crate::embedded::{Stage, stage};
use crate::judge::{JudgeError, Settings, bindings, plan};

/// How many sound servers are judged at once: each by one check, which mostly waits.
const AT_ONCE: usize = 64;

/// What each check came by, running alone against a sound server of its own.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    sights: Vec<Sight>,
    /// What the defects change on the cards that are read before any check begins; nothing here where a defect changes more
    /// than cards.
    on_cards: HashMap<Defect, HashSet<String>>,
    requests: u64,
}

/// One check over some bindings.
#[derive(Clone, Debug)]
struct Sight {
    check: &'static str,
    bindings: Vec<Binding>,
    /// What it came by; nothing where that can't be told, and it may notice any defect.
    came_by: Option<CameBy>,
}

/// What one check came by.
#[derive(Clone, Debug)]
struct CameBy {
    /// While the server started, or in the check's own conversation.
    defects: HashSet<Defect>,
    /// Only while the agent was found: the cards are all that the check knows of that.
    finding: HashSet<Defect>,
    /// What was looked at on them.
    cards: CardRead,
}

impl Coverage {
    /// Runs each check alone, over the bindings over which these defects are judged.
    pub async fn measured(defects: &[Defect], settings: &Settings) -> Result<Self, JudgeError> {
        let mut scopes: Vec<Vec<Binding>> = Vec::new();
        for defect in defects {
            let scope = bindings(&[*defect], settings);
            if !scopes.contains(&scope) {
                scopes.push(scope);
            }
        }
        // The last ones of the catalogue wait longest.
        let checks = settings.checks.checks().into_iter().rev();
        let alone = checks.flat_map(|check| scopes.iter().map(move |scope| (check, scope.clone())));
        let mut running = futures::stream::iter(alone)
            .map(|(check, scope)| {
                let settings = settings.clone();
                AbortOnDropHandle::new(tokio::spawn(async move { measure(check, scope, &settings).await }))
            })
            .buffer_unordered(AT_ONCE);
        let mut coverage = Self::default();
        while let Some(measured) = running.next().await {
            let (sight, requests) = measured.map_err(JudgeError::Judge)??;
            coverage.sights.push(sight);
            coverage.requests += requests;
        }
        let found = coverage.sights.iter().filter_map(|sight| sight.came_by.as_ref()).flat_map(|by| &by.finding);
        let found: HashSet<Defect> = found.copied().filter(|defect| defects.contains(defect)).collect();
        let sound = Cards::of(Planted::none()).await?;
        for defect in found {
            if let Some(changed) = Cards::of(defect.into()).await?.other_than(&sound) {
                coverage.on_cards.insert(defect, changed);
            }
        }
        Ok(coverage)
    }

    /// The requests that measuring took.
    pub fn requests(&self) -> u64 {
        self.requests
    }

    /// Whether a check may notice one of these defects over these bindings. What reports on all the others' conversations
    /// may notice what they come by.
    pub fn covers(&self, check: &Check, bindings: &[Binding], defects: &[Defect]) -> bool {
        let sight = self.sights.iter().find(|sight| sight.check == check.id && sight.bindings == bindings);
        let Some(came_by) = sight.and_then(|sight| sight.came_by.as_ref()) else { return true };
        check.scope == Scope::AfterAll || defects.iter().any(|defect| self.shows(*defect, came_by))
    }

    fn shows(&self, defect: Defect, came_by: &CameBy) -> bool {
        let read = |member: &String| came_by.cards.concerns(member);
        came_by.defects.contains(&defect)
            || (came_by.finding.contains(&defect)
                && self.on_cards.get(&defect).is_none_or(|changed| changed.iter().any(read)))
    }
}

/// Runs one check against a sound server of its own; with the requests that it took.
async fn measure(
    check: &'static Check,
    bindings: Vec<Binding>,
    settings: &Settings,
) -> Result<(Sight, u64), JudgeError> {
    let reached = Reached::default();
    let Stage { server: _running, target, receivers } =
        stage(Planted::none_noting(&reached)).await.map_err(JudgeError::Start)?;
    let mut defects = reached.since();
    let finding = Arc::new(OnceLock::new());
    let (note, found) = (reached.clone(), Arc::clone(&finding));
    let watch = Box::new(move |_: Event<'_>| {
        // The first event is that the check begins.
        found.get_or_init(|| note.since());
    });
    let target = Target { bindings: bindings.clone(), ..target };
    let plan = Plan { checks: vec![check], watch, ..plan(settings) };
    let Judged { report, card_read, .. } = judge(target, receivers, &plan).await.map_err(JudgeError::Control)?;
    defects.extend(reached.since());
    let green = report.checks.iter().all(|check| matches!(check.verdict, Verdict::Pass | Verdict::NotApplicable));
    // What does not go its usual way comes by other switches than usual.
    let came_by =
        green.then(|| CameBy { defects, finding: finding.get().cloned().unwrap_or_default(), cards: card_read });
    Ok((Sight { check: check.id, bindings, came_by }, report.requests))
}
