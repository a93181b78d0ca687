//! Defects of what is carried.

use crate::defects;
use crate::sighting::sightings;

defects! { DATA: Extended;
    /// Loses the file names of parts.
    FILENAME_LOST {
        name: "filename_lost",
        breaks: ["parts-survive"],
        first: ["DM2"],
        predicted: ["DM2"],
    }
    /// Refuses parts that hold an address as bad params.
    URL_PARTS_REFUSED {
        name: "url_parts_refused",
        breaks: ["parts-read"],
        first: ["DM2"],
        predicted: ["DM2"],
    }
    /// Refuses a message with a member that it does not know.
    UNKNOWN_MEMBER_REFUSED {
        name: "unknown_member_refused",
        breaks: ["unknown-members-ignored"],
        first: ["DM3"],
        predicted: ["DM3"],
    }
    /// Takes data that are null for no data.
    NULL_DATA_LOST {
        name: "null_data_lost",
        breaks: ["values-survive"],
        first: ["DM4"],
        predicted: ["DM4"],
    }
    /// Drops members of the metadata whose value says nothing.
    FALSY_METADATA_DROPPED {
        name: "falsy_metadata_dropped",
        breaks: ["values-survive"],
        first: ["DM4"],
        predicted: ["DM4"],
    }
    /// Gives each message about a task a context of its own.
    STATUS_MESSAGE_IN_ANOTHER_CONTEXT {
        name: "status_message_in_another_context",
        breaks: ["message-in-context"],
        first: ["DM5"],
        predicted: ["S14", "DM5"],
        lesson: "S14 goes that way as well",
    }
    /// Leaves task and context out of its messages about a task.
    STATUS_MESSAGE_NAMES_NO_TASK {
        name: "status_message_names_no_task",
        breaks: ["message-names-task"],
        first: ["DM5"],
        predicted: ["DM5"],
    }
    /// Gives all its messages about tasks the same id.
    STATUS_MESSAGES_SHARE_AN_ID {
        name: "status_messages_share_an_id",
        breaks: ["message-ids-unique"],
        first: ["DM5"],
        predicted: ["DM5"],
    }
    /// Keeps its last word in the history once more with every move of the task.
    HISTORY_REPEATS_THE_AGENT {
        name: "history_repeats_the_agent",
        breaks: ["message-ids-unique"],
        first: ["DM5"],
        predicted: ["DM5"],
    }
    /// Encodes the bytes of a part once more.
    BYTES_ENCODED_TWICE {
        name: "bytes_encoded_twice",
        breaks: ["parts-survive"],
        first: ["DM2"],
        predicted: ["DM2"],
    }
    /// Writes a part with an address as the file object of the old protocol.
    ADDRESS_IN_A_FILE_OBJECT {
        name: "address_in_a_file_object",
        breaks: ["parts-survive"],
        first: ["DM2"],
        predicted: ["DM2"],
    }
    /// Refuses a query with a name that it does not know.
    UNKNOWN_QUERY_REFUSED {
        name: "unknown_query_refused",
        over: EachBinding,
        breaks: ["unknown-members-ignored"],
        first: ["DM3"],
        predicted: ["V3", "DM3"],
        lesson: "V3 goes that way as well",
    }
}

sightings! { CORE_TOO:
    CARD_SKILL_WITHOUT_TAGS {
        first: ["DM1"],
        predicted: ["DM1"],
    }
}
