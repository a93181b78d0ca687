//! Cards, with everything that is read from one.

#![no_main]

use a2a_assay_harness::agent::shape::AGENT_CARD;
use a2a_assay_harness::agent::{Capability, Card, document, meaning, weight};
use a2a_assay_harness::limits;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    assert!(weight(bytes) >= bytes.len());
    let Ok(value) = document(bytes) else { return };
    for flaw in AGENT_CARD.flaws(&value) {
        // A text that was cut ends with a mark.
        assert!(flaw.observed.chars().count() <= limits::TEXT + 1, "{flaw:?}");
    }
    let _ = meaning(&value);
    let card = Card::new(value);
    let _ = (card.name(), card.version(), card.scopes(), card.input_modes());
    let _ = (card.asks_for_credentials(), card.challenge_schemes());
    for capability in [Capability::Streaming, Capability::PushNotifications, Capability::ExtendedAgentCard] {
        let _ = card.offers(capability);
    }
    for interface in card.interfaces() {
        assert!(interface.version.starts_with("1."));
        let _ = card.speaks_the_past_at(&interface.url);
    }
});
