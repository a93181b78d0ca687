//! Which state may follow which: the one transition table.

use super::model::State;

impl State {
    /// Whether a task in this state may move to `next`.
    pub(crate) fn may_become(self, next: Self) -> bool {
        match self {
            Self::Submitted | Self::Working | Self::InputRequired | Self::AuthRequired => next != Self::Submitted,
            Self::Completed | Self::Failed | Self::Canceled | Self::Rejected => false,
        }
    }

    /// Whether the task has ended for good.
    pub(crate) fn is_terminal(self) -> bool {
        matches!(self, Self::Completed | Self::Failed | Self::Canceled | Self::Rejected)
    }

    /// Whether the agent waits for the user.
    pub(crate) fn is_paused(self) -> bool {
        matches!(self, Self::InputRequired | Self::AuthRequired)
    }

    /// Whether there is nothing to wait for now: the task ended or waits for the user.
    pub(crate) fn is_settled(self) -> bool {
        self.is_terminal() || self.is_paused()
    }
}

#[cfg(test)]
mod tests {
    use super::State::{self, *};

    const ALL: [State; 8] = [Submitted, Working, InputRequired, AuthRequired, Completed, Failed, Canceled, Rejected];

    #[test]
    fn a_finished_task_never_moves() {
        for from in ALL.into_iter().filter(|state| state.is_terminal()) {
            for to in ALL {
                assert!(!from.may_become(to), "{from:?} to {to:?}");
            }
        }
    }

    #[test]
    fn a_live_task_may_become_anything_but_new() {
        for from in ALL.into_iter().filter(|state| !state.is_terminal()) {
            for to in ALL {
                assert_eq!(from.may_become(to), to != Submitted, "{from:?} to {to:?}");
            }
        }
    }

    #[test]
    fn only_a_task_that_waits_for_the_user_is_paused() {
        let paused: Vec<_> = ALL.into_iter().filter(|state| state.is_paused()).collect();
        assert_eq!(paused, [InputRequired, AuthRequired]);
    }
}
