//! The behaviours that checks ask of an agent.

/// A message that makes the agent behave in a named way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stimulus {
    /// Working, one artifact, completed.
    Complete,
    /// Working, at least three chunks of one artifact, a status update between them, completed.
    Stream,
    /// Works for about the declared time, then completes with an artifact.
    Slow,
    /// Works until it is cancelled, or at least 30 s.
    Hold,
    /// Asks for input; the next message on the task completes it.
    Ask,
    /// Asks for authorization, with an explanation.
    Authorize,
    /// Rejects the task.
    Reject,
    /// Fails.
    Fail,
    /// Answers with a direct message, without a task.
    Reply,
    /// Begins, and its code breaks down.
    Crash,
    /// Works until it is told something, repeats that in an artifact, completes.
    Listen,
    /// Makes two artifacts, in chunks that alternate, and completes.
    Several,
    /// Asks for authorization, and goes on by itself.
    Resume,
}

impl Stimulus {
    /// Every stimulus.
    pub const ALL: [Self; 13] = [
        Self::Complete,
        Self::Stream,
        Self::Slow,
        Self::Hold,
        Self::Ask,
        Self::Authorize,
        Self::Reject,
        Self::Fail,
        Self::Reply,
        Self::Crash,
        Self::Listen,
        Self::Several,
        Self::Resume,
    ];

    /// The word for it: in target files, and what is said to the agent where nothing else is given.
    pub fn name(self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::Stream => "stream",
            Self::Slow => "slow",
            Self::Hold => "hold",
            Self::Ask => "ask",
            Self::Authorize => "authorize",
            Self::Reject => "reject",
            Self::Fail => "fail",
            Self::Reply => "reply",
            Self::Crash => "crash",
            Self::Listen => "listen",
            Self::Several => "several",
            Self::Resume => "resume",
        }
    }

    /// What the agent does, in one line.
    pub fn behaviour(self) -> &'static str {
        match self {
            Self::Complete => "works, makes one artifact, completes",
            Self::Stream => {
                "works, makes one artifact in at least three chunks with a status update between them, completes"
            }
            Self::Slow => "works for about the declared time, then completes with an artifact",
            Self::Hold => "works until it is cancelled, or at least 30 s",
            Self::Ask => "asks for input with a question; the next message on the task completes it",
            Self::Authorize => "asks for authorization with an explanation",
            Self::Reject => "rejects the task",
            Self::Fail => "works, then fails",
            Self::Reply => "answers with a direct message and makes no task",
            Self::Crash => "works, and its code breaks down: an exception, a panic",
            Self::Listen => "works until it is told something, repeats that in an artifact, completes",
            Self::Several => "works, makes two artifacts in chunks that alternate, completes",
            Self::Resume => "asks for authorization, goes on by itself after a while, completes with an artifact",
        }
    }

    /// The stimulus with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|stimulus| stimulus.name() == name)
    }
}
