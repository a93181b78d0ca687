//! Answers over both bindings, and what is read from an error: the first two bytes are the status and the form.

#![no_main]

use a2a_assay_harness::agent::transport::answer;
use a2a_assay_harness::agent::{Answer, Binding, ErrorKind, Match};
use libfuzzer_sys::fuzz_target;

const CONTENT_TYPES: [&str; 4] = ["application/json", "application/a2a+json; charset=utf-8", "text/html", ""];

fuzz_target!(|input: &[u8]| {
    let [status, form, body @ ..] = input else { return };
    let status = 100 + u16::from(*status) * 2;
    let binding = Binding::ALL[usize::from(form % 2)];
    let content_type = CONTENT_TYPES[usize::from(form / 2 % 4)];
    match answer(binding, status, content_type, body) {
        Answer::Error(error) => {
            let _ = (error.describe(), error.reason(), error.is_internal(), error.has_a_taken_code());
            let exact = ErrorKind::PROTOCOL.into_iter().filter(|kind| error.compare(*kind) == Match::Exact);
            assert!(exact.count() <= 1, "{error:?}");
        }
        Answer::Malformed(why) | Answer::Silence(why) => assert!(!why.is_empty()),
        Answer::Result(_) => {}
    }
});
