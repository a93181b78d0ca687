//! Defects of who may do what.

use crate::defects;
use crate::sighting::sightings;

defects! { AUTH: Extended;
    /// Lets anybody send into a context, in the name of its owner.
    SEND_UNGUARDED {
        name: "send_unguarded",
        breaks: ["credentials-demanded"],
        first: ["A1"],
        predicted: ["A1", "A2"],
        lesson: "an operation that nobody guards takes a bad token as readily as none",
    }
    /// Lets anybody cancel a task.
    CANCEL_UNGUARDED {
        name: "cancel_unguarded",
        breaks: ["credentials-demanded"],
        first: ["A1"],
        predicted: ["A1", "A2"],
        lesson: "an operation that nobody guards takes a bad token as readily as none",
    }
    /// Lets anybody listen to a task.
    SUBSCRIBE_UNGUARDED {
        name: "subscribe_unguarded",
        breaks: ["credentials-demanded"],
        first: ["A1"],
        predicted: ["A1", "A2"],
        lesson: "an operation that nobody guards takes a bad token as readily as none",
    }
    /// Lets anybody have the notifications of a task.
    CONFIG_CREATION_UNGUARDED {
        name: "config_creation_unguarded",
        breaks: ["credentials-demanded"],
        first: ["A1"],
        predicted: ["A1", "A2"],
        lesson: "an operation that nobody guards takes a bad token as readily as none",
    }
    /// Answers 403 where no token is shown.
    NO_TOKEN_IS_FORBIDDEN {
        name: "no_token_is_forbidden",
        breaks: ["unauthenticated-401", "auth-challenge"],
        first: ["A1", "E1"],
        predicted: ["A1", "E1"],
    }
    /// Answers 403 where a bad token is shown.
    BAD_TOKEN_IS_FORBIDDEN {
        name: "bad_token_is_forbidden",
        breaks: ["unauthenticated-401"],
        first: ["A2"],
        predicted: ["A2"],
    }
    /// Believes a token that says it needs no signature.
    UNSIGNED_TOKEN_ACCEPTED {
        name: "unsigned_token_accepted",
        breaks: ["credentials-verified"],
        first: ["A2"],
        predicted: ["A2"],
    }
    /// Believes a token for ever.
    EXPIRED_TOKEN_ACCEPTED {
        name: "expired_token_accepted",
        breaks: ["credentials-verified"],
        first: ["A2"],
        predicted: ["A2"],
    }
    /// Lets a caller without the scope write if the answer is a stream.
    SCOPE_UNCHECKED_ON_STREAMS {
        name: "scope_unchecked_on_streams",
        breaks: ["scope-demanded"],
        first: ["A3"],
        predicted: ["A3"],
    }
    /// Answers a cancel without the scope with an internal error.
    MISSING_SCOPE_CRASHES_CANCEL {
        name: "missing_scope_crashes_cancel",
        breaks: ["scope-demanded"],
        first: ["A3"],
        predicted: ["A3"],
    }
    /// Refuses for a missing scope and does not say which.
    MISSING_SCOPE_UNNAMED {
        name: "missing_scope_unnamed",
        breaks: ["scope-named"],
        first: ["A3"],
        predicted: ["A3"],
    }
    /// Finds running tasks in a registry that knows no owner, and lets anybody listen.
    OWNER_UNCHECKED_ON_LIVE_SUBSCRIBE {
        name: "owner_unchecked_on_live_subscribe",
        breaks: ["foreign-task-absent"],
        first: ["A4"],
        predicted: ["A4"],
    }
    /// Lists the webhooks of anybody's task.
    OWNER_UNCHECKED_ON_CONFIG_LIST {
        name: "owner_unchecked_on_config_list",
        breaks: ["foreign-task-absent"],
        first: ["A4"],
        predicted: ["A4"],
    }
    /// Registers a webhook on anybody's task.
    OWNER_UNCHECKED_ON_CONFIG_CREATION {
        name: "owner_unchecked_on_config_creation",
        breaks: ["foreign-task-absent", "foreign-task-untouched"],
        first: ["A4"],
        predicted: ["A4"],
    }
    /// Stores a message on somebody else's task before it refuses it.
    FOREIGN_MESSAGE_RECORDED {
        name: "foreign_message_recorded",
        breaks: ["foreign-task-untouched"],
        first: ["A4"],
        predicted: ["A4"],
    }
    /// Says of somebody else's task that it has ended.
    ENDED_BEFORE_OWNED {
        name: "ended_before_owned",
        breaks: ["foreign-task-absent"],
        first: ["A4"],
        predicted: ["A4", "Q2"],
        lesson: "Q2 goes that way as well",
    }
    /// Lists the caller's tasks and counts everybody's.
    LIST_TOTAL_COUNTS_EVERYBODY {
        name: "list_total_counts_everybody",
        breaks: ["listing-scoped"],
        first: ["A5"],
        predicted: ["A5"],
    }
    /// Filters by context in place of filtering by owner.
    LIST_BY_CONTEXT_UNSCOPED {
        name: "list_by_context_unscoped",
        breaks: ["listing-scoped"],
        first: ["A5", "A6", "A8"],
        predicted: ["A5", "A6", "Q2"],
        lesson: "A8 blamed the other binding for what is wrong over every one; it was mended to hold them against each other; Q2 goes that way as well",
    }
    /// Answers a foreign context with an internal error.
    FOREIGN_CONTEXT_CRASHES {
        name: "foreign_context_crashes",
        breaks: ["context-not-replaced", "foreign-context-refusal"],
        first: ["A6"],
        predicted: ["A6"],
    }
    /// Refuses a foreign context as if the conversation were over.
    FOREIGN_CONTEXT_UNSUPPORTED {
        name: "foreign_context_unsupported",
        breaks: ["foreign-context-refusal"],
        first: ["A6"],
        predicted: ["A6"],
    }
    /// Begins a new context for a message into a foreign one.
    FOREIGN_CONTEXT_REPLACED {
        name: "foreign_context_replaced",
        breaks: ["context-not-replaced"],
        first: ["A6"],
        predicted: ["A6"],
    }
    /// Begins a context of its own for an id that a client made.
    CLIENT_CONTEXT_REPLACED {
        name: "client_context_replaced",
        breaks: ["context-not-replaced"],
        first: ["A6", "S14"],
        predicted: ["A6", "S14", "S15"],
        lesson: "S15 goes that way as well",
    }
    /// Hands the agent whatever tasks a new message refers to.
    REFERENCES_UNCHECKED {
        name: "references_unchecked",
        breaks: ["references-closed"],
        first: ["A7"],
        predicted: ["A7"],
    }
    /// Hands the agent whatever tasks an answer refers to.
    REFERENCES_OF_ANSWERS_UNCHECKED {
        name: "references_of_answers_unchecked",
        breaks: ["references-closed"],
        first: ["A7"],
        predicted: ["A7"],
    }
    /// Forbids to refer to somebody else's task, so its existence leaks.
    FOREIGN_REFERENCE_FORBIDDEN {
        name: "foreign_reference_forbidden",
        breaks: ["foreign-reference-absent"],
        first: ["A7"],
        predicted: ["A7"],
    }
    /// Begins the new task in the context of the task that is referred to, whosever that is.
    REFERENCE_JOINS_CONTEXT {
        name: "reference_joins_context",
        breaks: ["references-closed"],
        first: ["A7"],
        predicted: ["A7"],
    }
    /// Notes the message on every task that it refers to.
    REFERENCE_MARKS_TASK {
        name: "reference_marks_task",
        breaks: ["foreign-task-untouched"],
        first: ["A7"],
        predicted: ["A7"],
    }
    /// Takes every token for a user of its own.
    OWNER_IS_THE_TOKEN {
        name: "owner_is_the_token",
        breaks: ["one-user-whatever-token"],
        first: ["A8"],
        predicted: ["A8"],
    }
    /// Builds the identity of callers another way over HTTP+JSON.
    REST_CALLERS_ARE_STRANGERS {
        name: "rest_callers_are_strangers",
        breaks: ["one-user-everywhere"],
        first: ["A8", "Q1"],
        predicted: ["A8", "Q1"],
    }
    /// Shows anybody's task over HTTP+JSON.
    REST_GET_ASKS_FOR_NO_OWNER {
        name: "rest_get_asks_for_no_owner",
        breaks: ["one-user-everywhere"],
        first: ["A8"],
        predicted: ["A8"],
    }
    /// Takes tokens without a subject for one user with an empty name.
    SUBJECTLESS_TOKENS_SHARE_OWNER {
        name: "subjectless_tokens_share_owner",
        breaks: ["subjectless-nobody"],
        first: ["A8"],
        predicted: ["A8"],
    }
    /// Takes a token without a subject for the user it was installed for.
    SUBJECTLESS_TOKEN_IS_THE_FIRST_USER {
        name: "subjectless_token_is_the_first_user",
        breaks: ["subjectless-nobody"],
        first: ["A8"],
        predicted: ["A8"],
    }
    /// Lets anybody list webhooks over HTTP+JSON.
    REST_CONFIG_LIST_UNGUARDED {
        name: "rest_config_list_unguarded",
        over: EachBinding,
        breaks: ["credentials-demanded"],
        first: ["A1", "A2"],
        predicted: ["A1", "A2"],
    }
    /// Refuses over HTTP+JSON without a challenge.
    REST_CHALLENGE_MISSING {
        name: "rest_challenge_missing",
        over: EachBinding,
        breaks: ["auth-challenge"],
        first: ["A1"],
        predicted: ["A1"],
    }
    /// Forgets scopes over HTTP+JSON.
    REST_SCOPE_UNCHECKED {
        name: "rest_scope_unchecked",
        over: EachBinding,
        breaks: ["scope-demanded"],
        first: ["A3"],
        predicted: ["A3"],
    }
    /// Deletes anybody's webhook over HTTP+JSON.
    REST_OWNER_UNCHECKED_ON_CONFIG_DELETION {
        name: "rest_owner_unchecked_on_config_deletion",
        over: EachBinding,
        breaks: ["foreign-task-absent"],
        first: ["A4"],
        predicted: ["A4"],
    }
}

sightings! { CORE_TOO:
    LIST_UNSCOPED {
        first: ["A8"],
        predicted: [],
        lesson: "A8 blamed the other binding for what is wrong over every one; it was mended to hold them against each other",
    }
}
