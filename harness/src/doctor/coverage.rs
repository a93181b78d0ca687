//! Which checks will not be observed, and what would change that.

use std::sync::Arc;

use a2a_assay_reports::Finding;

use super::probe;
use crate::check::{Check, Stop};
use crate::probe::Setting;
use crate::run::unmet;

pub(super) fn look(setting: &Arc<Setting>, checks: &[&'static Check]) -> Vec<Finding> {
    let mut reasons: Vec<(String, Vec<&str>)> = Vec::new();
    for check in checks {
        let count = check.scope.conversations(setting.agent.interfaces.len());
        let stops = setting.agent.interfaces[..count].iter().filter_map(|on| unmet(check, &probe(setting, on)));
        let reason = stops.into_iter().find_map(|stop| match stop {
            Stop::NotObserved { reason, .. } => Some(reason),
            _ => None,
        });
        let Some(reason) = reason else { continue };
        match reasons.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, ids)) => ids.push(check.id),
            None => reasons.push((reason, vec![check.id])),
        }
    }
    reasons.sort_by_key(|(_, ids)| std::cmp::Reverse(ids.len()));
    let finding = |(reason, ids): (String, Vec<&str>)| {
        Finding::lacking("coverage", format!("not observed: {}", ids.join(" ")), reason)
    };
    reasons.into_iter().map(finding).collect()
}
