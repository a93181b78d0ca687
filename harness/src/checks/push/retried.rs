//! A receiver may be down for a moment: what it missed comes again.

use std::time::Duration;

use crate::prelude::*;
use crate::probe::tells_the_end;
use crate::receivers::{Delivery, Inbox, Manner};

pub(super) static CHECK: Check = Check {
    id: "PN7",
    slug: "retried",
    title: "a notification that failed is tried again",
    group: Group::Push,
    scope: Scope::Agent,
    rules: &[PUSH_IS_RETRIED, PUSH_PAUSES_GROW, PUSH_DELIVERS],
    needs: &[Need::Offered(Capability::PushNotifications), Need::Stimulus(Complete)],
    doc: Doc {
        sends: "inline configs for two receivers: one answers 503 three times, one hangs up once; then both answer",
        passes: "what failed comes again, after growing pauses, and once it is taken the rest follows up to the end",
        tolerates: "§13.2 recommends tries and pauses; the next try may be another notification's, a Task may come in its \
                    place, after some tries the agent may give one up; where even the first pause is longer than the \
                    patience it can't be told from giving up",
        causes: "one try for each; only broken connections count as failures, or only statuses; a pause that never grows",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let (failing, broken) =
        futures::join!(tried_again(probe, Manner::Failing(3)), tried_again(probe, Manner::HangingUp(1)));
    failing.and(broken)
}

async fn tried_again(probe: &Probe, manner: Manner) -> Outcome {
    let alice = probe.alice();
    let inbox = probe.inbox(manner);
    let message = probe.say(Complete)?.configured("taskPushNotificationConfig", probe.config(inbox.url()));
    let reply = alice.send(&message.immediately()).await;
    if reply.error().is_some() {
        return Err(probe.unreachable(&reply));
    }
    let deliveries = everything(probe, &inbox).await;
    probe.reached(&deliveries)?;
    if deliveries.is_empty() {
        return Err(Stop::prevented("no notification came, so that none could fail"));
    }

    let mut failed = false;
    for event in events(&deliveries) {
        failed |= !event.tries[0].taken;
        let again = event.tries.len() > 1 || event.tries[0].taken || event.superseded;
        let subject = format!("a notification to a receiver that is {manner:?}");
        let expected = format!("another try within {:?}", probe.target().patience.finish());
        probe.claim(PUSH_IS_RETRIED, again, subject, expected, "one try", &[reply.exchange]);
        let pauses: Vec<Duration> = event.tries.windows(2).map(|pair| pair[1].at - pair[0].at).collect();
        if pauses.len() > 1 {
            let observed = format!("{pauses:?}");
            probe.claim(PUSH_PAUSES_GROW, grow(&pauses), "the pauses between tries", "growing", observed, &[]);
        }
    }
    if !failed {
        return Err(Stop::prevented("no notification failed"));
    }
    // Whoever failed last may still be waiting for its next turn.
    if deliveries.last().is_some_and(|last| last.taken) {
        let ended = deliveries.iter().any(|delivery| delivery.taken && tells_the_end(delivery));
        let observed = format!("{} notifications without one", deliveries.len());
        let subject = "what a receiver gets that failed and recovered";
        probe.claim(PUSH_DELIVERS, ended, subject, "up to the terminal update", observed, &[reply.exchange]);
    }
    Ok(())
}

/// Everything that came, for as long as something still comes.
async fn everything(probe: &Probe, inbox: &Inbox) -> Vec<Delivery> {
    let limit = probe.target().patience.finish();
    let mut known = 0;
    loop {
        let news = inbox.until(limit, |all| all.len() > known || is_settled(all)).await;
        match news {
            Ok(all) if !is_settled(&all) => known = all.len(),
            Ok(all) => return all,
            Err(_) => return inbox.deliveries(),
        }
    }
}

/// Whether everything that failed was taken in the end, and the end of the task as well.
fn is_settled(deliveries: &[Delivery]) -> bool {
    let ended = deliveries.iter().any(|delivery| delivery.taken && tells_the_end(delivery));
    ended && events(deliveries).iter().all(|event| event.superseded || event.tries.iter().any(|one| one.taken))
}

/// One notification with all its tries.
struct Notified<'d> {
    tries: Vec<&'d Delivery>,
    /// Whether the task as it stands came afterwards, which tells as much.
    superseded: bool,
}

fn events(deliveries: &[Delivery]) -> Vec<Notified<'_>> {
    let mut events: Vec<Notified<'_>> = Vec::new();
    for delivery in deliveries {
        if delivery.taken && delivery.body.get("task").is_some() {
            events.iter_mut().for_each(|earlier| earlier.superseded = true);
        }
        match events.iter_mut().find(|event| event.tries[0].body == delivery.body) {
            Some(known) => known.tries.push(delivery),
            None => events.push(Notified { tries: vec![delivery], superseded: false }),
        }
    }
    events
}

/// Whether some pause is clearly longer than an earlier one: chance may shorten any single one.
fn grow(pauses: &[Duration]) -> bool {
    let longer = |earlier: &Duration, later: &Duration| *later > *earlier + *earlier / 2;
    pauses.iter().enumerate().any(|(at, earlier)| pauses[at + 1..].iter().any(|later| longer(earlier, later)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pauses(of: [u64; 3]) -> [Duration; 3] {
        of.map(Duration::from_millis)
    }

    #[test]
    fn pauses_that_double_grow() {
        assert!(grow(&pauses([50, 100, 200])));
    }

    #[test]
    fn equal_pauses_do_not_grow_however_late_they_end() {
        assert!(!grow(&pauses([200, 214, 251])));
    }
}
