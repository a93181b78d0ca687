//! What a defective server prints wrongly on its public card; a sound one prints the card as it is.

use a2a_assay_defects::{Defect, Planted};
use serde_json::{Value, json};

use crate::kernel::access::Capabilities;

/// The public card, as it is printed.
pub(super) fn printed(mut card: Value, origin: &str, offered: Capabilities, planted: &Planted) -> Value {
    if !planted.is_empty() {
        skills(&mut card, planted);
        interfaces(&mut card, origin, planted);
        members(&mut card, origin, planted);
        security(&mut card, offered, planted);
    }
    card
}

fn skills(card: &mut Value, planted: &Planted) {
    if planted.plants(Defect::CARD_SKILLS_NULL) {
        card["skills"] = Value::Null;
    }
    if planted.plants(Defect::CARD_WITHOUT_SKILLS) {
        card["skills"] = json!([]);
    }
}

fn interfaces(card: &mut Value, origin: &str, planted: &Planted) {
    let mut list = |url: &str, version: &str| {
        if let Some(listed) = card["supportedInterfaces"].as_array_mut() {
            listed.push(json!({ "url": url, "protocolBinding": "JSONRPC", "protocolVersion": version }));
        }
    };
    if planted.plants(Defect::CARD_OLD_INTERFACE_OVER_HTTP) {
        list("http://agent.example.com/v0", "0.3");
    }
    if planted.plants(Defect::CARD_RELATIVE_INTERFACE) {
        list("/rpc", "1.0");
    }
    if planted.plants(Defect::CARD_VERSION_WITH_PATCH) {
        list(&format!("{origin}/rpc"), "1.0.0");
    }
    if planted.plants(Defect::CARD_LISTS_UNSPOKEN_VERSION) {
        list(&format!("{origin}/rpc"), "1.1");
    }
}

fn members(card: &mut Value, origin: &str, planted: &Planted) {
    if planted.plants(Defect::CARD_KEEPS_OLD_MEMBERS) {
        card["url"] = format!("{origin}/rpc").into();
        card["preferredTransport"] = "JSONRPC".into();
    }
    if planted.plants(Defect::CARD_MEMBER_IN_SNAKE_CASE) {
        rename(card, "documentationUrl", "documentation_url");
    }
}

fn security(card: &mut Value, offered: Capabilities, planted: &Planted) {
    if planted.plants(Defect::CARD_SCHEME_UNDER_SHORT_NAME) {
        rename(&mut card["securitySchemes"]["bearer"], "httpAuthSecurityScheme", "http");
    }
    if planted.plants(Defect::CARD_REQUIRES_UNDECLARED_SCHEME)
        && let Some(requirements) = card["securityRequirements"].as_array_mut()
    {
        requirements.push(json!({ "schemes": { "certificate": { "list": [] } } }));
    }
    if planted.plants(Defect::CARD_REQUIRES_ANOTHER_LOGIN) {
        card["securitySchemes"]["password"] = json!({ "httpAuthSecurityScheme": { "scheme": "Basic" } });
        card["securityRequirements"] = json!([{ "schemes": { "password": { "list": [] } } }]);
    }
    if planted.plants(Defect::CARD_SECURITY_MISNAMED) {
        rename(card, "securityRequirements", "security");
    }
    let mut forgets = planted.plants(Defect::CARD_SECURITY_DROPPED);
    if planted.plants(Defect::MINIMAL_CARD_WITHOUT_SECURITY) {
        forgets = !offered.streaming;
    }
    if forgets && let Some(members) = card.as_object_mut() {
        members.remove("securitySchemes");
        members.remove("securityRequirements");
    }
}

fn rename(object: &mut Value, from: &str, to: &str) {
    if let Some(members) = object.as_object_mut()
        && let Some(value) = members.remove(from)
    {
        members.insert(to.to_owned(), value);
    }
}
