//! An id is a text, and nothing may be read into it.

use crate::agent::Reply as Answered;
use crate::prelude::*;

pub(super) static CHECK: Check = Check {
    id: "S15",
    slug: "opaque-ids",
    title: "ids of any text work or are refused",
    group: Group::Send,
    scope: Scope::EachBinding,
    rules: &[ODD_IDS_DO_NO_HARM, IDS_ARE_KEPT, IDS_ARE_COMPARED_WHOLE],
    needs: &[Need::Stimulus(Complete)],
    doc: Doc {
        sends: "messages with odd ids and in oddly named contexts: short, long, with spaces, slashes, quotes and letters of \
                other scripts; pairs that differ in case alone; GetTask and ListTasks for them",
        passes: "each works and comes back as it was given, or is refused; ids that differ are different",
        tolerates: "an agent that wants ids of its own form and says so",
        causes: "ids must be UUIDs; a database or a path chokes on them; they are trimmed, folded or cut before they are \
                 compared",
    },
    run: |probe| Box::pin(run(probe)),
};

/// What else an id can be; each is made unique by what follows.
const ODD: [&str; 6] = ["m-1.", "a b", "a/../b?c=d&e#f%20", "'; --\"\\", "ключ-鍵-🗝", LONG];

const LONG: &str = concat!(
    "a-name-as-long-as-some-systems-make-them-of-host-and-time-and-process-and-thread-and-counter/",
    "a-name-as-long-as-some-systems-make-them-of-host-and-time-and-process-and-thread-and-counter/",
    "a-name-as-long-as-some-systems-make-them-of-host-and-time-and-process-and-thread-and-counter",
);

async fn run(probe: &Probe) -> Outcome {
    let (messages, contexts, tasks, cased) =
        futures::join!(messages(probe), contexts(probe), tasks(probe), cased(probe));
    messages.and(contexts).and(tasks).and(cased)
}

/// Messages with odd ids.
async fn messages(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    for odd in ODD {
        let id = unique(odd);

        let reply = alice.send(&probe.say(Complete)?.with("messageId", id.as_str())).await;

        harmless(probe, "messageId", &id, &reply);
        let Some(task) = reply.task() else { continue };
        let shown = alice.get(task.id()).await;
        let Some(stored) = shown.task() else { continue };
        // An agent need not keep messages; one that it keeps is the user's.
        let said: Vec<&Value> = stored.history().iter().filter(|message| message["role"] == "ROLE_USER").collect();
        let kept = said.is_empty() || said.iter().any(|message| message["messageId"] == id);
        let observed = stored.message_ids().join(", ");
        probe.claim(IDS_ARE_KEPT, kept, "/history/0/messageId", &id, observed, &[shown.exchange]);
    }
    Ok(())
}

/// Contexts with odd names, and their listings.
async fn contexts(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    for odd in ODD {
        let id = unique(odd);

        let reply = alice.send(&probe.say(Complete)?.in_context(&id)).await;

        harmless(probe, "contextId", &id, &reply);
        let Some(task) = reply.task() else { continue };
        let same = task.context() == id;
        probe.claim(IDS_ARE_KEPT, same, "/task/contextId", &id, task.context(), &[reply.exchange]);
        let listing = alice.list(json!({ "contextId": id })).await;
        let listed = listing.result().and_then(|listed| listed["tasks"].as_array());
        let found = listed.is_some_and(|tasks| tasks.iter().any(|listed| listed["id"] == task.id()));
        let expected = "the task in that context";
        probe.claim(IDS_ARE_KEPT, found, "ListTasks", expected, &listing, &[listing.exchange, reply.exchange]);
    }
    Ok(())
}

/// Tasks with odd names, that there are not.
async fn tasks(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    for odd in ODD {
        let id = unique(odd);

        let reply = alice.get(&id).await;

        let refused = reply.error().is_some_and(|error| !error.is_internal());
        let subject = format!("GetTask for {id}");
        probe.claim(ODD_IDS_DO_NO_HARM, refused, subject, "a refusal", &reply, &[reply.exchange]);
    }
    Ok(())
}

/// Ids that differ in their case alone.
async fn cased(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let lower = unique("case");
    let upper = lower.to_uppercase();
    let mut told = Vec::new();
    for id in [&lower, &upper] {
        let reply = alice.send(&probe.say(Complete)?.with("messageId", id.as_str()).in_context(id)).await;
        let Some(task) = reply.task() else { return Ok(()) };
        told.push((task, reply));
    }

    let [(first, _), (second, reply)] = &told[..] else { return Ok(()) };
    let subject = "two messages whose ids differ in case";
    let observed = second.id();
    let apart = first.id() != observed;
    probe.claim(IDS_ARE_COMPARED_WHOLE, apart, subject, "two tasks", observed, &[reply.exchange]);
    let listing = alice.list(json!({ "contextId": lower })).await;
    if first.context() == lower {
        probe.lists(IDS_ARE_COMPARED_WHOLE, "tasks in one of two contexts that differ in case", &listing, 1);
    }
    Ok(())
}

fn unique(odd: &str) -> String {
    format!("{odd}{}", uuid::Uuid::new_v4().simple())
}

fn harmless(probe: &Probe, member: &str, id: &str, reply: &Answered) {
    let held = reply.result().is_some() || reply.error().is_some_and(|error| !error.is_internal());
    let subject = format!("a message with the {member} {id}");
    probe.claim(ODD_IDS_DO_NO_HARM, held, subject, "a result, or a refusal", reply, &[reply.exchange]);
}
