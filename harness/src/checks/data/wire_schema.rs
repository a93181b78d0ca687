//! Every object has the shape that the protocol gives it, wherever it is sent.

use std::collections::BTreeSet;

use crate::agent::Offence;
use crate::prelude::*;
use crate::receivers::Manner;

pub(super) static CHECK: Check = Check {
    id: "DM1",
    slug: "wire-schema",
    title: "everything that the agent sends has the shape of the protocol",
    group: Group::Data,
    scope: Scope::AfterAll,
    rules: WIRE_FORMAT,
    needs: &[],
    doc: Doc {
        sends: "what no other check has sent: each operation once over each binding",
        passes: "all answers, events, notifications and cards of the whole run have required members, types, enum \
                 words, timestamps and unions as the protocol has them",
        tolerates: "what the agent gives back of its client's own words; unknown members of a card",
        causes: "one serializer for most objects and another for the rest; a member of the old version that stayed",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    for caller in probe.every_binding() {
        tour(probe, &caller).await;
    }
    let (answers, notifications) = (probe.setting.http.seen(), probe.setting.receivers.webhook.seen());
    let objects = answers.objects() + notifications.objects();
    if !answers.has_answers() {
        return Err(Stop::prevented("no answer of the agent could be read"));
    }
    for (law, rule) in WIRE {
        let offences = [answers.offences(*law), notifications.offences(*law)].concat();
        let (subject, expected, observed) = told(&offences, objects);
        probe.claim(*rule, offences.is_empty(), subject, expected, observed, &[]);
    }
    Ok(())
}

/// The first offence, and how many more there are.
fn told(offences: &[Offence], objects: usize) -> (String, String, String) {
    let Some(first) = offences.first() else {
        return (format!("{objects} objects"), String::new(), String::new());
    };
    let more: BTreeSet<&str> = offences[1..].iter().map(|offence| offence.subject.as_str()).collect();
    let also = if more.is_empty() {
        String::new()
    } else {
        format!("; also in {}", more.into_iter().take(5).collect::<Vec<_>>().join(", "))
    };
    (first.subject.clone(), first.expected.clone(), format!("{}{also}", first.observed))
}

/// Has every operation answered once that was not answered yet. What is refused is for other checks to judge.
async fn tour(probe: &Probe, alice: &Caller<'_>) {
    let binding = alice.interface().binding;
    let seen = |operation| probe.setting.http.seen().has_answer(binding, operation);
    if Operation::ALL
        .into_iter()
        .all(|operation| operation == Operation::DeleteTaskPushNotificationConfig || seen(operation))
    {
        return;
    }
    for stimulus in [Complete, Ask, Reject, Fail, Reply] {
        let Ok(message) = probe.say(stimulus) else { continue };
        probe.patiently(alice, &message).await;
        if let Ok(stream) = alice.stream(&message.again()).await {
            stream.to_end(probe.target().patience.reply).await;
        }
    }
    alice.list(json!({ "includeArtifacts": true, "pageSize": 10 })).await;
    alice.extended_card().await;
    if let Ok(waiting) = probe.paused(alice, Ask).await {
        alice.get(waiting.id()).await;
        if let Ok(mut stream) = alice.subscribe(waiting.id()).await {
            stream.next().await;
        }
        notified(probe, alice, &waiting).await;
    }
    if let Ok(held) = probe.held(alice).await {
        alice.cancel(held.id()).await;
    }
}

/// Has the agent notify us of a task that goes on.
async fn notified(probe: &Probe, alice: &Caller<'_>, waiting: &Task) {
    if !probe.card().offers(Capability::PushNotifications) {
        return;
    }
    let inbox = probe.inbox(Manner::Prompt);
    let config = probe.config(inbox.url());
    if probe.registered(alice, waiting.id(), &config).await.is_err() {
        return;
    }
    alice.get_config(waiting.id(), config["id"].as_str().unwrap_or_default()).await;
    alice.list_configs(waiting.id()).await;
    alice.send(&probe.answer().to_task(waiting.id())).await;
    probe.delivered(&inbox).await;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::shape::Law;

    #[test]
    fn every_law_has_a_rule() {
        for law in
            [Law::Required, Law::Empty, Law::Type, Law::Naming, Law::Enum, Law::Timestamp, Law::OneOf, Law::Unknown]
        {
            assert!(WIRE.iter().any(|(known, _)| *known == law), "{law:?}");
        }
    }
}
