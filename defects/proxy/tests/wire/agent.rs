//! A small agent that answers as a test tells it, and the proxy before it.

use std::sync::{Arc, Mutex};

use a2a_assay_proxy::{Door, Proxy, WireDefect, read};
use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::response::Response;
use futures::channel::mpsc;
use tokio::net::TcpListener;
use tokio_util::task::AbortOnDropHandle;

/// A request as the agent saw it.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    pub(crate) line: String,
    pub(crate) headers: HeaderMap,
    pub(crate) body: String,
}

/// What the agent answers.
pub(crate) type Script = fn(&Seen, &str) -> Response;

/// The agent behind the proxy; both stop when dropped.
pub(crate) struct Behind {
    pub(crate) proxy: Proxy,
    /// The agent's own address.
    pub(crate) there: String,
    /// The proxy's address before it.
    pub(crate) here: String,
    seen: Arc<Mutex<Vec<Seen>>>,
    _server: AbortOnDropHandle<()>,
}

#[derive(Clone)]
struct Agent {
    script: Script,
    there: String,
    seen: Arc<Mutex<Vec<Seen>>>,
}

/// Starts an agent, and a proxy with this defect or none before it.
pub(crate) async fn behind(defect: Option<WireDefect>, script: Script) -> Behind {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let there = format!("http://{}", listener.local_addr().expect("an address"));
    let seen = Arc::default();
    let agent = Agent { script, there: there.clone(), seen: Arc::clone(&seen) };
    let router = Router::new().fallback(answer).with_state(agent);
    let server = AbortOnDropHandle::new(tokio::spawn(async move {
        axum::serve(listener, router).await.expect("it serves");
    }));
    let proxy = Proxy::start(&Door::default(), defect).expect("a proxy");
    let here = proxy.address(&there).expect("an address");
    Behind { proxy, there, here, seen, _server: server }
}

async fn answer(State(agent): State<Agent>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    let body = to_bytes(body, 1 << 20).await.expect("a body");
    let body = String::from_utf8(body.to_vec()).expect("text");
    let seen = Seen { line: format!("{} {}", head.method, head.uri), headers: head.headers, body };
    agent.seen.lock().expect("nobody panics with it").push(seen.clone());
    (agent.script)(&seen, &agent.there)
}

impl Behind {
    /// What the agent was asked.
    pub(crate) fn seen(&self) -> Vec<Seen> {
        self.seen.lock().expect("nobody panics with it").clone()
    }

    /// Gets something through the proxy.
    pub(crate) async fn get(&self, path: &str) -> reqwest::Result<reqwest::Response> {
        client().get(format!("{}{path}", self.here)).send().await
    }

    /// Posts something through the proxy.
    pub(crate) async fn post(&self, path: &str, body: &str) -> reqwest::Result<reqwest::Response> {
        client().post(format!("{}{path}", self.here)).body(body.to_owned()).send().await
    }
}

/// A caller who uses no proxy but ours, and follows nothing.
pub(crate) fn client() -> reqwest::Client {
    let builder = reqwest::Client::builder().no_proxy().redirect(reqwest::redirect::Policy::none());
    builder.build().expect("a client")
}

/// The one defect that is written here, without its name and story.
pub(crate) fn defect(text: &str) -> Option<WireDefect> {
    let defects = read(&format!("[[defect]]\nname = \"planted\"\nstory = \"It is planted.\"\n{text}"));
    defects.expect("a defect").pop()
}

/// A JSON answer.
pub(crate) fn json(body: impl Into<Body>) -> Response {
    Response::builder().header("content-type", "application/json").body(body.into()).expect("an answer")
}

/// A stream of these bytes as they come.
pub(crate) fn event_stream(chunks: mpsc::UnboundedReceiver<Result<Bytes, std::io::Error>>) -> Response {
    let answer = Response::builder().header("content-type", "text/event-stream");
    answer.body(Body::from_stream(chunks)).expect("an answer")
}

/// A stream of these events, which ends.
pub(crate) fn events(events: &[&str]) -> Response {
    let text = events.iter().flat_map(|event| ["data: ", event, "\n\n"]).collect::<String>();
    let answer = Response::builder().header("content-type", "text/event-stream");
    answer.body(text.into()).expect("an answer")
}
