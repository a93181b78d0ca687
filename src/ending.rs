//! How a command ends: the exit codes, and the sentence that goes with a failure.

use std::error::Error;

use crate::streams;

/// What an exit code says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// Judged, and the gate is satisfied.
    Satisfied,
    /// Judged, and the gate is not satisfied.
    Unsatisfied,
    /// The command line, a setting or a selector is wrong.
    Usage,
    /// Nobody answers, or what answers has no card.
    Unreachable,
    /// Credentials are missing or refused.
    Credentials,
    /// The time for the whole run ran out.
    Deadline,
    /// Nothing was judged.
    NothingJudged,
    /// Only entries of the baseline are out of date.
    StaleBaseline,
    /// The sound server is red, so no defect is judged.
    ControlRed,
    /// The fault is ours.
    OurFault,
    /// The user interrupted.
    Interrupted,
}

impl Ending {
    const ALL: [Self; 11] = [
        Self::Satisfied,
        Self::Unsatisfied,
        Self::Usage,
        Self::Unreachable,
        Self::Credentials,
        Self::Deadline,
        Self::NothingJudged,
        Self::StaleBaseline,
        Self::ControlRed,
        Self::OurFault,
        Self::Interrupted,
    ];

    /// The exit code.
    pub(crate) fn code(self) -> u8 {
        match self {
            Self::Satisfied => 0,
            Self::Unsatisfied => 1,
            Self::Usage => 2,
            Self::Unreachable => 3,
            Self::Credentials => 4,
            Self::Deadline => 5,
            Self::NothingJudged => 6,
            Self::StaleBaseline => 7,
            Self::ControlRed => 8,
            Self::OurFault => 70,
            Self::Interrupted => 130,
        }
    }

    /// What an exit code says, if anything.
    pub(crate) fn of(code: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|ending| ending.code() == code)
    }

    /// The worse of two ways to end, where several things were judged.
    pub(crate) fn or_worse(self, other: Self) -> Self {
        if other.code() > self.code() { other } else { self }
    }

    fn meaning(self) -> &'static str {
        match self {
            Self::Satisfied => "judged, gate satisfied",
            Self::Unsatisfied => "judged, gate not satisfied",
            Self::Usage => "usage, config or selector error",
            Self::Unreachable => "agent or card not reachable",
            Self::Credentials => "credentials missing or rejected",
            Self::Deadline => "deadline ran out",
            Self::NothingJudged => "nothing judged",
            Self::StaleBaseline => "only stale baseline entries",
            Self::ControlRed => "mutate: the sound server is red, so nothing is judged",
            Self::OurFault => "our own error",
            Self::Interrupted => "interrupted",
        }
    }

    /// Every exit code with its meaning, one a line.
    pub(crate) fn table() -> String {
        let line = |ending: Self| format!("  {:>3}  {}", ending.code(), ending.meaning());
        format!("Exit codes:\n{}", Self::ALL.map(line).join("\n"))
    }
}

/// Why a command could not do what it was asked, in one sentence with the way out.
#[derive(Debug)]
pub(crate) struct Failure {
    ending: Ending,
    sentence: String,
}

impl Failure {
    /// A failure with its sentence.
    pub(crate) fn new(ending: Ending, sentence: impl Into<String>) -> Self {
        Self { ending, sentence: sentence.into() }
    }

    /// A mistake on the command line or in a setting.
    pub(crate) fn usage(sentence: impl Into<String>) -> Self {
        Self::new(Ending::Usage, sentence)
    }

    /// A failure with the chain of its causes.
    pub(crate) fn caused(ending: Ending, sentence: &str, cause: &dyn Error) -> Self {
        let mut links = vec![sentence.to_owned(), cause.to_string()];
        let mut link = cause.source();
        while let Some(cause) = link {
            links.push(cause.to_string());
            link = cause.source();
        }
        Self { ending, sentence: links.join(": ") }
    }

    /// How the command ends.
    pub(crate) fn ending(&self) -> Ending {
        self.ending
    }

    /// Tells the user, and says how the command ends.
    pub(crate) fn report(self) -> Ending {
        streams::diagnose(&self.sentence);
        self.ending
    }
}
