//! The target file: what was prepared for an agent, in TOML. `example.toml` beside this file shows all of it.

mod card;
mod connection;
mod principals;
mod receivers;
mod stimuli;

use std::path::{Path, PathBuf};
use std::time::Duration;

use schemars::JsonSchema;
use serde::Deserialize;

use super::secret::Secret;
use super::{Convention, Credential, Prompt, Stimulus, Target, Who};
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
    /// A setting can't be used.
    #[error("{setting} can't be used: {why}")]
    Unusable {
        /// Which one.
        setting: String,
        /// Why not.
        why: String,
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

/// An agent to judge with a2a-assay, and what was prepared for it.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "a2a-assay target file")]
struct File {
    /// The agent's address: its origin, a prefix below it, or its card.
    url: Option<String>,
    /// Further agents of the same make: some that do not offer streaming, push notifications or an extended card, one that
    /// requires an extension.
    minimal: Option<OneOrMore>,
    /// Further addresses of this same agent, whose instances share its tasks.
    instances: Option<OneOrMore>,
    /// The bindings to judge, `JSONRPC` or `HTTP+JSON`; all that the card lists, when left out.
    #[serde(default)]
    bindings: Vec<String>,
    /// The callers that the agent knows.
    #[serde(default)]
    principals: principals::Table,
    /// What to say to make the agent behave.
    #[serde(default)]
    stimuli: stimuli::Table,
    /// What is known of the agent's card.
    #[serde(default)]
    card: card::Table,
    /// Where the agent can call back.
    webhook: Option<receivers::WebhookTable>,
    /// Where the judge answers the DNS questions of the agent.
    dns: Option<receivers::DnsTable>,
    /// How the agent is reached.
    #[serde(default)]
    connection: connection::Table,
    /// How hard the agent is worked.
    #[serde(default)]
    limits: Limits,
    /// How long the judge waits.
    #[serde(default)]
    patience: PatienceTable,
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum OneOrMore {
    One(String),
    More(Vec<String>),
}

impl OneOrMore {
    fn all(self) -> Vec<String> {
        match self {
            Self::One(url) => vec![url],
            Self::More(urls) => urls,
        }
    }
}

/// How hard the agent is worked.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Limits {
    /// How many conversations go on at once.
    #[schemars(range(min = 1))]
    jobs: Option<usize>,
    /// How many requests a second are sent at most.
    #[schemars(range(min = 0.1))]
    rps: Option<f64>,
}

/// How long the judge waits, in milliseconds.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PatienceTable {
    /// For an answer that is due at once.
    reply_ms: Option<u64>,
    /// How long the agent's slow tasks take.
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

    /// The JSON Schema of target files, for editors.
    pub fn schema() -> serde_json::Value {
        schemars::schema_for!(File).to_value()
    }

    /// Gives a principal a credential from a word such as `env:ALICE_TOKEN`, `file:alice.token` or `command:…`.
    pub fn set_bearer(&mut self, who: &str, source: &str) -> Result<(), TargetError> {
        let token = Secret::said(who, source)?.fetch(who, Path::new("."))?;
        self.principals.insert(named(who)?, Credential::bearer(who, token));
        Ok(())
    }

    /// Says what to tell the agent for a stimulus.
    pub fn set_prompt(&mut self, stimulus: &str, words: &str) -> Result<(), TargetError> {
        let known = || unknown("stimulus", stimulus, &Stimulus::ALL.map(Stimulus::name));
        let stimulus = Stimulus::named(stimulus).ok_or_else(known)?;
        self.prompts.insert(stimulus, Prompt::Words(words.to_owned()));
        Ok(())
    }

    /// Chooses a convention by its name.
    pub fn set_convention(&mut self, name: &str) -> Result<(), TargetError> {
        let known = || unknown("convention", name, &Convention::ALL.map(Convention::name));
        self.convention = Convention::named(name).ok_or_else(known)?;
        Ok(())
    }

    /// Adds a binding by its name.
    pub fn add_binding(&mut self, name: &str) -> Result<(), TargetError> {
        let known = || unknown("binding", name, &Binding::ALL.map(Binding::name));
        self.bindings.push(Binding::named(name).ok_or_else(known)?);
        Ok(())
    }

    /// Limits how many requests a second are sent.
    pub fn set_rps(&mut self, rps: f64) -> Result<(), TargetError> {
        const SLOWEST: f64 = 0.01;
        if !rps.is_finite() || rps < SLOWEST {
            return Err(unusable("the rate limit", format!("give a number of requests a second from {SLOWEST} on")));
        }
        self.connection.gap = Some(Duration::from_secs_f64(1.0 / rps));
        Ok(())
    }
}

impl File {
    fn into_target(self, folder: &Path) -> Result<Target, TargetError> {
        let mut target = Target { url: self.url.unwrap_or_default(), ..Target::default() };
        target.minimal = self.minimal.map(OneOrMore::all).unwrap_or_default();
        target.instances = self.instances.map(OneOrMore::all).unwrap_or_default();
        for name in &self.bindings {
            target.add_binding(name)?;
        }
        self.principals.fill(&mut target, folder)?;
        self.stimuli.fill(&mut target);
        self.card.fill(&mut target, folder)?;
        target.webhook = self.webhook.map(|table| table.webhook(folder)).transpose()?;
        target.dns = self.dns.map(receivers::DnsTable::dns);
        self.connection.fill(&mut target, folder)?;
        target.jobs = self.limits.jobs.filter(|jobs| *jobs > 0);
        if let Some(rps) = self.limits.rps {
            target.set_rps(rps)?;
        }
        if let Some(reply) = self.patience.reply_ms {
            target.patience.reply = Duration::from_millis(reply);
        }
        if let Some(slow) = self.patience.slow_ms {
            target.patience.slow = Duration::from_millis(slow);
        }
        Ok(target)
    }
}

fn named(name: &str) -> Result<Who, TargetError> {
    Who::named(name).ok_or_else(|| unknown("principal", name, &Who::ALL.map(Who::name)))
}

fn unknown(kind: &'static str, name: &str, known: &[&str]) -> TargetError {
    TargetError::Unknown { kind, name: name.to_owned(), known: known.join(", ") }
}

fn unusable(setting: &str, why: impl Into<String>) -> TargetError {
    TargetError::Unusable { setting: setting.to_owned(), why: why.into() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::Place;

    fn target(text: &str) -> Result<Target, TargetError> {
        let file: File = toml::from_str(text).map_err(|why| TargetError::Malformed("t".into(), why.to_string()))?;
        file.into_target(Path::new("."))
    }

    #[test]
    fn a_behaviour_can_be_worded_or_denied() {
        let target = target("[stimuli]\nhold = \"wait for me\"\nreply = false\n").expect("it is sound");

        assert_eq!(target.prompt(Stimulus::Hold), Prompt::Words("wait for me".to_owned()));
        assert!(matches!(target.prompt(Stimulus::Reply), Prompt::Impossible(_)));
        assert_eq!(target.prompt(Stimulus::Ask), Prompt::Words("ask".to_owned()));
    }

    #[test]
    fn a_convention_words_what_the_file_does_not() {
        let target = target("[stimuli]\nconvention = \"tck\"\nask = \"what?\"\n").expect("it is sound");

        assert_eq!(target.prompt(Stimulus::Ask), Prompt::Words("what?".to_owned()));
        let said = target.prompt(Stimulus::Reject).message().expect("there is a prefix");
        assert!(said.id().starts_with("tck-reject-task-"), "{}", said.id());
        assert_eq!(said.words(), said.id());
    }

    #[test]
    fn a_misspelt_member_is_not_passed_over() {
        let error = target("[stimuli]\nhodl = \"x\"\n").expect_err("there is no such stimulus");
        assert!(error.to_string().contains("hodl"), "{error}");
        target("ulr = \"http://a.test\"\n").expect_err("there is no such member");
    }

    #[test]
    fn a_secret_comes_from_where_it_is_kept() {
        let text = "[principals]\nalice = { bearer = { command = \"echo s3cret\" } }\n";
        let target = target(text).expect("it is sound");
        assert_eq!(target.principals[&Who::Alice].token(), Some("s3cret"));
    }

    #[test]
    fn a_key_may_stand_in_header_query_or_cookie() {
        let text = "[principals]\n\
                    alice = { header = \"X-Key\", value = { command = \"echo one\" } }\n\
                    bob = { query = \"key\", value = { command = \"echo two\" } }\n\
                    reader = { cookie = \"sid\", value = { command = \"echo three\" } }\n\
                    premium = { basic = \"pat\", password = { command = \"echo four\" } }\n";
        let target = target(text).expect("it is sound");
        let place = |who: Who| target.principals[&who].shown()[0].place;
        assert_eq!([Who::Alice, Who::Bob, Who::Reader].map(place), [Place::Header, Place::Query, Place::Cookie]);
        assert_eq!(target.principals[&Who::Premium].headers()[0].1, "Basic cGF0OmZvdXI=");
    }

    #[test]
    fn half_a_credential_is_none() {
        for half in ["header = \"X-Key\"", "basic = \"pat\"", "key = \"k.pem\"", ""] {
            let error = target(&format!("[principals]\nalice = {{ {half} }}\n")).expect_err(half);
            assert!(error.to_string().contains("alice"), "{error}");
        }
    }

    #[test]
    fn a_missing_secret_names_its_owner() {
        let error = target("[principals]\nbob = { bearer = { env = \"A2A_ASSAY_NO_SUCH\" } }\n").expect_err("unset");
        assert_eq!(error.to_string(), "the credential of bob can't be had: the environment has no A2A_ASSAY_NO_SUCH");
    }

    #[test]
    fn the_example_shows_every_member_of_the_schema() {
        let example = include_str!("file/example.toml");
        let uncommented: String = example.lines().map(|line| line.strip_prefix("# ").unwrap_or(line)).collect();
        let schema = Target::schema();
        let properties = |value: &serde_json::Value| -> Vec<String> {
            value["properties"].as_object().map(|members| members.keys().cloned().collect()).unwrap_or_default()
        };
        let tables = schema["$defs"].as_object().into_iter().flat_map(|tables| tables.values());
        let members = properties(&schema).into_iter().chain(tables.flat_map(properties));
        let missing: Vec<String> = members.filter(|member| !uncommented.contains(member.as_str())).collect();
        assert_eq!(missing, Vec::<String>::new());
    }
}
