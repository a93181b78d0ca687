//! Where the keys of a card's signatures are had.

use std::collections::BTreeMap;

use url::Url;

use super::Shown;
use crate::agent::{KeySet, Signature, is_loopback};
use crate::prelude::*;
use crate::probe::Page;
use crate::target::origin;

/// The keys that the user gave, and the key sets that were fetched.
pub(super) struct Keys {
    given: KeySet,
    fetched: BTreeMap<String, Page>,
}

impl Keys {
    pub(super) fn of(probe: &Probe) -> Self {
        Self { given: probe.target().keys.clone(), fetched: BTreeMap::new() }
    }

    /// The keys that a signature may be of; none, where that is a violation; or why they can't be had.
    pub(super) async fn of_signature(
        &mut self,
        probe: &Probe,
        signature: &Signature,
        shown: &Shown,
        subject: &str,
    ) -> Result<Option<Vec<Value>>, String> {
        let kid = signature.says("kid");
        let place = signature.says("jku");
        if let Some(url) = place.and_then(|place| Url::parse(place).ok()) {
            let safe = url.scheme() == "https" || is_loopback(&url);
            let expected = "keys over https";
            probe.claim(SIGNATURE_KEYS_HTTPS, safe, subject, expected, &url, &[shown.exchange]);
        }
        let given = self.given.named(kid);
        if !given.is_empty() {
            return Ok(Some(given));
        }
        let Some(place) = place else {
            return Err(format!("{subject} does not say where its key is; give card.keys, a file with the key set"));
        };
        let source = origin(place);
        let expected = "an http or https address of a key set";
        probe.claim(SIGNATURE_KEY_IS_FOUND, source.is_some(), subject, expected, place, &[shown.exchange]);
        let Some(source) = source else { return Ok(None) };
        let remedy = format!("allow it with --allow-origin {source}, or give card.keys, a file with the key set");
        if origin(&shown.url).as_ref() != Some(&source) && !probe.setting.http.trusts(place) {
            return Err(format!("{subject} has its keys at {place}, another origin than the card's; {remedy}"));
        }
        if !self.fetched.contains_key(place) {
            self.fetched.insert(place.to_owned(), probe.key_set(place).await);
        }
        let page = &self.fetched[place];
        match page.status {
            Some(300..=399) => {
                return Err(format!("{place} leads elsewhere; give card.keys, a file with the key set"));
            }
            // That nobody is there, or is too busy, says nothing of the card.
            None | Some(429 | 500..) => {
                return Err(format!(
                    "the keys at {place} can't be had now: {page}; give card.keys, a file with the key set"
                ));
            }
            _ => {}
        }
        let set = KeySet::read(&page.body).ok().filter(|_| page.status == Some(200));
        let found = set.as_ref().map(|set| set.named(kid)).unwrap_or_default();
        let expected = format!("the key {} at {place}", kid.unwrap_or("of the signature"));
        let observed = set.map_or_else(|| page.to_string(), |set| set.ids());
        let there = !found.is_empty();
        let held =
            probe.claim(SIGNATURE_KEY_IS_FOUND, there, subject, expected, observed, &[shown.exchange, page.exchange]);
        Ok(held.then_some(found))
    }
}
