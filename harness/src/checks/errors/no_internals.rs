//! What an error tells its caller, it tells whoever attacks.

use crate::agent::Reply as Answered;
use crate::prelude::*;

pub(super) static CHECK: Check = Check {
    id: "ER2",
    slug: "no-internals",
    title: "no error tells how the agent is built",
    group: Group::Errors,
    scope: Scope::EachBinding,
    rules: &[NO_INTERNALS],
    needs: &[],
    doc: Doc {
        sends: "requests that are hard to read: broken JSON, deep nesting, values of the wrong type, odd ids, tokens and \
                times; and a task that fails",
        passes: "errors and the failed task's message hold no stack, path, source line or class name",
        tolerates: "words about the request, also the position of what is wrong in it",
        causes: "the text of an exception is the text of the error; debug mode in production",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let deep = format!("{}1{}", "[".repeat(300), "]".repeat(300));
    let nested = format!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ListTasks\",\"params\":{{\"a\":{deep}}}}}");
    let send = |message: Message| alice.call(Operation::SendMessage, message.params());
    let replies = [
        alice.raw(Operation::SendMessage, "{\"jsonrpc\": \"2.0\", \"id\": 1, \"met", "application/json").await,
        alice.raw(Operation::SendMessage, nested, "application/json").await,
        alice.raw(Operation::SendMessage, vec![0_u8, 159, 146, 150], "application/json").await,
        send(Message::of(json!("no list"))).await,
        send(Message::of(json!([{ "raw": "?not base64?" }]))).await,
        send(Message::of(json!([{ "text": { "no": "text" } }]))).await,
        send(Message::text("hello").with("messageId", json!(["no", "text"]))).await,
        send(Message::text("hello").with("role", json!({}))).await,
        send(Message::text("hello").configured("historyLength", json!("many"))).await,
        send(Message::text("hello").to_task("../../etc/passwd'\"; --\u{0}")).await,
        alice.get("../../etc/passwd'\"; --%00").await,
        alice.list(json!({ "pageToken": "assay, no token" })).await,
        alice.list(json!({ "pageSize": "many" })).await,
        alice.list(json!({ "statusTimestampAfter": "yesterday" })).await,
        alice.list(json!({ "status": "TASK_STATE_ASSAY" })).await,
        alice.cancel(&probe.unknown_id()).await,
    ];
    let mut refused = 0;
    for reply in &replies {
        refused += usize::from(tells_nothing(probe, reply));
    }
    if let Ok(failed) = probe.finished(&alice, Fail).await {
        let said = failed.value()["status"]["message"].to_string();
        let held = internal(&said).is_none();
        let observed = internal(&said).unwrap_or_default();
        probe.claim(NO_INTERNALS, held, "the message of a failed task", "nothing of the agent's own", observed, &[]);
    }
    if refused == 0 { Err(Stop::prevented("the agent refused nothing")) } else { Ok(()) }
}

/// Whether it was refused at all.
fn tells_nothing(probe: &Probe, reply: &Answered) -> bool {
    let Some(error) = reply.error() else { return false };
    let said = format!("{}\n{}", error.message, error.details);
    let found = internal(&said);
    let subject = format!("the error to {}", reply.operation.name());
    let (held, observed) = (found.is_none(), found.unwrap_or_default());
    probe.claim(NO_INTERNALS, held, subject, "nothing of the agent's own", observed, &[reply.exchange]);
    true
}

/// What stands in stack traces, and hardly ever elsewhere.
const TRACES: &[&str] = &[
    "Traceback (most recent call last)",
    "goroutine ",
    "panicked at",
    "stack backtrace",
    "Exception in thread",
    "java.lang.",
    "java.util.",
    "javax.",
    "jakarta.",
    "kotlin.",
    "org.springframework",
    "com.fasterxml.",
    "System.NullReference",
    "System.Text.Json",
    "System.InvalidOperation",
    "Microsoft.",
    "node_modules",
    "site-packages",
    "node:internal",
    "SQLSTATE",
];

/// Where the files of programs lie.
const PLACES: &[&str] = &["/home/", "/usr/", "/opt/", "/root/", "/srv/", "C:\\", "file://"];

/// The endings of source files, with the sign before the number of a line.
const SOURCES: &[&str] = &[
    ".rs:",
    ".py:",
    ".js:",
    ".ts:",
    ".mjs:",
    ".go:",
    ".java:",
    ".kt:",
    ".cs:",
    ".rb:",
    ".php:",
    ".py\", line",
    ".py', line",
    ".cs:line",
];

/// The piece of a text that tells of the agent's insides.
fn internal(text: &str) -> Option<String> {
    // As it is written within JSON: a quote and a backslash are marked there.
    let text = text.replace("\\\\", "\\").replace("\\\"", "\"");
    let line = SOURCES.iter().find_map(|ending| {
        let (at, _) = text.match_indices(ending).find(|(at, _)| {
            let rest = text[at + ending.len()..].trim_start();
            rest.starts_with(|letter: char| letter.is_ascii_digit())
        })?;
        Some(at)
    });
    let known = || TRACES.iter().chain(PLACES).find_map(|known| text.find(known));
    let at = line.or_else(known)?;
    let from = text[..at].char_indices().rev().take(60).last().map_or(0, |(from, _)| from);
    Some(text[from..].chars().take(160).collect())
}

#[cfg(test)]
mod tests {
    use super::internal;

    #[test]
    fn the_inside_of_programs_is_recognised() {
        for text in [
            "Traceback (most recent call last):\\n  File \\\"/srv/agent/main.py\\\", line 3",
            "called `Option::unwrap()` on a `None` value, src/agents/short.rs:62",
            "at com.acme.Agent.run(Agent.java:42)",
            "ENOENT: no such file or directory, open '/home/agent/store.json'",
            "C:\\\\agents\\\\store.db is locked",
        ] {
            assert!(internal(text).is_some(), "{text}");
        }
    }

    #[test]
    fn words_about_the_request_are_fine() {
        for text in [
            "invalid type: string, expected a sequence at line 1 column 42",
            "message.parts[0].text: must be a string",
            "task not found: ../../etc/passwd",
            "the agent could not do its work",
            "see https://a2a-protocol.org/latest/specification",
            "version 1.0 only; use A2A-Version: 1.0",
        ] {
            assert_eq!(internal(text), None, "{text}");
        }
    }
}
