//! To refer to a task is not to have it.

use crate::agent::Reply as Answered;
use crate::prelude::*;
use crate::probe::anonymised;

pub(super) static CHECK: Check = Check {
    id: "A7",
    slug: "references-closed",
    title: "a reference opens nobody else's task",
    group: Group::Auth,
    scope: Scope::EachBinding,
    rules: &[REFERENCES_ARE_CLOSED, FOREIGN_REFERENCE_IS_ABSENT, FOREIGN_TASK_IS_UNTOUCHED],
    needs: &[Need::Security, Need::Principal(Who::Alice), Need::Principal(Who::Bob), Need::Stimulus(Complete)],
    doc: Doc {
        sends: "as bob, both sends and the answer to a question, with referenceTaskIds naming a task of alice's, and \
                once more with an id that never was",
        passes: "both are refused alike or both are taken; nothing of alice's task comes back; it is as it was",
        tolerates: "references may be refused, or mean nothing",
        causes: "referenced tasks are loaded without asking whose they are, and handed to the agent",
    },
    run: |probe| Box::pin(run(probe)),
};

/// A task of alice's with what must not be seen of it.
struct Secret {
    task: Task,
    marker: String,
}

async fn run(probe: &Probe) -> Outcome {
    let (alice, bob) = (probe.alice(), probe.bob()?);
    let marker = crate::agent::fresh("secret");
    let asked = probe.say(Complete)?;
    let words = json!([{ "text": format!("{} {marker}", asked.words()) }]);
    let made = probe.made(Complete, &probe.patiently(&alice, &asked.with("parts", words)).await)?;
    let task = probe.until(&alice, made.id(), Task::is_terminal).await?;
    let secret = Secret { task, marker };

    let mut operations = vec![Operation::SendMessage];
    operations.extend(probe.card().offers(Capability::Streaming).then_some(Operation::SendStreamingMessage));
    for operation in operations {
        let message = probe.say(Complete)?;
        let foreign = bob.attempt(operation, referring(&message, secret.task.id()).params()).await;
        let unknown = probe.unknown_id();
        let absent = bob.attempt(operation, referring(&message.again(), &unknown).params()).await;
        judge(probe, &bob, &secret, &foreign, &absent, &unknown).await;
    }
    // Where the agent never asks there is no answer to refer in.
    if let (Ok(first), Ok(second)) = (probe.paused(&bob, Ask).await, probe.paused(&bob, Ask).await) {
        let unknown = probe.unknown_id();
        let foreign = bob.send(&referring(&probe.answer().to_task(first.id()), secret.task.id())).await;
        let absent = bob.send(&referring(&probe.answer().to_task(second.id()), &unknown)).await;
        judge(probe, &bob, &secret, &foreign, &absent, &unknown).await;
    }

    let after = probe.now(&alice, secret.task.id()).await?;
    let subject = "alice's task afterwards";
    probe.same(FOREIGN_TASK_IS_UNTOUCHED, subject, secret.task.value(), after.value(), &[]);
    Ok(())
}

fn referring(message: &Message, task: &str) -> Message {
    message.clone().with("referenceTaskIds", json!([task]))
}

async fn judge(probe: &Probe, bob: &Caller<'_>, secret: &Secret, foreign: &Answered, absent: &Answered, unknown: &str) {
    let exchanges = [foreign.exchange, absent.exchange];
    let subject = format!("{} with a reference to alice's task", foreign.operation.name());
    let (due, done) = (outcome(absent, unknown), outcome(foreign, secret.task.id()));
    probe.same(FOREIGN_REFERENCE_IS_ABSENT, subject, &due, &done, &exchanges);

    let mut seen = vec![foreign.clone()];
    if let Some(task) = foreign.task().filter(|task| task.id() != secret.task.id()) {
        // A task that does not end shows what it shows until then.
        let _ = probe.until(bob, task.id(), |task| task.is_terminal() || task.is_interrupted()).await;
        seen.push(bob.get(task.id()).await);
    }
    for reply in seen {
        let shown = reply.result().map(Value::to_string).unwrap_or_default();
        let leaks = [secret.marker.as_str(), secret.task.context()].iter().any(|word| shown.contains(word));
        let subject = format!("what bob sees in {}", reply.operation.name());
        probe.claim(REFERENCES_ARE_CLOSED, !leaks, subject, "nothing of alice's", &reply, &[reply.exchange]);
    }
}

/// What is compared: a refusal but for the id, or that there was none.
fn outcome(reply: &Answered, id: &str) -> Value {
    if reply.result().is_some() { json!("served") } else { anonymised(reply, id) }
}
