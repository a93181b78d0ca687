//! Defects of how refusals are written.

use crate::defects;
use crate::sighting::sightings;

defects! { ERRORS: Extended;
    /// Writes the details of a JSON-RPC error as one object, not as a list.
    ERROR_DETAILS_ARE_ONE_OBJECT {
        name: "error_details_are_one_object",
        breaks: ["error-form", "error-info-jsonrpc", "bad-request-detail"],
        first: ["D3", "A6", "V1", "V2", "S6", "S7", "S8", "S9", "S10", "S11", "T1", "T2", "T3", "T4", "ST2", "ST6", "PN5", "PN6", "E2", "Q1", "V3", "T6", "ST7", "PN11", "PN14", "X1", "ER1"],
        predicted: ["D3", "A6", "V1", "V2", "S6", "S7", "S8", "S9", "S10", "S11", "T1", "T2", "T3", "T4", "ST2", "ST6", "PN5", "PN6", "E2", "Q1", "T6", "ST7", "ST12", "PN14", "X1", "ER1"],
        lesson: "ST12 goes that way as well, V3 and PN11 never go that way",
    }
    /// Writes the JSON-RPC code where HTTP+JSON has its status.
    REST_ERROR_CODE_IS_JSONRPCS {
        name: "rest_error_code_is_jsonrpcs",
        over: EachBinding,
        breaks: ["error-form"],
        first: ["D3", "A6", "V1", "V2", "S6", "S7", "S8", "S9", "S10", "S11", "T1", "T2", "T3", "T4", "ST2", "ST6", "PN5", "PN6", "E2", "Q1", "V3", "T6", "ST7", "PN11", "PN14", "X1"],
        predicted: ["D3", "A6", "V1", "V2", "S6", "S7", "S8", "S9", "S10", "S11", "T1", "T2", "T3", "T4", "ST2", "ST6", "PN5", "PN6", "E2", "Q1", "T6", "ST7", "ST12", "PN14", "X1"],
        lesson: "ST12 goes that way as well, V3 and PN11 never go that way",
    }
    /// Answers errors with the id null.
    ERROR_ID_IS_NULL {
        name: "error_id_is_null",
        breaks: ["error-request-id", "request-id"],
        first: ["D3", "A6", "S6", "S7", "S8", "S9", "S10", "S11", "T1", "T2", "T3", "T4", "ST2", "ST6", "PN5", "PN6", "E2", "Q1", "T6", "ST7", "PN11", "PN14", "X1", "JR1"],
        predicted: ["D3", "A6", "S6", "S7", "S8", "S9", "S10", "S11", "T1", "T2", "T3", "T4", "ST2", "ST6", "PN5", "PN6", "E2", "Q1", "T6", "ST7", "ST12", "PN14", "X1", "JR1"],
        lesson: "ST12 goes that way as well, PN11 never goes that way",
    }
    /// Answers with the HTTP statuses of the table before 1.0.1.
    ERROR_STATUS_OF_THE_OLD_TABLE {
        name: "error_status_of_the_old_table",
        over: EachBinding,
        breaks: ["error-status-current"],
        first: ["V1", "V2", "V3", "S8", "S10", "T3", "T4", "ST2", "ST6", "ST7", "PN6", "E2", "Q1"],
        predicted: ["V1", "V2", "S8", "S10", "T3", "T4", "ST2", "ST6", "PN6", "E2", "Q1", "ST7", "ST12"],
        lesson: "ST12 goes that way as well, V3 never goes that way",
    }
    /// Leaves ErrorInfo out of JSON-RPC errors.
    JSONRPC_ERRORS_WITHOUT_REASON {
        name: "jsonrpc_errors_without_reason",
        breaks: ["error-info-jsonrpc"],
        first: ["ER1"],
        predicted: ["ER1"],
    }
    /// Names the type of a detail without its type URL.
    ERROR_TYPES_ARE_BARE_NAMES {
        name: "error_types_are_bare_names",
        breaks: ["error-detail-types"],
        first: ["ER1"],
        predicted: ["ER1"],
    }
    /// Writes a number into the metadata of ErrorInfo.
    ERROR_METADATA_HOLDS_NUMBERS {
        name: "error_metadata_holds_numbers",
        breaks: ["error-info-metadata"],
        first: ["ER1"],
        predicted: ["ER1"],
    }
    /// Gives errors of the protocol a domain of its own.
    ERROR_DOMAIN_OF_ITS_OWN {
        name: "error_domain_of_its_own",
        over: EachBinding,
        breaks: ["error-info", "error-info-jsonrpc", "error-mapping"],
        first: ["Q1", "ER1"],
        predicted: ["Q1", "ER1"],
    }
    /// Says which parameter is wrong in the message alone.
    BAD_PARAMS_WITHOUT_FIELDS {
        name: "bad_params_without_fields",
        breaks: ["bad-request-detail"],
        first: ["ER1"],
        predicted: ["ER1"],
    }
    /// Tells the caller of broken JSON in which line of its source that was seen.
    PARSE_ERROR_TELLS_ITS_SOURCE {
        name: "parse_error_tells_its_source",
        breaks: ["no-internals"],
        first: ["ER2"],
        predicted: ["ER2"],
    }
    /// Tells in the message of a failed task in which line of its source it failed.
    FAILURE_TELLS_ITS_SOURCE {
        name: "failure_tells_its_source",
        breaks: ["no-internals"],
        first: ["ER2"],
        predicted: ["ER2"],
    }
    /// Tells the refusal of a streaming send as the event of a stream that it leaves open.
    STREAM_REFUSAL_STAYS_OPEN {
        name: "stream_refusal_stays_open",
        breaks: ["error-frame-last"],
        first: ["ST12", "ER3"],
        predicted: ["ER3"],
        lesson: "a subscription that comes too late was refused that way too, and ST2 and ST3 met one now and then; the defect was narrowed to streaming sends, which leaves ST12 out of it as well",
    }
    /// Answers a subscription to an unknown task with an event stream over HTTP+JSON.
    REST_REFUSAL_IS_AN_EVENT {
        name: "rest_refusal_is_an_event",
        over: EachBinding,
        breaks: ["errors-before-events"],
        first: ["A4", "ST2", "Q1", "ER3"],
        predicted: ["A4", "ST2", "Q1", "ER3"],
    }
    /// Refuses a bad historyLength of a streaming send as an unsupported operation.
    STREAM_HISTORY_LENGTH_UNSUPPORTED {
        name: "stream_history_length_unsupported",
        breaks: ["errors-like-unary"],
        first: ["T6", "ER3"],
        predicted: ["T6", "ER3"],
    }
    /// Answers the id "7" with the id 7.
    TEXT_ID_ANSWERED_AS_NUMBER {
        name: "text_id_answered_as_number",
        breaks: ["request-id"],
        first: ["JR1"],
        predicted: ["JR1"],
    }
    /// Takes the id 0 for none.
    ID_ZERO_IS_NONE {
        name: "id_zero_is_none",
        breaks: ["request-id"],
        first: ["JR1"],
        predicted: ["JR1"],
    }
    /// Serves a request whatever its id is.
    ANY_ID_SERVED {
        name: "any_id_served",
        breaks: ["illegal-id-refused"],
        first: ["JR1"],
        predicted: ["JR1"],
    }
    /// Knows methods by any case of their letters.
    METHODS_IN_ANY_CASE {
        name: "methods_in_any_case",
        breaks: ["envelope-refused"],
        first: ["JR1"],
        predicted: ["JR1"],
    }
    /// Takes params that are a text or a number for none.
    SCALAR_PARAMS_TAKEN_FOR_NONE {
        name: "scalar_params_taken_for_none",
        breaks: ["envelope-refused"],
        first: ["JR1"],
        predicted: ["JR1"],
    }
    /// Answers an invalid request as text/plain.
    INVALID_REQUEST_AS_PLAIN_TEXT {
        name: "invalid_request_as_plain_text",
        breaks: ["jsonrpc-content-type", "envelope-refused"],
        first: ["S9", "JR1"],
        predicted: ["S9", "JR1"],
    }
    /// Serves a request without an id and answers it.
    NOTIFICATION_SERVED {
        name: "notification_served",
        breaks: ["notification-unanswered"],
        first: ["JR1"],
        predicted: ["JR1"],
    }
    /// Serves only the first request of a batch.
    BATCH_ANSWERS_ITS_FIRST {
        name: "batch_answers_its_first",
        breaks: ["batch-answered"],
        first: ["JR1"],
        predicted: ["JR1"],
    }
    /// Leaves ErrorInfo out of errors over HTTP+JSON.
    REST_ERRORS_WITHOUT_REASON {
        name: "rest_errors_without_reason",
        breaks: ["error-mapping", "error-info"],
        first: ["D3", "Q1"],
        predicted: ["D3", "Q1"],
    }
    /// Tells the caller of a bad page token where the tokens are read.
    PAGE_TOKEN_ERROR_TELLS_ITS_SOURCE {
        name: "page_token_error_tells_its_source",
        breaks: ["no-internals"],
        first: ["ER2"],
        predicted: ["ER2"],
    }
}

sightings! { CORE_TOO: }
