//! A first target file for an agent, written from its card.

use std::fmt::Write;

use a2a_assay_reports::{brief, plain};
use serde_json::Value;

use super::{Stimulus, Target};
use crate::agent::transport::Http;
use crate::agent::{Capability, Card};
use crate::run::{RunError, Unreachable, discover};

/// The name of the schema file that a draft refers to.
pub const SCHEMA_FILE: &str = "assay.schema.json";

/// Fetches the card of an agent and writes a target file for it: what the card says as it is, everything else as a
/// comment to be filled in.
pub async fn draft(url: &str) -> Result<String, RunError> {
    let target = Target::at(url);
    let http = Http::new(&target).map_err(RunError::Client)?;
    let agent = discover::party(&http, &target, url).await?;
    if agent.listed.is_empty() {
        let why = "it lists no interface of A2A 1.0 that could be judged".to_owned();
        return Err(Unreachable::NoCard { url: agent.card_url, why }.into());
    }
    let bindings: Vec<String> = agent.listed.iter().map(|interface| quoted(interface.binding.name())).collect();
    Ok(written(url, &agent.card, &bindings))
}

fn written(url: &str, card: &Card, bindings: &[String]) -> String {
    let mut out = format!("#:schema {SCHEMA_FILE}\n");
    let _ = writeln!(out, "# What a2a-assay has to know of {}. Try it with: a2a-assay doctor", shown(card.name()));
    let _ = writeln!(out, "url = {}", quoted(url));
    let _ = writeln!(out, "bindings = [{}]\n", bindings.join(", "));
    let lacking = [Capability::Streaming, Capability::PushNotifications, Capability::ExtendedAgentCard];
    if lacking.into_iter().all(|capability| card.offers(capability)) {
        out += "# The agent offers everything. What one says that does not can be judged on a second agent of the same make:\n";
        out += "# minimal = \"http://127.0.0.1:9998\"\n\n";
    }
    out += "# Another address of this same agent, if it has several instances: a cancel there must be told here.\n";
    out += "# instances = [\"http://127.0.0.1:9997\"]\n\n";
    principals(&mut out, card);
    stimuli(&mut out, card);
    if card.is_signed() {
        out +=
            "# The public keys of the card's signatures, where the judge can't get them at the place that they name.\n";
        out += "# [card]\n# keys = \"card-keys.json\"\n\n";
    }
    if card.offers(Capability::PushNotifications) {
        out += "# Where the agent can call back. Give `public` where it gets there by another address.\n";
        out += "# [webhook]\n# listen = \"127.0.0.1:7070\"\n# public = \"https://hooks.example.com\"\n\n";
    }
    out += "# How long the judge waits, in milliseconds: for an answer, and for a task that takes its time.\n";
    out += "[patience]\nreply_ms = 5000\nslow_ms = 2000\n\n";
    out += "# [limits]\n# jobs = 32   # conversations at once\n# rps = 50    # requests a second, at most\n\n";
    out += "# [connection]\n# ca = \"ca.pem\"\n# allow_origins = [\"https://api.example.com\"]   # where credentials may go besides\n";
    out
}

/// One line for each way in that the card names.
fn principals(out: &mut String, card: &Card) {
    *out += "# Who may call. Secrets stay outside this file: { env = \"NAME\" }, { file = \"path\" } or { command = \"line\" }.\n";
    *out += "# alice and bob are two users with full scopes; premium, reader, wrong_audience, expired, forged and\n# subjectless help as well.\n";
    *out += "[principals]\n";
    let schemes = card.value()["securitySchemes"].as_object();
    let mut ways: Vec<String> = schemes.into_iter().flat_map(|schemes| schemes.values()).filter_map(way_in).collect();
    if ways.is_empty() {
        *out += "# The card names no security scheme.\n";
        ways.push("bearer = { env = \"NAME_TOKEN\" }".to_owned());
    }
    for way in ways {
        for who in ["alice", "bob"] {
            let line = way.replace("NAME", &who.to_ascii_uppercase());
            let _ = writeln!(out, "# {who} = {{ {line} }}");
        }
    }
    *out += "\n";
}

/// What a caller shows for a scheme of the card.
fn way_in(scheme: &Value) -> Option<String> {
    if let Some(http) = scheme.get("httpAuthSecurityScheme") {
        let basic = http["scheme"].as_str().is_some_and(|scheme| scheme.eq_ignore_ascii_case("basic"));
        let line = if basic {
            "basic = \"name\", password = { env = \"NAME_PASSWORD\" }"
        } else {
            "bearer = { env = \"NAME_TOKEN\" }"
        };
        return Some(line.to_owned());
    }
    if let Some(key) = scheme.get("apiKeySecurityScheme") {
        let place = match key["location"].as_str()? {
            "query" => "query",
            "cookie" => "cookie",
            _ => "header",
        };
        return Some(format!("{place} = {}, value = {{ env = \"NAME_KEY\" }}", quoted(key["name"].as_str()?)));
    }
    if let Some(oauth) = scheme.get("oauth2SecurityScheme") {
        let flow = &oauth["flows"]["clientCredentials"];
        let Some(url) = flow["tokenUrl"].as_str() else { return Some("bearer = { env = \"NAME_TOKEN\" }".to_owned()) };
        let scopes = flow["scopes"].as_object().into_iter().flat_map(|scopes| scopes.keys());
        let scopes: Vec<String> = scopes.map(|scope| quoted(scope)).collect();
        return Some(format!(
            "oauth = {{ id = \"name\", secret = {{ env = \"NAME_SECRET\" }}, token_url = {}, scopes = [{}] }}",
            quoted(url),
            scopes.join(", ")
        ));
    }
    if scheme.get("openIdConnectSecurityScheme").is_some() {
        return Some("bearer = { env = \"NAME_TOKEN\" }".to_owned());
    }
    scheme.get("mtlsSecurityScheme").map(|_| "certificate = \"name.pem\", key = \"name.key\"".to_owned())
}

fn stimuli(out: &mut String, card: &Card) {
    *out +=
        "# What makes the agent behave. `auto` finds out which convention it understands; a line below overrules it.\n";
    *out += "# A text is what to say; false stands for a behaviour that the agent does not have.\n";
    *out += "[stimuli]\nconvention = \"auto\"\n";
    let skills = card.value()["skills"].as_array().into_iter().flatten();
    let examples = skills.flat_map(|skill| skill["examples"].as_array().into_iter().flatten());
    for example in examples.filter_map(Value::as_str).take(5) {
        let _ = writeln!(out, "# The card gives as an example: {}", shown(example));
    }
    for stimulus in Stimulus::ALL {
        let _ = writeln!(out, "# {} = \"…\"   # {}", stimulus.name(), stimulus.behaviour());
    }
    *out += "# answer = \"…\"   # what to answer when the agent asks\n\n";
}

/// A text of the agent's in a comment: one line, and nothing in it that acts.
fn shown(text: &str) -> String {
    brief(&plain(text), 120)
}

/// A text of the agent's as a TOML string.
fn quoted(text: &str) -> String {
    toml::Value::String(plain(text)).to_string()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_a_card_says_stays_in_its_comment() {
        let card = json!({
            "name": "evil\nurl = \"http://evil.test\"",
            "skills": [{ "examples": ["one\n[principals]"] }],
            "securitySchemes": { "key": { "apiKeySecurityScheme": { "location": "query", "name": "a\"b\nc" } } },
        });
        let draft = written("http://a.test", &Card::new(card), &[]);
        let read: toml::Table = toml::from_str(&draft).expect("a draft is TOML");
        assert_eq!(read["url"].as_str(), Some("http://a.test"));
        assert!(draft.contains("# alice = { query = "), "{draft}");
    }
}
