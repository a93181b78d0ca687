//! The record of what passed between judge and agent, secrets replaced by their owners' names.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use a2a_assay_reports::{Exchange, Secret};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use url::Url;

use super::{Headers, HttpRequest, unusable};

/// How much of an answer's body is shown.
const SHOWN: usize = 4096;
/// The longest request body that is kept whole: far longer than what a check sends, unless the user makes it say more.
const LONGEST_REQUEST: usize = 64 * 1024;

/// The exchanges of one probe, in the order in which they began.
#[derive(Debug)]
pub struct Evidence {
    started: Instant,
    entries: Mutex<Vec<Entry>>,
}

/// One exchange as it was kept: cheap to keep, since hardly any is ever shown.
#[derive(Debug)]
struct Entry {
    request: HttpRequest,
    sent_ms: u64,
    answered_ms: u64,
    status: Option<u16>,
    headers: Headers,
    body: Bytes,
    lines: Vec<String>,
    /// Why it brought nothing usable, if so.
    unusable: Option<String>,
}

impl Default for Evidence {
    fn default() -> Self {
        Self { started: Instant::now(), entries: Mutex::default() }
    }
}

impl Evidence {
    /// Begins an exchange and numbers it.
    pub fn begin(&self, request: &HttpRequest) -> usize {
        let sent_ms = self.now();
        let (headers, body, lines) = (Headers::default(), Bytes::new(), Vec::new());
        let entry = Entry {
            request: request.clone(),
            sent_ms,
            answered_ms: sent_ms,
            status: None,
            headers,
            body,
            lines,
            unusable: None,
        };
        let mut entries = self.lock();
        entries.push(entry);
        entries.len() - 1
    }

    /// Writes down what came back; without a status that is nothing, and the body says why.
    pub fn answered(&self, number: usize, status: Option<u16>, headers: &Headers, body: &Bytes) {
        let now = self.now();
        let entry = &mut self.lock()[number];
        entry.answered_ms = now;
        entry.status = status;
        entry.headers = headers.clone();
        entry.body = body.clone();
        if status.is_none() {
            entry.unusable = Some(unusable::cause(&String::from_utf8_lossy(body)));
        }
    }

    /// Writes down why what came back can't be used. The first reason counts: it may have led to others.
    pub fn unusable(&self, number: usize, why: &str) {
        self.lock()[number].unusable.get_or_insert_with(|| unusable::cause(why));
    }

    /// Why the first of these exchanges that brought nothing usable did so.
    pub fn cause(&self, numbers: &[usize]) -> Option<String> {
        let entries = self.lock();
        numbers.iter().filter_map(|number| entries.get(*number)).find_map(|entry| entry.unusable.clone())
    }

    /// Why the last exchange brought nothing usable, if so.
    pub fn last_cause(&self) -> Option<String> {
        self.lock().last().and_then(|entry| entry.unusable.clone())
    }

    /// Adds a line to an answer that comes in pieces.
    pub fn heard(&self, number: usize, line: &str) {
        let now = self.now();
        let entry = &mut self.lock()[number];
        entry.answered_ms = now;
        if entry.lines.len() < 100 {
            entry.lines.push(shortened(line.as_bytes()));
        }
    }

    /// The exchanges with these numbers, as reports show them.
    pub fn show(&self, numbers: &[usize]) -> Vec<Exchange> {
        let entries = self.lock();
        numbers.iter().filter_map(|number| entries.get(*number)).map(Entry::show).collect()
    }

    /// Whether a text stands anywhere in an answer.
    pub fn answer_contains(&self, number: usize, text: &str) -> bool {
        let entries = self.lock();
        let entry = &entries[number];
        let inside = |body: &[u8]| body.windows(text.len().max(1)).any(|window| window == text.as_bytes());
        inside(&entry.body) || entry.lines.iter().any(|line| line.contains(text))
    }

    fn now(&self) -> u64 {
        u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Entry>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Entry {
    fn show(&self) -> Exchange {
        let credential = &self.request.credential;
        let named = credential.named_headers();
        let secret = |(header, _): &(String, String)| {
            Some(Secret { variable: credential.variable()?, header: Some(header.clone()) })
        };
        let secrets = named.iter().filter_map(secret).collect();
        let kept = self.headers.iter().filter(|(name, _)| matters(name));
        let whole = Exchange {
            sent_ms: self.sent_ms,
            answered_ms: self.answered_ms,
            operation: self.request.operation.clone(),
            method: self.request.method.to_string(),
            // As it was sent: a client writes some letters of an address otherwise.
            url: Url::parse(&self.request.url).map_or_else(|_| self.request.url.clone(), String::from),
            request_headers: self.request.headers.iter().cloned().chain(named).collect(),
            secrets,
            status: self.status,
            response_headers: kept.cloned().collect(),
            response_body: if self.lines.is_empty() { shortened(&self.body) } else { self.lines.join("\n") },
            ..Exchange::default()
        };
        match &self.request.body {
            Some(body) => with_body(whole, body),
            None => whole,
        }
    }
}

/// The exchange with the body that was sent: as text where that can tell it whole.
fn with_body(exchange: Exchange, body: &Bytes) -> Exchange {
    let length = (body.len() > LONGEST_REQUEST).then_some(body.len());
    let kept = &body[..body.len().min(LONGEST_REQUEST)];
    let exchange = Exchange { request_body_length: length, ..exchange };
    match std::str::from_utf8(kept) {
        // A zero byte is text, but not for the shell in which a request is to be repeated.
        Ok(text) if !text.contains('\0') => Exchange { request_body: Some(text.to_owned()), ..exchange },
        _ => Exchange { request_body_base64: Some(STANDARD.encode(kept)), ..exchange },
    }
}

/// A body as text, cut where it is longer than what is shown.
fn shortened(body: &[u8]) -> String {
    let mut text = String::from_utf8_lossy(&body[..body.len().min(SHOWN)]).into_owned();
    if body.len() > SHOWN {
        text += &format!("… ({} bytes in all)", body.len());
    }
    text
}

fn matters(header: &str) -> bool {
    matches!(header, "content-type" | "www-authenticate" | "etag" | "cache-control" | "location" | "retry-after")
}
