//! One request with its answer, in a line.

use crate::Exchange;
use crate::plain::{brief, plain};

/// How much of an answer is shown.
const SHOWN: usize = 120;

/// When it was sent, what was asked, when it was answered, and how.
pub(crate) fn line(exchange: &Exchange) -> String {
    let answer = match exchange.status {
        Some(status) => format!("< {status} {}", content_type(exchange)),
        None => "< nothing".to_owned(),
    };
    let asked = format!("{} {} {}", exchange.method, path(&exchange.url), exchange.operation);
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

fn content_type(exchange: &Exchange) -> &str {
    exchange.response_headers.iter().find(|(name, _)| name == "content-type").map_or("", |(_, value)| value)
}

/// What stands behind the authority of an address.
fn path(url: &str) -> &str {
    let behind_scheme = url.find("://").map_or(0, |at| at + 3);
    url[behind_scheme..].find('/').map_or("/", |at| &url[behind_scheme + at..])
}
