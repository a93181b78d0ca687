//! Whether the pauses between the tries of a notification grow.

use std::time::Duration;

use futures::future::join_all;
use tokio::time::Instant;

use crate::Patience;
use crate::prelude::*;
use crate::receivers::{Delivery, Inbox, Manner};

/// How often a notification failed that is to come again late.
const TRIED: usize = 3;

/// What failed for the third time waits longer than what failed for the first time, from the same moment on. On a busy
/// machine that is hard to see, and one look can be mistaken: what two looks agree on is judged, and what stays in doubt is
/// not held against anybody.
pub(super) async fn pauses_grow(probe: &Probe) -> Outcome {
    const LOOKS: usize = 5;
    const AGREE: usize = 2;
    let mut votes = [Vec::new(), Vec::new()];
    for _ in 0..LOOKS {
        // So many tries are not asked for.
        let Some(pauses) = failed_together(probe).await else { break };
        let Some(grow) = pauses.grow() else { continue };
        let agreeing = &mut votes[usize::from(grow)];
        agreeing.push(pauses);
        if agreeing.len() == AGREE {
            let expected = "the one after the third failure longer than the one after the first";
            let observed = format!("{agreeing:?}");
            probe.claim(PUSH_PAUSES_GROW, grow, "the pauses between tries", expected, observed, &[]);
            break;
        }
    }
    Ok(())
}

/// How long receivers of two kinds waited that failed at the same moment.
#[derive(Debug)]
struct Pauses {
    after_one: Vec<Duration>,
    after_three: Vec<Duration>,
    /// By how much each of them may have been shorter in truth.
    doubt: Duration,
}

impl Pauses {
    /// Whether they grow, where most comparisons agree beyond doubt.
    fn grow(&self) -> Option<bool> {
        let pairs = || self.after_one.iter().flat_map(|one| self.after_three.iter().map(move |three| (*one, *three)));
        // A fifth more is growth.
        let longer = |one: Duration, three: Duration| three > one + one / 5;
        let certain = pairs().filter(|(one, three)| longer(*one, three.saturating_sub(self.doubt))).count();
        let excluded = pairs().filter(|(one, three)| !longer(one.saturating_sub(self.doubt), *three)).count();
        let most = pairs().count() / 2;
        if certain > most {
            return Some(true);
        }
        (excluded > most).then_some(false)
    }
}

/// Has receivers of two kinds fail at the same moment, the one kind for the third time.
async fn failed_together(probe: &Probe) -> Option<Pauses> {
    /// How many steps there are between the end of a pause and what comes in, each of which may be late.
    const STEPS: u32 = 4;
    let alice = probe.alice();
    let waiting = probe.paused(&alice, Ask).await.ok()?;
    let tried: Vec<Inbox> = (0..3).map(|_| probe.inbox(Manner::FailingUntilTold(TRIED - 1))).collect();
    let fresh: Vec<Inbox> = (0..3).map(|_| probe.inbox(Manner::FailingUntilTold(0))).collect();
    for inbox in tried.iter().chain(&fresh) {
        probe.registered(&alice, waiting.id(), &probe.config(inbox.url())).await.ok()?;
    }
    alice.send(&probe.answer().to_task(waiting.id()).in_context(waiting.context())).await;
    let begun = all_tried(probe, &tried, TRIED).await.is_some() && all_tried(probe, &fresh, 1).await.is_some();
    let failed = Instant::now();
    fresh.iter().chain(&tried).for_each(Inbox::release);
    if !begun {
        return None;
    }
    let again = async { futures::join!(all_tried(probe, &fresh, 2), all_tried(probe, &tried, TRIED + 1)) };
    let ((fresh, tried), late) = Patience::with_lateness(again).await;
    // Whoever did not wait for the answer did not fail together with the others.
    let pauses = |again: Vec<Delivery>| -> Option<Vec<Duration>> {
        again.iter().map(|one| one.at.checked_duration_since(failed)).collect()
    };
    Some(Pauses { after_one: pauses(fresh?)?, after_three: pauses(tried?)?, doubt: late * STEPS })
}

/// The try of this number of the first notification of each inbox; none where one does not come.
async fn all_tried(probe: &Probe, inboxes: &[Inbox], number: usize) -> Option<Vec<Delivery>> {
    // Two pauses may lie before it.
    let limit = probe.target().patience.finish() * 2;
    let tries = inboxes.iter().map(|inbox| async move {
        let all = inbox.until(limit, |all| tries(all).count() >= number).await.ok()?;
        tries(&all).nth(number - 1).cloned()
    });
    join_all(tries).await.into_iter().collect()
}

fn tries(deliveries: &[Delivery]) -> impl Iterator<Item = &Delivery> {
    deliveries.iter().filter(|delivery| delivery.body == deliveries[0].body)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pauses(after_one: u64, after_three: u64, doubt: u64) -> Pauses {
        let thrice = |of| vec![Duration::from_millis(of); 3];
        Pauses { after_one: thrice(after_one), after_three: thrice(after_three), doubt: Duration::from_millis(doubt) }
    }

    #[test]
    fn pauses_that_double_grow() {
        assert_eq!(pauses(50, 200, 40).grow(), Some(true));
    }

    #[test]
    fn equal_pauses_do_not_grow() {
        assert_eq!(pauses(1000, 1010, 20).grow(), Some(false));
    }

    #[test]
    fn on_a_busy_machine_nothing_is_certain() {
        assert_eq!(pauses(650, 700, 900).grow(), None);
    }
}
