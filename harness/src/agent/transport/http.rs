//! Plain HTTP with bounds: bodies, redirects and time are limited, and every request is counted and recorded.

use std::collections::BTreeSet;
use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use futures::StreamExt;
use reqwest::Method;
use reqwest::header::{HeaderName, HeaderValue};
use tokio::sync::Semaphore;

use super::Evidence;
use super::clients::Clients;
use crate::agent::Seen;
use crate::limits;
use crate::patience::{Busy, Pace, Patience};
use crate::target::{Credential, Target, origin};

/// Whose turn it is to read a large body.
static LARGE: Semaphore = Semaphore::const_new(limits::LARGE_BODIES);

/// The headers of an answer, names in lower case.
pub type Headers = Arc<[(String, String)]>;

/// Sends requests and counts them.
#[derive(Debug)]
pub struct Http {
    clients: Clients,
    /// Where credentials may go.
    trusted: BTreeSet<String>,
    pace: Option<Pace>,
    busy: Busy,
    sent: AtomicU64,
    seen: Arc<Seen>,
}

/// A request as it will go out.
#[derive(Clone, Debug)]
pub struct HttpRequest {
    /// What it is for, in the protocol's words.
    pub operation: String,
    /// The method.
    pub method: Method,
    /// The address.
    pub url: String,
    /// Headers, names in lower case; where one is not, all go out in Title-Case.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Option<Bytes>,
    /// Who asks.
    pub credential: Credential,
}

/// A response, read to its end.
#[derive(Clone, Debug)]
pub struct HttpResponse {
    /// The number of the exchange.
    pub exchange: usize,
    /// The status.
    pub status: u16,
    /// The headers.
    pub headers: Headers,
    /// The body.
    pub body: Bytes,
}

/// A request that got no usable response.
#[derive(Clone, Debug)]
pub struct HttpFailure {
    /// The number of the exchange.
    pub exchange: usize,
    /// How it ended.
    pub why: String,
    /// Whether nobody was listening.
    pub refused: bool,
}

/// A response whose body is still to come.
pub(super) struct Open {
    pub(super) exchange: usize,
    pub(super) status: u16,
    pub(super) headers: Headers,
    pub(super) response: reqwest::Response,
}

impl Http {
    /// A client for a target: it follows no redirect, and uses a proxy only where the target names one.
    pub fn new(target: &Target) -> Result<Self, reqwest::Error> {
        Ok(Self {
            clients: Clients::of(target)?,
            trusted: target.trusted_origins(),
            pace: target.connection.gap.map(Pace::new),
            busy: Busy::default(),
            sent: AtomicU64::new(0),
            seen: Arc::default(),
        })
    }

    /// Whether credentials may go to an address.
    pub fn trusts(&self, address: &str) -> bool {
        origin(address).is_some_and(|origin| self.trusted.contains(&origin))
    }

    /// What came back, as far as its shape goes.
    pub fn seen(&self) -> &Arc<Seen> {
        &self.seen
    }

    /// How many requests were sent.
    pub fn sent(&self) -> u64 {
        self.sent.load(Ordering::Relaxed)
    }

    /// Sends a request and reads the response to its end.
    pub async fn send(
        &self,
        evidence: &Evidence,
        patience: &Patience,
        request: HttpRequest,
    ) -> Result<HttpResponse, HttpFailure> {
        let mut tries = 0;
        loop {
            let ready = self.ready(request.clone()).await;
            let outcome = Box::pin(self.send_ready(evidence, patience, ready)).await;
            let answer = outcome.as_ref().ok().map(|response| (response.status, &response.headers));
            if !self.is_to_wait(answer, &mut tries) {
                return outcome;
            }
        }
    }

    /// Whether an answer asks to come back later, and it is not too often; then the next request waits for that.
    fn is_to_wait(&self, answer: Option<(u16, &Headers)>, tries: &mut u32) -> bool {
        let Some(time) = answer.and_then(|(status, headers)| asked_to_wait(status, headers)) else { return false };
        *tries += 1;
        if *tries > limits::WAITS {
            return false;
        }
        self.busy.until(time);
        true
    }

    async fn send_ready(
        &self,
        evidence: &Evidence,
        patience: &Patience,
        request: HttpRequest,
    ) -> Result<HttpResponse, HttpFailure> {
        let exchange = evidence.begin(&request);
        let whole = async {
            let mut open = self.open_as(exchange, request).await?;
            let body = read(&mut open.response).await.map_err(|why| failure(exchange, why))?;
            Ok(HttpResponse { exchange, status: open.status, headers: open.headers, body })
        };
        let outcome = match Patience::within(patience.reply, whole).await {
            Ok(outcome) => outcome,
            Err(_) => Err(failure(exchange, format!("no answer within {:?}", patience.reply))),
        };
        match &outcome {
            Ok(response) => evidence.answered(exchange, Some(response.status), &response.headers, &response.body),
            Err(failure) => evidence.answered(exchange, None, &Headers::default(), &Bytes::from(failure.why.clone())),
        }
        outcome
    }

    /// Sends a client's own credential to the endpoint where it gets its token; the caller has made sure that it may.
    pub(crate) async fn send_to_token_endpoint(
        &self,
        evidence: &Evidence,
        patience: &Patience,
        request: HttpRequest,
    ) -> Result<HttpResponse, HttpFailure> {
        self.send_ready(evidence, patience, request).await
    }

    /// Sends a request and returns as soon as the head of the response is there.
    pub(super) async fn open(
        &self,
        evidence: &Evidence,
        patience: &Patience,
        request: HttpRequest,
    ) -> Result<Open, HttpFailure> {
        let mut tries = 0;
        loop {
            let outcome = Box::pin(self.open_once(evidence, patience, request.clone())).await;
            let answer = outcome.as_ref().ok().map(|open| (open.status, &open.headers));
            if !self.is_to_wait(answer, &mut tries) {
                return outcome;
            }
        }
    }

    async fn open_once(
        &self,
        evidence: &Evidence,
        patience: &Patience,
        request: HttpRequest,
    ) -> Result<Open, HttpFailure> {
        let request = self.ready(request).await;
        let exchange = evidence.begin(&request);
        let head = Patience::within(patience.reply, self.open_as(exchange, request)).await;
        let outcome = match head {
            Ok(outcome) => outcome,
            Err(_) => Err(failure(exchange, format!("no answer within {:?}", patience.reply))),
        };
        match &outcome {
            Ok(open) => evidence.answered(exchange, Some(open.status), &open.headers, &Bytes::new()),
            Err(failure) => evidence.answered(exchange, None, &Headers::default(), &Bytes::from(failure.why.clone())),
        }
        outcome
    }

    /// The request as it may go out, when it is its turn: a credential goes to no other origin than it was given for.
    async fn ready(&self, request: HttpRequest) -> HttpRequest {
        self.busy.over().await;
        if let Some(pace) = &self.pace {
            pace.turn().await;
        }
        if request.credential.is_nobody() || self.trusts(&request.url) {
            return request;
        }
        HttpRequest { credential: Credential::NOBODY, ..request }
    }

    async fn open_as(&self, exchange: usize, request: HttpRequest) -> Result<Open, HttpFailure> {
        if request.url.len() > limits::ADDRESS {
            return Err(failure(
                exchange,
                format!("an address of more than {} bytes can't be called", limits::ADDRESS),
            ));
        }
        self.sent.fetch_add(1, Ordering::Relaxed);
        let credential = &request.credential;
        let client = self.clients.client_for(&request).map_err(|why| failure(exchange, describe(&why)))?;
        let mut builder = client.request(request.method, credential.address(&request.url));
        for (name, value) in request.headers.iter().chain(&credential.headers()) {
            let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::try_from(value)) else {
                return Err(failure(exchange, format!("the header {name} can't be sent")));
            };
            builder = builder.header(name, value);
        }
        if let Some(body) = request.body {
            builder = builder.body(body);
        }
        let response = builder.send().await.map_err(|error| HttpFailure {
            exchange,
            refused: error.is_connect(),
            why: describe(&error),
        })?;
        let headers = response
            .headers()
            .iter()
            .map(|(name, value)| (name.as_str().to_owned(), String::from_utf8_lossy(value.as_bytes()).into_owned()))
            .collect::<Vec<_>>();
        if headers.iter().map(|(name, value)| name.len() + value.len()).sum::<usize>() > limits::HEADERS {
            return Err(failure(exchange, format!("headers of more than {} bytes", limits::HEADERS)));
        }
        let headers = Headers::from(headers);
        Ok(Open { exchange, status: response.status().as_u16(), headers, response })
    }
}

/// Reads a body up to the bound.
pub(super) async fn read(response: &mut reqwest::Response) -> Result<Bytes, String> {
    let mut body = BytesMut::new();
    let mut turn = None;
    while let Some(chunk) = response.chunk().await.map_err(|error| describe(&error))? {
        let length = body.len() + chunk.len();
        if length > limits::BODY {
            return Err(format!("a body of more than {} bytes", limits::BODY));
        }
        if length > limits::SMALL_BODY && turn.is_none() {
            turn = LARGE.acquire().await.ok();
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body.freeze())
}

/// The body of an open response as a bounded stream of chunks.
pub(super) fn chunks(response: reqwest::Response) -> impl futures::Stream<Item = Result<Bytes, String>> + Send {
    let mut left = limits::STREAM;
    response.bytes_stream().map(move |chunk| {
        let chunk = chunk.map_err(|error| describe(&error))?;
        left =
            left.checked_sub(chunk.len()).ok_or_else(|| format!("a stream of more than {} bytes", limits::STREAM))?;
        Ok(chunk)
    })
}

/// The last link of an error's chain says what happened.
fn describe(error: &(dyn Error + 'static)) -> String {
    let mut cause = error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    cause.to_string()
}

/// How long an agent with too much to do asks its callers to wait (RFC 6585 §4), where that is worth waiting for.
fn asked_to_wait(status: u16, headers: &Headers) -> Option<Duration> {
    let after = || headers.iter().find(|(name, _)| name == "retry-after")?.1.trim().parse().ok();
    let time = if status == 429 { after().map(Duration::from_secs) } else { None };
    time.filter(|time| *time <= Patience::BUSY)
}

fn failure(exchange: usize, why: String) -> HttpFailure {
    HttpFailure { exchange, why, refused: false }
}
