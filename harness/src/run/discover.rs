//! Finds the agent's card and its interfaces, and sees whether alice is let in.

use a2a_assay_reports::Foreign;
use reqwest::Method;
use serde_json::json;
use url::Url;

use super::RunError;
use crate::agent::transport::{Call, Evidence, Http, HttpRequest, Line, Version};
use crate::agent::{Card, Operation, document, fresh};
use crate::limits;
use crate::probe::{Party, Setting};
use crate::target::{Target, Who};

/// The path of the card below an origin (§8.2).
const WELL_KNOWN: &str = "/.well-known/agent-card.json";

/// There is no agent to judge.
#[derive(Debug, thiserror::Error)]
pub enum Unreachable {
    /// The address is none.
    #[error("`{0}` is no http or https address; give one such as http://127.0.0.1:9999")]
    NoAddress(String),
    /// Nobody answers.
    #[error("nobody answers at {url}: {why}")]
    Silent {
        /// Where.
        url: String,
        /// How it ended.
        why: String,
    },
    /// What answers has no card.
    #[error("there is no agent card at {url}: {why}")]
    NoCard {
        /// Where.
        url: String,
        /// What was there.
        why: String,
    },
}

impl Foreign for Unreachable {
    fn each_foreign_text(&mut self, change: &mut dyn FnMut(&mut String)) {
        match self {
            Self::NoAddress(address) => change(address),
            Self::Silent { url, why } | Self::NoCard { url, why } => [url, why].into_iter().for_each(change),
        }
    }
}

/// Finds an agent: its card where the address says, and the interfaces in scope.
pub(crate) async fn party(http: &Http, target: &Target, address: &str) -> Result<Party, Unreachable> {
    let places = card_places(address)?;
    let mut last = None;
    for url in places {
        match fetch(http, target, &url).await {
            Ok(card) => {
                let (interfaces, listed) = (card.preferred(&target.bindings), card.preferred(&[]));
                return Ok(Party { card_url: url, card, interfaces, listed });
            }
            Err(silent @ Unreachable::Silent { .. }) => return Err(silent),
            Err(why) => last = Some(why),
        }
    }
    Err(last.unwrap_or_else(|| Unreachable::NoAddress(address.to_owned())))
}

/// Finds another instance of the agent. Its card may well give the address that all instances share, so its interfaces
/// are taken to be where the card gives them, but at the instance's own address.
pub(super) async fn instance(http: &Http, target: &Target, address: &str) -> Result<Party, Unreachable> {
    let own = Url::parse(address).map_err(|_| Unreachable::NoAddress(address.to_owned()))?;
    let mut instance = party(http, target, address).await?;
    for interface in instance.interfaces.iter_mut().chain(&mut instance.listed) {
        interface.url = moved(&interface.url, &own);
    }
    Ok(instance)
}

/// A path at another address.
fn moved(url: &Url, to: &Url) -> Url {
    let mut there = to.clone();
    there.set_path(url.path());
    there.set_query(url.query());
    there.set_fragment(None);
    there
}

/// Where the card may be: the address itself if it names a file, else below its prefix, else below its origin.
fn card_places(address: &str) -> Result<Vec<String>, Unreachable> {
    let no_address = || Unreachable::NoAddress(address.to_owned());
    let url = Url::parse(address).map_err(|_| no_address())?;
    if !matches!(url.scheme(), "http" | "https") || url.host().is_none() {
        return Err(no_address());
    }
    if std::path::Path::new(url.path()).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json")) {
        return Ok(vec![url.to_string()]);
    }
    let origin = url.origin().ascii_serialization();
    let prefix = url.path().trim_end_matches('/');
    let mut places = vec![format!("{origin}{prefix}{WELL_KNOWN}")];
    if !prefix.is_empty() {
        places.push(format!("{origin}{WELL_KNOWN}"));
    }
    Ok(places)
}

async fn fetch(http: &Http, target: &Target, url: &str) -> Result<Card, Unreachable> {
    let request = HttpRequest {
        operation: "the agent card".to_owned(),
        method: Method::GET,
        url: url.to_owned(),
        headers: vec![("accept".to_owned(), "application/json".to_owned())],
        body: None,
        credential: target.certificate(),
    };
    let response = http
        .send(&Evidence::default(), &target.patience, request)
        .await
        .map_err(|failure| Unreachable::Silent { url: url.to_owned(), why: failure.why })?;
    let no_card = |why: String| Unreachable::NoCard { url: url.to_owned(), why };
    if response.status != 200 {
        return Err(no_card(format!("HTTP {}", response.status)));
    }
    let card = document(&response.body).map_err(|why| no_card(format!("a body {why}")))?;
    if !card.is_object() {
        return Err(no_card("the body is no JSON object".to_owned()));
    }
    http.seen().card(&card);
    Ok(Card::new(card))
}

/// Sees whether alice is let in where the card asks for credentials; without her nothing can be judged.
pub(super) async fn let_in(setting: &Setting) -> Result<(), RunError> {
    let Some(interface) = setting.agent.interfaces.first() else { return Ok(()) };
    let alice = setting.target.principals.get(&Who::Alice).cloned();
    let evidence = std::sync::Arc::default();
    let line = Line { http: &setting.http, evidence: &evidence, patience: &setting.target.patience, interface };
    let call = Call {
        operation: Operation::GetTask,
        params: json!({ "id": fresh("nobody") }),
        credential: alice.clone().unwrap_or_default(),
        version: Version::Declared,
        extensions: None,
        raw: None,
    };
    let reply = line.call(&call).await;
    if reply.http != Some(401) {
        return Ok(());
    }
    if alice.is_none() {
        let remedy = "say how to speak as alice, with --bearer alice=env:NAME or in [principals]";
        return Err(RunError::Credentials(format!("the agent wants credentials; {remedy}")));
    }
    if !setting.http.trusts(interface.url.as_str()) {
        let origin = interface.url.origin().ascii_serialization();
        return Err(RunError::Credentials(format!(
            "the card lists {origin}, another origin than the credentials were given for; allow it with --allow-origin {origin}"
        )));
    }
    let answer = limits::shown(&reply.to_string());
    Err(RunError::Credentials(format!("the agent refuses alice's credential: {answer}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_is_looked_for_below_the_prefix_and_then_at_the_origin() {
        let places = card_places("http://a.test:1/agents/echo/").expect("an address");

        assert_eq!(
            places,
            ["http://a.test:1/agents/echo/.well-known/agent-card.json", "http://a.test:1/.well-known/agent-card.json"]
        );
    }

    #[test]
    fn the_interfaces_of_an_instance_are_at_its_own_address() {
        let url = |text: &str| Url::parse(text).expect("an address");

        let there =
            moved(&url("https://agent.test/a2a/rpc?v=1"), &url("http://10.0.0.7:8080/.well-known/agent-card.json"));

        assert_eq!(there.as_str(), "http://10.0.0.7:8080/a2a/rpc?v=1");
    }

    #[test]
    fn what_is_no_address_is_said_to_be_none() {
        for wrong in ["127.0.0.1:80", "ftp://a.test", "agent", "http://"] {
            assert!(card_places(wrong).is_err(), "{wrong}");
        }
    }
}
