//! Records what the judge sends: it talks to the servers through taps that pass everything on and write it down.

use std::collections::BTreeMap;
use std::error::Error;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use a2a_assay_defects::Planted;
use a2a_assay_harness::run::{Plan, report_without_card, run};
use a2a_assay_mutation::Options;
use a2a_assay_mutation::embedded::{Stage, stage};
use a2a_assay_reference_server::Running;
use a2a_assay_reports::CheckReport;
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE, HOST, TRANSFER_ENCODING};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::Response;
use bytes::Bytes;
use futures::StreamExt;
use reqwest::Client;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// How many of the slowest checks are named.
const NAMED: usize = 6;

/// A server that was judged, still running, with what was sent to it.
pub(crate) struct Recording {
    pub(crate) requests: Vec<Recorded>,
    report: CheckReport,
    _server: Running,
}

/// A request, ready to be sent again.
#[derive(Clone)]
pub(crate) struct Recorded {
    pub(crate) method: Method,
    pub(crate) url: String,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
    /// How long the judge listened to the answer.
    pub(crate) lasted: Duration,
}

/// Writes down how long an exchange lasted when it is dropped, which is when the judge no longer listens.
struct Clock {
    started: Instant,
    tape: Arc<Mutex<Vec<Recorded>>>,
    number: usize,
}

#[derive(Clone)]
struct Tap {
    client: Client,
    /// The server's origin, and the one that the judge knows it by.
    origin: String,
    shown: String,
    tape: Arc<Mutex<Vec<Recorded>>>,
}

/// Judges the sound server and one server a defect, one after the other.
pub(crate) async fn record(options: &Options) -> Result<Vec<Recording>, Box<dyn Error>> {
    let defective = options.defects.iter().map(|defect| Planted::from(*defect));
    let mut recordings = Vec::new();
    for planted in std::iter::once(Planted::none()).chain(defective) {
        recordings.push(record_one(planted, options).await?);
    }
    Ok(recordings)
}

/// The checks that took longest with any server, with their time in milliseconds.
pub(crate) fn slowest(recordings: &[Recording]) -> Vec<(String, u64)> {
    let mut longest: BTreeMap<String, u64> = BTreeMap::new();
    for check in recordings.iter().flat_map(|recording| &recording.report.checks) {
        let time = longest.entry(format!("{} {}", check.id, check.slug)).or_default();
        *time = check.duration_ms.max(*time);
    }
    let mut longest: Vec<(String, u64)> = longest.into_iter().collect();
    longest.sort_by_key(|(_, time)| std::cmp::Reverse(*time));
    longest.truncate(NAMED);
    longest
}

async fn record_one(planted: Planted, options: &Options) -> Result<Recording, Box<dyn Error>> {
    let Stage { server, mut target, receivers } = stage(planted).await?;
    let tape = Arc::default();
    let (full, full_tap) = tap(server.url(), &tape).await?;
    let (minimal, minimal_tap) = tap(server.minimal_url(), &tape).await?;
    let (strict, strict_tap) = tap(server.strict_url(), &tape).await?;
    let (instance, instance_tap) = tap(server.instance_url(), &tape).await?;
    target.url = full;
    target.instances = vec![instance];
    target.minimal = vec![minimal, strict];
    target.bindings = options.settings.bindings.clone();
    let plan = Plan { jobs: options.settings.jobs, ..Plan::of(options.settings.checks) };
    let report = match run(target.clone(), receivers, &plan).await {
        Ok(report) => report,
        Err(why) => report_without_card(&target, &plan, &why),
    };
    full_tap.abort();
    minimal_tap.abort();
    strict_tap.abort();
    instance_tap.abort();
    let requests = std::mem::take(&mut *locked(&tape));
    Ok(Recording { requests, report, _server: server })
}

/// A tap before a server, and the task that runs it.
async fn tap(origin: &str, tape: &Arc<Mutex<Vec<Recorded>>>) -> Result<(String, JoinHandle<()>), Box<dyn Error>> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let shown = format!("http://{}", listener.local_addr()?);
    let client = Client::builder().no_proxy().redirect(reqwest::redirect::Policy::none()).build()?;
    let tap = Tap { client, origin: origin.to_owned(), shown: shown.clone(), tape: Arc::clone(tape) };
    let router = Router::new().fallback(pass).with_state(tap);
    let running = tokio::spawn(async move {
        // It ends when it is aborted.
        let _ = axum::serve(listener, router).await;
    });
    Ok((shown, running))
}

async fn pass(State(tap): State<Tap>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    let body = to_bytes(body, usize::MAX).await.unwrap_or_default();
    let mut headers = head.headers;
    headers.remove(HOST);
    headers.remove(CONTENT_LENGTH);
    headers.remove(TRANSFER_ENCODING);
    let url = format!("{}{}", tap.origin, head.uri);
    let recorded = Recorded { method: head.method, url, headers, body, lasted: Duration::ZERO };
    let clock = Clock::start(&tap.tape, recorded.clone());
    let sent = tap.client.request(recorded.method, &recorded.url).headers(recorded.headers).body(recorded.body);
    let answer = match sent.send().await {
        Ok(answer) => tap.shown(answer, clock).await,
        Err(_) => None,
    };
    answer.unwrap_or_else(|| {
        let mut gone = Response::new(Body::empty());
        *gone.status_mut() = StatusCode::BAD_GATEWAY;
        gone
    })
}

impl Tap {
    /// An answer as the judge gets it: a document names the tap where the server named itself.
    async fn shown(&self, answer: reqwest::Response, clock: Clock) -> Option<Response> {
        let status = answer.status();
        let mut headers = answer.headers().clone();
        let is_document = headers.get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().ends_with(b"json"));
        headers.remove(TRANSFER_ENCODING);
        let body = if is_document {
            headers.remove(CONTENT_LENGTH);
            Body::from(answer.text().await.ok()?.replace(&self.origin, &self.shown))
        } else {
            // The clock stops when the stream that holds it is dropped.
            Body::from_stream(answer.bytes_stream().inspect(move |_| {
                let _held = &clock;
            }))
        };
        let mut response = Response::new(body);
        *response.status_mut() = status;
        *response.headers_mut() = headers;
        Some(response)
    }
}

impl Clock {
    fn start(tape: &Arc<Mutex<Vec<Recorded>>>, recorded: Recorded) -> Self {
        let mut requests = locked(tape);
        requests.push(recorded);
        Self { started: Instant::now(), tape: Arc::clone(tape), number: requests.len() - 1 }
    }
}

impl Drop for Clock {
    fn drop(&mut self) {
        if let Some(recorded) = locked(&self.tape).get_mut(self.number) {
            recorded.lasted = self.started.elapsed();
        }
    }
}

fn locked(tape: &Mutex<Vec<Recorded>>) -> MutexGuard<'_, Vec<Recorded>> {
    tape.lock().unwrap_or_else(PoisonError::into_inner)
}
