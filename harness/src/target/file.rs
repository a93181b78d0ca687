//! The target file: what was prepared for an agent, in TOML.
//!
//! ```toml
//! url = "http://127.0.0.1:9999"
//! minimal = "http://127.0.0.1:9998"     # a second agent without streaming, push and extended card
//! bindings = ["JSONRPC"]                # all that the card lists, when left out
//!
//! [principals]
//! alice = { bearer = { env = "ALICE_TOKEN" } }
//! bob = { bearer = { file = "bob.token" } }
//! reader = { header = "X-Api-Key", value = { command = "pass show reader" } }
//!
//! [stimuli]
//! hold = "please work until I stop you"
//! authorize = false                     # the agent has no such behaviour
//!
//! [webhook]
//! listen = "127.0.0.1:7070"
//!
//! [dns]
//! listen = "127.0.0.1:5353"
//!
//! [patience]
//! reply_ms = 5000
//! slow_ms = 2000
//! ```

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde::Deserialize;

use super::{Credential, Dns, Prompt, Stimulus, Target, Webhook, Who};
use crate::agent::Binding;

/// What is wrong with a target file or a setting.
#[derive(Debug, thiserror::Error)]
pub enum TargetError {
    /// The file can't be read.
    #[error("the target file {0} can't be read: {1}")]
    Unreadable(PathBuf, std::io::Error),
    /// The file is no TOML, or has a member that is not known.
    #[error("the target file {0} is not understood: {1}")]
    Malformed(PathBuf, String),
    /// A name is not known.
    #[error("no {kind} is called `{name}`; there are {known}")]
    Unknown {
        /// What kind of thing was named.
        kind: &'static str,
        /// The name.
        name: String,
        /// The names there are.
        known: String,
    },
    /// A secret can't be had.
    #[error("the credential of {owner} can't be had: {why}")]
    NoSecret {
        /// Whose it is.
        owner: String,
        /// Why not.
        why: String,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    url: Option<String>,
    minimal: Option<String>,
    #[serde(default)]
    bindings: Vec<String>,
    #[serde(default)]
    principals: BTreeMap<String, Principal>,
    #[serde(default)]
    stimuli: BTreeMap<String, Words>,
    webhook: Option<WebhookTable>,
    dns: Option<DnsTable>,
    #[serde(default)]
    patience: PatienceTable,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Principal {
    bearer: Option<Secret>,
    header: Option<String>,
    value: Option<Secret>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "lowercase")]
enum Secret {
    Env(String),
    File(PathBuf),
    Command(String),
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Words {
    Text(String),
    Possible(bool),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WebhookTable {
    listen: SocketAddr,
    public: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DnsTable {
    listen: SocketAddr,
    outside: Option<Ipv4Addr>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct PatienceTable {
    reply_ms: Option<u64>,
    slow_ms: Option<u64>,
}

impl Target {
    /// Reads a target file. Paths in it are relative to its folder.
    pub fn read(path: &Path) -> Result<Self, TargetError> {
        let text = std::fs::read_to_string(path).map_err(|why| TargetError::Unreadable(path.to_owned(), why))?;
        let malformed = |why: toml::de::Error| TargetError::Malformed(path.to_owned(), why.to_string());
        let file: File = toml::from_str(&text).map_err(malformed)?;
        file.into_target(path.parent().unwrap_or(Path::new(".")))
    }

    /// Gives a principal a credential from a word such as `env:ALICE_TOKEN`, `file:alice.token` or `command:…`.
    pub fn set_bearer(&mut self, who: &str, source: &str) -> Result<(), TargetError> {
        let no_secret = |why: &str| TargetError::NoSecret { owner: who.to_owned(), why: why.to_owned() };
        let (kind, place) = source
            .split_once(':')
            .ok_or_else(|| no_secret("say where it is, as env:NAME, file:PATH or command:LINE"))?;
        let secret = match kind {
            "env" => Secret::Env(place.to_owned()),
            "file" => Secret::File(place.into()),
            "command" => Secret::Command(place.to_owned()),
            _ => return Err(no_secret("say where it is, as env:NAME, file:PATH or command:LINE")),
        };
        let token = secret.fetch(who, Path::new("."))?;
        self.principals.insert(named(who)?, Credential::bearer(who, token));
        Ok(())
    }

    /// Says what to tell the agent for a stimulus.
    pub fn set_prompt(&mut self, stimulus: &str, words: &str) -> Result<(), TargetError> {
        self.prompts.insert(stimulus_named(stimulus)?, Prompt::Words(words.to_owned()));
        Ok(())
    }

    /// Adds a binding by its name.
    pub fn add_binding(&mut self, name: &str) -> Result<(), TargetError> {
        self.bindings.push(binding_named(name)?);
        Ok(())
    }
}

impl File {
    fn into_target(self, folder: &Path) -> Result<Target, TargetError> {
        let mut target = Target { url: self.url.unwrap_or_default(), minimal: self.minimal, ..Target::default() };
        for name in &self.bindings {
            target.add_binding(name)?;
        }
        for (name, principal) in self.principals {
            target.principals.insert(named(&name)?, principal.credential(&name, folder)?);
        }
        for (name, words) in self.stimuli {
            let prompt = match words {
                Words::Text(words) => Prompt::Words(words),
                Words::Possible(true) => Prompt::Words(name.clone()),
                Words::Possible(false) => Prompt::Impossible,
            };
            target.prompts.insert(stimulus_named(&name)?, prompt);
        }
        target.webhook = self.webhook.map(|table| Webhook { listen: table.listen, public: table.public });
        target.dns = self.dns.map(|table| Dns { listen: table.listen, outside: table.outside.unwrap_or(Dns::OUTSIDE) });
        if let Some(reply) = self.patience.reply_ms {
            target.patience.reply = Duration::from_millis(reply);
        }
        if let Some(slow) = self.patience.slow_ms {
            target.patience.slow = Duration::from_millis(slow);
        }
        Ok(target)
    }
}

impl Principal {
    fn credential(self, owner: &str, folder: &Path) -> Result<Credential, TargetError> {
        match (self.bearer, self.header, self.value) {
            (Some(secret), None, None) => Ok(Credential::bearer(owner, secret.fetch(owner, folder)?)),
            (None, Some(name), Some(value)) => Ok(Credential::Header {
                owner: owner.to_owned(),
                name: name.to_ascii_lowercase(),
                value: value.fetch(owner, folder)?,
            }),
            _ => Err(TargetError::NoSecret {
                owner: owner.to_owned(),
                why: "give either `bearer`, or `header` with `value`".to_owned(),
            }),
        }
    }
}

impl Secret {
    fn fetch(&self, owner: &str, folder: &Path) -> Result<String, TargetError> {
        let found = match self {
            Self::Env(name) => std::env::var(name).map_err(|_| format!("the environment has no {name}")),
            Self::File(path) => {
                let path = folder.join(path);
                std::fs::read_to_string(&path).map_err(|why| format!("{}: {why}", path.display()))
            }
            Self::Command(line) => output_of(line),
        };
        let no_secret = |why| TargetError::NoSecret { owner: owner.to_owned(), why };
        let secret = found.map_err(no_secret)?.trim().to_owned();
        if secret.is_empty() { Err(no_secret("it is empty".to_owned())) } else { Ok(secret) }
    }
}

fn output_of(line: &str) -> Result<String, String> {
    let output = Command::new("sh").args(["-c", line]).output().map_err(|why| why.to_string())?;
    if !output.status.success() {
        return Err(format!("`{line}` ended with {}", output.status));
    }
    String::from_utf8(output.stdout).map_err(|_| format!("`{line}` printed something that is no text"))
}

fn named(name: &str) -> Result<Who, TargetError> {
    Who::named(name).ok_or_else(|| unknown("principal", name, &Who::ALL.map(Who::name)))
}

fn stimulus_named(name: &str) -> Result<Stimulus, TargetError> {
    Stimulus::named(name).ok_or_else(|| unknown("stimulus", name, &Stimulus::ALL.map(Stimulus::name)))
}

fn binding_named(name: &str) -> Result<Binding, TargetError> {
    Binding::named(name).ok_or_else(|| unknown("binding", name, &Binding::ALL.map(Binding::name)))
}

fn unknown(kind: &'static str, name: &str, known: &[&str]) -> TargetError {
    TargetError::Unknown { kind, name: name.to_owned(), known: known.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(text: &str) -> Result<Target, TargetError> {
        let file: File = toml::from_str(text).map_err(|why| TargetError::Malformed("t".into(), why.to_string()))?;
        file.into_target(Path::new("."))
    }

    #[test]
    fn a_behaviour_can_be_worded_or_denied() {
        let target = target("[stimuli]\nhold = \"wait for me\"\nreply = false\n").expect("it is sound");

        assert_eq!(target.words(Stimulus::Hold), Some("wait for me"));
        assert_eq!(target.words(Stimulus::Reply), None);
        assert_eq!(target.words(Stimulus::Ask), Some("ask"));
    }

    #[test]
    fn an_unknown_principal_is_answered_with_the_names_there_are() {
        let error =
            target("[principals]\nmallory = { bearer = { command = \"echo x\" } }\n").expect_err("no such name");

        assert!(error.to_string().starts_with("no principal is called `mallory`; there are alice, bob"), "{error}");
    }

    #[test]
    fn a_secret_comes_from_a_command() {
        let target = target("[principals]\nalice = { bearer = { command = \"echo s3cret\" } }\n").expect("it is sound");

        assert_eq!(target.principals[&Who::Alice].token(), Some("s3cret"));
        assert!(!format!("{target:?}").contains("s3cret"));
    }
}
