//! One request with its answer, in a line.

use crate::Exchange;
use crate::plain::{brief, plain};

/// How much of an answer is shown.
const SHOWN: usize = 120;

/// When it was sent, what was asked, when it was answered, and how.
pub(crate) fn line(exchange: &Exchange) -> String {
    let answer = match exchange.status {
        Some(status) => format!("< {status} {}", exchange.content_type()),
        None => "< nothing".to_owned(),
    };
    let asked = format!("{} {} {}", exchange.method, exchange.path(), exchange.operation);
    let line = format!(
        "{:>5} ms > {}  {:>5} ms {}  {}",
        exchange.sent_ms,
        plain(&asked),
        exchange.answered_ms,
        plain(answer.trim_end()),
        brief(exchange.response_body.trim_end(), SHOWN)
    );
    line.trim_end().to_owned()
}
