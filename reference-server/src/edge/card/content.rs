//! What the card says: what the agent can do, where it speaks, what it needs.

use a2a_assay_defects::{Defect, Planted};
use serde_json::{Map, Value, json};

use super::super::{Extensions, extensions, version};
use super::INPUT_MODES;
use crate::kernel::access::{Capabilities, Scope, TENANTS};

/// Something that the agent can do.
pub(super) struct Skill {
    id: &'static str,
    name: &'static str,
    description: &'static str,
    tags: &'static [&'static str],
    examples: &'static [&'static str],
}

/// What everybody may use.
pub(super) const SCRIPTED: Skill = Skill {
    id: "scripted",
    name: "Scripted behaviour",
    description: "Behaves as the first word of the message says: complete, stream, slow, hold, ask, \
                  authorize, reject, fail, reply or resume",
    tags: &["testing", "reference"],
    examples: &["complete this", "ask me something"],
};

/// What the privileged may use.
pub(super) const PREMIUM: Skill = Skill {
    id: "premium",
    name: "Premium behaviour",
    description: "Is there to be seen by those who may see it",
    tags: &["testing", "premium"],
    examples: &["complete this in style"],
};

impl Skill {
    /// `AgentSkill`.
    pub(super) fn json(&self, planted: &Planted) -> Value {
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

/// The card but for its skills.
pub(super) fn base(
    origin: &str,
    offered: Capabilities,
    extensions: Extensions,
    planted: &Planted,
) -> Map<String, Value> {
    let mut card = json!({
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
    if !extensions.declared().is_empty() {
        card["capabilities"]["extensions"] = extensions.declared().iter().map(extensions::json).collect();
    }
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
