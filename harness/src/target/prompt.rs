//! What to say to an agent to make it behave.

use schemars::JsonSchema;
use serde::Deserialize;

use super::Stimulus;
use crate::agent::{Message, fresh};

/// What to say for one stimulus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Prompt {
    /// These words.
    Words(String),
    /// This prefix with a fresh suffix, as text and as the id of the message.
    Prefix(&'static str),
    /// The agent has no such behaviour; the text says why that is believed.
    Impossible(String),
}

/// A convention of what test agents understand, for the stimuli of which the target file says nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Convention {
    /// Find out which of the others the agent understands.
    #[default]
    Auto,
    /// The name of the stimulus, such as `hold`.
    Words,
    /// The prefixes of the official test kits, such as `tck-input-required`, as text and as message id.
    Tck,
    /// Nothing but what the target file says.
    Prompts,
    /// The same plain sentence for everything; what the agent makes of it is observed and used.
    Plain,
}

impl Convention {
    /// Every convention.
    pub const ALL: [Self; 5] = [Self::Auto, Self::Words, Self::Tck, Self::Prompts, Self::Plain];

    /// The name in target files and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Words => "words",
            Self::Tck => "tck",
            Self::Prompts => "prompts",
            Self::Plain => "plain",
        }
    }

    /// The convention with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|convention| convention.name() == name)
    }

    /// Whether only a conversation with the agent can tell what to say.
    pub fn must_be_explored(self) -> bool {
        matches!(self, Self::Auto | Self::Plain)
    }
}

impl Prompt {
    /// A message that says it; nothing, where the agent has no such behaviour.
    pub fn message(&self) -> Option<Message> {
        match self {
            Self::Words(words) => Some(Message::text(words)),
            Self::Prefix(prefix) => Some(prefixed(prefix)),
            Self::Impossible(_) => None,
        }
    }
}

/// A message of the test kits' kind: agents look at its id or at its text.
fn prefixed(prefix: &str) -> Message {
    let name = format!("{prefix}-{}", fresh("m").rsplit('-').next().unwrap_or_default());
    Message::text(&name).with("messageId", name)
}

/// The prefixes by which the official test kits ask for a behaviour, the likeliest first. The kits differ: the one of
/// the scenarios names streams by number, the one of the behaviours by kind.
pub(crate) fn prefixes(stimulus: Stimulus) -> &'static [&'static str] {
    match stimulus {
        Stimulus::Complete => &["tck-artifact-text", "tck-complete-task"],
        Stimulus::Stream => &["tck-stream-artifact-chunked", "tck-stream-chunked"],
        Stimulus::Slow => &["tck-long-running"],
        Stimulus::Hold => &["tck-cancel"],
        Stimulus::Ask => &["tck-input-required", "tck-multi-turn"],
        Stimulus::Authorize => &["tck-auth-required"],
        Stimulus::Reject => &["tck-reject-task"],
        Stimulus::Fail => &["tck-task-failure"],
        Stimulus::Reply => &["tck-message-response"],
        // The kits have no words for these.
        Stimulus::Crash | Stimulus::Listen | Stimulus::Several | Stimulus::Resume => &[],
    }
}

/// What to answer where an agent of the test kits' kind asks.
pub(crate) const ANSWER_PREFIX: &str = "tck-complete-task";
