//! Defects of push notifications.

use crate::defects;
use crate::sighting::sightings;

defects! { PUSH: Extended;
    /// Waits only a moment for the answer to a notification before it sends the next.
    PUSH_WAITS_FOR_NO_ANSWER {
        name: "push_waits_for_no_answer",
        breaks: ["push-one-at-a-time"],
        first: ["PN1"],
        predicted: ["PN1"],
    }
    /// Leaves the credentials of a config out of its notifications.
    PUSH_WITHOUT_CREDENTIALS {
        name: "push_without_credentials",
        breaks: ["push-authenticates"],
        first: ["PN1"],
        predicted: ["PN1"],
    }
    /// Leaves the token of a config out of its notifications.
    PUSH_WITHOUT_TOKEN {
        name: "push_without_token",
        breaks: ["push-token"],
        first: ["PN1"],
        predicted: ["PN1"],
    }
    /// Sends notifications as application/json.
    PUSH_AS_PLAIN_JSON {
        name: "push_as_plain_json",
        breaks: ["push-content-type"],
        first: ["PN1"],
        predicted: ["PN1"],
    }
    /// Puts what the agent says of a status beside the update, as a message of its own.
    PUSH_BODY_WITH_TWO_MEMBERS {
        name: "push_body_with_two_members",
        breaks: ["push-body"],
        first: ["PN1"],
        predicted: ["PN1", "DM1"],
        lesson: "DM1 goes that way as well",
    }
    /// Writes the context's id where a notification names its task.
    PUSH_BODY_NAMES_NO_TASK {
        name: "push_body_names_no_task",
        breaks: ["push-body"],
        first: ["PN1"],
        predicted: ["PN1"],
    }
    /// Notifies nobody that a task waits for its user.
    PUSH_PAUSE_UNTOLD {
        name: "push_pause_untold",
        breaks: ["push-delivers"],
        first: ["PN1"],
        predicted: ["PN1"],
    }
    /// Notifies nobody that a task failed.
    PUSH_FAILURE_UNTOLD {
        name: "push_failure_untold",
        breaks: ["push-delivers"],
        first: ["PN1"],
        predicted: ["PN1", "S13"],
        lesson: "S13 gives the task that breaks down a webhook, and that failure is untold as well",
    }
    /// Puts notifications instead of posting them.
    PUSH_BY_PUT {
        name: "push_by_put",
        breaks: ["push-body"],
        first: ["PN1"],
        predicted: ["PN1"],
    }
    /// Shows the credentials on the first try alone.
    PUSH_RETRY_UNAUTHENTICATED {
        name: "push_retry_unauthenticated",
        breaks: ["push-authenticates"],
        first: ["PN7"],
        predicted: ["PN7"],
    }
    /// Notifies nobody that a task was canceled.
    PUSH_CANCEL_UNTOLD {
        name: "push_cancel_untold",
        breaks: ["push-delivers"],
        first: ["PN1"],
        predicted: ["PN1"],
    }
    /// Delivers the first piece of an artifact and none of those that are appended.
    PUSH_CHUNKS_UNTOLD {
        name: "push_chunks_untold",
        breaks: ["push-delivers"],
        first: ["PN1"],
        predicted: ["PN1"],
    }
    /// Delivers a status before the update that came right before it.
    PUSH_STATUS_OVERTAKES {
        name: "push_status_overtakes",
        breaks: ["push-order"],
        first: ["PN1"],
        predicted: ["PN1"],
    }
    /// Takes the unspecified address, which leads to loopback, for a public one.
    PUSH_UNSPECIFIED_ADDRESS_CALLED {
        name: "push_unspecified_address_called",
        breaks: ["push-internal-refused", "push-internal-never-called"],
        first: ["PN2"],
        predicted: ["PN2"],
    }
    /// Refuses an internal webhook address and registers it all the same.
    REFUSED_CONFIG_KEPT {
        name: "refused_config_kept",
        breaks: ["push-internal-refused"],
        first: ["PN2"],
        predicted: ["PN2"],
    }
    /// Judges the name of a webhook when it is registered and looks it up again when it is called.
    PUSH_NAME_JUDGED_ONCE {
        name: "push_name_judged_once",
        breaks: ["push-rebinding-blocked"],
        first: ["PN3"],
        predicted: ["PN3"],
    }
    /// Writes the token of a config into the notification's metadata.
    PUSH_SECRET_IN_BODY {
        name: "push_secret_in_body",
        breaks: ["push-secret-hidden"],
        first: ["PN4"],
        predicted: ["PN4"],
    }
    /// Shows only the first config of a task when asked for one by its id.
    GET_FINDS_FIRST_CONFIG_ONLY {
        name: "get_finds_first_config_only",
        breaks: ["config-created"],
        first: ["PN5"],
        predicted: ["PN5"],
    }
    /// Shows a deleted config to whoever knows its id.
    GET_SHOWS_DELETED_CONFIG {
        name: "get_shows_deleted_config",
        breaks: ["config-gone"],
        first: ["PN5"],
        predicted: ["PN5"],
    }
    /// Lists the configs that were deleted as well.
    LIST_SHOWS_DELETED_CONFIGS {
        name: "list_shows_deleted_configs",
        breaks: ["config-gone"],
        first: ["PN5"],
        predicted: ["PN5"],
    }
    /// Forgets a deleted config without hanging up on its delivery.
    DELETED_CONFIG_STILL_FIRES {
        name: "deleted_config_still_fires",
        breaks: ["config-deleted"],
        first: ["PN5"],
        predicted: ["PN5"],
    }
    /// Refuses to delete a config while its task waits for the user.
    DELETE_REFUSED_WHILE_PAUSED {
        name: "delete_refused_while_paused",
        breaks: ["config-gone"],
        first: ["PN5"],
        predicted: ["PN5", "Q2"],
        lesson: "Q2 goes that way as well",
    }
    /// Answers a second deletion as if the task were unknown.
    SECOND_DELETE_FAILS {
        name: "second_delete_fails",
        breaks: ["config-delete-idempotent"],
        first: ["PN5", "Q1"],
        predicted: ["PN5", "Q1"],
    }
    /// Deletes every config of the task with one.
    DELETE_REMOVES_ALL_CONFIGS {
        name: "delete_removes_all_configs",
        breaks: ["configs-independent"],
        first: ["PN5"],
        predicted: ["PN5"],
    }
    /// Lists only the newest config of a task.
    LIST_SHOWS_NEWEST_CONFIG_ONLY {
        name: "list_shows_newest_config_only",
        breaks: ["configs-listed", "configs-independent"],
        first: ["PN5", "PN10"],
        predicted: ["PN5", "PN10"],
    }
    /// Notifies the webhooks of a finished task of a message that it refuses.
    REFUSED_MESSAGE_IS_NOTIFIED {
        name: "refused_message_is_notified",
        breaks: ["finished-config-silent"],
        first: ["PN5"],
        predicted: ["PN5"],
    }
    /// Without push, refuses to create a config and answers the other three operations.
    PUSH_OFF_REFUSES_CREATE_ALONE {
        name: "push_off_refuses_create_alone",
        breaks: ["push-off"],
        first: ["PN6"],
        predicted: ["PN6"],
    }
    /// Without push, takes a config that comes with a send.
    PUSH_OFF_TAKES_INLINE_CONFIG {
        name: "push_off_takes_inline_config",
        breaks: ["push-off-inline"],
        first: ["PN6"],
        predicted: ["PN6"],
    }
    /// Without push, refuses a send with a config after it has begun the task.
    PUSH_OFF_REFUSES_TOO_LATE {
        name: "push_off_refuses_too_late",
        breaks: ["push-off-inline"],
        first: ["PN6"],
        predicted: ["PN6"],
    }
    /// Takes a send without a config for one with an empty config, and without push refuses it.
    ABSENT_CONFIG_COUNTS_AS_ONE {
        name: "absent_config_counts_as_one",
        breaks: ["valid-message-accepted"],
        first: ["ST6", "PN6", "E2"],
        predicted: ["ST6", "PN6", "E2"],
    }
    /// Counts the tries that are left where it should count those that were made, so that it waits ever less.
    PUSH_PAUSES_SHRINK {
        name: "push_pauses_shrink",
        breaks: ["push-pauses-grow"],
        first: ["PN7"],
        predicted: ["PN7"],
    }
    /// Forgets a webhook after the first notification that had to be tried again.
    PUSH_ENDS_WITH_A_FAILURE {
        name: "push_ends_with_a_failure",
        breaks: ["push-delivers"],
        first: ["PN7"],
        predicted: ["PN7"],
    }
    /// Counts a notification as delivered whatever the receiver answers.
    PUSH_ANY_ANSWER_IS_SUCCESS {
        name: "push_any_answer_is_success",
        breaks: ["push-retried"],
        first: ["PN7"],
        predicted: ["PN7"],
    }
    /// Tries again after an error answer, and not after a connection that broke.
    PUSH_BROKEN_CONNECTION_NOT_RETRIED {
        name: "push_broken_connection_not_retried",
        breaks: ["push-retried"],
        first: ["PN7"],
        predicted: ["PN7"],
    }
    /// Serves a config that came with a send, and does not store it.
    INLINE_CONFIG_NOT_STORED {
        name: "inline_config_not_stored",
        breaks: ["inline-config-stored"],
        first: ["PN8"],
        predicted: ["PN8"],
    }
    /// Passes over the config that comes with a streaming send.
    INLINE_CONFIG_LOST_ON_STREAMS {
        name: "inline_config_lost_on_streams",
        breaks: ["inline-config-stored", "push-delivers"],
        first: ["ST8", "PN1", "PN8"],
        predicted: ["PN1", "PN8"],
        lesson: "ST8 never goes that way",
    }
    /// Lists configs under numbers that nobody else knows.
    LIST_NUMBERS_CONFIGS {
        name: "list_numbers_configs",
        breaks: ["config-reads-as-made", "inline-config-stored"],
        first: ["A4", "PN5", "PN8", "PN14"],
        predicted: ["A4", "PN5", "PN8", "PN14"],
    }
    /// Goes where a receiver redirects to, without looking where that is.
    PUSH_FOLLOWS_REDIRECTS {
        name: "push_follows_redirects",
        breaks: ["push-redirect"],
        first: ["PN9"],
        predicted: ["PN9"],
    }
    /// Gives a config without an id that of its task, so that the next one overwrites it.
    CONFIG_ID_IS_THE_TASKS {
        name: "config_id_is_the_tasks",
        breaks: ["config-id-assigned"],
        first: ["PN10"],
        predicted: ["PN10"],
    }
    /// Lists the first ten configs of a task and says that there are no more.
    LIST_ENDS_AT_TEN_CONFIGS {
        name: "list_ends_at_ten_configs",
        breaks: ["configs-listed"],
        first: ["PN10"],
        predicted: ["PN10"],
    }
    /// Delivers to the first ten configs of a task only.
    PUSH_SERVES_TEN_CONFIGS {
        name: "push_serves_ten_configs",
        breaks: ["push-delivers"],
        first: ["PN10"],
        predicted: ["PN10"],
    }
    /// Writes secrets into headers as they are, line breaks included.
    PUSH_HEADER_INJECTION {
        name: "push_header_injection",
        breaks: ["push-headers-clean"],
        first: ["PN11"],
        predicted: ["PN11"],
    }
    /// Breaks off a request whose secret does not fit into a header.
    UNFIT_SECRET_BREAKS_THE_REQUEST {
        name: "unfit_secret_breaks_the_request",
        breaks: ["push-headers-clean"],
        first: ["PN11"],
        predicted: ["PN11"],
    }
    /// Serves the first webhook of a task to the end before it begins with the others.
    PUSH_RECEIVERS_IN_A_ROW {
        name: "push_receivers_in_a_row",
        breaks: ["push-delays-nobody"],
        first: ["PN12"],
        predicted: ["PN12"],
    }
    /// Answers a cancel only once every webhook has been told.
    CANCEL_WAITS_FOR_RECEIVERS {
        name: "cancel_waits_for_receivers",
        breaks: ["push-delays-nobody"],
        first: ["PN12"],
        predicted: ["PN12"],
    }
    /// Answers a send that ends its task only once every webhook has been told.
    SEND_WAITS_FOR_RECEIVERS {
        name: "send_waits_for_receivers",
        breaks: ["push-delays-nobody"],
        first: ["PN12"],
        predicted: ["PN12"],
    }
    /// Hands the configs of a task on to the next task of its context.
    CONFIGS_FOLLOW_THE_CONTEXT {
        name: "configs_follow_the_context",
        breaks: ["config-asked-for"],
        first: ["PN13"],
        predicted: ["PN13"],
    }
    /// Masks the scheme of a config together with its credentials.
    CONFIG_SCHEME_MASKED {
        name: "config_scheme_masked",
        breaks: ["config-reads-as-made"],
        first: ["PN14"],
        predicted: ["PN14"],
    }
    /// Writes a config's own id where it names its task.
    CONFIG_NAMES_ITSELF_AS_TASK {
        name: "config_names_itself_as_task",
        breaks: ["config-names-its-task"],
        first: ["PN14"],
        predicted: ["PN14"],
    }
    /// Finds a config under every task of its owner.
    GET_FINDS_CONFIG_OF_ANY_TASK {
        name: "get_finds_config_of_any_task",
        breaks: ["config-is-its-tasks"],
        first: ["PN14"],
        predicted: ["PN14"],
    }
    /// Deletes a config by its id, whatever task was named.
    DELETE_REACHES_OTHER_TASKS {
        name: "delete_reaches_other_tasks",
        breaks: ["config-is-its-tasks"],
        first: ["PN14"],
        predicted: ["PN14"],
    }
    /// Answers a config for an unknown task with invalid params.
    CONFIG_FOR_UNKNOWN_TASK_IS_INVALID {
        name: "config_for_unknown_task_is_invalid",
        breaks: ["config-unknown-refused"],
        first: ["PN14"],
        predicted: ["PN14"],
    }
    /// Acknowledges a config without an address and forgets it.
    CONFIG_WITHOUT_URL_ACKNOWLEDGED {
        name: "config_without_url_acknowledged",
        breaks: ["config-url-needed"],
        first: ["PN14"],
        predicted: ["PN14", "DM1"],
        lesson: "DM1 goes that way as well",
    }
    /// Answers a created config without its id.
    CREATED_CONFIG_WITHOUT_ID {
        name: "created_config_without_id",
        breaks: ["config-created", "config-id-assigned"],
        first: ["PN1", "PN5", "PN10", "PN14", "Q1"],
        predicted: ["A4", "PN1", "PN5", "Q1", "PN10", "PN14", "Q2"],
        lesson: "A4 takes alice's config for a stranger's: it goes by the id that Create answered; Q2 goes that way as well",
    }
    /// Answers a created config with its address cut short.
    CREATED_CONFIG_LOSES_ITS_PATH {
        name: "created_config_loses_its_path",
        breaks: ["config-created", "config-reads-as-made"],
        first: ["PN1", "PN14"],
        predicted: ["PN1", "PN14"],
    }
    /// Lists configs as a bare array.
    LIST_IS_A_BARE_ARRAY {
        name: "list_is_a_bare_array",
        breaks: ["member-types", "config-reads-as-made"],
        first: ["PN5", "PN8", "PN10", "PN14", "DM1"],
        predicted: ["PN5", "PN8", "PN10", "PN14", "DM1"],
    }
}

sightings! { CORE_TOO:
    NO_PUSH_RETRY {
        first: ["PN7"],
        predicted: ["PN7"],
    }
}
