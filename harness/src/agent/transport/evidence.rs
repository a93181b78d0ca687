//! The record of what passed between judge and agent, secrets replaced by their owners' names.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use a2a_assay_reports::{Exchange, Secret};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use url::Url;

use super::{Headers, HttpRequest, unusable};
use crate::limits;
use crate::target::{Place, Shown};

/// How much of an answer's body is shown.
const SHOWN: usize = 4096;
/// The longest request body that is kept whole: far longer than what a check sends, unless the user makes it say more.
const LONGEST_REQUEST: usize = 64 * 1024;

/// How many pieces of an answer are shown.
const PIECES: usize = 100;

/// The exchanges of one probe, in the order in which they began.
#[derive(Debug)]
pub struct Evidence {
    started: Instant,
    kept: Mutex<Kept>,
}

#[derive(Debug)]
struct Kept {
    entries: Vec<Entry>,
    /// How many bytes of answers may still be kept whole.
    left: usize,
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
    /// How long the body was.
    length: usize,
    /// The pieces of an answer that comes in pieces.
    lines: Vec<String>,
    /// Whether all of the answer was kept.
    whole: bool,
    /// Why it brought nothing usable, if so.
    unusable: Option<String>,
}

impl Default for Evidence {
    fn default() -> Self {
        Self { started: Instant::now(), kept: Mutex::new(Kept { entries: Vec::new(), left: limits::EVIDENCE }) }
    }
}

impl Evidence {
    /// Begins an exchange and numbers it.
    pub fn begin(&self, request: &HttpRequest) -> usize {
        let sent_ms = self.now();
        let entry = Entry {
            request: HttpRequest { url: limits::shown(&request.url), ..request.clone() },
            sent_ms,
            answered_ms: sent_ms,
            status: None,
            headers: Headers::default(),
            body: Bytes::new(),
            length: 0,
            lines: Vec::new(),
            whole: true,
            unusable: None,
        };
        let entries = &mut self.lock().entries;
        entries.push(entry);
        entries.len() - 1
    }

    /// Writes down what came back; without a status that is nothing, and the body says why.
    pub fn answered(&self, number: usize, status: Option<u16>, headers: &Headers, body: &Bytes) {
        let now = self.now();
        let kept = &mut *self.lock();
        let entry = &mut kept.entries[number];
        entry.answered_ms = now;
        entry.status = status;
        entry.headers = headers.iter().filter(|(name, _)| matters(name)).cloned().collect();
        entry.length = body.len();
        entry.whole = body.len() <= kept.left;
        if entry.whole {
            kept.left -= body.len();
            entry.body = body.clone();
        } else {
            // A copy, since a slice would keep the whole alive.
            entry.body = Bytes::copy_from_slice(&body[..body.len().min(SHOWN)]);
        }
        if status.is_none() {
            entry.unusable = Some(unusable::cause(&String::from_utf8_lossy(body)));
        }
    }

    /// Writes down why what came back can't be used. The first reason counts: it may have led to others.
    pub fn unusable(&self, number: usize, why: &str) {
        self.lock().entries[number].unusable.get_or_insert_with(|| unusable::cause(&limits::shown(why)));
    }

    /// Why the first of these exchanges that brought nothing usable did so.
    pub fn cause(&self, numbers: &[usize]) -> Option<String> {
        let kept = self.lock();
        numbers.iter().filter_map(|number| kept.entries.get(*number)).find_map(|entry| entry.unusable.clone())
    }

    /// Why the last exchange brought nothing usable, if so.
    pub fn last_cause(&self) -> Option<String> {
        self.lock().entries.last().and_then(|entry| entry.unusable.clone())
    }

    /// Adds a line to an answer that comes in pieces.
    pub fn heard(&self, number: usize, line: &str) {
        let now = self.now();
        let kept = &mut *self.lock();
        let entry = &mut kept.entries[number];
        entry.answered_ms = now;
        let room = entry.lines.len() < PIECES && kept.left > 0;
        entry.whole &= room && line.len() <= SHOWN;
        if room {
            let line = shortened(line.as_bytes(), line.len());
            kept.left = kept.left.saturating_sub(line.len());
            entry.lines.push(line);
        }
    }

    /// The exchanges with these numbers, as reports show them.
    pub fn show(&self, numbers: &[usize]) -> Vec<Exchange> {
        let entries = &self.lock().entries;
        numbers.iter().filter_map(|number| entries.get(*number)).map(Entry::show).collect()
    }

    /// Whether a text stands anywhere in an answer; nothing, where it was too long to be kept whole and what was kept
    /// does not have the text.
    pub fn answer_contains(&self, number: usize, text: &str) -> Option<bool> {
        let entry = &self.lock().entries[number];
        let inside = |body: &[u8]| body.windows(text.len().max(1)).any(|window| window == text.as_bytes());
        let found = inside(&entry.body) || entry.lines.iter().any(|line| line.contains(text));
        (found || entry.whole).then_some(found)
    }

    fn now(&self) -> u64 {
        u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Entry {
    fn show(&self) -> Exchange {
        let credential = &self.request.credential;
        let secret = |shown: &Shown| Secret {
            variable: shown.variable.clone(),
            header: match shown.place {
                Place::Header => Some(shown.name.clone()),
                Place::Cookie => Some("cookie".to_owned()),
                Place::Query => None,
            },
        };
        let whole = Exchange {
            sent_ms: self.sent_ms,
            answered_ms: self.answered_ms,
            operation: self.request.operation.clone(),
            method: self.request.method.to_string(),
            // As it was sent: a client writes some letters of an address otherwise.
            url: credential
                .named_address(&Url::parse(&self.request.url).map_or_else(|_| self.request.url.clone(), String::from)),
            request_headers: self.request.headers.iter().cloned().chain(credential.named_headers()).collect(),
            secrets: credential.shown().iter().map(secret).collect(),
            status: self.status,
            response_headers: self.headers.to_vec(),
            response_body: if self.lines.is_empty() {
                shortened(&self.body, self.length)
            } else {
                self.lines.join("\n")
            },
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

/// The beginning of a body as text, cut where it was longer than what is shown.
fn shortened(body: &[u8], length: usize) -> String {
    let mut text = String::from_utf8_lossy(&body[..body.len().min(SHOWN)]).into_owned();
    if length > SHOWN {
        text += &format!("… ({length} bytes in all)");
    }
    text
}

fn matters(header: &str) -> bool {
    matches!(header, "content-type" | "www-authenticate" | "etag" | "cache-control" | "location" | "retry-after")
}

#[cfg(test)]
mod tests {
    use reqwest::Method;

    use super::*;
    use crate::target::Credential;

    fn asked(evidence: &Evidence) -> usize {
        evidence.begin(&HttpRequest {
            operation: "GetTask".to_owned(),
            method: Method::GET,
            url: "http://a.test".to_owned(),
            headers: Vec::new(),
            body: None,
            credential: Credential::NOBODY,
        })
    }

    #[test]
    fn what_was_not_kept_whole_is_not_said_to_lack_a_text() {
        let (evidence, large) = (Evidence::default(), Bytes::from(vec![b'x'; limits::EVIDENCE - 10]));
        let (first, second) = (asked(&evidence), asked(&evidence));
        evidence.answered(first, Some(200), &Headers::default(), &large);
        evidence.answered(second, Some(200), &Headers::default(), &large);

        assert_eq!(evidence.answer_contains(first, "secret"), Some(false));
        assert_eq!(evidence.answer_contains(second, "secret"), None);
        assert_eq!(evidence.answer_contains(second, "xx"), Some(true));
        assert!(evidence.show(&[second])[0].response_body.contains("bytes in all"));
    }
}
