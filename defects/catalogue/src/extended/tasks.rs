//! Defects of tasks, their listing and their end.

use crate::defects;
use crate::sighting::sightings;

defects! { TASKS: Extended;
    /// Takes a history length that can't be read for none at all when a task is got.
    HISTORY_LENGTH_UNCHECKED_ON_GET {
        name: "history_length_unchecked_on_get",
        breaks: ["history-length-validated", "parameters-validated"],
        first: ["T1", "T6"],
        predicted: ["T1", "T6"],
    }
    /// Takes a history length that can't be read for none at all when tasks are listed.
    HISTORY_LENGTH_UNCHECKED_ON_LIST {
        name: "history_length_unchecked_on_list",
        breaks: ["history-length-validated", "parameters-validated"],
        first: ["T1", "T6"],
        predicted: ["T1", "T6"],
    }
    /// Takes a history length that can't be read for none at all when a message is sent.
    HISTORY_LENGTH_UNCHECKED_ON_SEND {
        name: "history_length_unchecked_on_send",
        breaks: ["history-length-validated", "parameters-validated"],
        first: ["T1", "T6"],
        predicted: ["T1", "T6"],
    }
    /// Takes a history length that can't be read for none at all when a message is sent for a stream.
    HISTORY_LENGTH_UNCHECKED_ON_STREAM {
        name: "history_length_unchecked_on_stream",
        breaks: ["parameters-validated"],
        first: ["T6", "ER3"],
        predicted: ["T6", "ER3"],
    }
    /// Cuts a history down to its oldest messages.
    HISTORY_OLDEST_KEPT {
        name: "history_oldest_kept",
        breaks: ["history-newest"],
        first: ["T1", "T7"],
        predicted: ["T1", "T7"],
    }
    /// Answers the first message of a task with its whole history, however little was asked for.
    HISTORY_IGNORED_ON_FIRST_SEND {
        name: "history_ignored_on_first_send",
        breaks: ["history-bound"],
        first: ["T7"],
        predicted: ["T7"],
    }
    /// Throws away the messages that a caller did not want to see.
    HISTORY_CUT_FOR_GOOD {
        name: "history_cut_for_good",
        breaks: ["history-alone"],
        first: ["T7"],
        predicted: ["T7"],
    }
    /// Leaves out the artifacts too where no history is wanted.
    BARE_TASK_LOSES_ARTIFACTS {
        name: "bare_task_loses_artifacts",
        breaks: ["history-alone"],
        first: ["T7"],
        predicted: ["T7"],
    }
    /// Shows no history over HTTP+JSON where nothing was said of it.
    REST_HISTORY_DEFAULT_NONE {
        name: "rest_history_default_none",
        over: EachBinding,
        breaks: ["history-same"],
        first: ["T1", "Q1", "DM2", "DM4"],
        predicted: ["T1", "Q1", "DM2", "DM4"],
    }
    /// Lists tasks with their whole history, however little was asked for.
    LIST_HISTORY_IGNORED {
        name: "list_history_ignored",
        breaks: ["history-bound"],
        first: ["T1"],
        predicted: ["T1"],
    }
    /// Lists no artifacts, not even where they are asked for.
    LIST_ARTIFACTS_WITHHELD {
        name: "list_artifacts_withheld",
        breaks: ["list-artifacts"],
        first: ["T2", "T8"],
        predicted: ["T2", "T8"],
    }
    /// Lists artifacts that nobody asked for.
    LIST_ARTIFACTS_ALWAYS {
        name: "list_artifacts_always",
        breaks: ["list-artifacts"],
        first: ["T2"],
        predicted: ["T2"],
    }
    /// Lists only the first part of each artifact.
    LIST_ARTIFACTS_FIRST_PART_ONLY {
        name: "list_artifacts_first_part_only",
        breaks: ["artifact-everywhere"],
        first: ["T8"],
        predicted: ["T8"],
    }
    /// Counts only what is left from page to page.
    LIST_TOTAL_SHRINKS {
        name: "list_total_shrinks",
        breaks: ["list-counts"],
        first: ["T2"],
        predicted: ["T2"],
    }
    /// Counts the tasks in every state, whichever was asked for.
    LIST_TOTAL_IGNORES_STATE {
        name: "list_total_ignores_state",
        breaks: ["list-counts"],
        first: ["T2"],
        predicted: ["T2"],
    }
    /// Says fifty is the size of a page, whatever it is.
    LIST_PAGE_SIZE_MISREPORTED {
        name: "list_page_size_misreported",
        breaks: ["list-counts"],
        first: ["T2"],
        predicted: ["T2"],
    }
    /// Puts one task more on a page than was asked for.
    LIST_PAGE_OVERFULL {
        name: "list_page_overfull",
        breaks: ["list-default"],
        first: ["T2"],
        predicted: ["T2"],
    }
    /// Goes on behind the task that comes next, so one is lost between two pages.
    LIST_PAGE_SKIPS_ONE {
        name: "list_page_skips_one",
        breaks: ["list-pages"],
        first: ["T2", "T5"],
        predicted: ["T2", "T5"],
    }
    /// Sorts each page the wrong way round.
    LIST_PAGE_REVERSED {
        name: "list_page_reversed",
        breaks: ["list-order"],
        first: ["T2"],
        predicted: ["T2"],
    }
    /// Sorts a listing by when its tasks were made.
    LIST_BY_CREATION {
        name: "list_by_creation",
        breaks: ["list-order"],
        first: ["T2"],
        predicted: ["T2"],
    }
    /// Takes the largest page size for one too large.
    LIST_HUNDRED_REFUSED {
        name: "list_hundred_refused",
        breaks: ["list-pages"],
        first: ["A5", "T2"],
        predicted: ["A5", "T2"],
    }
    /// Takes a page size of zero for none.
    LIST_PAGE_SIZE_ZERO_IS_DEFAULT {
        name: "list_page_size_zero_is_default",
        breaks: ["list-validates"],
        first: ["T2"],
        predicted: ["T2"],
    }
    /// Lists tasks in any state from the second page on.
    LIST_PAGE_FORGETS_STATE {
        name: "list_page_forgets_state",
        breaks: ["list-filtered-pages"],
        first: ["T5"],
        predicted: ["T5"],
    }
    /// Ends a listing where the last task of the page has moved since.
    LIST_MOVED_ANCHOR_ENDS {
        name: "list_moved_anchor_ends",
        breaks: ["list-survives-moves"],
        first: ["T2"],
        predicted: ["T2"],
    }
    /// Begins a listing again where the last task of the page has moved since.
    LIST_MOVED_ANCHOR_RESTARTS {
        name: "list_moved_anchor_restarts",
        breaks: ["list-survives-moves"],
        first: ["T2"],
        predicted: ["T2"],
    }
    /// Gives a token for another page where the last one is full.
    LIST_FULL_PAGE_LEADS_ON {
        name: "list_full_page_leads_on",
        breaks: ["list-token-present"],
        first: ["T2"],
        predicted: ["T2"],
    }
    /// Leaves an empty page token out.
    LIST_TOKEN_MISSING_AT_END {
        name: "list_token_missing_at_end",
        breaks: ["list-token-present"],
        first: ["T2"],
        predicted: ["T2"],
    }
    /// Leaves the tasks out where there are none.
    LIST_EMPTY_TASKS_OMITTED {
        name: "list_empty_tasks_omitted",
        breaks: ["list-empty"],
        first: ["T2"],
        predicted: ["T2"],
    }
    /// Lists tasks with the time at which they were made for that of their status.
    LIST_SHOWS_CREATION_TIME {
        name: "list_shows_creation_time",
        breaks: ["list-status"],
        first: ["T2"],
        predicted: ["T2"],
    }
    /// Lists a task that waits as one that works.
    LIST_STATUS_LAGS {
        name: "list_status_lags",
        breaks: ["list-status"],
        first: ["T2"],
        predicted: ["T2"],
    }
    /// Leaves out a task of the very moment since which tasks are asked for.
    LIST_SINCE_EXCLUSIVE {
        name: "list_since_exclusive",
        breaks: ["list-filters"],
        first: ["T2"],
        predicted: ["T2"],
    }
    /// Knows no filter for tasks that wait for authorization.
    LIST_STATE_NAME_MISSING {
        name: "list_state_name_missing",
        breaks: ["list-states"],
        first: ["T5"],
        predicted: ["T5"],
    }
    /// Lists every task that is not over where submitted ones are asked for.
    LIST_SUBMITTED_MEANS_OPEN {
        name: "list_submitted_means_open",
        breaks: ["list-states"],
        first: ["T5"],
        predicted: ["T5"],
    }
    /// Refuses a time without a fraction of a second.
    LIST_TIME_NEEDS_FRACTION {
        name: "list_time_needs_fraction",
        breaks: ["list-times"],
        first: ["T5"],
        predicted: ["T5"],
    }
    /// Takes an empty page token for a wrong one.
    LIST_EMPTY_TOKEN_REFUSED {
        name: "list_empty_token_refused",
        breaks: ["list-empty-token"],
        first: ["T5"],
        predicted: ["T5"],
    }
    /// Decodes the values of a query twice.
    REST_QUERY_DECODED_TWICE {
        name: "rest_query_decoded_twice",
        over: EachBinding,
        breaks: ["list-any-id"],
        first: ["T5", "S15"],
        predicted: ["T5", "S15"],
    }
    /// Takes whatever is no truth value for none when artifacts are asked for.
    LIST_FLAG_READ_LENIENTLY {
        name: "list_flag_read_leniently",
        breaks: ["parameters-validated"],
        first: ["T6"],
        predicted: ["T6"],
    }
    /// Stumbles over a page token that it can't read.
    BAD_PAGE_TOKEN_INTERNAL {
        name: "bad_page_token_internal",
        breaks: ["list-validates", "parameters-harmless"],
        first: ["T2", "T6"],
        predicted: ["T2", "T6"],
    }
    /// Stumbles over a page size that is a word when webhooks are listed.
    CONFIG_PAGE_SIZE_INTERNAL {
        name: "config_page_size_internal",
        breaks: ["parameters-harmless"],
        first: ["T6"],
        predicted: ["T6"],
    }
    /// Answers a cancel with the task as it was before.
    CANCEL_ANSWER_IS_STALE {
        name: "cancel_answer_is_stale",
        breaks: ["cancel-cancels"],
        first: ["T3", "C1"],
        predicted: ["T3", "C1"],
    }
    /// Says that a waiting task is canceled, and leaves it waiting.
    CANCEL_OF_PAUSED_IS_NOOP {
        name: "cancel_of_paused_is_noop",
        breaks: ["cancel-cancels"],
        first: ["T3", "ST9"],
        predicted: ["T3", "ST9"],
    }
    /// Stumbles over a task that is canceled already when it is to cancel it.
    CANCEL_TWICE_IS_INTERNAL {
        name: "cancel_twice_is_internal",
        breaks: ["second-cancel", "cancel-parallel"],
        first: ["T3", "C1"],
        predicted: ["T3", "C1"],
    }
    /// Cancels a task that was rejected.
    REJECTED_TASK_IS_CANCELED {
        name: "rejected_task_is_canceled",
        breaks: ["finished-not-cancelable"],
        first: ["T3"],
        predicted: ["T3"],
    }
    /// Says that a task which never was can't be cancelled any more.
    CANCEL_OF_UNKNOWN_IS_TOO_LATE {
        name: "cancel_of_unknown_is_too_late",
        breaks: ["unknown-task-not-found"],
        first: ["T3", "Q1", "Q2"],
        predicted: ["T3", "Q1", "Q2"],
    }
    /// Takes an unknown id for a malformed one when a task is got.
    GET_UNKNOWN_IS_INVALID {
        name: "get_unknown_is_invalid",
        breaks: ["unknown-task-not-found"],
        first: ["D3", "S6", "T3", "Q1", "Q2"],
        predicted: ["D3", "S6", "T3", "Q1", "Q2"],
    }
    /// Answers a cancel that comes too late with null.
    CANCEL_OF_FINISHED_IS_NULL {
        name: "cancel_of_finished_is_null",
        breaks: ["finished-not-cancelable", "cancel-racing"],
        first: ["T3", "Q1", "C1", "DM1"],
        predicted: ["T3", "Q1", "C1", "DM1"],
    }
    /// Stumbles where a second cancel comes while the first is under way.
    PARALLEL_CANCEL_INTERNAL {
        name: "parallel_cancel_internal",
        breaks: ["cancel-parallel"],
        first: ["C1"],
        predicted: ["C1"],
    }
    /// Lets the next result in a context undo the cancel of an earlier task.
    LATE_RESULT_OVERWRITES_CANCEL {
        name: "late_result_overwrites_cancel",
        breaks: ["finished-never-moves"],
        first: ["T4"],
        predicted: ["T4"],
        lesson: "T4 missed it now and then: a slow task is over before the cancel comes where the machine is busy, so T4 cancels a held one too, and lateness hangs on another result instead of the clock",
    }
    /// Notes the next result in a context in the history of a canceled task as well.
    LATE_WORD_IN_HISTORY {
        name: "late_word_in_history",
        breaks: ["finished-history"],
        first: ["T4"],
        predicted: ["T4"],
        lesson: "T4 missed it now and then: a slow task is over before the cancel comes where the machine is busy, so T4 cancels a held one too, and lateness hangs on another result instead of the clock",
    }
    /// Gives a subscriber to a canceled task the task where a refusal is due.
    CANCELED_TASK_IS_STREAMED {
        name: "canceled_task_is_streamed",
        breaks: ["finished-no-stream"],
        first: ["T4", "ST2", "ST7"],
        predicted: ["T4", "ST2", "ST7"],
        lesson: "T4 missed it now and then: a slow task is over before the cancel comes where the machine is busy, so T4 cancels a held one too",
    }
    /// Appends each chunk to the artifact that was begun last.
    ARTIFACT_APPENDS_TO_NEWEST {
        name: "artifact_appends_to_newest",
        breaks: ["artifact-appended"],
        first: ["T8"],
        predicted: ["T8"],
    }
    /// Puts each chunk in the place of what came before, where a task has several artifacts.
    ARTIFACT_APPEND_REPLACES {
        name: "artifact_append_replaces",
        breaks: ["artifact-appended", "stream-adds-up"],
        first: ["T8", "ST1", "ST2", "ST10"],
        predicted: ["T8"],
        lesson: "ST2 noticed it only where it came in time, and what the stream checks see was seen before; it was narrowed to tasks with several artifacts, at which only T8 looks",
    }
    /// Takes name and metadata of an artifact from its last chunk, which has none.
    ARTIFACT_LABELS_LOST {
        name: "artifact_labels_lost",
        breaks: ["artifact-labels"],
        first: ["T8"],
        predicted: ["T8"],
    }
    /// Gives all artifacts of a task the same id.
    ARTIFACT_IDS_REPEAT {
        name: "artifact_ids_repeat",
        breaks: ["artifact-ids"],
        first: ["T8"],
        predicted: ["T8"],
    }
}

sightings! { CORE_TOO:
    HISTORY_LENGTH_IGNORED {
        first: [],
        predicted: ["T7"],
        lesson: "T7 was run against it before anybody had written down what it would notice, so there is no first prediction of it",
    }
}
