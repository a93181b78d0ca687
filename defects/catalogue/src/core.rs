//! The frozen core: twenty-six defects, one switch each.

use crate::{Entry, Set, defects};

defects! {
    /// Serves a card whose skill has no tags.
    CardSkillWithoutTags {
        name: "card_skill_without_tags",
        set: Core,
        breaks: ["card-complete"],
        first: ["D1", "E1"],
        predicted: ["D1", "E1"],
    }
    /// Sends an `ETag` and answers every conditional request with 200 and the whole card.
    EtagIgnored {
        name: "etag_ignored",
        set: Core,
        breaks: ["card-conditional-request"],
        first: ["D2"],
        predicted: ["D2"],
    }
    /// Lists one more interface, at a URL where nothing speaks it.
    DeadInterfaceListed {
        name: "dead_interface_listed",
        set: Core,
        breaks: ["interface-answers"],
        first: ["D3"],
        predicted: ["D3"],
    }
    /// Refuses with a bare 401, without WWW-Authenticate.
    NoAuthChallenge {
        name: "no_auth_challenge",
        set: Core,
        breaks: ["auth-challenge"],
        first: ["A1"],
        predicted: ["A1"],
    }
    /// Accepts a valid token made out to another service.
    AudienceUnchecked {
        name: "audience_unchecked",
        set: Core,
        breaks: ["credentials-verified"],
        first: ["A2"],
        predicted: ["A2"],
    }
    /// Lets a caller without the scope write.
    ScopeUnchecked {
        name: "scope_unchecked",
        set: Core,
        breaks: ["scope-demanded"],
        first: ["A3"],
        predicted: ["A3"],
    }
    /// Answers "forbidden" for another user's task, so its existence leaks.
    ForeignTaskForbidden {
        name: "foreign_task_forbidden",
        set: Core,
        breaks: ["foreign-task-absent"],
        first: ["A4"],
        predicted: ["A4"],
    }
    /// Lists everybody's tasks.
    ListUnscoped {
        name: "list_unscoped",
        set: Core,
        breaks: ["listing-scoped"],
        first: ["A5", "A6"],
        predicted: ["A5", "A6"],
        lesson: "A3 noticed it too, and not each time: it counted what the reader can list, which was now everybody's; A3 was mended to look for the refused message alone",
    }
    /// Lets a caller continue another user's context.
    ForeignContextJoined {
        name: "foreign_context_joined",
        set: Core,
        breaks: ["foreign-context-closed"],
        first: ["A6"],
        predicted: ["A6"],
    }
    /// Serves a request without A2A-Version as 1.0.
    MissingVersionAccepted {
        name: "missing_version_accepted",
        set: Core,
        breaks: ["missing-version"],
        first: ["V1"],
        predicted: ["V1"],
    }
    /// Serves whatever version the client names.
    UnsupportedVersionAccepted {
        name: "unsupported_version_accepted",
        set: Core,
        breaks: ["unsupported-version"],
        first: ["V2", "Q1"],
        predicted: ["V2", "Q1"],
    }
    /// Answers a blocking send while the task still works.
    BlockingReturnsEarly {
        name: "blocking_returns_early",
        set: Core,
        breaks: ["blocking-waits"],
        first: ["S1", "T3"],
        predicted: ["S1", "T3"],
    }
    /// Blocks although the client asked not to.
    ReturnImmediatelyIgnored {
        name: "return_immediately_ignored",
        set: Core,
        breaks: ["immediate-returns"],
        first: ["S2"],
        predicted: ["S2"],
    }
    /// Treats a retried message as a new one.
    DuplicateMessageRunsTwice {
        name: "duplicate_message_runs_twice",
        set: Core,
        breaks: ["duplicate-once"],
        first: ["S5"],
        predicted: ["S5"],
    }
    /// Creates a task under the unknown id that the client named.
    ClientTaskIdAdopted {
        name: "client_task_id_adopted",
        set: Core,
        breaks: ["unknown-task-refused"],
        first: ["A4", "S6", "Q1"],
        predicted: ["A4", "S6", "Q1"],
    }
    /// Trusts taskId and ignores a contextId that contradicts it.
    ContextMismatchAccepted {
        name: "context_mismatch_accepted",
        set: Core,
        breaks: ["context-mismatch-refused"],
        first: ["S7"],
        predicted: ["S7"],
    }
    /// Lets a message reopen a finished task.
    FinishedTaskAcceptsMessage {
        name: "finished_task_accepts_message",
        set: Core,
        breaks: ["finished-refuses"],
        first: ["S8", "Q1"],
        predicted: ["S8", "Q1"],
    }
    /// Stores a client's message that claims to be the agent's.
    AgentRoleAccepted {
        name: "agent_role_accepted",
        set: Core,
        breaks: ["agent-voice"],
        first: ["S11"],
        predicted: ["S11"],
    }
    /// Silently ignores a message sent to a working task.
    WorkingMessageDropped {
        name: "working_message_dropped",
        set: Core,
        breaks: ["working-message-recorded"],
        first: [],
        predicted: [],
    }
    /// Always returns the whole history.
    HistoryLengthIgnored {
        name: "history_length_ignored",
        set: Core,
        breaks: ["history-bound"],
        first: ["T1"],
        predicted: ["T1"],
    }
    /// Cancels the task but leaves the blocked caller waiting.
    CancelStrandsWaiter {
        name: "cancel_strands_waiter",
        set: Core,
        breaks: ["cancel-releases"],
        first: ["T3"],
        predicted: ["T3"],
    }
    /// Closes the stream before its last event.
    StreamDropsLastEvent {
        name: "stream_drops_last_event",
        set: Core,
        breaks: ["stream-ends-terminal"],
        first: ["T3", "ST1", "ST2", "ST3", "ST4"],
        predicted: ["T3", "ST1", "ST2", "ST3", "ST4"],
    }
    /// Starts a subscription with the next update, not the task.
    SubscribeWithoutSnapshot {
        name: "subscribe_without_snapshot",
        set: Core,
        breaks: ["subscription-snapshot"],
        first: ["ST2"],
        predicted: ["ST2"],
    }
    /// Takes an internal webhook address at registration.
    PushUrlUnchecked {
        name: "push_url_unchecked",
        set: Core,
        breaks: ["push-internal-refused"],
        first: ["PN2", "PN3"],
        predicted: ["PN2", "PN3"],
    }
    /// Returns the webhook's credentials when a config is read.
    PushSecretEchoed {
        name: "push_secret_echoed",
        set: Core,
        breaks: ["push-secret-hidden"],
        first: ["PN4"],
        predicted: ["PN4"],
    }
    /// Gives up a notification after one failed delivery.
    NoPushRetry {
        name: "no_push_retry",
        set: Core,
        breaks: ["push-retried"],
        first: [],
        predicted: [],
    }
}
