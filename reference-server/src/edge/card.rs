//! The agent card: what everybody sees of it, and what authenticated callers do, each signed.

mod content;

use std::sync::{Arc, OnceLock};

use a2a_assay_defects::{Defect, Planted};
use aws_lc_rs::digest::{SHA256, digest};
use serde_json::Value;

use super::{Extensions, misprints};
use crate::kernel::access::Capabilities;
use crate::signing::{Pen, Reader, Signer};
use content::{PREMIUM, SCRIPTED, Skill};

/// The media types that the agent reads.
pub(crate) const INPUT_MODES: [&str; 2] = ["text/plain", "application/json"];

/// One agent's card, as everybody sees it and as authenticated callers do; each is signed when it is first asked for.
pub(crate) struct Card {
    holder: Holder,
    public: OnceLock<Public>,
    plain: OnceLock<Value>,
    premium: OnceLock<Value>,
}

/// Whose card it is, and who signs it.
pub(crate) struct Holder {
    pub(crate) origin: String,
    pub(crate) offered: Capabilities,
    pub(crate) extensions: Extensions,
    pub(crate) signer: Arc<Signer>,
    pub(crate) planted: Planted,
}

/// The card that everybody sees.
struct Public {
    signed: Value,
    text: String,
    tag: String,
}

impl Card {
    pub(crate) fn new(holder: Holder) -> Self {
        Self { holder, public: OnceLock::new(), plain: OnceLock::new(), premium: OnceLock::new() }
    }

    /// The public card, as it is sent.
    pub(crate) fn public(&self) -> &str {
        &self.shown().text
    }

    /// The public card's strong entity tag.
    pub(super) fn tag(&self) -> &str {
        &self.shown().tag
    }

    /// The card for an authenticated caller.
    pub(super) fn extended(&self, premium: bool) -> Value {
        let holder = &self.holder;
        let card = if premium {
            self.premium.get_or_init(|| {
                let signed = holder.pen().sign(holder.card(&[SCRIPTED, PREMIUM]), Reader::Privileged);
                holder.pen().borrow(&self.shown().signed, signed)
            })
        } else {
            self.plain.get_or_init(|| holder.pen().sign(holder.card(&[SCRIPTED]), Reader::Caller))
        };
        card.clone()
    }

    fn shown(&self) -> &Public {
        self.public.get_or_init(|| self.holder.public())
    }
}

impl Holder {
    fn public(&self) -> Public {
        let mut skills: &[Skill] = &[SCRIPTED];
        if self.planted.plants(Defect::PREMIUM_SKILL_ON_THE_PUBLIC_CARD) {
            skills = &[SCRIPTED, PREMIUM];
        }
        let printed = misprints::printed(self.card(skills), &self.origin, self.offered, &self.planted);
        let signed = self.pen().sign(printed, Reader::Anybody);
        let text = signed.to_string();
        Public { tag: tag(&text), text, signed }
    }

    fn card(&self, skills: &[Skill]) -> Value {
        let mut card = content::base(&self.origin, self.offered, self.extensions, &self.planted);
        card.insert("skills".to_owned(), skills.iter().map(|skill| skill.json(&self.planted)).collect());
        Value::Object(card)
    }

    fn pen(&self) -> Pen<'_> {
        Pen {
            signer: &self.signer,
            origin: &self.origin,
            smaller: !self.offered.streaming,
            strict: self.extensions.are_required(),
            planted: &self.planted,
        }
    }
}

fn tag(text: &str) -> String {
    use std::fmt::Write;

    let digest = digest(&SHA256, text.as_bytes());
    let mut tag = String::from("\"");
    for byte in &digest.as_ref()[..16] {
        let _ = write!(tag, "{byte:02x}");
    }
    tag.push('"');
    tag
}
