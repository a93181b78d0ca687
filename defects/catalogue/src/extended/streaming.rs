//! Defects of streams.

use crate::defects;
use crate::sighting::sightings;

defects! { STREAMING: Extended;
    /// Refuses a streaming send that names no context.
    STREAM_WANTS_A_CONTEXT {
        name: "stream_wants_a_context",
        breaks: ["stream-opens"],
        first: ["ST1", "ST3", "ST4", "ST5", "ST10", "ST13", "PN1", "PN8"],
        predicted: ["ST1", "ST3", "ST4", "ST5", "PN1", "T6", "T8", "ST10", "ST13", "PN8", "PN13", "Q2"],
        lesson: "T6 and T8 and PN13 and Q2 go that way as well",
    }
    /// Begins a new task's stream with its status and never shows the task.
    STREAM_STARTS_WITH_STATUS {
        name: "stream_starts_with_status",
        breaks: ["stream-starts-with-task"],
        first: ["ST1", "ST10", "ST11", "Q1"],
        predicted: ["ST1", "PN1", "ST10", "ST11"],
        lesson: "PN1 wants every streamed update delivered, also one that is none; Q1 sees both bindings begin alike",
    }
    /// Holds the events of a streaming send back until the stream ends.
    STREAM_BUFFERED_UNTIL_END {
        name: "stream_buffered_until_end",
        breaks: ["stream-live"],
        first: ["ST1", "ST3", "ST4"],
        predicted: ["T2", "ST1", "ST3", "ST4", "S12"],
        lesson: "T2 gets two tasks of one message: where a stream tells no id in time, another way to begin is tried; S12 goes that way as well",
    }
    /// Writes each event of a streaming send when the next one is there.
    STREAM_LAGS_ONE_EVENT {
        name: "stream_lags_one_event",
        breaks: ["stream-live"],
        first: ["ST1", "ST4"],
        predicted: ["ST1", "ST4"],
    }
    /// Writes the agent's words beside the update, and not only in it, when it rejects a task.
    REJECTION_EVENT_HAS_TWO_MEMBERS {
        name: "rejection_event_has_two_members",
        breaks: ["stream-events"],
        first: ["ST1", "ST9", "DM1"],
        predicted: ["ST1", "ST9", "DM1"],
    }
    /// Makes up a new context for the event that rejects a task.
    REJECTION_NAMES_ANOTHER_CONTEXT {
        name: "rejection_names_another_context",
        breaks: ["stream-one-task"],
        first: ["ST1"],
        predicted: ["ST1"],
    }
    /// Sends the first Task of a stream once more before the task fails.
    TASK_RESENT_BEFORE_ITS_FAILURE {
        name: "task_resent_before_its_failure",
        breaks: ["stream-updates-only"],
        first: ["ST1"],
        predicted: ["ST1"],
    }
    /// Gives the event of a failure the time at which the task began.
    FAILURE_DATED_BACK {
        name: "failure_dated_back",
        breaks: ["stream-order"],
        first: ["ST1"],
        predicted: ["ST1"],
    }
    /// Lets the completion overtake the last artifact on a streaming send.
    ARTIFACT_AFTER_COMPLETION {
        name: "artifact_after_completion",
        breaks: ["stream-order"],
        first: ["ST1", "PN1"],
        predicted: ["ST1", "ST3", "PN1"],
        lesson: "ST3 learnt to hold the stream of an answer against a subscription beside it, which tells the artifact in its place",
    }
    /// Leaves streams open when a task is rejected.
    STREAM_OPEN_AFTER_REJECTION {
        name: "stream_open_after_rejection",
        breaks: ["stream-closes"],
        first: ["ST1", "ST9", "S13"],
        predicted: ["ST1", "ST9"],
        lesson: "S13 never goes that way",
    }
    /// Refuses a subscription to a task that waits for input.
    SUBSCRIPTION_TO_QUESTION_REFUSED {
        name: "subscription_to_question_refused",
        breaks: ["subscription-opens"],
        first: ["ST2"],
        predicted: ["ST2", "Q2"],
        lesson: "Q2 goes that way as well",
    }
    /// Begins a subscription to a task that waits for input with its status instead of the task.
    SUBSCRIPTION_TO_QUESTION_STARTS_WITH_STATUS {
        name: "subscription_to_question_starts_with_status",
        breaks: ["subscription-snapshot"],
        first: ["ST2"],
        predicted: ["ST2"],
    }
    /// Shows in a subscription's first Task the status with which the task began.
    SNAPSHOT_IS_THE_BEGINNING {
        name: "snapshot_is_the_beginning",
        breaks: ["subscription-snapshot"],
        first: ["ST2", "ST10"],
        predicted: ["ST2", "ST10"],
    }
    /// Sends the first Task of a subscription twice.
    SNAPSHOT_SENT_TWICE {
        name: "snapshot_sent_twice",
        breaks: ["subscription-follows"],
        first: ["ST2"],
        predicted: ["ST2"],
    }
    /// Never closes a subscription that began while the task waited for input.
    SUBSCRIPTION_OUTLIVES_AN_ANSWER {
        name: "subscription_outlives_an_answer",
        breaks: ["subscription-follows"],
        first: ["ST2", "ST9"],
        predicted: ["ST2", "ST9"],
    }
    /// Names the task's id as the context of the artifacts on a subscription.
    SUBSCRIPTION_ARTIFACTS_IN_ANOTHER_CONTEXT {
        name: "subscription_artifacts_in_another_context",
        breaks: ["subscription-follows"],
        first: ["ST2", "ST3"],
        predicted: ["ST2", "ST3"],
    }
    /// Sends the last event of a subscription twice.
    SUBSCRIPTION_TOLD_THE_END_TWICE {
        name: "subscription_told_the_end_twice",
        breaks: ["subscription-follows"],
        first: ["ST2", "ST3"],
        predicted: ["ST2", "ST3"],
    }
    /// Answers a subscription to a rejected task with an empty stream.
    SUBSCRIPTION_TO_REJECTED_IS_EMPTY {
        name: "subscription_to_rejected_is_empty",
        breaks: ["finished-no-stream"],
        first: ["ST2", "ST7"],
        predicted: ["ST2", "ST7"],
    }
    /// Says of an unknown task that it can't be subscribed to, not that it is unknown.
    SUBSCRIPTION_TO_NOTHING_UNSUPPORTED {
        name: "subscription_to_nothing_unsupported",
        breaks: ["unknown-no-stream"],
        first: ["ST2", "Q1", "ER3"],
        predicted: ["ST2", "Q1"],
        lesson: "ER3 never goes that way",
    }
    /// Takes GET on the subscribe path for GetTask with a strange id.
    REST_SUBSCRIBE_BY_GET_IS_GET_TASK {
        name: "rest_subscribe_by_get_is_get_task",
        over: EachBinding,
        breaks: ["subscribe-routed"],
        first: ["ST2"],
        predicted: ["ST2"],
    }
    /// Cancels a task as soon as somebody drops a stream of it.
    DROPPED_STREAM_CANCELS_TASK {
        name: "dropped_stream_cancels_task",
        breaks: ["streams-independent"],
        first: ["ST2", "ST3", "ST8"],
        predicted: ["ST2", "ST3", "ST8"],
    }
    /// Closes all streams of a task when one of several is dropped.
    DROPPED_STREAM_CLOSES_OTHERS {
        name: "dropped_stream_closes_others",
        breaks: ["streams-independent"],
        first: ["ST3"],
        predicted: ["ST3"],
    }
    /// Cancels a task once its question went out on a stream.
    STREAMED_QUESTION_ENDS_TASK {
        name: "streamed_question_ends_task",
        breaks: ["pause-streamed"],
        first: ["ST4"],
        predicted: ["ST4", "PN8"],
        lesson: "PN8 goes that way as well",
    }
    /// Leaves the question out of the event that asks it.
    QUESTION_STREAMED_WITHOUT_WORDS {
        name: "question_streamed_without_words",
        breaks: ["pause-streamed"],
        first: ["ST4"],
        predicted: ["ST4"],
    }
    /// Leaves a stream open while the task waits for input.
    STREAM_OPEN_AT_QUESTION {
        name: "stream_open_at_question",
        breaks: ["stream-closes-paused"],
        first: ["ST4"],
        predicted: ["ST4"],
    }
    /// Refuses the answer to a question when it comes as a streaming send.
    ANSWER_REFUSED_ON_STREAM {
        name: "answer_refused_on_stream",
        breaks: ["paused-goes-on"],
        first: ["ST4"],
        predicted: ["ST4"],
    }
    /// Gives the task that an answer's stream begins with an id of its own.
    ANSWER_STREAM_SHOWS_NEW_TASK {
        name: "answer_stream_shows_new_task",
        breaks: ["stream-starts-with-task", "paused-goes-on"],
        first: ["ST4"],
        predicted: ["ST4", "S12"],
        lesson: "S12 goes that way as well",
    }
    /// Closes the stream of an answer after the task.
    ANSWER_STREAM_ENDS_AT_ONCE {
        name: "answer_stream_ends_at_once",
        breaks: ["paused-goes-on"],
        first: ["ST4"],
        predicted: ["ST4"],
    }
    /// Stores that a task waits for authorization and tells no stream.
    AUTH_PAUSE_NOT_STREAMED {
        name: "auth_pause_not_streamed",
        breaks: ["pause-streamed"],
        first: ["ST4", "ST13"],
        predicted: ["ST4", "ST13"],
    }
    /// Gives every direct answer on a stream the same id.
    STREAMED_ANSWERS_SHARE_AN_ID {
        name: "streamed_answers_share_an_id",
        breaks: ["agent-message"],
        first: ["ST5", "DM5"],
        predicted: ["ST5"],
        lesson: "DM5 looks at the messages of tasks, and not at direct answers",
    }
    /// Gives a direct answer on a stream the id of the message that it answers.
    STREAMED_ANSWER_BORROWS_ITS_ID {
        name: "streamed_answer_borrows_its_id",
        breaks: ["agent-message"],
        first: ["ST5", "DM5"],
        predicted: ["ST5"],
        lesson: "DM5 looks at the messages of tasks, and not at direct answers",
    }
    /// Streams a direct answer twice.
    DIRECT_ANSWER_STREAMED_TWICE {
        name: "direct_answer_streamed_twice",
        breaks: ["message-stream"],
        first: ["ST5"],
        predicted: ["ST5"],
    }
    /// Refuses streaming, where it is not offered, as push notifications are refused.
    STREAMING_OFF_WRONG_CODE {
        name: "streaming_off_wrong_code",
        breaks: ["streaming-off"],
        first: ["ST6"],
        predicted: ["ST6"],
    }
    /// Guards the streaming send where streaming is not offered, and forgets the subscription.
    STREAMING_OFF_SUBSCRIBE_WORKS {
        name: "streaming_off_subscribe_works",
        breaks: ["streaming-off"],
        first: ["ST6"],
        predicted: ["ST6"],
    }
    /// Begins the task of a streaming send before it refuses to stream.
    STREAMING_OFF_MAKES_THE_TASK {
        name: "streaming_off_makes_the_task",
        breaks: ["streaming-off"],
        first: ["ST6"],
        predicted: ["ST6"],
    }
    /// Refuses a blocking send where streaming is not offered.
    BLOCKING_NEEDS_STREAMING {
        name: "blocking_needs_streaming",
        breaks: ["valid-message-accepted"],
        first: ["ST6", "PN6", "E2"],
        predicted: ["ST6", "PN6", "E2"],
    }
    /// Answers a subscription to a task that completed on a stream with the task.
    FINISHED_STREAM_PLAYED_AGAIN {
        name: "finished_stream_played_again",
        breaks: ["finished-no-stream"],
        first: ["ST7"],
        predicted: ["ST7"],
    }
    /// Stores no results of a task when a stream of it is dropped.
    DROPPED_STREAM_STOPS_STORING {
        name: "dropped_stream_stops_storing",
        breaks: ["dropped-stream"],
        first: ["ST8"],
        predicted: ["ST8"],
    }
    /// Stops the notifications of a task when a stream of it is dropped.
    DROPPED_STREAM_SILENCES_PUSH {
        name: "dropped_stream_silences_push",
        breaks: ["dropped-stream-push"],
        first: ["ST8"],
        predicted: ["ST8"],
    }
    /// Closes subscriptions without a word when a task is rejected.
    REJECTION_UNTOLD_TO_SUBSCRIBERS {
        name: "rejection_untold_to_subscribers",
        breaks: ["end-streamed"],
        first: ["ST9"],
        predicted: ["ST9"],
    }
    /// Tells subscriptions that a task failed, but not why.
    FAILURE_UNEXPLAINED_TO_SUBSCRIBERS {
        name: "failure_unexplained_to_subscribers",
        breaks: ["end-explained"],
        first: ["ST9", "S13"],
        predicted: ["ST9"],
        lesson: "S13 never goes that way",
    }
    /// Closes streams without a word when a task is cancelled that waits for input.
    CANCEL_AT_QUESTION_UNTOLD {
        name: "cancel_at_question_untold",
        breaks: ["end-streamed"],
        first: ["ST9"],
        predicted: [],
        lesson: "a stream that closes without a word looks like one that closed at INPUT_REQUIRED, which §11.7 allows: nobody can tell them apart",
    }
    /// Cancels a task that waits for input and leaves its streams open.
    CANCEL_AT_QUESTION_LEAVES_STREAMS {
        name: "cancel_at_question_leaves_streams",
        breaks: ["end-streamed"],
        first: ["ST9"],
        predicted: ["ST9"],
    }
    /// Writes a stream's first Task when its results are in, and then sends those too.
    FIRST_TASK_WRITTEN_LATE {
        name: "first_task_written_late",
        breaks: ["snapshot-not-told-again"],
        first: ["ST10"],
        predicted: ["ST10"],
    }
    /// Sends the current status again after a subscription's first Task.
    SUBSCRIPTION_REPEATS_LAST_STATUS {
        name: "subscription_repeats_last_status",
        breaks: ["snapshot-not-told-again"],
        first: ["ST10"],
        predicted: ["ST10"],
    }
    /// Cuts an event at 64 kilobytes and sends the rest as another.
    LARGE_EVENT_CUT {
        name: "large_event_cut",
        breaks: ["large-events"],
        first: ["ST11"],
        predicted: ["ST11"],
    }
    /// Leaves events out that are larger than 64 kilobytes.
    LARGE_EVENT_LEFT_OUT {
        name: "large_event_left_out",
        breaks: ["large-events-say-all"],
        first: ["ST11"],
        predicted: ["ST11"],
    }
    /// Garbles the character at the border of a buffer of 64 kilobytes.
    LARGE_EVENT_GARBLED {
        name: "large_event_garbled",
        breaks: ["large-events-say-all"],
        first: ["ST11"],
        predicted: ["ST11"],
    }
    /// Opens a subscription on a task that is cancelled meanwhile, and waits for more.
    SUBSCRIPTION_HANGS_ON_CANCEL {
        name: "subscription_hangs_on_cancel",
        breaks: ["late-subscription-ends"],
        first: ["ST12"],
        predicted: ["ST12"],
    }
    /// Says that a task is unknown when it is cancelled while somebody subscribes.
    SUBSCRIPTION_LOST_ON_CANCEL {
        name: "subscription_lost_on_cancel",
        breaks: ["late-subscription-refused"],
        first: ["ST12"],
        predicted: ["ST12"],
    }
    /// Stops listening to a task's worker at AUTH_REQUIRED.
    WORK_AFTER_AUTH_UNHEARD {
        name: "work_after_auth_unheard",
        breaks: ["resumed-stored"],
        first: ["ST13"],
        predicted: ["ST13"],
    }
    /// Closes streams at AUTH_REQUIRED.
    STREAM_CLOSES_AT_AUTH {
        name: "stream_closes_at_auth",
        breaks: ["stream-stays-at-auth"],
        first: ["ST13"],
        predicted: ["ST13"],
    }
    /// Keeps streams open at AUTH_REQUIRED and sends nothing more on them.
    STREAM_DEAF_AFTER_AUTH {
        name: "stream_deaf_after_auth",
        breaks: ["resumed-streamed"],
        first: ["ST13"],
        predicted: ["ST13"],
    }
    /// Sends only statuses on a stream that was open at AUTH_REQUIRED.
    ARTIFACTS_AFTER_AUTH_NOT_STREAMED {
        name: "artifacts_after_auth_not_streamed",
        breaks: ["resumed-streamed"],
        first: ["ST13"],
        predicted: ["ST13"],
    }
    /// Takes AUTH_REQUIRED for the end of a task's notifications.
    PUSH_ENDS_AT_AUTH {
        name: "push_ends_at_auth",
        breaks: ["resumed-pushed"],
        first: ["ST13"],
        predicted: ["ST13"],
    }
}

sightings! { CORE_TOO:
    STREAM_DROPS_LAST_EVENT {
        first: [],
        predicted: ["ST9", "ST11", "ST12", "ST13"],
        lesson: "the checks of the ends, the frames, the races and the resumed work were run against it before anybody had predicted them: each reads a stream to its end",
    }
}
