//! The conversation that shows a failure: when what was asked, and what came back.

use maud::{Markup, html};

use super::indented::indented;
use crate::Exchange;
use crate::html::words::{Lines, Said};

/// All of it in its order; the last exchange, which tells most, is laid open.
pub(super) fn transcript(exchanges: &[Exchange]) -> Markup {
    let begin = exchanges.iter().map(|exchange| exchange.sent_ms).min().unwrap_or_default();
    let end = exchanges.iter().map(|exchange| exchange.answered_ms).max().unwrap_or_default();
    let span = (begin, end.saturating_sub(begin).max(1));
    html! {
        ol.transcript {
            @for (place, exchange) in exchanges.iter().enumerate() {
                li { (told(exchange, span, place + 1 == exchanges.len())) }
            }
        }
    }
}

fn told(exchange: &Exchange, (begin, length): (u64, u64), is_last: bool) -> Markup {
    let width = exchange.answered_ms.saturating_sub(exchange.sent_ms);
    html! {
        details open[is_last] {
            summary {
                span.time { (exchange.sent_ms) " ms" } " "
                span.asked { b { (Said(&exchange.method)) } " " (Said(exchange.path())) " " em { (Said(&exchange.operation)) } } " "
                (answer(exchange)) " "
                span.time { (exchange.answered_ms) " ms" }
                svg.when viewBox={ "0 0 " (length) " 1" } preserveAspectRatio="none" aria-hidden="true" {
                    rect x=(exchange.sent_ms - begin) y="0" width=(width.max(length / 100).max(1)) height="1" {}
                }
            }
            div.sides {
                div {
                    h5 { "request" }
                    pre tabindex="0" { (Said(&exchange.method)) " " (Said(&exchange.url)) "\n" (headers(&exchange.request_headers)) (asked(exchange)) }
                }
                div {
                    h5 { "answer" }
                    @match exchange.status {
                        None => p.quiet { "none came" },
                        Some(status) => pre tabindex="0" { (status) "\n" (headers(&exchange.response_headers)) "\n" (Lines(readable(&exchange.response_body))) },
                    }
                }
            }
        }
    }
}

fn answer(exchange: &Exchange) -> Markup {
    html! {
        span.answer {
            @match exchange.status {
                None => b { "no answer" },
                Some(status) => { b { (status) } " " (Said(exchange.content_type())) },
            }
        }
    }
}

fn headers(headers: &[(String, String)]) -> Markup {
    html! { @for (name, value) in headers { span.header { (Said(name)) ":" } " " (Said(value)) "\n" } }
}

fn asked(exchange: &Exchange) -> Markup {
    html! {
        @if let Some(body) = &exchange.request_body { "\n" (Lines(readable(body))) }
        @if let Some(bytes) = &exchange.request_body_base64 { "\nin base64: " (Said(bytes)) }
        @if let Some(length) = exchange.request_body_length { "\nof " (length) " bytes, not kept whole" }
        @if exchange.altered { "\nwith names where the agent had made a secret part of it" }
    }
}

/// A body with each line that is JSON laid out; otherwise as it was.
fn readable(body: &str) -> String {
    body.trim_end().split('\n').map(indented).collect::<Vec<_>>().join("\n")
}
