//! The table `[stimuli]`.

use schemars::JsonSchema;
use serde::Deserialize;

use super::super::{Convention, Prompt, Stimulus, Target};

/// What to say to make the agent behave. A text is said as it is; `true` stands for the behaviour's own name; `false`
/// says that the agent has no such behaviour.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Table {
    /// What to say where nothing is given below: `auto` finds out, `words` says the behaviour's name, `tck` the prefixes
    /// of the official test kits, `plain` one sentence for everything, `prompts` nothing.
    #[serde(default)]
    convention: Convention,
    /// The sentence of the convention `plain`.
    plain: Option<String>,
    /// What to answer when the agent asks.
    answer: Option<String>,
    /// Works, makes one artifact, completes.
    complete: Option<Words>,
    /// Works, makes one artifact in at least three chunks with a status update between them, completes.
    stream: Option<Words>,
    /// Works for about `patience.slow_ms`, then completes with an artifact.
    slow: Option<Words>,
    /// Works until it is cancelled, or at least 30 seconds.
    hold: Option<Words>,
    /// Asks for input; the next message on the task completes it.
    ask: Option<Words>,
    /// Asks for authorization, with an explanation.
    authorize: Option<Words>,
    /// Rejects the task.
    reject: Option<Words>,
    /// Works, then fails.
    fail: Option<Words>,
    /// Answers with a direct message and makes no task.
    reply: Option<Words>,
    /// Works, and its code breaks down: an exception, a panic.
    crash: Option<Words>,
    /// Works until it is told something, repeats that in an artifact, completes.
    listen: Option<Words>,
    /// Works, makes two artifacts in chunks that alternate, completes.
    several: Option<Words>,
    /// Asks for authorization, goes on by itself after a while, completes with an artifact.
    resume: Option<Words>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum Words {
    Text(String),
    Possible(bool),
}

impl Table {
    pub(super) fn fill(self, target: &mut Target) {
        target.convention = self.convention;
        target.plain = self.plain.unwrap_or(std::mem::take(&mut target.plain));
        target.answer = self.answer;
        let words = [
            (Stimulus::Complete, self.complete),
            (Stimulus::Stream, self.stream),
            (Stimulus::Slow, self.slow),
            (Stimulus::Hold, self.hold),
            (Stimulus::Ask, self.ask),
            (Stimulus::Authorize, self.authorize),
            (Stimulus::Reject, self.reject),
            (Stimulus::Fail, self.fail),
            (Stimulus::Reply, self.reply),
            (Stimulus::Crash, self.crash),
            (Stimulus::Listen, self.listen),
            (Stimulus::Several, self.several),
            (Stimulus::Resume, self.resume),
        ];
        for (stimulus, words) in words {
            let Some(words) = words else { continue };
            target.prompts.insert(stimulus, words.prompt(stimulus));
        }
    }
}

impl Words {
    fn prompt(self, stimulus: Stimulus) -> Prompt {
        let name = stimulus.name();
        match self {
            Self::Text(words) => Prompt::Words(words),
            Self::Possible(true) => Prompt::Words(name.to_owned()),
            Self::Possible(false) => Prompt::Impossible(format!("the target says that the agent has no `{name}`")),
        }
    }
}
