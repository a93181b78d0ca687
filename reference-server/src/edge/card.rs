//! The agent card: what everybody sees of it, and what authenticated callers do, each signed.

mod content;

use a2a_assay_defects::{Defect, Planted};
use aws_lc_rs::digest::{SHA256, digest};
use serde_json::{Map, Value};

use super::{Extensions, misprints};
use crate::kernel::access::Capabilities;
use crate::signing::{Pen, Reader, Signer};
use content::{PREMIUM, SCRIPTED, Skill};

/// The media types that the agent reads.
pub(crate) const INPUT_MODES: [&str; 2] = ["text/plain", "application/json"];

/// One agent's card, as everybody sees it and as authenticated callers do.
pub(crate) struct Card {
    public: String,
    tag: String,
    plain: Value,
    premium: Value,
}

impl Card {
    /// The card of the agent at this origin, signed by this signer.
    pub(crate) fn new(
        origin: &str,
        offered: Capabilities,
        extensions: Extensions,
        signer: &Signer,
        planted: &Planted,
    ) -> Self {
        let base = content::base(origin, offered, extensions, planted);
        let card = |skills: &[Skill]| with_skills(&base, skills, planted);
        let mut skills: &[Skill] = &[SCRIPTED];
        if planted.plants(Defect::PREMIUM_SKILL_ON_THE_PUBLIC_CARD) {
            skills = &[SCRIPTED, PREMIUM];
        }
        let printed = misprints::printed(card(skills), origin, offered, planted);
        let pen = Pen { signer, origin, smaller: !offered.streaming, strict: extensions.are_required(), planted };
        let public = pen.sign(printed, Reader::Anybody);
        let text = public.to_string();
        Self {
            tag: tag(&text),
            public: text,
            plain: pen.sign(card(&[SCRIPTED]), Reader::Caller),
            premium: pen.borrow(&public, pen.sign(card(&[SCRIPTED, PREMIUM]), Reader::Privileged)),
        }
    }

    /// The public card, as it is sent.
    pub(super) fn public(&self) -> &str {
        &self.public
    }

    /// The public card's strong entity tag.
    pub(super) fn tag(&self) -> &str {
        &self.tag
    }

    /// The card for an authenticated caller.
    pub(super) fn extended(&self, premium: bool) -> Value {
        if premium { self.premium.clone() } else { self.plain.clone() }
    }
}

fn with_skills(base: &Map<String, Value>, skills: &[Skill], planted: &Planted) -> Value {
    let mut card = base.clone();
    card.insert("skills".to_owned(), skills.iter().map(|skill| skill.json(planted)).collect());
    Value::Object(card)
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
