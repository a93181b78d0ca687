//! Whatever address the card lists is one that a client may pick.

use crate::limits;
use crate::prelude::*;

pub(super) static CHECK: Check = Check {
    id: "D3",
    slug: "interfaces-answer",
    title: "every listed interface speaks its binding",
    group: Group::Discovery,
    scope: Scope::Agent,
    rules: &[INTERFACE_ANSWERS],
    needs: &[],
    doc: Doc {
        sends: "to each listed interface, with its own version and tenant: ListTasks, and GetTask for an id that never was",
        passes: "a listing, and TaskNotFound in the form of that binding",
        tolerates: "interfaces of bindings or versions that we do not speak are passed over",
        causes: "an interface that moved or was never mounted; a path prefix that the card lacks; http behind a proxy",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let listed = probe.card().interfaces();
    for interface in listed.iter().take(limits::INTERFACES) {
        let alice = probe.alice().on(interface);

        let listing = alice.list(json!({ "pageSize": 1 })).await;
        let absent = alice.get(&probe.unknown_id()).await;

        let where_to = format!("{} at {}", interface.binding, interface.url);
        let answers = listing.result().is_some_and(Value::is_object) || speaks_to_messages(probe, &alice).await;
        probe.claim(
            INTERFACE_ANSWERS,
            answers,
            &where_to,
            "ListTasks or SendMessage served",
            &listing,
            &[listing.exchange],
        );
        probe.refused(INTERFACE_ANSWERS, &absent, TaskNotFound);
    }
    if listed.len() > limits::INTERFACES {
        let (called, all) = (limits::INTERFACES, listed.len());
        return Err(Stop::prevented(format!("only the first {called} of the card's {all} interfaces were called")));
    }
    Ok(())
}

/// An agent may be of the kind that only ever answers with messages.
async fn speaks_to_messages(probe: &Probe, alice: &Caller<'_>) -> bool {
    let Ok(message) = probe.say(Reply) else { return false };
    let reply = alice.send(&message).await;
    reply.message().is_some_and(|message| message["role"] == "ROLE_AGENT")
}
