//! Who somebody is depends on what they show, not on where they come in.

use crate::agent::Reply as Answered;
use crate::prelude::*;

pub(super) static CHECK: Check = Check {
    id: "A8",
    slug: "identity-everywhere",
    title: "one user is one user everywhere, and nobody is nobody",
    group: Group::Auth,
    scope: Scope::EachBinding,
    rules: &[ONE_USER_EVERYWHERE, ONE_USER_WHATEVER_TOKEN, NAMELESS_IS_NOBODY],
    needs: &[Need::Security, Need::Principal(Who::Alice), Need::Principal(Who::Bob), Need::Stimulus(Complete)],
    doc: Doc {
        sends: "GetTask and ListTasks for a task of alice's over the other bindings as alice and as bob, with alice's \
                other token, and with tokens that name no subject",
        passes: "alice finds her task everywhere and with every token, bob nowhere; the nameless find nobody's",
        tolerates: "what is the same over every binding, which A4 and A5 judge; tokens without a subject may be refused, or let in to an empty house",
        causes: "one binding has an identity builder of its own; tasks belong to tokens; a missing subject is an empty \
                 name, which all the nameless share",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let (alice, bob) = (probe.alice(), probe.bob()?);
    let task = probe.finished(&alice, Complete).await?;
    let others = probe.every_listed_binding().into_iter().filter(|one| one.interface() != alice.interface());
    let (hers, his) = (look(&alice, &task).await, look(&bob, &task).await);
    let mut observed = false;

    for other in others {
        observed = true;
        // Only what this binding does can be expected of another.
        let found = look(&other, &task).await;
        for reply in found.iter().zip(&hers).filter(|(_, here)| shows(here, &task)).map(|(there, _)| there) {
            let subject = format!("{} of alice's task over {}", reply.operation.name(), reply.binding);
            let shown = shows(reply, &task);
            probe.claim(ONE_USER_EVERYWHERE, shown, subject, "alice's task", reply, &[reply.exchange]);
        }
        let found = look(&bob.on(other.interface()), &task).await;
        for reply in found.iter().zip(&his).filter(|(_, here)| !shows(here, &task)).map(|(there, _)| there) {
            let subject = format!("{} of alice's task as bob over {}", reply.operation.name(), reply.binding);
            let hidden = !shows(reply, &task);
            probe.claim(ONE_USER_EVERYWHERE, hidden, subject, "nothing of alice's", reply, &[reply.exchange]);
        }
    }
    if let Ok(premium) = probe.principal(Who::Premium) {
        observed = true;
        for reply in look(&premium, &task).await {
            let subject = format!("{} of alice's task with her other token", reply.operation.name());
            let shown = shows(&reply, &task);
            probe.claim(ONE_USER_WHATEVER_TOKEN, shown, subject, "alice's task", &reply, &[reply.exchange]);
        }
    }
    let nameless: Vec<Caller<'_>> =
        [Who::Subjectless, Who::SubjectlessToo].into_iter().filter_map(|who| probe.principal(who).ok()).collect();
    for caller in &nameless {
        observed = true;
        sees_nothing_of(probe, caller, &task).await;
    }
    if let [one, other] = &nameless[..] {
        let reply = one.send(&probe.say(Complete)?).await;
        if let Some(made) = reply.task() {
            sees_nothing_of(probe, other, &made).await;
        }
    }
    let remedy = "give principals.subjectless, principals.premium or an agent of two bindings";
    if observed { Ok(()) } else { Err(Stop::unprepared(format!("there is only one way in; {remedy}"))) }
}

async fn sees_nothing_of(probe: &Probe, nameless: &Caller<'_>, task: &Task) {
    for reply in look(nameless, task).await {
        let subject = format!("{} of somebody's task with a token without a subject", reply.operation.name());
        let hidden = !shows(&reply, task);
        probe.claim(NAMELESS_IS_NOBODY, hidden, subject, "a refusal, or nobody's tasks", &reply, &[reply.exchange]);
    }
}

/// The two ways to look for a task.
async fn look(caller: &Caller<'_>, task: &Task) -> [Answered; 2] {
    [caller.get(task.id()).await, caller.list(json!({ "contextId": task.context() })).await]
}

fn shows(reply: &Answered, task: &Task) -> bool {
    reply.result().is_some_and(|result| mentions(result, task.id()))
}
