//! A webhook that gets everything, in order, from somebody it can recognise.

use crate::prelude::*;
use crate::probe::tells;
use crate::receivers::{Delivery, Inbox, Manner};

pub(super) static CHECK: Check = Check {
    id: "PN1",
    slug: "ordered-with-credential",
    title: "every update is delivered, in order, with the credentials",
    group: Group::Push,
    scope: Scope::EachBinding,
    rules: &[
        CONFIG_IS_CREATED,
        PUSH_DELIVERS,
        PUSH_BODY,
        PUSH_KEEPS_THE_ORDER,
        PUSH_WAITS_ITS_TURN,
        PUSH_AUTHENTICATES,
        PUSH_CONTENT_TYPE,
        PUSH_TOKEN,
    ],
    needs: &[Need::Offered(Capability::PushNotifications)],
    doc: Doc {
        sends: "configs inline with a blocking, an immediate and a streaming send, for every end, a cancel and a pause, and one created for a waiting task \
                that is then answered; one receiver answers its first notification late",
        passes: "every update up to the terminal one, in order, each body one StreamResponse, with Authorization",
        tolerates: "repeats of the same notification; a Task first; the header in which the token travels",
        causes: "configs are stored only for tasks that exist; looked up without the user; sent side by side; \
                 the last event is lost with the task",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let parts = futures::join!(
        inline(probe, Send::Blocking),
        inline(probe, Send::Immediate),
        inline(probe, Send::Streaming),
        created(probe),
        ends(probe, Fail),
        ends(probe, Reject),
        pauses(probe),
        canceled(probe),
    );
    parts.0.and(parts.1).and(parts.2).and(parts.3).and(parts.4).and(parts.5).and(parts.6).and(parts.7)
}

#[derive(Clone, Copy, PartialEq)]
enum Send {
    Blocking,
    Immediate,
    Streaming,
}

/// A config that comes with the message.
async fn inline(probe: &Probe, how: Send) -> Outcome {
    let alice = probe.alice();
    let Ok(message) = probe.say(Stimulus::Stream).or_else(|_| probe.say(Complete)) else { return Ok(()) };
    if how == Send::Streaming && !probe.card().offers(Capability::Streaming) {
        return Ok(());
    }
    let inbox = probe.inbox(if how == Send::Immediate { Manner::SlowFirst } else { Manner::Prompt });
    let config = probe.config(inbox.url());
    let message = message.configured("taskPushNotificationConfig", config.clone());
    let (id, updates) = match how {
        Send::Streaming => match alice.stream(&message).await {
            Ok(stream) => {
                let transcript = stream.to_end(probe.target().patience.finish()).await;
                let id = transcript.events.iter().find_map(|event| event.task_id()).map(str::to_owned);
                (id, Some(transcript.updates().into_iter().map(|event| event.value.clone()).collect::<Vec<_>>()))
            }
            Err(reply) => return Err(probe.unreachable(&reply)),
        },
        Send::Immediate => {
            let reply = alice.send(&message.immediately()).await;
            (told(probe, &reply)?, None)
        }
        Send::Blocking => {
            let reply = probe.patiently(&alice, &message).await;
            (told(probe, &reply)?, None)
        }
    };
    let Some(id) = id else { return Ok(()) };
    // The slow receiver holds its answer back until the task is over; not for ever, where the agent waits for it.
    let hedge = probe.target().patience.hedge;
    let over = crate::Patience::within(hedge, probe.until(&alice, &id, Task::is_terminal)).await;
    if how == Send::Immediate && matches!(over, Ok(Ok(_))) {
        // Time for a notification that does not wait its turn.
        let _ = probe.linger(&alice, &id).await;
    }
    inbox.release();
    let task = probe.until(&alice, &id, Task::is_terminal).await?;

    let mut deliveries = probe.delivered(&inbox).await;
    if let Some(updates) = &updates {
        // One that was overtaken by the terminal one comes late.
        let told = |all: &[Delivery]| updates.iter().all(|update| all.iter().any(|one| one.body == *update));
        let all = inbox.until(probe.target().patience.reply, told).await;
        deliveries = all.unwrap_or_else(|_| inbox.deliveries());
    }

    probe.reached(&deliveries)?;
    judge(probe, &task, &config, &deliveries);
    if let Some(updates) = updates {
        same_as_streamed(probe, &updates, &deliveries);
    }
    Ok(())
}

/// The id of the task in an answer; none for a direct message.
fn told(probe: &Probe, reply: &crate::agent::Reply) -> Result<Option<String>, Stop> {
    if reply.error().is_some() {
        return Err(probe.unreachable(reply));
    }
    Ok(reply.task().map(|task| task.id().to_owned()))
}

/// A config made for a task that waits, and then goes on.
async fn created(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let Ok(waiting) = probe.paused(&alice, Ask).await else { return Ok(()) };
    let inbox: Inbox = probe.inbox(Manner::Prompt);
    let config = probe.config(inbox.url());
    let reply = probe.registered(&alice, waiting.id(), &config).await?;
    let made = reply.result().cloned().unwrap_or_default();
    let exchanges = [reply.exchange];
    let named = made["id"].as_str().is_some_and(|id| !id.is_empty());
    probe.claim(CONFIG_IS_CREATED, named, "/id", "the config's id", &made["id"], &exchanges);
    let url = &made["url"];
    probe.claim(CONFIG_IS_CREATED, *url == config["url"], "/url", &config["url"], url, &exchanges);

    alice.send(&probe.answer().to_task(waiting.id()).in_context(waiting.context())).await;
    let task = probe.until(&alice, waiting.id(), Task::is_terminal).await?;
    let deliveries = probe.delivered(&inbox).await;

    probe.reached(&deliveries)?;
    judge(probe, &task, &config, &deliveries);
    Ok(())
}

/// An inline config for a task that ends otherwise than by completing.
async fn ends(probe: &Probe, stimulus: Stimulus) -> Outcome {
    let alice = probe.alice();
    let Ok(message) = probe.say(stimulus) else { return Ok(()) };
    let inbox = probe.inbox(Manner::Prompt);
    let config = probe.config(inbox.url());
    let reply = alice.send(&message.configured("taskPushNotificationConfig", config.clone()).immediately()).await;
    let Some(id) = told(probe, &reply)? else { return Ok(()) };
    let task = probe.until(&alice, &id, Task::is_terminal).await?;

    let deliveries = probe.delivered(&inbox).await;

    probe.reached(&deliveries)?;
    judge(probe, &task, &config, &deliveries);
    Ok(())
}

/// An inline config for a task that is canceled while it works, after an older one of its context.
async fn canceled(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let Ok(older) = probe.held(&alice).await else { return Ok(()) };
    let message = probe.say(Hold)?.in_context(older.context());
    let inbox = probe.inbox(Manner::Prompt);
    let config = probe.config(inbox.url());
    let sent = alice.send(&message.configured("taskPushNotificationConfig", config.clone()).immediately()).await;
    let Some(held) = sent.task() else { return Ok(()) };
    probe.hold(alice.interface(), &held);
    // What else happens in the context is not the config's affair.
    alice.cancel(older.id()).await;
    // Whether a cancel is heeded is judged elsewhere.
    if alice.cancel(held.id()).await.result().is_none() {
        return Ok(());
    }
    let Ok(task) = probe.until(&alice, held.id(), Task::is_terminal).await else { return Ok(()) };

    let deliveries = probe.delivered(&inbox).await;

    probe.reached(&deliveries)?;
    judge(probe, &task, &config, &deliveries);
    Ok(())
}

/// An inline config for a task that waits on its way: the pause is told, and the deliveries go on after it.
async fn pauses(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let Ok(message) = probe.say(Ask) else { return Ok(()) };
    let inbox = probe.inbox(Manner::Prompt);
    let config = probe.config(inbox.url());
    let message = message.configured("taskPushNotificationConfig", config.clone());
    let waiting = probe.paused_by(&alice, Ask, message).await?;
    let waits = |delivery: &Delivery| tells(delivery) == Some(State::InputRequired);
    let told = inbox.until(probe.target().patience.reply, |all| all.iter().any(waits)).await;
    alice.send(&probe.answer().to_task(waiting.id()).in_context(waiting.context())).await;
    let task = probe.until(&alice, waiting.id(), Task::is_terminal).await?;

    let deliveries = probe.delivered(&inbox).await;

    probe.reached(&deliveries)?;
    let expected = "a notification that tells INPUT_REQUIRED";
    let observed = describe(&deliveries);
    probe.claim(PUSH_DELIVERS, told.is_ok(), "a task that waits", expected, observed, &[]);
    judge(probe, &task, &config, &deliveries);
    Ok(())
}

fn judge(probe: &Probe, task: &Task, config: &Value, deliveries: &[Delivery]) {
    let ended = deliveries.iter().any(crate::probe::tells_the_end);
    let observed = describe(deliveries);
    let expected = format!("up to {}", task.state_word());
    probe.claim(PUSH_DELIVERS, ended, "the notifications", expected, &observed, &[]);
    let overlapped = deliveries.iter().any(|delivery| delivery.overlapped);
    let expected = "one at a time";
    probe.claim(PUSH_WAITS_ITS_TURN, !overlapped, "the notifications", expected, "several at once", &[]);
    for delivery in deliveries {
        one(probe, task, config, delivery);
    }
    in_order(probe, deliveries);
}

fn one(probe: &Probe, task: &Task, config: &Value, delivery: &Delivery) {
    let flaws = shape::STREAM_RESPONSE.flaws(&delivery.body);
    let flaw = flaws.iter().find(|flaw| flaw.law != shape::Law::Unknown);
    let subject = format!("the body {}", flaw.map_or("", |flaw| flaw.at.as_str()));
    let (expected, observed) = flaw.map_or(("", ""), |flaw| (flaw.expected.as_str(), flaw.observed.as_str()));
    probe.claim(PUSH_BODY, flaw.is_none(), subject, expected, observed, &[]);
    let method = delivery.method.as_str();
    probe.claim(PUSH_BODY, method == "POST", "the method", "POST", method, &[]);
    let told = delivery.body.as_object().and_then(|members| members.values().next()).unwrap_or(&Value::Null);
    let id = told.get("taskId").or_else(|| told.get("id")).unwrap_or(&Value::Null);
    probe.claim(PUSH_BODY, id == task.id(), "the task of the body", task.id(), id, &[]);
    let secret = config["authentication"]["credentials"].as_str().unwrap_or_default();
    let authorization = delivery.header("authorization").unwrap_or("none");
    let (scheme, credentials) = authorization.split_once(' ').unwrap_or((authorization, ""));
    // Scheme names are case-insensitive (RFC 9110 §11.1).
    let held = scheme.eq_ignore_ascii_case("bearer") && credentials == secret;
    let observed = if held { "" } else { authorization };
    probe.claim(PUSH_AUTHENTICATES, held, "Authorization", "Bearer and the config's credentials", observed, &[]);
    let kind = delivery.header("content-type").unwrap_or("none");
    let right = kind.to_ascii_lowercase().starts_with("application/a2a+json");
    probe.claim(PUSH_CONTENT_TYPE, right, "Content-Type", "application/a2a+json", kind, &[]);
    let token = config["token"].as_str().unwrap_or_default();
    let carried = delivery.headers.iter().any(|(_, value)| value == token);
    probe.claim(PUSH_TOKEN, carried, "the config's token", "in a header", "in none", &[]);
}

/// Exact repeats are dropped before order is judged, and a Task first is fine.
fn in_order(probe: &Probe, deliveries: &[Delivery]) {
    let mut kept: Vec<&Delivery> = Vec::new();
    for delivery in deliveries {
        if !kept.iter().any(|earlier| earlier.text == delivery.text) {
            kept.push(delivery);
        }
    }
    let told = kept.iter().filter_map(|delivery| {
        let status = delivery.body.get("statusUpdate").or_else(|| delivery.body.get("task"))?;
        status["status"]["timestamp"].as_str()?.parse::<jiff::Timestamp>().ok()
    });
    let times: Vec<jiff::Timestamp> = told.collect();
    let rising = times.windows(2).all(|pair| pair[0] <= pair[1]);
    let subject = "the status timestamps of the notifications";
    probe.claim(PUSH_KEEPS_THE_ORDER, rising, subject, "never going back", describe(deliveries), &[]);
}

/// What was streamed to the caller was delivered as well, in the same order.
fn same_as_streamed(probe: &Probe, updates: &[Value], deliveries: &[Delivery]) {
    // Each notification may be the task as it stands (§4.3.3), which tells the updates in a way of its own.
    if deliveries.iter().all(|delivery| delivery.body.get("task").is_some()) {
        return;
    }
    let mut told: Vec<&Value> = Vec::new();
    for delivery in deliveries {
        if delivery.body.get("task").is_none() && !told.contains(&&delivery.body) {
            told.push(&delivery.body);
        }
    }
    let all = updates.iter().all(|update| told.contains(&update));
    let (expected, observed) = (format!("{} updates", updates.len()), describe(deliveries));
    probe.claim(PUSH_DELIVERS, all, "what the stream told as well", &expected, &observed, &[]);
    let common: Vec<&&Value> = told.iter().filter(|body| updates.contains(body)).collect();
    let mut streamed: Vec<&Value> = Vec::new();
    for update in updates.iter().filter(|update| told.contains(update)) {
        if !streamed.contains(&update) {
            streamed.push(update);
        }
    }
    let same = common.len() == streamed.len() && common.iter().zip(&streamed).all(|(left, right)| **left == *right);
    probe.claim(PUSH_KEEPS_THE_ORDER, same, "what the stream told as well", "in the same order", observed, &[]);
}

fn describe(deliveries: &[Delivery]) -> String {
    let told = deliveries.iter().map(|delivery| {
        let body = &delivery.body;
        let member =
            body.as_object().and_then(|members| members.keys().next()).map_or("no JSON object", String::as_str);
        let state = body[member]["status"]["state"].as_str().unwrap_or_default();
        format!("{member} {state}").trim().to_owned()
    });
    format!("[{}]", told.collect::<Vec<_>>().join(", "))
}
