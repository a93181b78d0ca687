//! What a notification says: one event, as streams write it.

use a2a_assay_defects::{Defect, Planted};
use serde_json::{Value, json};

use crate::edge::{encode_event, written};
use crate::kernel::model::{Event, State};
use crate::kernel::outbox::Target;

/// The body of the notification of an event.
pub(super) fn body(event: &Event, target: &Target, planted: &Planted) -> Option<String> {
    if is_kept_quiet(event, planted) {
        return None;
    }
    let mut body = written(encode_event(event), planted);
    if planted.plants(Defect::NOTIFICATION_SAYS_FINAL)
        && let Some(update) = body.get_mut("statusUpdate")
    {
        update["final"] = false.into();
    }
    if planted.plants(Defect::PUSH_BODY_WITH_TWO_MEMBERS) && body["statusUpdate"]["status"]["message"].is_object() {
        body["message"] = body["statusUpdate"]["status"]["message"].clone();
    }
    if planted.plants(Defect::PUSH_BODY_NAMES_NO_TASK)
        && let Some(update) = body.get_mut("statusUpdate")
    {
        update["taskId"] = update["contextId"].clone();
    }
    if planted.plants(Defect::PUSH_SECRET_IN_BODY)
        && let Some(task) = body.get_mut("task")
    {
        task["metadata"] = json!({ "token": target.token });
    }
    Some(Value::to_string(&body))
}

/// Whether an event is not told at all.
fn is_kept_quiet(event: &Event, planted: &Planted) -> bool {
    match event {
        Event::Status { status, .. } if status.state == State::InputRequired => {
            planted.plants(Defect::PUSH_PAUSE_UNTOLD)
        }
        Event::Status { status, .. } if status.state == State::Failed => planted.plants(Defect::PUSH_FAILURE_UNTOLD),
        Event::Status { status, .. } if status.state == State::Canceled => planted.plants(Defect::PUSH_CANCEL_UNTOLD),
        Event::Artifact { append: true, .. } => planted.plants(Defect::PUSH_CHUNKS_UNTOLD),
        _ => false,
    }
}
