//! A receiver may be down for a moment: what it missed comes again.

use super::pauses::pauses_grow;
use crate::prelude::*;
use crate::probe::tells_the_end;
use crate::receivers::{Delivery, Inbox, Manner};

pub(super) static CHECK: Check = Check {
    id: "PN7",
    slug: "retried",
    title: "a notification that failed is tried again",
    group: Group::Push,
    scope: Scope::Agent,
    rules: &[PUSH_IS_RETRIED, PUSH_PAUSES_GROW, PUSH_DELIVERS, PUSH_AUTHENTICATES],
    needs: &[Need::Offered(Capability::PushNotifications), Need::Stimulus(Complete)],
    doc: Doc {
        sends: "inline configs for a receiver that answers 503 once and one that hangs up once; configs for three receivers \
                that answer 503 three times and three that do so once, the last time all at the same moment",
        passes: "what failed comes again, with the credentials, and once it is taken the rest follows up to the end; the pause after \
                 a third failure is longer than the one after a first",
        tolerates: "§13.2 recommends tries and pauses; a Task may come in the place of what failed, after some tries the \
                    agent may give up; where even the first pause is longer than the patience it can't be told from that",
        causes: "one try for each; only broken connections count as failures, or only statuses; a pause that never grows",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let (failing, broken, pauses) =
        futures::join!(recovers(probe, Manner::Failing(1)), recovers(probe, Manner::HangingUp(1)), pauses_grow(probe),);
    failing.and(broken).and(pauses)
}

/// A receiver that fails once gets everything all the same.
async fn recovers(probe: &Probe, manner: Manner) -> Outcome {
    let alice = probe.alice();
    let inbox = probe.inbox(manner.clone());
    let config = probe.config(inbox.url());
    let message = probe.say(Complete)?.configured("taskPushNotificationConfig", config.clone());
    let reply = alice.send(&message.immediately()).await;
    if reply.error().is_some() {
        return Err(probe.unreachable(&reply));
    }
    let deliveries = everything(probe, &inbox).await;
    probe.reached(&deliveries)?;
    let Some(failed) = deliveries.first() else {
        return Err(Stop::prevented("no notification came, so that none could fail"));
    };

    let subject = format!("the first notification to a receiver that is {manner:?}");
    let expected = format!("another try within {:?}", probe.target().patience.finish());
    let again = comes_again(failed, &deliveries[1..]);
    probe.claim(PUSH_IS_RETRIED, again, subject, expected, describe(&deliveries), &[reply.exchange]);
    let secret = config["authentication"]["credentials"].as_str().unwrap_or_default();
    // Whether the first try shows the credentials is judged elsewhere.
    let shows = |delivery: &Delivery| delivery.header("authorization").is_some_and(|header| header.contains(secret));
    if shows(failed) {
        let bare = deliveries.iter().filter(|delivery| !shows(delivery)).count();
        let subject = "tries without the credentials that the first one had";
        probe.claim(PUSH_AUTHENTICATES, bare == 0, subject, "none", bare, &[reply.exchange]);
    }
    // Whoever failed last may still be waiting for its next turn.
    if deliveries.last().is_some_and(|last| last.taken) {
        let ended = deliveries.iter().any(|delivery| delivery.taken && tells_the_end(delivery));
        let subject = "what a receiver gets that failed and recovered";
        let observed = describe(&deliveries);
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

/// Whether the first one came again, and the end of the task as well.
fn is_settled(deliveries: &[Delivery]) -> bool {
    let ended = deliveries.iter().any(|delivery| delivery.taken && tells_the_end(delivery));
    ended && deliveries.split_first().is_some_and(|(failed, later)| comes_again(failed, later))
}

/// Whether a notification comes once more, or the task as it stands, which tells as much.
fn comes_again(failed: &Delivery, later: &[Delivery]) -> bool {
    later.iter().any(|delivery| delivery.body == failed.body || delivery.body.get("task").is_some())
}

fn describe(deliveries: &[Delivery]) -> String {
    format!("{} notifications, {} of them taken", deliveries.len(), deliveries.iter().filter(|one| one.taken).count())
}
