//! A secret is given to be used, not to be read back.

use crate::prelude::*;
use crate::receivers::Manner;

pub(super) static CHECK: Check = Check {
    id: "PN4",
    slug: "secret-not-echoed",
    title: "a webhook's secret is never given back",
    group: Group::Push,
    scope: Scope::EachBinding,
    rules: &[PUSH_SECRET_IS_HIDDEN],
    needs: &[Need::Offered(Capability::PushNotifications), Need::Stimulus(Complete)],
    doc: Doc {
        sends: "configs with secrets, created and inline; then every way to read them, the task, its end and some errors",
        passes: "the secrets appear nowhere: absent, empty or masked",
        tolerates: "1.0 has no rule that masks them, so that this is advice with a security weight",
        causes: "the stored config is returned as it is; page tokens made of it; error texts that quote the request",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let waiting = probe.at_rest(&alice).await?;
    let inbox = probe.inbox(Manner::Prompt);
    let (first, second, inline) = (probe.config(inbox.url()), probe.config(inbox.url()), probe.config(inbox.url()));
    let secrets: Vec<String> = [&first, &second, &inline].into_iter().flat_map(secrets_of).collect();
    let created = probe.registered(&alice, waiting.id(), &first).await?;
    let task = waiting.id();
    let id = created.result().and_then(|made| made["id"].as_str()).unwrap_or_default().to_owned();
    let another = alice.create_config(task, &second).await;
    let ask = probe.say(Ask).or_else(|_| probe.say(Complete))?.configured("taskPushNotificationConfig", inline);
    let answer = probe.answer().to_task(task).in_context(waiting.context());

    let mut replies = vec![created, another, alice.get_config(task, &id).await, alice.list_configs(task).await];
    replies.push(alice.send(&ask.immediately()).await);
    if let Some(begun) = replies.last().and_then(crate::agent::Reply::task) {
        replies.push(alice.list_configs(begun.id()).await);
        replies.push(alice.get(begun.id()).await);
    }
    for size in [1, 2] {
        let page = json!({ "taskId": task, "pageSize": size });
        replies.push(alice.call(Operation::ListTaskPushNotificationConfigs, page).await);
    }
    let mut wrong = first.clone();
    wrong["url"] = "no address at all".into();
    replies.push(alice.create_config(task, &wrong).await);
    replies.push(alice.create_config(&probe.unknown_id(), &first).await);
    replies.push(alice.send(&answer).await);
    replies.push(alice.get(task).await);

    for reply in &replies {
        let found = secrets.iter().map(|secret| probe.evidence.answer_contains(reply.exchange, secret));
        let found: Vec<Option<bool>> = found.collect();
        let leaks = found.contains(&Some(true));
        if !leaks && found.contains(&None) {
            return Err(Stop::prevented("the answers were too long to be searched for the secret"));
        }
        let subject = format!("the answer to {}", reply.operation.name());
        probe.claim(PUSH_SECRET_IS_HIDDEN, !leaks, subject, "no secret of a config", "one", &[reply.exchange]);
    }
    let deliveries = probe.delivered(&inbox).await;
    let leaks = deliveries.iter().any(|delivery| secrets.iter().any(|secret| delivery.text.contains(secret)));
    probe.claim(PUSH_SECRET_IS_HIDDEN, !leaks, "the notifications' bodies", "no secret of a config", "one", &[]);
    Ok(())
}

fn secrets_of(config: &Value) -> Vec<String> {
    let secrets = [&config["token"], &config["authentication"]["credentials"]];
    secrets.into_iter().filter_map(Value::as_str).map(str::to_owned).collect()
}
