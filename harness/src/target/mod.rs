//! What the user says of the agent: who may call it, what to tell it, where it can call back.

mod connection;
mod credential;
mod draft;
mod file;
mod principal;
mod prompt;
mod secret;
mod stimulus;

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::time::Duration;

pub use connection::{Connection, origin};
pub use credential::{Certificate, Credential, Place, Shown};
pub use draft::{SCHEMA_FILE, draft};
pub use file::TargetError;
pub use principal::Who;
pub(crate) use prompt::{ANSWER_PREFIX, prefixes};
pub use prompt::{Convention, Prompt};
pub use stimulus::Stimulus;

use crate::agent::{Binding, KeySet, Message};
use crate::patience::Patience;

/// An agent to judge, with what was prepared for it.
#[derive(Clone, Debug)]
pub struct Target {
    /// The agent's address: its origin, a prefix below it, or the card itself.
    pub url: String,
    /// The bindings to judge; empty means all that the card lists and we speak.
    pub bindings: Vec<Binding>,
    /// The callers that the agent knows.
    pub principals: BTreeMap<Who, Credential>,
    /// Callers that have to fetch a token first.
    pub clients: BTreeMap<Who, OauthClient>,
    /// What to say for each stimulus; the convention decides where nothing stands here.
    pub prompts: BTreeMap<Stimulus, Prompt>,
    /// What to say where `prompts` has nothing.
    pub convention: Convention,
    /// The sentence of [`Convention::Plain`].
    pub plain: String,
    /// What to answer when the agent asks.
    pub answer: Option<String>,
    /// Where the judge can be called back.
    pub webhook: Option<Webhook>,
    /// The DNS server that the agent asks, for the judge to answer on.
    pub dns: Option<Dns>,
    /// The addresses of further agents of the same make that lack streaming, push or the extended card, or that require
    /// an extension.
    pub minimal: Vec<String>,
    /// Further addresses of this same agent: other instances, which share its tasks.
    pub instances: Vec<String>,
    /// The public keys that the agent's card is signed with, where the user gave them.
    pub keys: KeySet,
    /// How the agent is reached.
    pub connection: Connection,
    /// How many conversations go on at once, where the user says so.
    pub jobs: Option<usize>,
    /// The time limits.
    pub patience: Patience,
}

/// A client of OAuth 2.0 that gets a token for itself (RFC 6749, section 4.4).
#[derive(Clone)]
pub struct OauthClient {
    /// The client's id.
    pub id: String,
    /// The client's secret.
    pub secret: String,
    /// Where tokens are had; where the card says, if nothing stands here.
    pub token_url: Option<String>,
    /// The scopes to ask for.
    pub scopes: Vec<String>,
}

impl std::fmt::Debug for OauthClient {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "client {} of {:?}", self.id, self.token_url)
    }
}

/// Where the judge listens for notifications.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Webhook {
    /// The address to listen on.
    pub listen: SocketAddr,
    /// The base URL under which the agent reaches it, if another.
    pub public: Option<String>,
    /// The certificate to show, where the receiver speaks TLS.
    pub tls: Option<WebhookTls>,
}

/// A server certificate with its key, as PEM.
#[derive(Clone, PartialEq, Eq)]
pub struct WebhookTls {
    /// The certificate, with those of its issuers.
    pub certificate: String,
    /// Its key.
    pub key: String,
}

impl std::fmt::Debug for WebhookTls {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a certificate and its key")
    }
}

/// Where the judge answers DNS questions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dns {
    /// The address to listen on.
    pub listen: SocketAddr,
    /// A public address that names resolve to while they are harmless.
    pub outside: std::net::Ipv4Addr,
}

impl Dns {
    /// A public address that nobody is asked to connect to: names point there only while they are registered.
    pub const OUTSIDE: std::net::Ipv4Addr = std::net::Ipv4Addr::new(93, 184, 215, 14);
}

impl Default for Target {
    fn default() -> Self {
        Self {
            url: String::new(),
            bindings: Vec::new(),
            principals: BTreeMap::new(),
            clients: BTreeMap::new(),
            prompts: BTreeMap::new(),
            convention: Convention::default(),
            plain: "Hello! Please tell me in one sentence what you can do.".to_owned(),
            answer: None,
            webhook: None,
            dns: None,
            minimal: Vec::new(),
            instances: Vec::new(),
            keys: KeySet::default(),
            connection: Connection::default(),
            jobs: None,
            patience: Patience::default(),
        }
    }
}

impl Target {
    /// An agent of which nothing is known but its address.
    pub fn at(url: impl Into<String>) -> Self {
        Self { url: url.into(), ..Self::default() }
    }

    /// How many conversations go on at once: as many as the user says, or else as usual; but no more than get their
    /// turns in time, where requests are few.
    pub fn conversations(&self, usual: usize) -> usize {
        const TURN: Duration = Duration::from_millis(100);
        let wanted = self.jobs.unwrap_or(usual).max(1);
        let fed = self.connection.gap.map(|gap| TURN.as_nanos() / gap.as_nanos().max(1));
        fed.map_or(wanted, |fed| usize::try_from(fed).unwrap_or(wanted).clamp(1, wanted))
    }

    /// What to say for a stimulus. Where a convention is still to be found out, its own name.
    pub fn prompt(&self, stimulus: Stimulus) -> Prompt {
        if let Some(prompt) = self.prompts.get(&stimulus) {
            return prompt.clone();
        }
        let name = stimulus.name();
        match self.convention {
            Convention::Auto | Convention::Words => Prompt::Words(name.to_owned()),
            Convention::Tck => match prefixes(stimulus) {
                [likeliest, ..] => Prompt::Prefix(likeliest),
                [] => Prompt::Impossible(format!("the test kits have no word for `{name}`; give stimuli.{name}")),
            },
            Convention::Plain => Prompt::Words(self.plain.clone()),
            Convention::Prompts => Prompt::Impossible(format!("nothing was said about `{name}`; give stimuli.{name}")),
        }
    }

    /// What to answer when the agent asks.
    pub fn reply_to_question(&self) -> Message {
        match (&self.answer, self.convention) {
            (Some(words), _) => Message::text(words),
            (None, Convention::Tck) => Prompt::Prefix(ANSWER_PREFIX).message().unwrap_or_else(|| Message::text("")),
            (None, _) => Message::text("an answer"),
        }
    }

    /// The secrets that the user gave, each with the name that records show for it.
    pub fn secrets(&self) -> impl Iterator<Item = (String, String)> {
        let of_clients =
            self.clients.iter().map(|(who, client)| Credential::of(who.name()).hiding(&client.secret).secrets());
        self.principals.values().map(Credential::secrets).chain(of_clients).flatten()
    }

    /// Alice's certificate, and nothing else of hers: without it some servers do not even show their public card.
    pub fn certificate(&self) -> Credential {
        let certificate = self.principals.get(&Who::Alice).and_then(Credential::certificate);
        certificate.map_or(Credential::NOBODY, |shown| Credential::of(Who::Alice.name()).certified(shown.clone()))
    }

    /// Whether the user, or the agent itself when it was tried out, vouched for a behaviour.
    pub fn vouches_for(&self, stimulus: Stimulus) -> bool {
        self.prompts.get(&stimulus).is_some_and(|prompt| !matches!(prompt, Prompt::Impossible(_)))
    }

    /// The origins that credentials may go to: those of the addresses that the user gave, and those allowed besides.
    pub fn trusted_origins(&self) -> BTreeSet<String> {
        let given = std::iter::once(&self.url).chain(&self.minimal).chain(&self.instances);
        let given = given.filter_map(|url| origin(url));
        given.chain(self.connection.allowed.iter().cloned()).collect()
    }
}
