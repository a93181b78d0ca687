//! Push notifications (§3.1.7 to §3.1.10, §4.3, §13.2).

use super::rules;

rules! { PUSH:
    CONFIG_IS_CREATED = "config-created" Must "§3.1.7"
        "a config is created and given back with its id and address";
    PUSH_DELIVERS = "push-delivers" Must "§4.3.3"
        "every update of the task is delivered, up to the terminal one";
    PUSH_BODY = "push-body" Must "§4.3.3"
        "a notification's body is one StreamResponse with exactly one member";
    PUSH_KEEPS_THE_ORDER = "push-order" Must "§3.5.2, §4.3.3"
        "notifications to a prompt receiver come in the order of the updates";
    PUSH_WAITS_ITS_TURN = "push-one-at-a-time" House "§3.5.2"
        "the next notification waits until the receiver has answered the one before";
    PUSH_AUTHENTICATES = "push-authenticates" Must "§4.3.3, §13.2"
        "a notification carries the credentials of its config, as Authorization: scheme credentials";
    PUSH_CONTENT_TYPE = "push-content-type" Should "§4.3.3, §11.1"
        "a notification's content type is application/a2a+json";
    PUSH_TOKEN = "push-token" House "§4.3.1"
        "a notification carries the token of its config in a header";
    PUSH_INTERNAL_IS_REFUSED = "push-internal-refused" Should "§13.2"
        "a webhook at an internal address, or of another scheme than http and https, is refused as invalid params";
    PUSH_INTERNAL_IS_NEVER_CALLED = "push-internal-never-called" Should "§13.2"
        "no request ever goes to an internal address";
    PUSH_REBINDING_IS_BLOCKED = "push-rebinding-blocked" Should "§13.2"
        "a name that resolves inside when it is called gets no notification";
    PUSH_SECRET_IS_HIDDEN = "push-secret-hidden" House "§13.2"
        "the credentials and token of a config appear in no answer";
    DELETED_CONFIG_IS_SILENT = "config-deleted" Must "§3.1.10"
        "after Delete nothing more is delivered to that config";
    DELETED_CONFIG_IS_GONE = "config-gone" Must "§3.1.8, §3.1.9, §3.1.10"
        "a deleted config is not found, and not listed";
    DELETE_IS_IDEMPOTENT = "config-delete-idempotent" Must "§3.1.10"
        "deleting a config again has the same success";
    OTHER_CONFIGS_STAY = "configs-independent" Must "§3.1.9, §4.3.3"
        "the other configs of the task are listed and served";
    FINISHED_TASK_KEEPS_NO_CONFIG = "finished-config-silent" House "§3.1.7"
        "a finished task keeps no config that can fire";
    PUSH_IS_RETRIED = "push-retried" Should "§13.2"
        "a notification that failed is tried again";
    PUSH_PAUSES_GROW = "push-pauses-grow" House "§13.2, §4.3.3"
        "the pauses between the tries of one notification grow";
    INLINE_CONFIG_IS_STORED = "inline-config-stored" Must "§3.1.9, §3.2.2"
        "a config that comes with a send is one of the task's configs";
    REDIRECT_IS_NOT_FOLLOWED = "push-redirect" Should "§13.2"
        "a receiver that redirects leads nobody to an internal address";
    CONFIG_GETS_AN_ID = "config-id-assigned" Must "§3.1.7"
        "a config without an id is given one, and no two configs of a task the same";
    CONFIGS_ARE_LISTED = "configs-listed" Must "§3.1.9"
        "every config of a task is listed once, over all pages";
    PUSH_HEADERS_ARE_CLEAN = "push-headers-clean" House "§13.4"
        "a secret that can't stand in a header is refused or neutralised, and makes no header of its own";
    PUSH_DELAYS_NOBODY = "push-delays-nobody" House "§4.3.3, §13.2"
        "a receiver that does not answer delays neither the API nor another receiver";
    CONFIG_IS_ASKED_FOR = "config-asked-for" House "§3.1.9"
        "a task has no config that nobody asked for";
    CONFIG_READS_AS_MADE = "config-reads-as-made" Must "§3.1.7, §3.1.8, §3.1.9"
        "a config is shown and listed as it was made";
    CONFIG_NAMES_ITS_TASK = "config-names-its-task" House "§4.3.1"
        "a config that names a task names its own";
    CONFIG_IS_ITS_TASKS = "config-is-its-tasks" Must "§3.1.8, §3.1.10"
        "a config is found, and can be deleted, under its own task alone";
    CONFIG_NEEDS_ITS_TASK = "config-unknown-refused" Must "§3.1.7, §3.1.8, §3.1.9, §3.1.10"
        "an operation about a task or a config that is not there is refused as TaskNotFound";
    CONFIG_NEEDS_A_URL = "config-url-needed" Must "§5.7, §4.3.1"
        "a config without an address is refused as invalid params";
    PUSH_OFF = "push-off" Must "§3.3.4"
        "an agent that declares no push refuses its four operations as PushNotificationNotSupported";
    PUSH_OFF_INLINE = "push-off-inline" House "§3.3.4"
        "such an agent refuses a send with an inline config as well, and creates no task";
}
