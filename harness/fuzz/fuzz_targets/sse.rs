//! Streams of events, cut into chunks anywhere: the first byte says how large, and over which binding.

#![no_main]

use std::time::Duration;

use a2a_assay_harness::agent::Binding;
use a2a_assay_harness::agent::transport::{End, EventStream, Transcript};
use a2a_assay_harness::probe::Folded;
use bytes::Bytes;
use libfuzzer_sys::fuzz_target;
use tokio::runtime::{Builder, Runtime};

thread_local! {
    static RUNTIME: Runtime = Builder::new_current_thread().enable_time().build().expect("a runtime");
}

fuzz_target!(|input: &[u8]| {
    let Some((first, bytes)) = input.split_first() else { return };
    let binding = Binding::ALL[usize::from(first % 2)];
    let (cut, whole) = (transcript(binding, bytes, usize::from(first / 2) + 1), transcript(binding, bytes, usize::MAX));
    // How the bytes came makes no difference to what they say.
    assert_eq!(said(&cut), said(&whole));
    assert_ne!(whole.end, End::StillOpen);
    for event in &whole.events {
        let _ = (event.task(), event.task_id(), event.context_id(), event.state(), event.is_update());
    }
    let _ = Folded::of(&whole.events).essence();
});

fn transcript(binding: Binding, bytes: &[u8], chunk: usize) -> Transcript {
    let chunks = bytes.chunks(chunk).map(Bytes::copy_from_slice).collect();
    let stream = EventStream::recorded(binding, chunks);
    RUNTIME.with(|runtime| runtime.block_on(stream.rest_within(Duration::from_secs(5))))
}

fn said(transcript: &Transcript) -> (Vec<String>, &End) {
    let events = transcript.events.iter().map(|event| format!("{}: {}", event.describe(), event.value));
    (events.collect(), &transcript.end)
}
