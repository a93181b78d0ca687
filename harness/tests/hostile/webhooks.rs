//! What is hostile on the webhook. Calls find every task finished or waiting, so that checks go on to listen.

use serde_json::json;

use super::Behaviour;
use super::lifelike;
use super::replies::{CARD, sound_card};
use super::script::Script;
use crate::support::impostor::Request;

pub(super) fn all() -> Vec<Behaviour> {
    let strikes =
        |name, attack| Behaviour { name, card: sound_card, answer: finished, attack: Some(attack), earns: CARD };
    vec![
        strikes("a flood of notifications", |hook| {
            vec![Script::empty().times(3_000, hook.notification(&told("TASK_STATE_WORKING")))]
        }),
        strikes("a flood of notifications over many connections", |hook| {
            let one = || Script::empty().times(50, hook.notification(&told("TASK_STATE_WORKING")));
            (0..20).map(|_| one()).collect()
        }),
        strikes("notifications of a megabyte", |hook| {
            let head = hook.head(&hook.path, 1_000_002, "");
            vec![(0..20).fold(Script::empty(), |script, _| script.once(head.clone()).stretched("\"~\"", 1_000_000))]
        }),
        strikes("a notification of a gigabyte", |hook| {
            vec![Script::raw(hook.head(&hook.path, 1_000_000_000, "")).times(1_000_000_000, "x")]
        }),
        strikes("a notification without end", |hook| {
            let head = hook.head(&hook.path, 0, "").replace("content-length: 0", "transfer-encoding: chunked");
            vec![Script::raw(head).forever(format!("1000\r\n{}\r\n", "x".repeat(0x1000)))]
        }),
        strikes("notifications that explode when they are parsed", |hook| {
            let head = hook.head(&hook.path, 3 + 100_000 * 7, "");
            let one = |script: Script| script.once(head.clone()).once("[0").times(100_000, ",{\"\":0}").once("]");
            vec![(0..5).fold(Script::empty(), |script, _| one(script))]
        }),
        strikes("notifications nested a hundred thousand deep", |hook| {
            vec![Script::empty().times(5, hook.notification(&"[".repeat(100_000)))]
        }),
        strikes("notifications to addresses that nobody gave", |hook| {
            let body = told("TASK_STATE_COMPLETED");
            vec![Script::empty().times(2_000, hook.head("/assay-hook-somebody-else", body.len(), "") + &body)]
        }),
        strikes("connections that never finish their head", |_| {
            let one = || Script::raw("POST / HTTP/1.1\r\nhost: ").drip("x");
            (0..30).map(|_| one()).collect()
        }),
        strikes("connections that never say a byte", |_| (0..30).map(|_| Script::empty().silence()).collect()),
        strikes("bodies that come byte by byte", |hook| {
            let one = || Script::raw(hook.head(&hook.path, 100_000, "")).drip("x");
            (0..10).map(|_| one()).collect()
        }),
        strikes("notifications with a flood of headers", |hook| {
            let headers = "x-one: more\r\n".repeat(5_000);
            vec![Script::raw(hook.head(&hook.path, 0, &headers))]
        }),
        strikes("notifications with headers that act on a terminal", |hook| {
            let body = told("TASK_STATE_COMPLETED");
            let headers = "authorization: \u{9b}31m\u{202e}\u{2066}\r\ncontent-type: \u{9b}2J\r\n";
            vec![Script::raw(hook.head(&hook.path, body.len(), headers) + &body)]
        }),
        strikes("notifications that act on a terminal", |hook| {
            let acting = "\u{1b}[2J\u{9b}31m\u{202e}\u{7}";
            let body = json!({ acting: { "status": { "state": acting, "timestamp": acting }, "taskId": acting } });
            vec![Script::empty().times(20, hook.notification(&body.to_string()))]
        }),
        strikes("notifications after the end, again and again", |hook| {
            let (end, more) = (told("TASK_STATE_COMPLETED"), told("TASK_STATE_WORKING"));
            vec![Script::raw(hook.notification(&end)).forever(hook.notification(&more))]
        }),
        strikes("notifications that are no HTTP", |_| vec![Script::empty().forever("\0\u{1}\u{2}")]),
        Behaviour {
            answer: waiting,
            ..strikes("a flood about tasks that wait", |hook| {
                vec![Script::empty().forever(hook.notification(&told("TASK_STATE_INPUT_REQUIRED")))]
            })
        },
    ]
}

fn finished(request: &Request, _: &str) -> Script {
    Script::json(lifelike::finished(request))
}

fn waiting(request: &Request, _: &str) -> Script {
    Script::json(lifelike::waiting(request))
}

fn told(state: &str) -> String {
    let status = json!({ "state": state, "timestamp": "2026-01-01T00:00:00Z" });
    json!({ "statusUpdate": { "taskId": "t", "contextId": "c", "status": status } }).to_string()
}
