//! A context id is a name, not a key.

use crate::agent::Reply as Answered;
use crate::prelude::*;

pub(super) static CHECK: Check = Check {
    id: "A6",
    slug: "foreign-context",
    title: "a context belongs to whom it belongs to",
    group: Group::Auth,
    scope: Scope::EachBinding,
    rules: &[FOREIGN_CONTEXT_IS_CLOSED, REFUSED_CONTEXT_IS_NOT_REPLACED, FOREIGN_CONTEXT_REFUSAL],
    needs: &[Need::Security, Need::Principal(Who::Alice), Need::Principal(Who::Bob), Need::Stimulus(Ask)],
    doc: Doc {
        sends: "as bob, both sends into a context in which a task of alice's waits for an answer",
        passes: "a refusal; or a fresh conversation of bob's own under that id, with nothing of alice's in it",
        tolerates: "both readings of §3.4.1: refusing the id, and keeping it for another conversation",
        causes: "sessions keyed by context id alone; the newest task of a context is continued whoever asks",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let (alice, bob) = (probe.alice(), probe.bob()?);
    let marker = crate::agent::fresh("secret");
    let question = probe.say(Ask)?;
    let parts = json!([{ "text": format!("{} {marker}", question.words()) }]);
    let waiting = probe.paused_by(&alice, Ask, question.with("parts", parts)).await?;
    let context = waiting.context();
    let before = probe.now(&alice, waiting.id()).await?;
    let before_list = ids_in(&alice.list(json!({ "contextId": context })).await);

    own_making(probe, &alice).await?;
    let mut attempts = vec![Complete];
    attempts.extend(probe.say(Reply).is_ok().then_some(Reply));
    for stimulus in attempts {
        let reply = bob.send(&probe.say(stimulus)?.in_context(context)).await;
        judge(probe, &reply, &waiting, &marker);
    }
    if probe.card().offers(Capability::Streaming) {
        let message = probe.say(Complete)?.in_context(context);
        let reply = bob.attempt(Operation::SendStreamingMessage, message.params()).await;
        judge(probe, &reply, &waiting, &marker);
    }

    let bobs = bob.list(json!({ "contextId": context })).await;
    sees_nothing(probe, &bobs, &waiting, &marker);
    let after = probe.now(&alice, waiting.id()).await?;
    probe.same(FOREIGN_CONTEXT_IS_CLOSED, "alice's task", before.value(), after.value(), &[]);
    let hers = alice.list(json!({ "contextId": context })).await;
    let after_list = ids_in(&hers);
    let subject = "alice's listing of her context";
    probe.claim(
        FOREIGN_CONTEXT_IS_CLOSED,
        before_list == after_list,
        subject,
        format!("{before_list:?}"),
        format!("{after_list:?}"),
        &[hers.exchange],
    );
    Ok(())
}

/// A context id that a client made is kept or refused, and never swapped for another.
async fn own_making(probe: &Probe, alice: &Caller<'_>) -> Outcome {
    let made = probe.unknown_id();
    let reply = alice.send(&probe.say(Complete)?.in_context(&made)).await;
    let kept = match (reply.task(), reply.error()) {
        (Some(task), _) => task.context() == made,
        (None, Some(error)) => !error.is_internal(),
        (None, None) => reply.message().is_some_and(|message| message["contextId"] == made.as_str()),
    };
    let subject = "a context id of the client's own making";
    probe.claim(REFUSED_CONTEXT_IS_NOT_REPLACED, kept, subject, "kept, or refused", &reply, &[reply.exchange]);
    Ok(())
}

fn judge(probe: &Probe, reply: &Answered, waiting: &Task, marker: &str) {
    sees_nothing(probe, reply, waiting, marker);
    if reply.error().is_some() {
        probe.refused_somehow(REFUSED_CONTEXT_IS_NOT_REPLACED, reply);
        let kinds = [InvalidParams, TaskNotFound];
        let named = reply.error().is_some_and(|error| {
            error.http == 403 || kinds.iter().any(|kind| error.compare(*kind) != crate::agent::Match::Other)
        });
        let expected = "invalid params, or a refusal of the caller";
        probe.claim(FOREIGN_CONTEXT_REFUSAL, named, reply.operation.name(), expected, reply, &[reply.exchange]);
        return;
    }
    let result = reply.result().cloned().unwrap_or_default();
    let answer = result.get("task").or_else(|| result.get("message")).unwrap_or(&result);
    let kept = answer["contextId"] == waiting.context();
    let subject = format!("contextId in the answer to {}", reply.operation.name());
    let observed = answer["contextId"].to_string();
    let expected = "the same, where it is not refused";
    probe.claim(REFUSED_CONTEXT_IS_NOT_REPLACED, kept, subject, expected, observed, &[reply.exchange]);
}

fn sees_nothing(probe: &Probe, reply: &Answered, waiting: &Task, marker: &str) {
    let leaks = reply.result().is_some_and(|shown| mentions(shown, marker) || mentions(shown, waiting.id()));
    let subject = format!("what bob sees in {}", reply.operation.name());
    probe.claim(FOREIGN_CONTEXT_IS_CLOSED, !leaks, subject, "nothing of alice's", reply, &[reply.exchange]);
}

fn ids_in(listing: &Answered) -> Vec<String> {
    let tasks = listing.result().and_then(|listing| listing["tasks"].as_array());
    let mut ids: Vec<String> =
        tasks.into_iter().flatten().filter_map(|task| task["id"].as_str()).map(str::to_owned).collect();
    ids.sort();
    ids
}
