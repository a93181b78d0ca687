//! Whether the agent's clock and ours agree: tokens and timestamps are held against them.

use std::sync::Arc;

use a2a_assay_reports::Finding;
use jiff::Timestamp;

use super::probe;
use crate::agent::Interface;
use crate::probe::Setting;

/// The most that two clocks may differ without a word: a Date header counts whole seconds, and takes its time.
const TOLERATED_S: i64 = 5;

pub(super) async fn look(setting: &Arc<Setting>, interface: &Interface) -> Option<Finding> {
    let probe = probe(setting, interface);
    let page = probe.public_card().await;
    let date = jiff::fmt::rfc2822::parse(page.header("date")?).ok()?.timestamp();
    let ahead = date.as_second() - Timestamp::now().as_second();
    if ahead.abs() <= TOLERATED_S {
        return Some(Finding::good("clock", "the agent's clock and this machine's agree"));
    }
    let direction = if ahead > 0 { "ahead of" } else { "behind" };
    let found = format!("the agent's clock is {} s {direction} this machine's", ahead.abs());
    Some(Finding::lacking("clock", found, "set both; expiry of tokens and order of tasks are judged by them"))
}
