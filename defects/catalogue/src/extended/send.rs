//! Defects of messages.

use crate::defects;
use crate::sighting::sightings;

defects! { SEND: Extended;
    /// Takes an explicit `returnImmediately: false` for a wrong value.
    RETURN_IMMEDIATELY_FALSE_REFUSED {
        name: "return_immediately_false_refused",
        breaks: ["valid-message-accepted"],
        first: ["S1"],
        predicted: ["S1"],
    }
    /// Leaves the last artifact out of the answer to a blocking send.
    BLOCKING_DROPS_LAST_ARTIFACT {
        name: "blocking_drops_last_artifact",
        breaks: ["blocking-whole"],
        first: ["S1"],
        predicted: ["S1", "T3", "T7"],
        lesson: "T3 noticed it too: what it holds the finished task against is the answer to its blocking send; T7 goes that way as well",
    }
    /// Leaves the context out of the answer where the task waits for authorization.
    PAUSED_ANSWER_WITHOUT_CONTEXT {
        name: "paused_answer_without_context",
        breaks: ["send-names-context"],
        first: ["S1"],
        predicted: ["S1"],
    }
    /// Takes an answer that names its context, and says that it does not.
    ANSWER_TAKEN_AND_REFUSED {
        name: "answer_taken_and_refused",
        breaks: ["valid-message-accepted", "answer-continues"],
        first: ["S1", "S4", "S7"],
        predicted: ["S1", "S4", "S7", "PN12", "C2"],
        lesson: "PN12 and C2 go that way as well",
    }
    /// Refuses an answer that does not want to wait.
    IMMEDIATE_ANSWER_REFUSED {
        name: "immediate_answer_refused",
        breaks: ["immediate-returns"],
        first: ["S2"],
        predicted: ["S2"],
    }
    /// Opens a new task for an answer that does not want to wait.
    IMMEDIATE_ANSWER_OPENS_NEW_TASK {
        name: "immediate_answer_opens_new_task",
        breaks: ["immediate-returns"],
        first: ["S2"],
        predicted: ["S2"],
    }
    /// Records an answer that does not want to wait, and hands it to nobody.
    IMMEDIATE_ANSWER_NOT_HEARD {
        name: "immediate_answer_not_heard",
        breaks: ["immediate-goes-on"],
        first: ["S2"],
        predicted: ["S2"],
    }
    /// Loses the end of a task that nobody waits for or ever listened to.
    UNWATCHED_TASK_NEVER_ENDS {
        name: "unwatched_task_never_ends",
        breaks: ["immediate-goes-on"],
        first: ["S2", "ST8"],
        predicted: ["S2"],
        lesson: "whether a dropped stream still counts as a watcher was a matter of time, and ST8 and ST3 noticed it now and then; it takes whoever was streamed once as watched now",
    }
    /// Refuses what it should answer with a direct message.
    DIRECT_ANSWER_FAILS {
        name: "direct_answer_fails",
        breaks: ["valid-message-accepted"],
        first: ["S3", "Q1"],
        predicted: ["S3"],
        lesson: "both bindings refuse, and refusals of one kind are the same however each binding writes them",
    }
    /// Gives all its direct answers the same id.
    DIRECT_ANSWER_IDS_REPEAT {
        name: "direct_answer_ids_repeat",
        breaks: ["agent-message"],
        first: ["S3", "ST5", "DM5"],
        predicted: ["S3", "ST5"],
        lesson: "DM5 looks at the messages of tasks, and not at direct answers",
    }
    /// Gives a direct answer the id of the message that it answers.
    DIRECT_ANSWER_REUSES_ID {
        name: "direct_answer_reuses_id",
        breaks: ["agent-message"],
        first: ["S3", "DM5"],
        predicted: ["S3"],
        lesson: "DM5 looks at the messages of tasks, and not at direct answers",
    }
    /// Names a task in a direct answer that there never was.
    DIRECT_ANSWER_NAMES_TASK {
        name: "direct_answer_names_task",
        breaks: ["agent-message"],
        first: ["S3", "DM5"],
        predicted: ["S3"],
        lesson: "DM5 looks at the messages of tasks, and not at direct answers",
    }
    /// Writes `kind` beside a direct answer, as the older protocol did.
    DIRECT_ANSWER_KEEPS_KIND {
        name: "direct_answer_keeps_kind",
        breaks: ["direct-message"],
        first: ["S3", "DM1"],
        predicted: ["S3", "DM1"],
    }
    /// Leaves a finished task behind for every direct answer.
    DIRECT_ANSWER_LEAVES_TASK {
        name: "direct_answer_leaves_task",
        breaks: ["direct-message"],
        first: ["S3"],
        predicted: ["S3"],
    }
    /// Opens a new task for a message to one that waits for authorization.
    AUTHORIZATION_OPENS_NEW_TASK {
        name: "authorization_opens_new_task",
        breaks: ["answer-continues"],
        first: ["S4"],
        predicted: ["S4"],
    }
    /// Waits for input without saying for what.
    QUESTION_UNSPOKEN {
        name: "question_unspoken",
        breaks: ["question-asked"],
        first: ["S4"],
        predicted: ["S4"],
    }
    /// Refuses an answer that names its task alone.
    ANSWER_WITHOUT_CONTEXT_REFUSED {
        name: "answer_without_context_refused",
        breaks: ["answer-continues"],
        first: ["S4"],
        predicted: ["S4", "T7"],
        lesson: "T7 goes that way as well",
    }
    /// Opens a new task in a new context for an answer that names its task alone.
    ANSWER_BY_TASK_OPENS_NEW_TASK {
        name: "answer_by_task_opens_new_task",
        breaks: ["answer-continues", "one-context"],
        first: ["S4", "S14"],
        predicted: ["S4", "S14", "T7"],
        lesson: "T7 goes that way as well",
    }
    /// Opens another task beside the one that an answer continues.
    ANSWER_LEAVES_A_TWIN {
        name: "answer_leaves_a_twin",
        breaks: ["answer-continues"],
        first: ["S4"],
        predicted: ["S4"],
    }
    /// Shows the answered task in a new context where the answer named none.
    ANSWER_CHANGES_CONTEXT {
        name: "answer_changes_context",
        breaks: ["answer-continues", "one-context"],
        first: ["S4", "S14"],
        predicted: ["S4", "S14"],
    }
    /// Does not keep an answer that names its task alone.
    ANSWER_NOT_RECORDED {
        name: "answer_not_recorded",
        breaks: ["history-order"],
        first: ["S4"],
        predicted: ["S4"],
    }
    /// Answers a repeated message as before, and begins a second task.
    DUPLICATE_LEAVES_A_TWIN {
        name: "duplicate_leaves_a_twin",
        breaks: ["duplicate-once"],
        first: ["S5"],
        predicted: ["S5"],
    }
    /// Breaks on a repeated message.
    DUPLICATE_IS_INTERNAL_ERROR {
        name: "duplicate_is_internal_error",
        breaks: ["duplicate-served"],
        first: ["S5"],
        predicted: ["S5"],
    }
    /// Adds to a finished task when the answer that finished it is repeated.
    DUPLICATE_ANSWER_ADDS_ARTIFACT {
        name: "duplicate_answer_adds_artifact",
        breaks: ["duplicate-served"],
        first: ["S5"],
        predicted: ["S5"],
    }
    /// Takes the same message id for the same message, whoever sends it.
    DUPLICATES_IGNORE_SENDER {
        name: "duplicates_ignore_sender",
        breaks: ["message-ids-private"],
        first: ["S5"],
        predicted: ["S5"],
    }
    /// Refuses a message whose id somebody else has used.
    FOREIGN_MESSAGE_ID_REFUSED {
        name: "foreign_message_id_refused",
        breaks: ["message-ids-free"],
        first: ["S5"],
        predicted: ["S5"],
    }
    /// Makes the id of a task from that of the message.
    TASK_ID_FROM_MESSAGE_ID {
        name: "task_id_from_message_id",
        breaks: ["task-ids-unique"],
        first: ["S6"],
        predicted: ["S6"],
    }
    /// Compares only the first 32 letters of message ids.
    MESSAGE_IDS_CUT {
        name: "message_ids_cut",
        breaks: ["task-ids-unique"],
        first: ["S6"],
        predicted: ["S6"],
    }
    /// Refuses a message id of more than 63 letters.
    LONG_MESSAGE_ID_REFUSED {
        name: "long_message_id_refused",
        breaks: ["valid-message-accepted"],
        first: ["S6"],
        predicted: ["S6"],
    }
    /// Trusts taskId alone when the send is to be streamed.
    CONTEXT_MISMATCH_ON_STREAMS {
        name: "context_mismatch_on_streams",
        breaks: ["context-mismatch-refused"],
        first: ["S7"],
        predicted: ["S7"],
    }
    /// Takes canceled tasks for unfinished, and a message reopens them.
    CANCELED_TASK_TAKES_MESSAGES {
        name: "canceled_task_takes_messages",
        breaks: ["finished-refuses"],
        first: ["S8"],
        predicted: ["S8"],
    }
    /// Refuses a message to a finished task, and begins another task with it.
    REFUSED_MESSAGE_OPENS_TASK {
        name: "refused_message_opens_task",
        breaks: ["refused-no-trace"],
        first: ["S8"],
        predicted: ["S8"],
    }
    /// Closes a context when its task is canceled.
    CANCELED_CONTEXT_IS_CLOSED {
        name: "canceled_context_is_closed",
        breaks: ["valid-message-accepted"],
        first: ["S8"],
        predicted: ["S8", "T4"],
        lesson: "T4 goes that way as well",
    }
    /// Makes up a message id where there is none.
    MESSAGE_ID_FILLED_IN {
        name: "message_id_filled_in",
        breaks: ["malformed-refused", "serves-on"],
        first: ["S9"],
        predicted: ["S9"],
    }
    /// Takes a part without content for an empty text.
    PART_WITHOUT_CONTENT_ACCEPTED {
        name: "part_without_content_accepted",
        breaks: ["part-content"],
        first: ["S9"],
        predicted: ["S9"],
    }
    /// Calls a message without parts an invalid request.
    NO_PARTS_IS_INVALID_REQUEST {
        name: "no_parts_is_invalid_request",
        breaks: ["malformed-code"],
        first: ["S9"],
        predicted: ["S9"],
    }
    /// Does not say that it is the role that is wrong.
    ROLE_FAULT_UNEXPLAINED {
        name: "role_fault_unexplained",
        breaks: ["malformed-names-field"],
        first: ["S9"],
        predicted: ["S9", "ER1"],
        lesson: "ER1 goes that way as well",
    }
    /// Takes a context away from whoever sends bad input in it.
    BAD_INPUT_TAKES_THE_CONTEXT {
        name: "bad_input_takes_the_context",
        breaks: ["serves-on"],
        first: ["S9"],
        predicted: ["S9"],
    }
    /// Serves a request whose params are a list as one without params.
    POSITIONAL_PARAMS_SERVED {
        name: "positional_params_served",
        breaks: ["envelope-refused"],
        first: ["S9", "JR1"],
        predicted: ["S9"],
        lesson: "JR1 never goes that way",
    }
    /// Answers HTTP 422 where a body can't be read, as some frameworks do.
    REST_UNREADABLE_BODY_IS_422 {
        name: "rest_unreadable_body_is_422",
        over: EachBinding,
        breaks: ["envelope-refused"],
        first: ["S9"],
        predicted: ["S9"],
    }
    /// Refuses the media types of its card when a part names them.
    DECLARED_MEDIA_TYPE_REFUSED {
        name: "declared_media_type_refused",
        breaks: ["media-type-accepted"],
        first: ["S10", "DM2"],
        predicted: ["S10", "DM2"],
    }
    /// Looks at media types only where the send is not streamed.
    MEDIA_TYPE_UNCHECKED_ON_STREAMS {
        name: "media_type_unchecked_on_streams",
        breaks: ["media-type-refused"],
        first: ["S10"],
        predicted: ["S10"],
    }
    /// Reads a JSON-RPC request whatever its content type says.
    REQUEST_CONTENT_TYPE_UNCHECKED {
        name: "request_content_type_unchecked",
        breaks: ["request-content-type"],
        first: ["S10"],
        predicted: ["S10"],
    }
    /// Refuses a message in the agent's role as something it does not do.
    AGENT_ROLE_UNSUPPORTED {
        name: "agent_role_unsupported",
        breaks: ["agent-role-refusal"],
        first: ["S11"],
        predicted: ["S11"],
    }
    /// Keeps a message to a working task, and tells its worker nothing.
    WORKING_MESSAGE_UNHEARD {
        name: "working_message_unheard",
        breaks: ["working-message-heard", "working-message-answered"],
        first: ["S12"],
        predicted: ["S12"],
    }
    /// Tells a worker of a message, and keeps none of it.
    WORKING_MESSAGE_UNRECORDED {
        name: "working_message_unrecorded",
        breaks: ["working-message-recorded"],
        first: ["S12"],
        predicted: ["S12"],
    }
    /// Opens a new task for a message to a working one that is to be streamed.
    WORKING_MESSAGE_STREAM_OPENS_TASK {
        name: "working_message_stream_opens_task",
        breaks: ["working-message-answered"],
        first: ["S12"],
        predicted: ["S12"],
    }
    /// Opens another task beside the working one that takes a message.
    WORKING_MESSAGE_LEAVES_A_TWIN {
        name: "working_message_leaves_a_twin",
        breaks: ["working-message-answered"],
        first: ["S12"],
        predicted: ["S12"],
    }
    /// Leaves the task of an agent that broke down in WORKING.
    CRASH_LEAVES_WORKING {
        name: "crash_leaves_working",
        breaks: ["crash-answered", "crash-fails-task", "crash-ends-streams"],
        first: ["S13"],
        predicted: ["S13"],
    }
    /// Answers with a failed task of another id when the agent breaks down.
    CRASH_ANSWERS_WITH_OTHER_ID {
        name: "crash_answers_with_other_id",
        breaks: ["crashed-task-found"],
        first: ["S13"],
        predicted: ["S13"],
    }
    /// Closes the streams of an agent that broke down without a word.
    CRASH_SILENT_ON_STREAMS {
        name: "crash_silent_on_streams",
        breaks: ["crash-ends-streams"],
        first: ["S13"],
        predicted: ["S13"],
    }
    /// Closes the context in which the agent broke down.
    CRASH_CLOSES_THE_CONTEXT {
        name: "crash_closes_the_context",
        breaks: ["crash-spares-others"],
        first: ["S13"],
        predicted: ["S13"],
    }
    /// Fails every task of the context in which the agent broke down.
    CRASH_FAILS_THE_CONVERSATION {
        name: "crash_fails_the_conversation",
        breaks: ["crash-spares-others"],
        first: ["S13"],
        predicted: ["S13"],
    }
    /// Exchanges the client's context for one of its own when the send is streamed.
    STREAM_SWAPS_CONTEXT {
        name: "stream_swaps_context",
        breaks: ["client-context-kept"],
        first: ["S14"],
        predicted: ["S14"],
    }
    /// Keeps an answer that names its task alone under a context of its own.
    ANSWER_KEPT_IN_OTHER_CONTEXT {
        name: "answer_kept_in_other_context",
        breaks: ["one-context"],
        first: ["S14"],
        predicted: ["S14", "DM5"],
        lesson: "DM5 goes that way as well",
    }
    /// Writes a context of its own into every message about a task's status.
    STATUS_MESSAGE_IN_OTHER_CONTEXT {
        name: "status_message_in_other_context",
        breaks: ["one-context"],
        first: ["S14", "DM5"],
        predicted: ["S14", "DM5"],
    }
    /// Lists only the newest task of a context.
    CONTEXT_LISTING_SHOWS_NEWEST_ONLY {
        name: "context_listing_shows_newest_only",
        breaks: ["one-context", "list-filters"],
        first: ["T2", "S14", "T5"],
        predicted: ["A5", "T2", "S14", "T5"],
        lesson: "A5 noticed it too: before it looks for alice's tasks in bob's listing it makes sure that her own listing of the context shows them all",
    }
    /// Breaks on a message id that is not ASCII.
    ODD_MESSAGE_ID_BREAKS {
        name: "odd_message_id_breaks",
        breaks: ["odd-ids-harmless"],
        first: ["S15"],
        predicted: ["S15"],
    }
    /// Breaks on a task id with a quote in it.
    ODD_TASK_ID_BREAKS {
        name: "odd_task_id_breaks",
        breaks: ["odd-ids-harmless"],
        first: ["S15"],
        predicted: ["S15"],
    }
    /// Compares message ids without regard to case.
    MESSAGE_IDS_FOLDED {
        name: "message_ids_folded",
        breaks: ["ids-compared-whole"],
        first: ["S15"],
        predicted: ["S15"],
    }
    /// Keeps context ids in lower case.
    CONTEXT_IDS_FOLDED {
        name: "context_ids_folded",
        breaks: ["ids-compared-whole"],
        first: ["S15"],
        predicted: ["S15"],
    }
    /// Keeps only the first 64 letters of a context id.
    CONTEXT_IDS_CUT {
        name: "context_ids_cut",
        breaks: ["ids-kept"],
        first: ["S15"],
        predicted: ["S15"],
    }
    /// Keeps only the first 64 letters of a message id in the history.
    MESSAGE_IDS_CUT_IN_HISTORY {
        name: "message_ids_cut_in_history",
        breaks: ["ids-kept"],
        first: ["S15"],
        predicted: ["S15"],
    }
    /// Decodes the context of a listing twice.
    CONTEXT_FILTER_DECODED_TWICE {
        name: "context_filter_decoded_twice",
        breaks: ["ids-kept"],
        first: ["S15"],
        predicted: ["S15", "T5"],
        lesson: "T5 goes that way as well",
    }
    /// Answers a blocking send only when the task is over, although it waits for its client.
    BLOCKING_WAITS_THROUGH_PAUSE {
        name: "blocking_waits_through_pause",
        breaks: ["valid-message-accepted", "blocking-waits"],
        first: ["S1"],
        predicted: ["S1", "PN8", "PN13"],
        lesson: "PN8 and PN13 go that way as well",
    }
    /// Takes `returnImmediately` for the older `blocking`.
    RETURN_IMMEDIATELY_INVERTED {
        name: "return_immediately_inverted",
        breaks: ["immediate-returns", "blocking-waits"],
        first: ["S1", "S2", "T3", "S12"],
        predicted: ["S1", "S2", "T3", "S12"],
    }
    /// Does not read `returnImmediately` over HTTP+JSON.
    REST_RETURN_IMMEDIATELY_IGNORED {
        name: "rest_return_immediately_ignored",
        over: EachBinding,
        breaks: ["immediate-returns"],
        first: ["S2", "S12"],
        predicted: ["S2", "S12"],
    }
    /// Makes a finished task where a direct answer would do.
    DIRECT_ANSWER_WRAPPED_AS_TASK {
        name: "direct_answer_wrapped_as_task",
        breaks: ["direct-message-promised"],
        first: ["S3", "ST5"],
        predicted: ["S3", "ST5"],
    }
    /// Begins anew in the context that a message names when its task has another.
    CONTEXT_MISMATCH_BEGINS_ANEW {
        name: "context_mismatch_begins_anew",
        breaks: ["context-mismatch-refused"],
        first: ["S7"],
        predicted: ["S7"],
    }
    /// Refuses a message to a finished task, and keeps it.
    REFUSED_MESSAGE_IS_KEPT {
        name: "refused_message_is_kept",
        breaks: ["refused-no-trace"],
        first: ["S8"],
        predicted: ["S8"],
    }
    /// Breaks on a part that is no part.
    ILL_TYPED_PART_BREAKS {
        name: "ill_typed_part_breaks",
        breaks: ["malformed-refused"],
        first: ["S9"],
        predicted: ["S9"],
    }
}

sightings! { CORE_TOO:
    WORKING_MESSAGE_DROPPED {
        first: ["S12"],
        predicted: ["S12"],
    }
    RETURN_IMMEDIATELY_IGNORED {
        first: ["S12"],
        predicted: ["S12"],
    }
    STREAM_DROPS_LAST_EVENT {
        first: ["S13"],
        predicted: ["S13"],
    }
}
