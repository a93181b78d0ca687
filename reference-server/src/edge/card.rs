//! The agent card: what the agent is, where it speaks, what it needs.

use a2a_assay_defects::{Defect, Planted};
use aws_lc_rs::digest::{SHA256, digest};
use serde_json::{Map, Value, json};

use super::version;
use crate::kernel::access::{Capabilities, Scope, TENANTS};

/// The media types that the agent reads.
pub(crate) const INPUT_MODES: [&str; 2] = ["text/plain", "application/json"];

/// One agent's card, as everybody sees it and as authenticated callers do.
pub(crate) struct Card {
    base: Map<String, Value>,
    public: String,
    tag: String,
    planted: Planted,
}

impl Card {
    /// The card of the agent at this origin.
    pub(crate) fn new(origin: &str, offered: Capabilities, planted: Planted) -> Self {
        let mut card =
            Self { base: base(origin, offered, &planted), public: String::new(), tag: String::new(), planted };
        card.public = card.with_skills(&[SCRIPTED]).to_string();
        card.tag = tag(&card.public);
        card
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
        if premium { self.with_skills(&[SCRIPTED, PREMIUM]) } else { self.with_skills(&[SCRIPTED]) }
    }

    fn with_skills(&self, skills: &[Skill]) -> Value {
        let skills = skills.iter().map(|skill| skill.json(&self.planted));
        let mut card = self.base.clone();
        card.insert("skills".to_owned(), skills.collect());
        Value::Object(card)
    }
}

/// Something that the agent can do.
struct Skill {
    id: &'static str,
    name: &'static str,
    description: &'static str,
    tags: &'static [&'static str],
    examples: &'static [&'static str],
}

const SCRIPTED: Skill = Skill {
    id: "scripted",
    name: "Scripted behaviour",
    description: "Behaves as the first word of the message says: complete, stream, slow, hold, ask, \
                  authorize, reject, fail or reply",
    tags: &["testing", "reference"],
    examples: &["complete this", "ask me something"],
};

const PREMIUM: Skill = Skill {
    id: "premium",
    name: "Premium behaviour",
    description: "Is there to be seen by those who may see it",
    tags: &["testing", "premium"],
    examples: &["complete this in style"],
};

impl Skill {
    fn json(&self, planted: &Planted) -> Value {
        let mut skill = json!({
            "id": self.id,
            "name": self.name,
            "description": self.description,
            "tags": self.tags,
            "examples": self.examples,
        });
        if planted.plants(Defect::CARD_SKILL_WITHOUT_TAGS)
            && let Some(members) = skill.as_object_mut()
        {
            members.remove("tags");
        }
        skill
    }
}

fn base(origin: &str, offered: Capabilities, planted: &Planted) -> Map<String, Value> {
    let card = json!({
        "name": "A2A Assay Reference Agent",
        "description": "A small correct agent that behaves as it is told, for judging those who judge agents",
        "supportedInterfaces": interfaces(origin, planted),
        "provider": { "organization": "A2A Assay", "url": "https://github.com/a2a-assay/a2a-assay" },
        "version": env!("CARGO_PKG_VERSION"),
        "documentationUrl": "https://github.com/a2a-assay/a2a-assay",
        "capabilities": {
            "streaming": offered.streaming,
            "pushNotifications": offered.push,
            "extendedAgentCard": offered.extended_card,
        },
        "securitySchemes": security_schemes(origin),
        "securityRequirements": [
            { "schemes": { "bearer": { "list": [] } } },
            { "schemes": { "oauth2": { "list": [Scope::Read.name(), Scope::Write.name()] } } },
        ],
        "defaultInputModes": INPUT_MODES,
        "defaultOutputModes": ["text/plain"],
    });
    match card {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}

/// Every binding for every tenant; the interfaces without a tenant come first.
fn interfaces(origin: &str, planted: &Planted) -> Vec<Value> {
    let mut interfaces = Vec::new();
    for tenant in TENANTS {
        for (binding, path) in [("JSONRPC", "/rpc"), ("HTTP+JSON", "/rest")] {
            let mut interface = json!({
                "url": format!("{origin}{path}"),
                "protocolBinding": binding,
                "protocolVersion": version::SPOKEN,
            });
            if !tenant.is_empty() {
                interface["tenant"] = tenant.into();
            }
            interfaces.push(interface);
        }
    }
    if planted.plants(Defect::DEAD_INTERFACE_LISTED) {
        interfaces.push(json!({
            "url": format!("{origin}/gone"),
            "protocolBinding": "JSONRPC",
            "protocolVersion": version::SPOKEN,
        }));
    }
    interfaces
}

fn security_schemes(origin: &str) -> Value {
    json!({
        "bearer": { "httpAuthSecurityScheme": {
            "description": "A signed token from the token endpoint",
            "scheme": "Bearer",
            "bearerFormat": "JWT",
        } },
        "oauth2": { "oauth2SecurityScheme": {
            "description": "The token endpoint of this server",
            "flows": { "clientCredentials": {
                "tokenUrl": format!("{origin}/token"),
                "scopes": {
                    (Scope::Read.name()): "see one's own tasks",
                    (Scope::Write.name()): "send messages, cancel tasks, register webhooks",
                    (Scope::Premium.name()): "see the premium skill on the extended card",
                },
            } },
        } },
    })
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
