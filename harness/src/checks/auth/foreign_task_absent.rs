//! That a task exists is already a secret.

use crate::agent::Reply as Answered;
use crate::prelude::*;
use crate::probe::{anonymised, steadied};
use crate::receivers::Manner;

pub(super) static CHECK: Check = Check {
    id: "A4",
    slug: "foreign-task-absent",
    title: "somebody else's task is as absent as one that never was",
    group: Group::Auth,
    scope: Scope::EachBinding,
    rules: &[FOREIGN_TASK_IS_ABSENT, FOREIGN_TASK_IS_UNTOUCHED],
    needs: &[Need::Security, Need::Principal(Who::Alice), Need::Principal(Who::Bob), Need::Stimulus(Hold)],
    doc: Doc {
        sends: "as bob: get, cancel, subscribe, both sends and the four config operations, on a task of alice's that \
                works, one that waits, one that is finished, and an id that never was",
        passes: "the answers are the same but for ids and times, and alice's tasks are as they were",
        tolerates: "any refusal, as long as it is the same for both (also 403 for both)",
        causes: "the owner is compared on get and list only; running tasks are found in a registry that knows no owner",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let (alice, bob) = (probe.alice(), probe.bob()?);
    let (live, paused, finished) =
        futures::join!(probe.held(&alice), probe.paused(&alice, Ask), probe.finished(&alice, Complete));
    let mut tasks = vec![live?, finished?];
    tasks.extend(paused);

    // What is absent is the same for every task.
    let mut absences: Vec<Absence> = Vec::new();
    for task in &tasks {
        let config = alices_config(probe, &alice, task).await;
        let before = probe.now(&alice, task.id()).await?;

        for (place, (operation, params)) in attempts(probe, task.id(), &config).into_iter().enumerate() {
            let foreign = bob.attempt(operation, params.clone()).await;
            let unknown = || Absence::of(probe, &bob, operation, &params, task.id());
            if absences.len() == place {
                absences.push(unknown().await);
            }
            let (mut due, mut said) = (absences[place].clone(), anonymised(&foreign, task.id()));
            if due.said != said {
                // What is new in every answer tells nothing apart.
                let (one, other) = (unknown().await, unknown().await);
                said = steadied(&one.said, &other.said, said);
                due = Absence { said: steadied(&one.said, &other.said, one.said.clone()), ..one };
            }
            judge(probe, task, &foreign, &due, &said);
        }

        let after = probe.now(&alice, task.id()).await?;
        let state = format!("alice's task in {}", before.state_word());
        // A task that works may by now have come to its end by itself.
        let ended = before.state() == Some(State::Working) && after.state() == Some(State::Completed);
        let untouched = |task: &Task| if ended { json!(task.message_ids()) } else { untouched(task) };
        probe.same(FOREIGN_TASK_IS_UNTOUCHED, state, &untouched(&before), &untouched(&after), &[]);
        configs_are_as_they_were(probe, &alice, task, &config).await;
    }
    Ok(())
}

/// Everything that bob can try on a task.
fn attempts(probe: &Probe, task: &str, config: &str) -> Vec<(Operation, Value)> {
    let message = || Message::text("let me in").to_task(task).params();
    // A context that is not the task's makes no difference to whoever does not know the task.
    let elsewhere = Message::text("let me in").to_task(task).in_context("assay-elsewhere").params();
    let mut attempts = vec![
        (Operation::SendMessage, elsewhere),
        (Operation::GetTask, json!({ "id": task })),
        (Operation::SendMessage, message()),
        (Operation::CancelTask, json!({ "id": task })),
    ];
    if probe.card().offers(Capability::Streaming) {
        attempts.push((Operation::SubscribeToTask, json!({ "id": task })));
        attempts.push((Operation::SendStreamingMessage, message()));
    }
    if probe.card().offers(Capability::PushNotifications) {
        let mut create = probe.config(probe.inbox(Manner::Prompt).url());
        create["taskId"] = task.into();
        attempts.push((Operation::CreateTaskPushNotificationConfig, create));
        attempts.push((Operation::GetTaskPushNotificationConfig, json!({ "taskId": task, "id": config })));
        attempts.push((Operation::ListTaskPushNotificationConfigs, json!({ "taskId": task })));
        attempts.push((Operation::DeleteTaskPushNotificationConfig, json!({ "taskId": task, "id": config })));
    }
    attempts
}

/// What bob is told of a task that never was.
#[derive(Clone)]
struct Absence {
    said: Value,
    exchange: usize,
}

impl Absence {
    async fn of(probe: &Probe, bob: &Caller<'_>, operation: Operation, params: &Value, task: &str) -> Self {
        let unknown = probe.unknown_id();
        let reply = bob.attempt(operation, renamed(params, task, &unknown)).await;
        Self { said: anonymised(&reply, &unknown), exchange: reply.exchange }
    }
}

/// The same request about another task, as a new message where it is one.
fn renamed(params: &Value, task: &str, other: &str) -> Value {
    let mut params = params.clone();
    for member in ["id", "taskId"] {
        if params[member] == task {
            params[member] = other.into();
        }
    }
    if let Some(message) = params.get_mut("message") {
        message["taskId"] = other.into();
        message["messageId"] = crate::agent::fresh("m").into();
    }
    params
}

fn judge(probe: &Probe, task: &Task, foreign: &Answered, absent: &Absence, said: &Value) {
    let exchanges = [foreign.exchange, absent.exchange];
    let subject = format!("{} on alice's task in {}", foreign.operation.name(), task.state_word());
    let refused = foreign.error().is_some();
    if probe.claim(FOREIGN_TASK_IS_ABSENT, refused, &subject, "a refusal", foreign, &exchanges) {
        probe.same(FOREIGN_TASK_IS_ABSENT, subject, &absent.said, said, &exchanges);
    }
}

/// A config of alice's on the task, where one can be had; its id is known to bob.
async fn alices_config(probe: &Probe, alice: &Caller<'_>, task: &Task) -> String {
    let config = probe.config(probe.inbox(Manner::Prompt).url());
    let id = config["id"].as_str().unwrap_or_default().to_owned();
    if probe.card().offers(Capability::PushNotifications) && !task.is_terminal() {
        let created = alice.create_config(task.id(), &config).await;
        return created.result().and_then(|made| made["id"].as_str()).map_or(id, str::to_owned);
    }
    id
}

async fn configs_are_as_they_were(probe: &Probe, alice: &Caller<'_>, task: &Task, config: &str) {
    if !probe.card().offers(Capability::PushNotifications) || task.is_terminal() {
        return;
    }
    let listed = alice.list_configs(task.id()).await;
    let Some(configs) = listed.result().map(|list| list["configs"].clone()) else { return };
    let strangers = configs.as_array().into_iter().flatten().filter(|one| one["id"] != config).count();
    let subject = "configs on alice's task that she did not make";
    probe.claim(FOREIGN_TASK_IS_UNTOUCHED, strangers == 0, subject, 0, strangers, &[listed.exchange]);
}

/// The task without what may change by itself while it works.
fn untouched(task: &Task) -> Value {
    json!({ "state": task.state_word(), "history": task.message_ids(), "artifacts": task.artifacts() })
}
