//! Where in a report words may stand that are not ours: what an agent, its card or the user's settings contributed.
//!
//! Every member is named here, so that a new one can't be forgotten by whoever has to treat such words with care.

use crate::{CheckResult, Exchange, Finding, TargetInfo, Violation};

/// A part of a report that holds words of others.
pub trait Foreign {
    /// Shows each text that is not ours, to be changed where it must be.
    fn each_foreign_text(&mut self, change: &mut dyn FnMut(&mut String));
}

impl Foreign for TargetInfo {
    fn each_foreign_text(&mut self, change: &mut dyn FnMut(&mut String)) {
        let Self { url, name, version, protocol, bindings } = self;
        [url, name, version, protocol].into_iter().chain(bindings).for_each(change);
    }
}

impl Foreign for Finding {
    fn each_foreign_text(&mut self, change: &mut dyn FnMut(&mut String)) {
        let Self { standing: _, topic: _, found, fix } = self;
        change(found);
        fix.iter_mut().for_each(change);
    }
}

impl Foreign for CheckResult {
    fn each_foreign_text(&mut self, change: &mut dyn FnMut(&mut String)) {
        let Self {
            id: _,
            slug: _,
            rules: _,
            group: _,
            title: _,
            binding: _,
            over: _,
            verdict: _,
            subjects: _,
            violations,
            reason,
            prevented: _,
            cause,
            duration_ms: _,
            assertions: _,
        } = self;
        reason.iter_mut().chain(cause).for_each(&mut *change);
        for violation in violations {
            violation.each_foreign_text(change);
        }
    }
}

impl Foreign for Violation {
    fn each_foreign_text(&mut self, change: &mut dyn FnMut(&mut String)) {
        let Self {
            rule: _,
            level: _,
            section: _,
            text: _,
            binding: _,
            subject,
            expected,
            observed,
            cause,
            exchanges,
            place: _,
        } = self;
        [subject, expected, observed].into_iter().chain(cause).for_each(&mut *change);
        for exchange in exchanges {
            exchange.each_foreign_text(change);
        }
    }
}

impl Foreign for Exchange {
    fn each_foreign_text(&mut self, change: &mut dyn FnMut(&mut String)) {
        let Self {
            sent_ms: _,
            answered_ms: _,
            operation,
            method,
            url,
            request_headers,
            request_body,
            request_body_base64,
            request_body_length: _,
            secrets: _,
            altered,
            status: _,
            response_headers,
            response_body,
        } = self;
        let headers = request_headers.iter_mut().flat_map(|(name, value)| [name, value]);
        let bodies = request_body.iter_mut().chain(request_body_base64);
        for text in [operation, method, url].into_iter().chain(headers).chain(bodies) {
            let before = text.clone();
            change(text);
            *altered |= *text != before;
        }
        let headers = response_headers.iter_mut().flat_map(|(name, value)| [name, value]);
        headers.chain([response_body]).for_each(change);
    }
}
