//! Chooses the script by the first word of the first message.

use std::time::Duration;

use futures::future::BoxFuture;

use super::{short, talk};
use crate::kernel::model::{Message, Part};
use crate::kernel::work::{Agent, Work};

/// An agent that does what the first word of a message tells it.
pub(crate) struct Scripted {
    pub(crate) slow_for: Duration,
}

/// The ways in which the agent can behave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Script {
    Complete,
    Stream,
    Slow,
    Hold,
    Ask,
    Authorize,
    Reject,
    Fail,
    Reply,
    Crash,
    Listen,
    Several,
    Resume,
}

impl Agent for Scripted {
    fn direct_answer(&self, message: &Message) -> Option<Vec<Part>> {
        (Script::of(message) == Script::Reply).then(|| vec![Part::text("a direct answer")])
    }

    fn work(&self, work: Work) -> BoxFuture<'static, ()> {
        let slow_for = self.slow_for;
        Box::pin(async move {
            // a stale report means that the task has ended, and the script with it
            let _ended = match Script::of(&work.message) {
                Script::Complete | Script::Reply => short::complete(work).await,
                Script::Stream => short::stream(work).await,
                Script::Several => short::several(work).await,
                Script::Slow => short::slow(work, slow_for).await,
                Script::Reject => short::reject(work).await,
                Script::Fail => short::fail(work).await,
                Script::Crash => short::crash(work).await,
                Script::Hold => talk::hold(work).await,
                Script::Ask => talk::ask(work).await,
                Script::Authorize => talk::authorize(work).await,
                Script::Listen => talk::listen(work).await,
                Script::Resume => short::resume(work, slow_for / 2).await,
            };
        })
    }
}

impl Script {
    /// The script that a message names; whatever it does not know, it completes.
    fn of(message: &Message) -> Self {
        match first_word(message.first_text()).as_str() {
            "stream" => Self::Stream,
            "slow" => Self::Slow,
            "hold" => Self::Hold,
            "ask" => Self::Ask,
            "authorize" => Self::Authorize,
            "reject" => Self::Reject,
            "fail" => Self::Fail,
            "reply" => Self::Reply,
            "crash" => Self::Crash,
            "listen" => Self::Listen,
            "several" => Self::Several,
            "resume" => Self::Resume,
            _ => Self::Complete,
        }
    }
}

/// The first word, in lower case and without punctuation.
pub(super) fn first_word(text: &str) -> String {
    text.split(|letter: char| !letter.is_alphanumeric())
        .find(|word| !word.is_empty())
        .unwrap_or_default()
        .to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::first_word;

    #[test]
    fn the_first_word_forgives_case_and_punctuation() {
        for text in ["ask", "Ask!", "  \"ASK\", please", "ask: what?"] {
            assert_eq!(first_word(text), "ask", "{text}");
        }
    }

    #[test]
    fn a_text_without_words_has_no_first_word() {
        assert_eq!(first_word(" ?! "), "");
    }
}
