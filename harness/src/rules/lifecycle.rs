//! Tasks and their listing (§3.1.3 to §3.1.5, §3.2.4).

use super::rules;

rules! { LIFECYCLE:
    HISTORY_IS_BOUNDED = "history-bound" Must "§3.2.4"
        "an answer never has more messages of history than were asked for";
    HISTORY_IS_THE_NEWEST = "history-newest" Must "§3.2.4"
        "a bounded history is the most recent part, in order";
    NO_HISTORY_IS_LEFT_OUT = "history-zero-omitted" Should "§3.2.4"
        "a history of length 0 is left out";
    HISTORY_LENGTH_IS_VALIDATED = "history-length-validated" Must "§3.3.2"
        "a history length that is no natural number is refused as invalid params";
    HISTORY_IS_THE_SAME_EVERYWHERE = "history-same" Must "§5.1"
        "the history that is shown unasked is the same over every binding";
    LISTING_IS_ORDERED = "list-order" Must "§3.1.4"
        "a listing has the task with the newest status first";
    LISTING_PAGES = "list-pages" Must "§3.1.4"
        "paging shows each task exactly once, and always ends";
    LISTING_SURVIVES_MOVES = "list-survives-moves" House "§3.1.4"
        "a walk goes on and ends while tasks move, and neither repeats nor loses those that do not";
    LISTING_SHOWS_THE_STATUS = "list-status" Must "§3.1.4, §5.1"
        "a listed task has the status that GetTask shows";
    LISTING_TOKEN_IS_PRESENT = "list-token-present" Must "§3.1.4"
        "nextPageToken is always there, and empty on the last page";
    LISTING_COUNTS = "list-counts" Must "§3.1.4"
        "totalSize counts the matching tasks before paging, and pageSize is the one in force";
    LISTING_DEFAULTS = "list-default" Must "§3.1.4"
        "a page has at most fifty tasks where nothing is asked, and never more than were asked for";
    LISTING_FILTERS = "list-filters" Must "§3.1.4"
        "context, status and timestamp filters select exactly the matching tasks, alone and together";
    LISTING_OMITS_ARTIFACTS = "list-artifacts" Must "§3.1.4"
        "a listing has no artifacts member unless it is asked for, and then the real ones";
    LISTING_VALIDATES = "list-validates" Must "§3.3.2"
        "a page size out of range, an unknown status and a made-up page token are invalid params";
    LISTING_SHOWS_TASKS = "list-empty" House "§5.7"
        "a listing has the member tasks, also where it is empty";
    CANCEL_CANCELS = "cancel-cancels" Must "§3.1.5"
        "cancelling a task that works or waits gives it in CANCELED, and GetTask agrees";
    CANCEL_RELEASES_THE_WAITER = "cancel-releases" Must "§3.2.2, §3.1.5"
        "a caller who is blocked on a task returns when it is cancelled";
    CANCEL_ENDS_STREAMS = "cancel-ends-streams" Must "§3.1.2, §3.1.6"
        "every open stream of a cancelled task tells CANCELED and closes";
    FINISHED_TASK_IS_NOT_CANCELABLE = "finished-not-cancelable" Must "§3.1.5, §5.4"
        "a finished task can't be cancelled";
    UNKNOWN_TASK_IS_NOT_FOUND = "unknown-task-not-found" Must "§3.1.3, §3.1.5, §5.4"
        "an unknown task is not found";
    SECOND_CANCEL_IS_HARMLESS = "second-cancel" Must "§3.3.1"
        "cancelling again gives the canceled task, TaskNotCancelable or TaskNotFound";
    FINISHED_TASK_NEVER_MOVES = "finished-never-moves" Must "§3.1.5, §4.1.3"
        "state, timestamp and artifacts of a finished task stay as they are";
    FINISHED_HISTORY_STAYS = "finished-history" House "§4.1.3"
        "the history of a finished task stays as it is";
    LISTING_SELECTS_EVERY_STATE = "list-states" Must "§3.1.4, §11.5"
        "the name of each state selects the tasks in that state and no others";
    LISTING_READS_TIMES = "list-times" Must "§3.1.4, §5.6.1"
        "a moment selects the same tasks with however many digits it is written";
    LISTING_READS_ANY_ID = "list-any-id" Must "§3.1.4, §11.5"
        "a context id selects its tasks whatever characters it has";
    LISTING_PAGES_KEEP_THE_FILTERS = "list-filtered-pages" Must "§3.1.4"
        "a filter holds on every page";
    EMPTY_TOKEN_IS_THE_FIRST_PAGE = "list-empty-token" House "§3.1.4"
        "an empty page token stands for the first page";
    PARAMETERS_ARE_VALIDATED = "parameters-validated" Must "§3.3.2"
        "a paging, filter or history parameter of the wrong type is refused as invalid params on every operation that takes it";
    ODD_PARAMETERS_BREAK_NOTHING = "parameters-harmless" Must "§3.3.2"
        "an odd value of the right type is served or refused, and never an internal error";
    HISTORY_LENGTH_CUTS_NOTHING_ELSE = "history-alone" House "§3.2.4"
        "a history length changes what is shown of the history, not the rest of the task and not what is kept";
    CHUNKS_ARE_ONE_ARTIFACT = "artifact-appended" Must "§4.2.2"
        "chunks of one id become one artifact, with their parts in order";
    ARTIFACT_KEEPS_ITS_LABELS = "artifact-labels" House "§4.2.2, §4.1.7"
        "an artifact keeps the name, the description and the metadata that came with its chunks";
    ARTIFACTS_ARE_TOLD_APART = "artifact-ids" House "§4.1.7"
        "two artifacts of a task have two ids, and both stay";
    ARTIFACTS_ARE_THE_SAME_EVERYWHERE = "artifact-everywhere" Must "§3.1.4"
        "a listing that is asked for artifacts shows those that GetTask shows";
    PARALLEL_CANCELS_ARE_ANSWERED = "cancel-parallel" Must "§3.3.1, §3.1.5"
        "each of many cancels at once gives the canceled task, TaskNotCancelable or TaskNotFound";
    RACING_CANCEL_IS_ANSWERED = "cancel-racing" Must "§3.1.5"
        "a cancel that races with the end gives the task, TaskNotCancelable or TaskNotFound";
}
