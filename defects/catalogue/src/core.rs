//! The frozen core: twenty-six defects, one switch each.

use crate::{Entry, Set, defects};

defects! {
    /// Serves a card whose skill has no tags.
    CardSkillWithoutTags {
        name: "card_skill_without_tags",
        set: Core,
        breaks: ["card-required-members"],
        first: [],
        predicted: [],
    }
    /// Sends an ETag and answers every conditional request with 200 and the whole card.
    EtagIgnored {
        name: "etag_ignored",
        set: Core,
        breaks: ["card-conditional-request"],
        first: [],
        predicted: [],
    }
    /// Lists one more interface, at a URL where nothing speaks it.
    DeadInterfaceListed {
        name: "dead_interface_listed",
        set: Core,
        breaks: ["interface-answers"],
        first: [],
        predicted: [],
    }
    /// Refuses with a bare 401, without WWW-Authenticate.
    NoAuthChallenge {
        name: "no_auth_challenge",
        set: Core,
        breaks: ["auth-challenge"],
        first: [],
        predicted: [],
    }
    /// Accepts a valid token made out to another service.
    AudienceUnchecked {
        name: "audience_unchecked",
        set: Core,
        breaks: ["credentials-authenticated"],
        first: [],
        predicted: [],
    }
    /// Lets a caller without the scope write.
    ScopeUnchecked {
        name: "scope_unchecked",
        set: Core,
        breaks: ["scope-required"],
        first: [],
        predicted: [],
    }
    /// Answers "forbidden" for another user's task, so its existence leaks.
    ForeignTaskForbidden {
        name: "foreign_task_forbidden",
        set: Core,
        breaks: ["foreign-task-absent"],
        first: [],
        predicted: [],
    }
    /// Lists everybody's tasks.
    ListUnscoped {
        name: "list_unscoped",
        set: Core,
        breaks: ["listing-scoped"],
        first: [],
        predicted: [],
    }
    /// Lets a caller continue another user's context.
    ForeignContextJoined {
        name: "foreign_context_joined",
        set: Core,
        breaks: ["foreign-context-closed"],
        first: [],
        predicted: [],
    }
    /// Serves a request without A2A-Version as 1.0.
    MissingVersionAccepted {
        name: "missing_version_accepted",
        set: Core,
        breaks: ["missing-version-is-0.3"],
        first: [],
        predicted: [],
    }
    /// Serves whatever version the client names.
    UnsupportedVersionAccepted {
        name: "unsupported_version_accepted",
        set: Core,
        breaks: ["unsupported-version-refused"],
        first: [],
        predicted: [],
    }
    /// Answers a blocking send while the task still works.
    BlockingReturnsEarly {
        name: "blocking_returns_early",
        set: Core,
        breaks: ["blocking-waits"],
        first: [],
        predicted: [],
    }
    /// Blocks although the client asked not to.
    ReturnImmediatelyIgnored {
        name: "return_immediately_ignored",
        set: Core,
        breaks: ["return-immediately"],
        first: [],
        predicted: [],
    }
    /// Treats a retried message as a new one.
    DuplicateMessageRunsTwice {
        name: "duplicate_message_runs_twice",
        set: Core,
        breaks: ["duplicate-message-once"],
        first: [],
        predicted: [],
    }
    /// Creates a task under the unknown id that the client named.
    ClientTaskIdAdopted {
        name: "client_task_id_adopted",
        set: Core,
        breaks: ["unknown-task-refused"],
        first: [],
        predicted: [],
    }
    /// Trusts taskId and ignores a contextId that contradicts it.
    ContextMismatchAccepted {
        name: "context_mismatch_accepted",
        set: Core,
        breaks: ["context-mismatch-refused"],
        first: [],
        predicted: [],
    }
    /// Lets a message reopen a finished task.
    FinishedTaskAcceptsMessage {
        name: "finished_task_accepts_message",
        set: Core,
        breaks: ["finished-refuses-messages"],
        first: [],
        predicted: [],
    }
    /// Stores a client's message that claims to be the agent's.
    AgentRoleAccepted {
        name: "agent_role_accepted",
        set: Core,
        breaks: ["agent-role-refused"],
        first: [],
        predicted: [],
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
        breaks: ["history-length-bound"],
        first: [],
        predicted: [],
    }
    /// Cancels the task but leaves the blocked caller waiting.
    CancelStrandsWaiter {
        name: "cancel_strands_waiter",
        set: Core,
        breaks: ["cancel-releases-waiter"],
        first: [],
        predicted: [],
    }
    /// Closes the stream before its last event.
    StreamDropsLastEvent {
        name: "stream_drops_last_event",
        set: Core,
        breaks: ["stream-ends-terminal"],
        first: [],
        predicted: [],
    }
    /// Starts a subscription with the next update, not the task.
    SubscribeWithoutSnapshot {
        name: "subscribe_without_snapshot",
        set: Core,
        breaks: ["subscription-starts-with-task"],
        first: [],
        predicted: [],
    }
    /// Takes an internal webhook address at registration.
    PushUrlUnchecked {
        name: "push_url_unchecked",
        set: Core,
        breaks: ["push-internal-refused"],
        first: [],
        predicted: [],
    }
    /// Returns the webhook's credentials when a config is read.
    PushSecretEchoed {
        name: "push_secret_echoed",
        set: Core,
        breaks: ["push-secret-hidden"],
        first: [],
        predicted: [],
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
