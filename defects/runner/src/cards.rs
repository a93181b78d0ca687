//! What a defect changes on the public cards of the reference server.

use std::collections::HashSet;

use a2a_assay_defects::Planted;
use a2a_assay_harness::agent::Card;
use a2a_assay_reference_server::{Options, spawn};

use crate::judge::JudgeError;

/// Each signature is made anew, with a key of its own: it can't be compared.
const INCOMPARABLE: &str = "signatures";

/// The cards of one server, with the same addresses on them whichever it is.
pub(crate) struct Cards(Vec<Card>);

impl Cards {
    /// The cards of a server with these defects.
    pub(crate) async fn of(planted: Planted) -> Result<Self, JudgeError> {
        let server = spawn(Options { planted, ..Options::default() }).await.map_err(JudgeError::Start)?;
        let own = [server.url(), server.minimal_url(), server.strict_url()];
        let read = |(card, origin): (&str, &str)| {
            let card = card.replace(origin, "http://agent.test");
            Card::new(serde_json::from_str(&card).unwrap_or_default())
        };
        Ok(Self(server.cards().zip(own).map(read).collect()))
    }

    /// The members that may be others than there, or stand only here or there; nothing where whoever finds the agent
    /// speaks to other interfaces, which makes a difference to everybody.
    pub(crate) fn other_than(&self, there: &Self) -> Option<HashSet<String>> {
        let mut others = HashSet::from([INCOMPARABLE.to_owned()]);
        for (here, there) in self.0.iter().zip(&there.0) {
            if here.preferred(&[]) != there.preferred(&[]) {
                return None;
            }
            let (here, there) = (here.value(), there.value());
            let names = here.as_object().into_iter().chain(there.as_object()).flat_map(serde_json::Map::keys);
            others.extend(names.filter(|name| here.get(name) != there.get(name)).cloned());
        }
        Some(others)
    }
}
