//! What is hostile in the answers of an agent whose card is sound.

use serde_json::{Value, json};

use super::Behaviour;
use super::lifelike::{self, operation, task, task_id, with_task};
use super::script::Script;
use crate::support::impostor::{Request, card, serve_card};

/// What acts on a terminal, a page and a shell.
const ACTING: &str =
    "\u{1b}[2J\u{1b}[31m\u{9b}1m\u{202e}ssap\u{2066}\r\n\u{7}\u{0}<script>alert(1)</script>'\"$(reboot)`id`";

/// The card that all of them serve, and what it earns.
pub(super) fn sound_card(request: &Request, own: &str) -> Script {
    Script::raw(serve_card(&request.head, &card(own).to_string()))
}

/// What the sound card earns.
pub(super) const CARD: &[&str] = &["D1", "D2"];

#[expect(clippy::too_many_lines, reason = "it is a table")]
pub(super) fn all() -> Vec<Behaviour> {
    let answers = |name, answer| Behaviour { name, card: sound_card, answer, attack: None, earns: CARD };
    vec![
        answers("a body without end", |_, _| Script::json("{\"a\": \"").forever("a")),
        answers("a body that comes byte by byte", |_, _| Script::json("").drip("{\"jsonrpc\": \"2.0\", ")),
        answers("a head that comes byte by byte", |_, _| Script::empty().drip("HTTP/1.1 200 OK\r\nx: ")),
        answers("a head without end", |_, _| Script::raw("HTTP/1.1 200 OK\r\nx: ").forever("x")),
        answers("a head and nothing more", |_, _| Script::json("").silence()),
        answers("headers without end", |_, _| Script::raw("HTTP/1.1 200 OK\r\n").forever("x: y\r\n")),
        answers("a header of three hundred kilobytes", |request, _| {
            Script::with_headers("200 OK", "application/json", &format!("x: {}\r\n", "x".repeat(300_000)))
                .once(request.result(&json!({})))
        }),
        answers("a content type that acts on a terminal", |_, _| {
            Script::open("200 OK", "text/\u{9b}31m\u{202e}\u{1b}[2J").once("{}")
        }),
        answers("lists that explode when they are parsed", |_, _| {
            Script::json("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":[[0]").times(700_000, ",[0]").once("]}")
        }),
        answers("objects that explode when they are parsed", |_, _| {
            Script::json("{\"tasks\":[{}").times(400_000, ",{\"\":0}").once("]}")
        }),
        answers("numbers that explode when they are parsed", |_, _| {
            Script::json("{\"tasks\":[0").times(1_900_000, ",0").once("]}")
        }),
        answers("nesting a hundred thousand deep", |_, _| Script::json("").times(100_000, "[").times(100_000, "]")),
        answers("numbers too large to hold", |request, _| {
            Script::json(request.result(&json!({ "pageSize": "N", "totalSize": "N" })).replace("\"N\"", "1e999999"))
        }),
        answers("numbers at the edge of what can be held", |request, _| {
            Script::json(
                request
                    .result(&json!({ "tasks": [], "nextPageToken": "", "pageSize": i64::MIN, "totalSize": u64::MAX })),
            )
        }),
        answers("interim answers without end", |_, _| {
            Script::empty().forever("HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n")
        }),
        answers("a thousand interim answers and then none", |_, _| {
            Script::empty().times(1_000, "HTTP/1.1 100 Continue\r\n\r\n").silence()
        }),
        answers("another protocol", |_, _| {
            Script::raw("HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n").forever("x")
        }),
        answers("the status 999", |_, _| Script::open("999 Whatever", "application/json").once("{}")),
        answers("a status that is no number", |_, _| Script::raw("HTTP/1.1 -1 No\r\n\r\n")),
        answers("an answer in HTTP/9", |_, _| Script::raw("HTTP/9.9 200 OK\r\n\r\n{}")),
        answers("an answer that is no HTTP", |_, _| {
            Script::raw(b"\x16\x03\x01\x02\x00\x01\xff\x00SSH-2.0-x\r\n".to_vec())
        }),
        answers("a redirect in a loop", |request, own| redirect(&format!("{own}{}", request.path))),
        answers("a redirect to a file", |_, _| redirect("file:///etc/passwd")),
        answers("a redirect to another origin", |_, _| redirect("http://127.0.0.1:1/steal")),
        answers("a connection that is torn down", |_, _| Script::json("{\"jsonrpc\"").reset()),
        answers("chunks of garbage", |_, _| chunked("5\r\n{\"a\":\r\nnonsense\r\n\0\0")),
        answers("a chunk of more bytes than there are", |_, _| chunked("ffffffffffffffff\r\n").forever("a")),
        answers("chunks with extensions without end", |_, _| chunked("1;").forever("x")),
        answers("trailers without end", |_, _| chunked("2\r\n{}\r\n0\r\n").forever("x: y\r\n")),
        answers("a negative length", |_, _| {
            Script::with_headers("200 OK", "application/json", "content-length: -5\r\n").once("{}")
        }),
        answers("half of a character", |_, _| Script::json(b"{\"jsonrpc\": \"2.0\", \"id\": \"\xe2\x82".to_vec())),
        answers("ids of other types", |request, _| {
            Script::json(
                json!({ "jsonrpc": "2.0", "id": { "is": request.id() }, "result": [request.id()] }).to_string(),
            )
        }),
        answers("the id of a megabyte", |_, _| {
            Script::json("{\"jsonrpc\":\"2.0\",\"result\":{},\"id\":\"").times(500_000, "ab").once("\"}")
        }),
        answers("errors that act on a terminal", |request, _| {
            Script::open("400 Bad", "application/json").once(refusal(request, ACTING))
        }),
        answers("errors of two megabytes", |request, _| {
            Script::open("400 Bad", "application/json").stretched(&refusal(request, "~"), 400_000)
        }),
        answers("errors of a megabyte", |request, _| {
            Script::open("400 Bad", "application/json").stretched(&refusal(request, "~"), 200_000)
        }),
        answers("errors with as many details as are read", |request, _| {
            let head = format!(
                "{{\"jsonrpc\":\"2.0\",\"id\":{},\"error\":{{\"code\":400,\"message\":\"\",\"data\":[{{}}",
                request.id()
            );
            Script::open("400 Bad", "application/json").once(head).times(2_500, ",{\"@type\":7}").once("]}}")
        }),
        answers("errors with ten thousand details", |request, _| {
            let head = format!(
                "{{\"jsonrpc\":\"2.0\",\"id\":{},\"error\":{{\"code\":400,\"message\":\"\",\"data\":[{{}}",
                request.id()
            );
            let (data, details) = (",{\"@type\":7}", "],\"details\":[{}");
            Script::open("400 Bad", "application/json")
                .once(head)
                .times(10_000, data)
                .once(details)
                .times(10_000, data)
                .once("]}}")
        }),
        answers("a challenge without end", |_, _| {
            Script::with_headers(
                "401 No",
                "text/plain",
                &format!("www-authenticate: {}\r\n", "Bearer, ".repeat(30_000)),
            )
        }),
        answers("tasks whose ids climb the path", |request, _| tasks_called(request, "../../../etc/passwd?#%00")),
        answers("tasks whose ids act on terminal, page and shell", |request, _| {
            tasks_called(request, &lifelike::fresh(ACTING))
        }),
        answers("tasks whose ids are a megabyte", |request, _| {
            Script::json("")
                .stretched(&with_task(request, &task(&lifelike::fresh("~"), "TASK_STATE_INPUT_REQUIRED")), 900_000)
        }),
        answers("tasks whose ids are longer than an address", |request, _| {
            Script::json("")
                .stretched(&with_task(request, &task(&lifelike::fresh("~"), "TASK_STATE_INPUT_REQUIRED")), 9_000)
        }),
        answers("tasks whose states are a megabyte", |request, _| {
            Script::json("").stretched(&with_task(request, &task(&task_id(request), "~")), 900_000)
        }),
        answers("tasks that never end", |request, _| {
            Script::json(with_task(request, &task(&task_id(request), "TASK_STATE_WORKING")))
        }),
        answers("tasks with as many artifacts as are read", |request, _| {
            let mut heavy = task(&task_id(request), "TASK_STATE_COMPLETED");
            heavy["artifacts"] = vec![json!({ "artifactId": 1, "parts": [] }); 1_800].into();
            Script::json(with_task(request, &heavy))
        }),
        answers("tasks with a text of a megabyte", |request, _| {
            let mut heavy = task(&task_id(request), "TASK_STATE_COMPLETED");
            heavy["artifacts"] = json!([{ "artifactId": "a", "parts": [{ "text": "~" }] }]);
            Script::json("").stretched(&with_task(request, &heavy), 900_000)
        }),
        answers("a listing that never ends", |request, _| {
            let page = json!({ "tasks": [], "nextPageToken": lifelike::fresh("page"), "pageSize": 0, "totalSize": 0 });
            Script::json(if operation(request) == "ListTasks" {
                request.result(&page)
            } else {
                lifelike::finished(request)
            })
        }),
        answers("a listing whose tokens are a megabyte", |request, _| {
            let page = json!({ "tasks": [], "nextPageToken": lifelike::fresh("~"), "configs": [] });
            let is_listing = operation(request) == "ListTasks";
            Script::json("")
                .stretched(&if is_listing { request.result(&page) } else { lifelike::waiting(request) }, 900_000)
        }),
        answers("the request with its credentials as the answer", |request, _| {
            Script::json(request.result(&json!({ "head": request.head, "task": { "id": request.head } })))
        }),
        answers("the request with its credentials as an error", |request, _| {
            Script::open("400 Bad", "application/json").once(refusal(request, &request.head))
        }),
        answers("the request with its credentials in headers", |request, _| {
            let shown: String = request.head.lines().filter(|line| line.starts_with("authorization")).collect();
            Script::with_headers(
                "401 No",
                &format!("text/{shown}"),
                &format!("www-authenticate: {shown}\r\nlocation: /{shown}\r\n"),
            )
        }),
        answers("a finished task, each of them slowly", |request, _| {
            let body = lifelike::finished(request);
            Script::with_headers("200 OK", "application/json", &format!("content-length: {}\r\n", body.len()))
                .drip(body)
        }),
    ]
}

fn redirect(to: &str) -> Script {
    Script::with_headers("307 Elsewhere", "text/plain", &format!("location: {to}\r\n"))
}

fn chunked(body: &str) -> Script {
    Script::with_headers("200 OK", "application/json", "transfer-encoding: chunked\r\n").once(body)
}

/// An error of the protocol whose every text is this.
fn refusal(request: &Request, words: &str) -> String {
    let details: Value = json!([{ "@type": "google.rpc.ErrorInfo", "reason": words, "domain": words }]);
    let error = json!({ "code": -32099, "status": words, "message": words, "data": details, "details": details });
    json!({ "jsonrpc": "2.0", "id": request.id(), "error": error }).to_string()
}

fn tasks_called(request: &Request, id: &str) -> Script {
    Script::json(with_task(request, &task(id, "TASK_STATE_INPUT_REQUIRED")))
}
