//! How a request can be misread: switch points and nothing else, for a sound server reads what is written.

use std::borrow::Cow;

use a2a_assay_defects::{Defect, Planted};
use serde_json::{Map, Value};

use super::problems::{Kind, Problem};
use crate::kernel::access::Operation;

/// The request as this server takes it.
pub(super) fn read<'r>(
    planted: &Planted,
    operation: Operation,
    request: &'r Map<String, Value>,
) -> Result<Cow<'r, Map<String, Value>>, Problem> {
    let mut taken = Cow::Borrowed(request);
    if unreadable_length(request) && forgives(planted, operation) {
        forgive(taken.to_mut());
    }
    match operation {
        Operation::ListTasks => {
            listing(planted, request)?;
            let flag = request.get("includeArtifacts");
            if flag.is_some_and(|flag| !flag.is_boolean()) && planted.plants(Defect::LIST_FLAG_READ_LENIENTLY) {
                taken.to_mut().remove("includeArtifacts");
            }
        }
        Operation::ListWebhooks => {
            let word = request.get("pageSize").is_some_and(|size| number(size).is_none());
            if word && planted.plants(Defect::CONFIG_PAGE_SIZE_INTERNAL) {
                return Err(Problem::new(Kind::Internal, "internal error"));
            }
        }
        _ => {}
    }
    Ok(taken)
}

/// Filters that are taken more strictly than they are meant.
fn listing(planted: &Planted, request: &Map<String, Value>) -> Result<(), Problem> {
    let text = |name: &str| request.get(name).and_then(Value::as_str);
    let whole = text("statusTimestampAfter").is_some_and(|time| !time.contains('.'));
    if whole && planted.plants(Defect::LIST_TIME_NEEDS_FRACTION) {
        return Err(Problem::wrong("statusTimestampAfter", "must have a fraction of a second"));
    }
    if text("pageToken") == Some("") && planted.plants(Defect::LIST_EMPTY_TOKEN_REFUSED) {
        return Err(Problem::wrong("pageToken", "must not be empty"));
    }
    if text("status") == Some("TASK_STATE_AUTH_REQUIRED") && planted.plants(Defect::LIST_STATE_NAME_MISSING) {
        return Err(Problem::wrong("status", "is not a task state"));
    }
    Ok(())
}

/// Whether a history length that can't be read is taken for none.
fn forgives(planted: &Planted, operation: Operation) -> bool {
    match operation {
        Operation::GetTask => planted.plants(Defect::HISTORY_LENGTH_UNCHECKED_ON_GET),
        Operation::ListTasks => planted.plants(Defect::HISTORY_LENGTH_UNCHECKED_ON_LIST),
        Operation::SendMessage => planted.plants(Defect::HISTORY_LENGTH_UNCHECKED_ON_SEND),
        Operation::SendStreamingMessage => planted.plants(Defect::HISTORY_LENGTH_UNCHECKED_ON_STREAM),
        _ => false,
    }
}

fn unreadable_length(request: &Map<String, Value>) -> bool {
    let nested = request.get("configuration").and_then(Value::as_object);
    nested.into_iter().chain([request]).any(|members| members.get("historyLength").is_some_and(is_no_length))
}

/// Takes a history length that can't be read for none.
fn forgive(request: &mut Map<String, Value>) {
    let nested = request.get_mut("configuration").and_then(Value::as_object_mut);
    forget(nested.unwrap_or(&mut Map::new()));
    forget(request);
}

fn forget(members: &mut Map<String, Value>) {
    if members.get("historyLength").is_some_and(is_no_length) {
        members.remove("historyLength");
    }
}

fn is_no_length(value: &Value) -> bool {
    number(value).is_none_or(|length| length < 0)
}

fn number(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| value.as_str()?.parse().ok())
}
