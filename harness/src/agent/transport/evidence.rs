//! The record of what passed between judge and agent, secrets replaced by their owners' names.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use a2a_assay_reports::Exchange;

/// How much of a body is kept.
const KEPT: usize = 4096;

/// The exchanges of one probe, in the order in which they began.
#[derive(Debug)]
pub struct Evidence {
    started: Instant,
    exchanges: Mutex<Vec<Exchange>>,
}

impl Default for Evidence {
    fn default() -> Self {
        Self { started: Instant::now(), exchanges: Mutex::default() }
    }
}

impl Evidence {
    /// Begins an exchange and numbers it.
    pub fn begin(&self, mut exchange: Exchange) -> usize {
        exchange.sent_ms = self.now();
        let mut exchanges = self.lock();
        exchanges.push(exchange);
        exchanges.len() - 1
    }

    /// Writes down what came back.
    pub fn answered(&self, number: usize, status: Option<u16>, headers: &[(String, String)], body: &[u8]) {
        let now = self.now();
        let mut exchanges = self.lock();
        let exchange = &mut exchanges[number];
        exchange.answered_ms = now;
        exchange.status = status;
        exchange.response_headers = headers.iter().filter(|(name, _)| matters(name)).cloned().collect();
        exchange.response_body = shortened(body);
    }

    /// Adds a line to an answer that comes in pieces.
    pub fn heard(&self, number: usize, line: &str) {
        let now = self.now();
        let mut exchanges = self.lock();
        let exchange = &mut exchanges[number];
        exchange.answered_ms = now;
        if exchange.response_body.len() < KEPT {
            exchange.response_body += &shortened(line.as_bytes());
            exchange.response_body.push('\n');
        }
    }

    /// The exchanges with these numbers.
    pub fn show(&self, numbers: &[usize]) -> Vec<Exchange> {
        let exchanges = self.lock();
        numbers.iter().filter_map(|number| exchanges.get(*number)).cloned().collect()
    }

    /// The number of the latest exchange.
    pub fn latest(&self) -> Option<usize> {
        self.lock().len().checked_sub(1)
    }

    fn now(&self) -> u64 {
        u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Exchange>> {
        self.exchanges.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A body as text, cut where it is longer than what is kept.
pub(super) fn shortened(body: &[u8]) -> String {
    let kept = &body[..body.len().min(KEPT)];
    let mut text = String::from_utf8_lossy(kept).into_owned();
    if body.len() > KEPT {
        text += &format!("… ({} bytes in all)", body.len());
    }
    text
}

fn matters(header: &str) -> bool {
    matches!(header, "content-type" | "www-authenticate" | "etag" | "cache-control" | "location" | "retry-after")
}
