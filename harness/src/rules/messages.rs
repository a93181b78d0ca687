//! Sending messages (§3.1.1, §3.2.2, §3.3.1, §3.4, §3.7, §4.1.4).

use super::rules;

rules! { MESSAGES:
    VALID_MESSAGE_IS_ACCEPTED = "valid-message-accepted" Must "§3.1.1"
        "a valid message is answered with a task or a message";
    BLOCKING_SEND_WAITS = "blocking-waits" Must "§3.2.2"
        "a blocking send returns only with a task that is over or waits for its client";
    BLOCKING_ANSWER_IS_WHOLE = "blocking-whole" Must "§3.2.2"
        "the answer to a blocking send has the state and all artifacts of the task";
    SEND_NAMES_THE_CONTEXT = "send-names-context" Must "§3.4.1"
        "the context that an agent made is in its answer";
    IMMEDIATE_SEND_RETURNS = "immediate-returns" Must "§3.2.2"
        "a send that asks not to wait is answered while the task is in progress";
    IMMEDIATE_TASK_GOES_ON = "immediate-goes-on" Must "§3.2.2, §3.3.3"
        "a task that was not waited for finishes by itself";
    DIRECT_MESSAGE_IS_ALONE = "direct-message" Must "§3.1.1"
        "a direct answer is a message and nothing else, and no task appears";
    AGENT_MESSAGE_IS_WHOLE = "agent-message" Must "§4.1.4"
        "a message of the agent has the agent's role, an id of its own, a context, and a task only if there is one";
    DIRECT_MESSAGE_AS_PROMISED = "direct-message-promised" House "target file"
        "what the target file says leads to a direct message does";
    QUESTION_IS_ASKED = "question-asked" Should "§3.7"
        "a task that waits for input says what for";
    ANSWER_CONTINUES_THE_TASK = "answer-continues" Must "§3.4.3"
        "an answer continues the same task in the same context, also where it names the task alone";
    HISTORY_KEEPS_THE_ORDER = "history-order" House "§3.7"
        "a history that holds the user's messages holds them all, in order";
    DUPLICATE_RUNS_ONCE = "duplicate-once" House "§3.3.1"
        "a message that is sent again gives the same task, and nothing runs twice";
    DUPLICATE_IS_NO_ACCIDENT = "duplicate-served" Must "§3.3.1, §3.3.2"
        "a message that is sent again is served or refused, and breaks nothing";
    MESSAGE_IDS_ARE_PRIVATE = "message-ids-private" Must "§13.1"
        "a message id that somebody else used leads to nothing of theirs";
    FOREIGN_MESSAGE_ID_IS_FREE = "message-ids-free" House "§3.3.1"
        "the same message id from another caller is a message of its own";
    UNKNOWN_TASK_IS_REFUSED = "unknown-task-refused" Must "§3.4.2"
        "a message that names an unknown task gets TaskNotFound and creates nothing";
    TASK_IDS_ARE_UNIQUE = "task-ids-unique" Must "§3.4.2"
        "every new task has an id of its own, made by the server";
    CONTEXT_MISMATCH_IS_REFUSED = "context-mismatch-refused" Must "§3.4.3"
        "a message whose context is not that of its task is refused and leaves no trace";
    FINISHED_TASK_REFUSES_MESSAGES = "finished-refuses" Must "§3.1.1, §3.1.2"
        "a finished task takes no more messages";
    REFUSED_MESSAGE_LEAVES_NO_TRACE = "refused-no-trace" Must "§3.1.1"
        "a refused message changes no task and makes none";
    UNDECLARED_MEDIA_TYPE_IS_REFUSED = "media-type-refused" Should "§13.4, §3.1.1"
        "a part of a media type that the agent does not take is refused, and creates nothing";
    DECLARED_MEDIA_TYPE_IS_ACCEPTED = "media-type-accepted" Must "§3.1.1"
        "a part of a media type that the card lists is taken";
    REQUEST_CONTENT_TYPE = "request-content-type" House "§9.1"
        "a JSON-RPC request whose content type is not JSON is refused";
    WORKING_MESSAGE_IS_ANSWERED = "working-message-answered" Must "§3.3.3, §3.4.3"
        "a message to a working task is taken by that task or refused, and makes no other";
    WORKING_MESSAGE_IS_RECORDED = "working-message-recorded" House "§3.4.3, §3.7"
        "a message that a working task takes is in its history, once and in order";
    WORKING_MESSAGE_IS_HEARD = "working-message-heard" House "§3.4.3"
        "a message that a working task takes takes part in the work";
    CRASH_IS_ANSWERED = "crash-answered" Must "§3.2.2, §3.3.2"
        "a caller who waits for an agent that breaks down gets the failed task or an error";
    CRASH_FAILS_THE_TASK = "crash-fails-task" House "§4.1.3, §3.3.3"
        "the task of an agent that breaks down ends as FAILED";
    CRASHED_TASK_IS_FOUND = "crashed-task-found" Must "§3.4.2, §3.1.3, §3.1.4"
        "a failed task that a caller was told of is found under its id, and listed";
    CRASH_ENDS_STREAMS = "crash-ends-streams" Must "§3.1.2"
        "the stream of an agent that breaks down tells so, and ends";
    CRASH_SPARES_OTHERS = "crash-spares-others" Must "§3.3.2"
        "when work on one task breaks down, other tasks go on and the next message is served";
    CLIENT_CONTEXT_IS_KEPT = "client-context-kept" Must "§3.4.1"
        "a context that the client names is kept, or the message is refused; it is never exchanged for another";
    TASK_HAS_ONE_CONTEXT = "one-context" Must "§3.4.1, §3.4.3, §4.2"
        "whatever is told of a task names the same context";
    ODD_IDS_DO_NO_HARM = "odd-ids-harmless" Must "§3.3.2, §4.1.4"
        "an id of any text is taken or refused, and never an accident";
    IDS_ARE_KEPT = "ids-kept" House "§3.4.1, §4.1.4"
        "an id that was taken comes back as it was given, and is found again";
    IDS_ARE_COMPARED_WHOLE = "ids-compared-whole" House "§3.4.1, §4.1.4"
        "ids are the same only where they are equal";
    NOBODY_SPEAKS_AS_THE_AGENT = "agent-voice" House "§4.1.5"
        "what a client sends never ends up as the agent's own words";
    AGENT_ROLE_REFUSAL = "agent-role-refusal" House "§4.1.5"
        "a message in the agent's role that is refused is refused as invalid params, and makes no task";
}
