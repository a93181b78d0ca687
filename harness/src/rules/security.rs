//! Who may do what (§3.3.2, §7, §13.1).

use super::rules;

rules! { SECURITY:
    CREDENTIALS_ARE_DEMANDED = "credentials-demanded" Must "§7.4, §3.3.2"
        "every operation without credentials is refused, and nothing happens";
    CREDENTIALS_ARE_VERIFIED = "credentials-verified" Must "§7.4, §3.3.2"
        "credentials that are made out to another service, expired or forged are refused like none";
    UNAUTHENTICATED_IS_401 = "unauthenticated-401" Should "§7.4"
        "a caller who is not authenticated is told so with 401";
    REFUSAL_CHALLENGES = "auth-challenge" Should "§3.3.2, §7.4"
        "the refusal carries a challenge that names a scheme declared on the card";
    SCOPE_IS_DEMANDED = "scope-demanded" Must "§3.3.2"
        "a caller without the needed permission gets an authorization error, and nothing happens";
    REFUSAL_NAMES_THE_SCOPE = "scope-named" Should "§3.3.2"
        "the refusal says which permission is missing";
    FOREIGN_TASK_IS_ABSENT = "foreign-task-absent" Must "§3.3.2, §13.1"
        "somebody else's task is answered exactly like one that never existed";
    FOREIGN_TASK_IS_UNTOUCHED = "foreign-task-untouched" Must "§13.1"
        "what somebody else tries leaves a task as it was";
    LISTING_IS_SCOPED = "listing-scoped" Must "§3.1.4, §13.1"
        "a listing has only the caller's tasks, and counts no others";
    FOREIGN_CONTEXT_IS_CLOSED = "foreign-context-closed" Must "§13.1"
        "nothing of a context becomes visible to, or changed by, a caller it does not belong to";
    REFUSED_CONTEXT_IS_NOT_REPLACED = "context-not-replaced" Must "§3.4.1"
        "an agent that can't accept a context id refuses, and makes no new context for it";
    FOREIGN_CONTEXT_REFUSAL = "foreign-context-refusal" House "§3.4.1"
        "a foreign context that is refused is refused with an error that blames the request";
    REFERENCES_ARE_CLOSED = "references-closed" Must "§13.1"
        "nothing of somebody else's task comes back because a message refers to it";
    FOREIGN_REFERENCE_IS_ABSENT = "foreign-reference-absent" Must "§3.3.2, §13.1"
        "a message that refers to somebody else's task is answered like one that refers to none";
    ONE_USER_EVERYWHERE = "one-user-everywhere" Must "§5.1, §13.1"
        "a user is the same user over every interface, and so is everybody else";
    ONE_USER_WHATEVER_TOKEN = "one-user-whatever-token" House "§13.1"
        "a user is the same user with every token";
    NAMELESS_IS_NOBODY = "subjectless-nobody" Must "§7.4, §13.1"
        "whose token names no subject is refused, or sees nobody's tasks";
}
