//! The JSON-RPC envelope (§9.1, §9.3, §9.5, JSON-RPC 2.0).

use super::rules;

rules! { ENVELOPE:
    REQUEST_ID_COMES_BACK = "request-id" Must "§9.3, JSON-RPC 2.0 §5"
        "an answer carries the id of its request, with its value and its type";
    ILLEGAL_ID_IS_REFUSED = "illegal-id-refused" House "JSON-RPC 2.0 §4"
        "a request whose id is neither text nor number is refused as an invalid request";
    ANSWERS_ARE_JSON = "jsonrpc-content-type" Must "§9.1"
        "results and errors come as JSON, and say so";
    NOTIFICATION_HAS_NO_RESULT = "notification-unanswered" House "§9.3, JSON-RPC 2.0 §4.1"
        "a request without an id gets no result: nothing at all, or an error";
    BATCH_IS_ANSWERED = "batch-answered" House "JSON-RPC 2.0 §6"
        "a batch is answered as a batch, or refused as an invalid request";
}
