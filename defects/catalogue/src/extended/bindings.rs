//! Defects of the extended card, of one binding against the other, and of tenants.

use crate::defects;
use crate::sighting::sightings;

defects! { BINDINGS: Extended;
    /// Shows the extended card to callers without credentials.
    EXTENDED_CARD_FOR_STRANGERS {
        name: "extended_card_for_strangers",
        breaks: ["extended-card-authenticated", "credentials-demanded"],
        first: ["A1", "E1"],
        predicted: ["A1", "A2", "E1"],
        lesson: "A2 asks for the extended card too, and a bad token counted as none",
    }
    /// Shows the premium skill to every caller.
    PREMIUM_SKILL_FOR_EVERYBODY {
        name: "premium_skill_for_everybody",
        breaks: ["extended-card-by-permission"],
        first: ["E1"],
        predicted: ["E1"],
    }
    /// Shows the premium skill on the public card.
    PREMIUM_SKILL_ON_THE_PUBLIC_CARD {
        name: "premium_skill_on_the_public_card",
        breaks: ["extended-card-by-permission"],
        first: ["E1"],
        predicted: ["E1"],
    }
    /// Declares an extended card and has none.
    EXTENDED_CARD_NEVER_SERVED {
        name: "extended_card_never_served",
        breaks: ["extended-card-valid"],
        first: ["E1", "Q1", "Q2"],
        predicted: ["E1", "Q2"],
        lesson: "both bindings refuse, and refusals of one kind are the same however each binding writes them",
    }
    /// Serves an extended card that the card does not declare.
    EXTENDED_CARD_SERVED_UNDECLARED {
        name: "extended_card_served_undeclared",
        breaks: ["extended-card-off"],
        first: ["E2"],
        predicted: ["E2"],
    }
    /// Refuses messages where it offers nothing beyond them.
    SMALL_AGENT_TAKES_NOTHING {
        name: "small_agent_takes_nothing",
        breaks: ["valid-message-accepted"],
        first: ["ST6", "PN6", "E2"],
        predicted: ["ST6", "PN6", "E2"],
    }
    /// Leaves metadata out over HTTP+JSON.
    REST_DROPS_METADATA {
        name: "rest_drops_metadata",
        breaks: ["bindings-agree"],
        first: ["Q1"],
        predicted: ["Q1"],
    }
    /// Closes streams over HTTP+JSON after their first event.
    REST_STREAM_ENDS_AT_ONCE {
        name: "rest_stream_ends_at_once",
        breaks: ["bindings-agree"],
        first: ["Q1"],
        predicted: ["Q1"],
    }
    /// Answers the creation of a config over HTTP+JSON and forgets it.
    REST_CONFIG_IS_NOT_STORED {
        name: "rest_config_is_not_stored",
        breaks: ["bindings-agree"],
        first: ["Q1"],
        predicted: ["Q1"],
    }
    /// Writes the words of HTTP where google.rpc has a status.
    REST_STATUS_IN_WORDS_OF_HTTP {
        name: "rest_status_in_words_of_http",
        breaks: ["error-mapping"],
        first: ["Q1"],
        predicted: ["Q1"],
    }
    /// Looks for the task to cancel under no tenant.
    CANCEL_FORGETS_THE_TENANT {
        name: "cancel_forgets_the_tenant",
        breaks: ["tenant-served"],
        first: ["Q2"],
        predicted: ["Q2"],
    }
    /// Finds a task by its id under every tenant.
    TENANTS_SHARE_TASKS {
        name: "tenants_share_tasks",
        breaks: ["tenants-apart"],
        first: ["Q2"],
        predicted: ["Q2"],
    }
    /// Lists the tasks of all tenants.
    LISTING_SPANS_TENANTS {
        name: "listing_spans_tenants",
        breaks: ["tenants-apart"],
        first: ["Q2"],
        predicted: ["Q2"],
    }
    /// Names another tenant in a config than it was made for.
    CONFIG_NAMES_ANOTHER_TENANT {
        name: "config_names_another_tenant",
        breaks: ["tenant-named"],
        first: ["Q2"],
        predicted: ["Q2"],
    }
    /// Passes over a tenant in the body of a request over HTTP+JSON.
    REST_TENANT_IN_BODY_IGNORED {
        name: "rest_tenant_in_body_ignored",
        over: EachBinding,
        breaks: ["tenant-member"],
        first: ["Q2"],
        predicted: ["Q2"],
    }
    /// Refuses messages over an interface with a tenant.
    TENANT_TAKES_NO_MESSAGES {
        name: "tenant_takes_no_messages",
        breaks: ["tenant-served"],
        first: ["Q2"],
        predicted: ["Q2"],
    }
    /// Passes over the historyLength of GetTask over HTTP+JSON.
    REST_IGNORES_HISTORY_LENGTH {
        name: "rest_ignores_history_length",
        breaks: ["bindings-agree"],
        first: ["Q1"],
        predicted: ["Q1"],
    }
    /// Lists configs over HTTP+JSON as a bare list.
    REST_CONFIG_LIST_IS_BARE {
        name: "rest_config_list_is_bare",
        breaks: ["bindings-agree"],
        first: ["Q1"],
        predicted: ["Q1", "DM1"],
        lesson: "DM1 sees what Q1 asks over the other binding",
    }
    /// Shows everybody the same extended card over HTTP+JSON.
    REST_HIDES_THE_PREMIUM_SKILL {
        name: "rest_hides_the_premium_skill",
        breaks: ["bindings-agree"],
        first: ["Q1"],
        predicted: ["Q1"],
    }
}

sightings! { CORE_TOO:
    FOREIGN_TASK_FORBIDDEN {
        first: ["Q2"],
        predicted: ["Q2"],
    }
    LIST_UNSCOPED {
        first: ["Q2"],
        predicted: ["Q2"],
    }
    SUBSCRIBE_WITHOUT_SNAPSHOT {
        first: ["Q2"],
        predicted: ["Q2"],
    }
}
