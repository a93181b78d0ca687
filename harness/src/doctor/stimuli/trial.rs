//! One prompt, said once, and what came of it.

use std::time::{Duration, Instant};

use serde_json::Value;

use crate::agent::transport::EventKind;
use crate::agent::{Answer, Capability, Message, Reply, State, Task, fresh};
use crate::check::Stop;
use crate::probe::{Caller, Probe};
use crate::target::{Prompt, Stimulus};

/// What came of a prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Shown {
    /// The behaviour that was asked for.
    AsDue,
    /// Another one.
    Otherwise(Instead),
    /// Nothing that could be told: an error, or no answer.
    Broken(String),
}

/// What came instead of the behaviour that was asked for; as text it goes on after the stimulus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Instead {
    /// A task in this state.
    State(String),
    /// A direct message.
    Message,
    /// A refusal.
    Refusal(String),
    /// What an agent may well show that was told nothing else.
    Plain(String),
}

impl Instead {
    fn plain(words: impl Into<String>) -> Shown {
        Shown::Otherwise(Self::Plain(words.into()))
    }

    fn state(task: &Task) -> Shown {
        Shown::Otherwise(Self::State(task.state_word().to_owned()))
    }

    /// Whether an agent shows this as well when it is told what it can't know: then it may not know the behaviour.
    pub(super) fn is_like(&self, unheard_of: &Shown) -> bool {
        match (self, unheard_of) {
            (Self::Plain(_), _)
            | (_, Shown::Broken(_))
            | (Self::Message, Shown::Otherwise(Self::Message))
            | (Self::Refusal(_), Shown::Otherwise(Self::Refusal(_))) => true,
            (Self::State(state), Shown::AsDue) => state == State::Completed.name(),
            (Self::State(state), Shown::Otherwise(Self::State(usual))) => state == usual,
            (Self::State(_) | Self::Message | Self::Refusal(_), _) => false,
        }
    }
}

impl std::fmt::Display for Instead {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::State(state) => write!(f, "led to {state}"),
            Self::Message => f.write_str("led to a direct message"),
            Self::Refusal(reply) => write!(f, "was refused: {reply}"),
            Self::Plain(words) => f.write_str(words),
        }
    }
}

/// A task that should hold.
pub(super) type Begun = Result<Task, Shown>;

/// An agent that takes this long to complete works for a while.
const A_WHILE: Duration = Duration::from_millis(100);

/// Says prompts.
pub(super) struct Trial<'p> {
    probe: &'p Probe,
    alice: Caller<'p>,
}

enum Outcome {
    Message,
    Task { task: Task, at_once: bool },
}

impl<'p> Trial<'p> {
    pub(super) fn new(probe: &'p Probe) -> Self {
        Self { probe, alice: probe.alice() }
    }

    /// Whether a prompt leads to what it stands for.
    pub(super) async fn of(&self, stimulus: Stimulus, prompt: &Prompt) -> Shown {
        if stimulus == Stimulus::Stream && self.probe.card().offers(Capability::Streaming) {
            return match self.chunks(prompt).await {
                Ok(chunks) if chunks >= 2 => Shown::AsDue,
                Ok(chunks) => Instead::plain(format!("led to {chunks} artifact updates")),
                Err(shown) => shown,
            };
        }
        if stimulus == Stimulus::Listen {
            return self.heard(prompt).await;
        }
        if stimulus == Stimulus::Resume {
            return self.resumed(prompt).await;
        }
        let outcome = match self.said(prompt, stimulus == Stimulus::Slow).await {
            Ok(outcome) => outcome,
            Err(shown) => return shown,
        };
        match outcome {
            Outcome::Message if stimulus == Stimulus::Reply => Shown::AsDue,
            Outcome::Message => Shown::Otherwise(Instead::Message),
            Outcome::Task { at_once: true, .. } if stimulus == Stimulus::Slow => Instead::plain("ended at once"),
            Outcome::Task { task, .. } if stimulus == Stimulus::Several && task.artifacts().len() < 2 => {
                Instead::plain(format!("led to {} artifacts", task.artifacts().len()))
            }
            Outcome::Task { task, .. } if task.state().is_some() && task.state() == due(stimulus) => Shown::AsDue,
            Outcome::Task { task, .. } => Instead::state(&task),
        }
    }

    /// Whether a task asks for authorization and then goes on without being told to.
    async fn resumed(&self, prompt: &Prompt) -> Shown {
        match self.said(prompt, false).await {
            Ok(Outcome::Task { task, .. }) if task.state() == Some(State::AuthRequired) => {
                match self.probe.until(&self.alice, task.id(), Task::is_terminal).await {
                    Ok(ended) if ended.state() == Some(State::Completed) => Shown::AsDue,
                    Ok(ended) => Instead::plain(format!("went on to {}", ended.state_word())),
                    Err(_) => Instead::plain("did not go on by itself"),
                }
            }
            Ok(Outcome::Task { task, .. }) => Instead::state(&task),
            Ok(Outcome::Message) => Shown::Otherwise(Instead::Message),
            Err(shown) => shown,
        }
    }

    /// Everything that one plain prompt leads to.
    pub(super) async fn whatever(&self, prompt: &Prompt) -> Vec<Stimulus> {
        let mut shown = Vec::new();
        match self.said(prompt, false).await {
            Ok(Outcome::Message) => shown.push(Stimulus::Reply),
            Ok(Outcome::Task { task, .. }) => {
                shown.extend(
                    Stimulus::ALL.into_iter().find(|stimulus| task.state().is_some() && due(*stimulus) == task.state()),
                );
            }
            // What is broken is for the checks to say.
            Err(_) => shown.push(Stimulus::Complete),
        }
        if self.probe.card().offers(Capability::Streaming) && self.chunks(prompt).await.is_ok_and(|chunks| chunks >= 2)
        {
            shown.push(Stimulus::Stream);
        }
        shown
    }

    /// Begins a task that should hold.
    pub(super) async fn begin(&self, prompt: &Prompt) -> Begun {
        let Some(message) = prompt.message() else { return Err(unsaid()) };
        match self.probe.begun(&self.alice, Stimulus::Hold, message).await {
            Ok(task) => {
                self.probe.hold(self.alice.interface(), &task);
                Ok(task)
            }
            Err(Stop::NotObserved { reason, .. } | Stop::NotApplicable(reason)) => {
                Err(Instead::plain(format!("did not begin: {reason}")))
            }
            Err(Stop::Broken) => Err(Shown::Broken("it did not begin".to_owned())),
        }
    }

    /// Whether it still holds.
    pub(super) async fn held(&self, begun: Begun) -> Shown {
        let task = match begun {
            Ok(task) => task,
            Err(shown) => return shown,
        };
        match self.probe.now(&self.alice, task.id()).await {
            Ok(task) if !task.is_terminal() && !task.is_interrupted() => Shown::AsDue,
            Ok(task) => Instead::state(&task),
            Err(_) => Shown::Broken("GetTask does not show the task".to_owned()),
        }
    }

    /// Whether an agent that works repeats what it is told meanwhile.
    async fn heard(&self, prompt: &Prompt) -> Shown {
        let task = match self.begin(prompt).await {
            Ok(task) if task.is_terminal() => return Instead::state(&task),
            Ok(task) => task,
            Err(shown) => return shown,
        };
        let words = fresh("words");
        let told = Message::text(&words).to_task(task.id()).in_context(task.context()).immediately();
        let reply = self.alice.send(&told).await;
        if reply.result().is_none() {
            return broken(&reply);
        }
        match self.probe.until(&self.alice, task.id(), Task::is_terminal).await {
            Ok(ended) if Value::from(ended.artifacts()).to_string().contains(&words) => Shown::AsDue,
            Ok(_) => Instead::plain("led to no artifact with what it was told"),
            Err(_) => Instead::plain("did not end when it was told something"),
        }
    }

    /// Says a prompt and waits until the task stands still.
    async fn said(&self, prompt: &Prompt, in_haste: bool) -> Result<Outcome, Shown> {
        let message = prompt.message().ok_or_else(unsaid)?;
        let message = if in_haste { message.immediately() } else { message };
        let asked = Instant::now();
        let reply = self.probe.patiently(&self.alice, &message).await;
        if reply.message().is_some() {
            return Ok(Outcome::Message);
        }
        let Some(task) = reply.task() else { return Err(broken(&reply)) };
        let stands = |task: &Task| task.is_terminal() || task.is_interrupted();
        if stands(&task) {
            let at_once = asked.elapsed() < A_WHILE;
            return Ok(Outcome::Task { task, at_once });
        }
        match self.probe.until(&self.alice, task.id(), stands).await {
            Ok(task) => Ok(Outcome::Task { task, at_once: false }),
            Err(_) if in_haste => Err(Shown::Broken("the task did not end".to_owned())),
            Err(_) => Ok(Outcome::Task { task, at_once: false }),
        }
    }

    /// How many artifact updates a stream brings.
    async fn chunks(&self, prompt: &Prompt) -> Result<usize, Shown> {
        let message = prompt.message().ok_or_else(unsaid)?;
        let stream = self.alice.stream(&message).await.map_err(|reply| broken(&reply))?;
        let transcript = stream.to_end(self.probe.target().patience.finish()).await;
        let updates = transcript.events.iter().filter(|event| matches!(event.kind, EventKind::Artifact));
        Ok(updates.count())
    }
}

/// The state in which a task comes to rest that was stimulated so.
fn due(stimulus: Stimulus) -> Option<State> {
    match stimulus {
        Stimulus::Complete | Stimulus::Stream | Stimulus::Slow | Stimulus::Several => Some(State::Completed),
        Stimulus::Ask => Some(State::InputRequired),
        Stimulus::Authorize => Some(State::AuthRequired),
        Stimulus::Reject => Some(State::Rejected),
        Stimulus::Fail | Stimulus::Crash => Some(State::Failed),
        Stimulus::Hold | Stimulus::Reply | Stimulus::Listen | Stimulus::Resume => None,
    }
}

fn unsaid() -> Shown {
    Instead::plain("is denied by the target file")
}

/// An agent that refuses a sentence in so many words has understood it; one that breaks is broken.
fn broken(reply: &Reply) -> Shown {
    match &reply.answer {
        Answer::Error(error) if !error.is_internal() => Shown::Otherwise(Instead::Refusal(reply.to_string())),
        _ => Shown::Broken(reply.to_string()),
    }
}
