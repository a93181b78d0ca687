//! How refusals are written (§3.3.2, §5.4, §9.5, §11.6).

use super::rules;

rules! { ERRORS:
    ERRORS_HAVE_THE_BINDINGS_FORM = "error-form" Must "§3.3.2, §9.5, §11.6"
        "an error has the form of its binding, and its details are a list of typed objects";
    ERROR_STATUS_IS_CURRENT = "error-status-current" House "§5.4"
        "HTTP statuses follow the current error table, not that of 1.0.0";
    ERROR_MAPPING = "error-mapping" Must "§5.4, §11.6"
        "each error has the code, status, reason and domain that its binding maps it to";
    ERRORS_NAME_THE_REQUEST = "error-request-id" Must "§9.3, JSON-RPC 2.0 §5"
        "an error carries the id of the request, or null where none could be read";
    MALFORMED_IS_REFUSED = "malformed-refused" Must "§3.3.2, §5.7"
        "a request with a missing, ill-typed or contradictory member is refused as invalid params";
    PART_HAS_A_CONTENT = "part-content" House "§4.1.6"
        "a part with none of text, raw, url and data is refused as invalid params";
    MALFORMED_CODE = "malformed-code" House "§9.5"
        "a well-formed request with bad params gets -32602 and not -32600";
    BROKEN_ENVELOPE_IS_REFUSED = "envelope-refused" Must "§9.5, JSON-RPC 2.0 §5.1"
        "what is no JSON, no request or no known method gets the error of that name";
    MALFORMED_NAMES_THE_FIELD = "malformed-names-field" Should "§3.3.2, §9.5"
        "a refusal of bad params says which field is wrong";
    SERVES_ON = "serves-on" Must "§3.3.2"
        "bad input leaves no task behind, and the agent serves the next request";
    BINDINGS_AGREE = "bindings-agree" Must "§5.1"
        "the same request gives the same result over every binding";
}
