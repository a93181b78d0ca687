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
    ERROR_INFO_OVER_HTTP = "error-info" Must "§11.6"
        "over HTTP+JSON an error of the protocol carries an ErrorInfo with its reason and the protocol's domain";
    ERROR_INFO_OVER_JSONRPC = "error-info-jsonrpc" Should "§9.5, §3.3.2"
        "over JSON-RPC an error of the protocol carries the same ErrorInfo";
    DETAILS_NAME_THEIR_TYPE = "error-detail-types" Must "§3.3.2, §9.5, §11.6"
        "the type of a detail is named by its whole type URL";
    ERROR_INFO_METADATA = "error-info-metadata" House "§3.3.2"
        "the metadata of an ErrorInfo are texts under names, as google.rpc defines it";
    BAD_REQUEST_DETAIL = "bad-request-detail" House "§9.5, §11.6"
        "a refusal of bad params carries a BadRequest that lists the wrong fields";
    NO_INTERNALS = "no-internals" House "§13.4"
        "no text that a caller gets holds a stack, a path, a source line or a class of the agent's own";
    ERRORS_BEFORE_EVENTS_ARE_PLAIN = "errors-before-events" Must "§5.4, §11.6"
        "what is refused before the first event is refused by an HTTP error, not by an event stream";
    ERROR_FRAME_ENDS_THE_STREAM = "error-frame-last" House "§9.4.2"
        "where an event stream tells a refusal, that is its only event, and it closes";
    STREAMS_REFUSE_LIKE_CALLS = "errors-like-unary" Must "§5.1, §5.4"
        "a streaming send is refused with the code of the same send without a stream";
}
