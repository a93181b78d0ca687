//! The agent's card, read leniently: a flaw of the card is a finding, not the end of the run.

mod read;

use std::fmt;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

pub use read::CardRead;
use serde_json::Value;
use url::Url;

use crate::limits;

/// A binding of the protocol that we speak.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Binding {
    /// JSON-RPC 2.0 over HTTP (§9).
    JsonRpc,
    /// HTTP+JSON, also called REST (§11).
    HttpJson,
}

impl Binding {
    /// The bindings that we speak.
    pub const ALL: [Self; 2] = [Self::JsonRpc, Self::HttpJson];

    /// The name of the binding on a card.
    pub fn name(self) -> &'static str {
        match self {
            Self::JsonRpc => "JSONRPC",
            Self::HttpJson => "HTTP+JSON",
        }
    }

    /// The binding with this name on a card.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|binding| binding.name().eq_ignore_ascii_case(name))
    }
}

impl fmt::Display for Binding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One entry of the card's supportedInterfaces that we can speak.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interface {
    /// Where the interface is, exactly as written.
    pub url: Url,
    /// How to speak there.
    pub binding: Binding,
    /// The protocol version declared for it.
    pub version: String,
    /// The tenant that every request there must name.
    pub tenant: Option<String>,
}

/// Something that a card may offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Capability {
    /// Streams of events.
    Streaming,
    /// Push notifications.
    PushNotifications,
    /// An extended card for authenticated callers.
    ExtendedAgentCard,
}

impl Capability {
    /// The member of `capabilities`.
    pub fn member(self) -> &'static str {
        match self {
            Self::Streaming => "streaming",
            Self::PushNotifications => "pushNotifications",
            Self::ExtendedAgentCard => "extendedAgentCard",
        }
    }
}

/// The member that lists the interfaces.
const INTERFACES: &str = "supportedInterfaces";

/// The card as it was served.
#[derive(Clone, Debug, Default)]
pub struct Card {
    value: Value,
    /// What somebody has looked at; clones share one note.
    read: Arc<Mutex<CardRead>>,
}

impl Card {
    /// Reads a card out of a JSON value.
    pub fn new(value: Value) -> Self {
        Self { value, read: Arc::default() }
    }

    /// The JSON as it was served.
    pub fn value(&self) -> &Value {
        self.read_whole();
        &self.value
    }

    /// What somebody has looked at.
    pub fn read(&self) -> CardRead {
        self.note().clone()
    }

    /// Notes that somebody looked at all of it.
    pub fn read_whole(&self) {
        self.note().note_whole();
    }

    fn member(&self, name: &str) -> &Value {
        self.note().note(name);
        &self.value[name]
    }

    fn note(&self) -> MutexGuard<'_, CardRead> {
        self.read.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The agent's name, or an empty string.
    pub fn name(&self) -> &str {
        self.member("name").as_str().unwrap_or_default()
    }

    /// The agent's own version, or an empty string.
    pub fn version(&self) -> &str {
        self.member("version").as_str().unwrap_or_default()
    }

    /// Whether the card declares a capability.
    pub fn offers(&self, capability: Capability) -> bool {
        self.member("capabilities")[capability.member()] == true
    }

    /// The interfaces of protocol 1.x over a binding that we speak, in the card's order of preference.
    pub fn interfaces(&self) -> Vec<Interface> {
        self.member(INTERFACES);
        self.spoken().collect()
    }

    /// The first of them for each of these bindings, or for each that there is. Not noted as looked at: what a run speaks to is
    /// known to all that is in it.
    pub fn preferred(&self, wanted: &[Binding]) -> Vec<Interface> {
        let mut chosen: Vec<Interface> = Vec::new();
        for interface in self.spoken() {
            let asked = wanted.is_empty() || wanted.contains(&interface.binding);
            if asked && !chosen.iter().any(|one| one.binding == interface.binding) {
                chosen.push(interface);
            }
        }
        chosen
    }

    fn spoken(&self) -> impl Iterator<Item = Interface> {
        let listed = self.value[INTERFACES].as_array().into_iter().flatten();
        listed.filter_map(Self::interface).filter(|interface| interface.version.starts_with("1."))
    }

    /// Whether an interface of protocol 0.3 is declared at this address, or no version is named there.
    pub fn speaks_the_past_at(&self, url: &Url) -> bool {
        let same = |entry: &&Value| entry["url"].as_str().is_some_and(|listed| same_address(listed, url));
        self.listed()
            .iter()
            .filter(same)
            .any(|entry| entry["protocolVersion"].as_str().is_some_and(|v| v.starts_with("0.")))
    }

    /// Whether the card asks for credentials.
    pub fn asks_for_credentials(&self) -> bool {
        self.member("securityRequirements").as_array().is_some_and(|listed| {
            // An empty requirement means that anonymous callers are welcome too.
            !listed.is_empty()
                && listed.iter().all(|one| one["schemes"].as_object().is_some_and(|names| !names.is_empty()))
        })
    }

    /// The HTTP authentication schemes that the declared security schemes lead to, in lower case.
    pub fn challenge_schemes(&self) -> Vec<String> {
        let Some(declared) = self.member("securitySchemes").as_object() else { return Vec::new() };
        declared.values().filter_map(Self::challenge_scheme).collect()
    }

    /// The HTTP authentication scheme that a declared security scheme leads to, in lower case.
    pub fn challenge_scheme(scheme: &Value) -> Option<String> {
        if let Some(http) = scheme.get("httpAuthSecurityScheme") {
            return http["scheme"].as_str().map(str::to_ascii_lowercase);
        }
        let bearer = scheme.get("oauth2SecurityScheme").or_else(|| scheme.get("openIdConnectSecurityScheme"));
        bearer.map(|_| "bearer".to_owned())
    }

    /// The security schemes that requirements name, each as it is declared, if it is.
    pub fn required_schemes(&self) -> Vec<Option<&Value>> {
        let requirements = self.member("securityRequirements").as_array().into_iter().flatten();
        let names = requirements.filter_map(|one| one["schemes"].as_object()).flat_map(|schemes| schemes.keys());
        names.map(|name| self.member("securitySchemes").get(name)).collect()
    }

    /// The signatures of the card, as they are written.
    pub fn signatures(&self) -> &[Value] {
        self.member("signatures").as_array().map_or(&[], Vec::as_slice)
    }

    /// Whether the card is signed.
    pub fn is_signed(&self) -> bool {
        !self.signatures().is_empty()
    }

    /// The URIs of the extensions that the card requires of every client.
    pub fn required_extensions(&self) -> Vec<&str> {
        let extensions = self.member("capabilities")["extensions"].as_array().into_iter().flatten();
        extensions.filter(|one| one["required"] == true).filter_map(|one| one["uri"].as_str()).collect()
    }

    /// The names of the OAuth scopes that the card declares.
    pub fn scopes(&self) -> Vec<&str> {
        let Some(declared) = self.member("securitySchemes").as_object() else { return Vec::new() };
        declared
            .values()
            .filter_map(|scheme| scheme["oauth2SecurityScheme"]["flows"].as_object())
            .flat_map(|flows| flows.values())
            .filter_map(|flow| flow["scopes"].as_object())
            .flat_map(|scopes| scopes.keys().map(String::as_str))
            .collect()
    }

    /// Where the first OAuth scheme with the client credentials flow hands out tokens.
    pub fn token_url(&self) -> Option<&str> {
        let declared = self.member("securitySchemes").as_object()?;
        declared
            .values()
            .find_map(|scheme| scheme["oauth2SecurityScheme"]["flows"]["clientCredentials"]["tokenUrl"].as_str())
    }

    /// The entries of supportedInterfaces that are not judged, each in a few words.
    pub fn passed_over(&self) -> Vec<String> {
        let word = |entry: &Value, member: &str| entry[member].as_str().unwrap_or("?").to_owned();
        let others = self
            .listed()
            .iter()
            .filter(|entry| Self::interface(entry).is_none_or(|interface| !interface.version.starts_with("1.")));
        others
            .map(|entry| {
                let (binding, version) = (word(entry, "protocolBinding"), word(entry, "protocolVersion"));
                format!("{binding} {version} at {}", word(entry, "url"))
            })
            .collect()
    }

    /// The media types that the agent takes, with those of its skills.
    pub fn input_modes(&self) -> Vec<&str> {
        let skills = self.member("skills").as_array().map_or(&[][..], Vec::as_slice);
        std::iter::once(self.member("defaultInputModes"))
            .chain(skills.iter().map(|skill| &skill["inputModes"]))
            .filter_map(Value::as_array)
            .flatten()
            .filter_map(Value::as_str)
            .collect()
    }

    fn listed(&self) -> &[Value] {
        self.member(INTERFACES).as_array().map_or(&[], Vec::as_slice)
    }

    /// An entry of which every member can be sent.
    fn interface(entry: &Value) -> Option<Interface> {
        let text = |member| entry[member].as_str().filter(|text| text.len() <= limits::ADDRESS);
        Some(Interface {
            url: Url::parse(text("url")?).ok()?,
            binding: Binding::named(text("protocolBinding")?)?,
            version: text("protocolVersion")?.to_owned(),
            tenant: text("tenant").filter(|tenant| !tenant.is_empty()).map(str::to_owned),
        })
    }
}

/// Whether an address is one of the machine itself.
pub fn is_loopback(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

fn same_address(listed: &str, url: &Url) -> bool {
    Url::parse(listed).is_ok_and(|listed| listed == *url)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_card_notes_what_was_looked_at_but_not_where_the_agent_is() {
        let card = Card::new(json!({ "name": "a", "supportedInterfaces": [
            { "url": "http://a.test/rpc", "protocolBinding": "JSONRPC", "protocolVersion": "1.0" },
        ] }));

        assert_eq!(card.preferred(&[]).len(), 1);
        assert_eq!(card.read(), CardRead::default());

        card.clone().offers(Capability::Streaming);
        assert!(card.read().concerns("capabilities") && !card.read().concerns("supportedInterfaces"));

        card.interfaces();
        assert!(card.read().concerns("supportedInterfaces") && !card.read().concerns("nothing"));

        card.read_whole();
        assert!(card.read().concerns("nothing"));
    }
}
