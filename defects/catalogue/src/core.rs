//! The frozen core: twenty-six defects, one switch each.

use crate::defects;

defects! { CORE: Core;
    /// Serves a card whose skill has no tags.
    CARD_SKILL_WITHOUT_TAGS {
        name: "card_skill_without_tags",
        breaks: ["card-complete"],
        first: ["D1", "E1"],
        predicted: ["D1", "E1"],
    }
    /// Sends an `ETag` and answers every conditional request with 200 and the whole card.
    ETAG_IGNORED {
        name: "etag_ignored",
        breaks: ["card-conditional-request"],
        first: ["D2"],
        predicted: ["D2"],
    }
    /// Lists one more interface, at a URL where nothing speaks it.
    DEAD_INTERFACE_LISTED {
        name: "dead_interface_listed",
        breaks: ["interface-answers"],
        first: ["D3"],
        predicted: ["D3"],
    }
    /// Refuses with a bare 401, without WWW-Authenticate.
    NO_AUTH_CHALLENGE {
        name: "no_auth_challenge",
        breaks: ["auth-challenge"],
        first: ["A1"],
        predicted: ["A1"],
    }
    /// Accepts a valid token made out to another service.
    AUDIENCE_UNCHECKED {
        name: "audience_unchecked",
        breaks: ["credentials-verified"],
        first: ["A2"],
        predicted: ["A2"],
    }
    /// Lets a caller without the scope write.
    SCOPE_UNCHECKED {
        name: "scope_unchecked",
        breaks: ["scope-demanded"],
        first: ["A3"],
        predicted: ["A3"],
    }
    /// Answers "forbidden" for another user's task, so its existence leaks.
    FOREIGN_TASK_FORBIDDEN {
        name: "foreign_task_forbidden",
        breaks: ["foreign-task-absent"],
        first: ["A4"],
        predicted: ["A4"],
    }
    /// Lists everybody's tasks.
    LIST_UNSCOPED {
        name: "list_unscoped",
        breaks: ["listing-scoped"],
        first: ["A5", "A6"],
        predicted: ["A5", "A6"],
        lesson: "A3 noticed it too, and not each time: it counted what the reader can list, which was now everybody's; A3 was mended to look for the refused message alone",
    }
    /// Lets a caller continue another user's context.
    FOREIGN_CONTEXT_JOINED {
        name: "foreign_context_joined",
        breaks: ["foreign-context-closed"],
        first: ["A6"],
        predicted: ["A6"],
    }
    /// Serves a request without A2A-Version as 1.0.
    MISSING_VERSION_ACCEPTED {
        name: "missing_version_accepted",
        breaks: ["missing-version"],
        first: ["V1"],
        predicted: ["V1"],
    }
    /// Serves whatever version the client names.
    UNSUPPORTED_VERSION_ACCEPTED {
        name: "unsupported_version_accepted",
        breaks: ["unsupported-version"],
        first: ["V2", "Q1"],
        predicted: ["V2", "Q1"],
    }
    /// Answers a blocking send while the task still works.
    BLOCKING_RETURNS_EARLY {
        name: "blocking_returns_early",
        breaks: ["blocking-waits"],
        first: ["S1", "T3"],
        predicted: ["S1", "T3"],
    }
    /// Blocks although the client asked not to.
    RETURN_IMMEDIATELY_IGNORED {
        name: "return_immediately_ignored",
        breaks: ["immediate-returns"],
        first: ["S2"],
        predicted: ["S2"],
    }
    /// Treats a retried message as a new one.
    DUPLICATE_MESSAGE_RUNS_TWICE {
        name: "duplicate_message_runs_twice",
        breaks: ["duplicate-once"],
        first: ["S5"],
        predicted: ["S5"],
    }
    /// Creates a task under the unknown id that the client named.
    CLIENT_TASK_ID_ADOPTED {
        name: "client_task_id_adopted",
        breaks: ["unknown-task-refused"],
        first: ["A4", "S6", "Q1"],
        predicted: ["A4", "S6", "Q1"],
    }
    /// Trusts taskId and ignores a contextId that contradicts it.
    CONTEXT_MISMATCH_ACCEPTED {
        name: "context_mismatch_accepted",
        breaks: ["context-mismatch-refused"],
        first: ["S7"],
        predicted: ["S7"],
    }
    /// Lets a message reopen a finished task.
    FINISHED_TASK_ACCEPTS_MESSAGE {
        name: "finished_task_accepts_message",
        breaks: ["finished-refuses"],
        first: ["S8", "Q1"],
        predicted: ["S8", "Q1"],
    }
    /// Stores a client's message that claims to be the agent's.
    AGENT_ROLE_ACCEPTED {
        name: "agent_role_accepted",
        breaks: ["agent-voice"],
        first: ["S11"],
        predicted: ["S11"],
    }
    /// Silently ignores a message sent to a working task.
    WORKING_MESSAGE_DROPPED {
        name: "working_message_dropped",
        breaks: ["working-message-recorded"],
        first: [],
        predicted: [],
    }
    /// Always returns the whole history.
    HISTORY_LENGTH_IGNORED {
        name: "history_length_ignored",
        breaks: ["history-bound"],
        first: ["T1"],
        predicted: ["T1"],
    }
    /// Cancels the task but leaves the blocked caller waiting.
    CANCEL_STRANDS_WAITER {
        name: "cancel_strands_waiter",
        breaks: ["cancel-releases"],
        first: ["T3"],
        predicted: ["T3"],
    }
    /// Closes the stream before its last event.
    STREAM_DROPS_LAST_EVENT {
        name: "stream_drops_last_event",
        breaks: ["stream-ends-terminal"],
        first: ["T3", "ST1", "ST2", "ST3", "ST4"],
        predicted: ["T3", "ST1", "ST2", "ST3", "ST4"],
    }
    /// Starts a subscription with the next update, not the task.
    SUBSCRIBE_WITHOUT_SNAPSHOT {
        name: "subscribe_without_snapshot",
        breaks: ["subscription-snapshot"],
        first: ["ST2"],
        predicted: ["ST2"],
    }
    /// Takes an internal webhook address at registration.
    PUSH_URL_UNCHECKED {
        name: "push_url_unchecked",
        breaks: ["push-internal-refused"],
        first: ["PN2", "PN3"],
        predicted: ["PN2", "PN3"],
    }
    /// Returns the webhook's credentials when a config is read.
    PUSH_SECRET_ECHOED {
        name: "push_secret_echoed",
        breaks: ["push-secret-hidden"],
        first: ["PN4"],
        predicted: ["PN4"],
    }
    /// Gives up a notification after one failed delivery.
    NO_PUSH_RETRY {
        name: "no_push_retry",
        breaks: ["push-retried"],
        first: [],
        predicted: [],
    }
}
