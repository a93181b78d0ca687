//! Defects of how every object is written.

use crate::defects;
use crate::sighting::sightings;

defects! { WIRE: Extended;
    /// Writes ids in snake_case beside the right names.
    SNAKE_CASE_TWINS {
        name: "snake_case_twins",
        breaks: ["camel-case"],
        first: ["S1", "S3", "T2", "ST1", "ST2", "ST5", "PN5", "PN14", "DM1"],
        predicted: ["S1", "S3", "T2", "ST1", "ST2", "ST5", "PN1", "PN5", "DM1"],
        lesson: "PN1 holds notifications against their shape as well, in all but members that nobody knows; PN14 never goes that way",
    }
    /// Writes the `kind` of the old protocol into every object.
    KIND_IN_EVERY_OBJECT {
        name: "kind_in_every_object",
        breaks: ["no-relics"],
        first: ["S1", "S3", "T2", "ST1", "ST2", "ST5", "PN5", "PN14", "DM1"],
        predicted: ["S1", "S3", "T2", "ST1", "ST2", "ST5", "PN5", "DM1"],
        lesson: "PN14 never goes that way",
    }
    /// Writes the roles of messages as `user` and `agent`.
    ROLES_IN_LOWER_CASE {
        name: "roles_in_lower_case",
        breaks: ["enum-names"],
        first: ["S1", "S3", "T2", "ST1", "ST2", "ST5", "DM1"],
        predicted: ["S1", "S3", "T2", "ST1", "ST2", "ST5", "PN1", "DM1"],
        lesson: "PN1 holds notifications against their shape as well, in all but members that nobody knows",
    }
    /// Writes timestamps with the offset +00:00.
    TIMESTAMPS_WITH_OFFSET {
        name: "timestamps_with_offset",
        breaks: ["utc-timestamps"],
        first: ["S1", "T2", "ST1", "ST2", "DM1"],
        predicted: ["S1", "T2", "ST1", "ST2", "PN1", "DM1"],
        lesson: "PN1 holds notifications against their shape as well, in all but members that nobody knows",
    }
    /// Empties the parts of messages that it keeps in the history.
    HISTORY_WITHOUT_PARTS {
        name: "history_without_parts",
        breaks: ["required-lists", "parts-survive", "values-survive"],
        first: ["S1", "T2", "ST1", "ST2", "DM1", "DM2", "DM4"],
        predicted: ["S1", "T2", "ST1", "ST2", "PN1", "ST11", "DM2", "DM4"],
        lesson: "PN1 holds notifications against their shape as well; DM1 came to leave a client's words in a history alone, since an agent that takes bad ones is told so by S9; ST11 goes that way as well",
    }
    /// Writes direct answers without parts.
    DIRECT_ANSWER_WITHOUT_PARTS {
        name: "direct_answer_without_parts",
        breaks: ["required-lists"],
        first: ["S3", "ST5", "DM1"],
        predicted: ["S3", "ST5", "DM1"],
    }
    /// Writes the text of a part a second time, as data.
    TEXT_TWICE_IN_A_PART {
        name: "text_twice_in_a_part",
        breaks: ["one-of", "parts-survive"],
        first: ["S1", "S3", "T2", "ST1", "ST2", "ST5", "DM1", "DM2"],
        predicted: ["S1", "S3", "T2", "ST1", "ST2", "ST5", "PN1", "DM1", "DM2"],
        lesson: "PN1 holds notifications against their shape as well, in all but members that nobody knows",
    }
    /// Writes metadata that are empty as a list.
    EMPTY_METADATA_IS_A_LIST {
        name: "empty_metadata_is_a_list",
        breaks: ["member-types"],
        first: ["S1", "S3", "T2", "ST1", "ST2", "ST5", "DM1"],
        predicted: ["S1", "S3", "T2", "ST1", "ST2", "ST5", "PN1", "T8", "DM1"],
        lesson: "PN1 holds notifications against their shape as well, in all but members that nobody knows; T8 goes that way as well",
    }
    /// Writes messages with null for their role.
    MESSAGES_WITHOUT_ROLE {
        name: "messages_without_role",
        breaks: ["required-members", "agent-message"],
        first: ["S1", "S3", "T2", "ST1", "ST2", "ST5", "DM1"],
        predicted: ["S1", "S3", "T2", "ST1", "ST2", "ST5", "PN1", "DM1"],
        lesson: "PN1 holds notifications against their shape as well, in all but members that nobody knows",
    }
    /// Says of a config only whether it has a token, as a boolean.
    CONFIG_TOKEN_IS_A_FLAG {
        name: "config_token_is_a_flag",
        breaks: ["member-types"],
        first: ["PN5", "PN14", "DM1"],
        predicted: ["PN5", "DM1"],
        lesson: "PN14 never goes that way",
    }
    /// Hides all of a config's authentication, also the scheme.
    CONFIG_SCHEME_WITHHELD {
        name: "config_scheme_withheld",
        breaks: ["required-members"],
        first: ["PN5", "PN14", "DM1"],
        predicted: ["PN5", "DM1"],
        lesson: "PN14 never goes that way",
    }
    /// Writes the `final` of the old protocol into notifications.
    NOTIFICATION_SAYS_FINAL {
        name: "notification_says_final",
        breaks: ["no-relics"],
        first: ["DM1"],
        predicted: ["PN1", "DM1"],
        lesson: "PN1 holds the updates of its notifications against those of the stream, member by member",
    }
    /// Writes the `kind` of the old protocol into the answer to CancelTask.
    CANCELED_TASK_HAS_A_KIND {
        name: "canceled_task_has_a_kind",
        breaks: ["no-relics"],
        first: ["DM1"],
        predicted: ["DM1"],
    }
}

sightings! { CORE_TOO: }
