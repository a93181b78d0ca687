//! What is written turned into what is meant, or into what is wrong with it.

use std::time::Duration;

use axum::http::{HeaderName, HeaderValue, StatusCode};
use serde_json::Value;

use super::several::Several;
use super::written::{
    Written, WrittenAnswer, WrittenClose, WrittenCondition, WrittenEdit, WrittenEvent, WrittenHeaders, WrittenOutcome,
    WrittenSide, WrittenWhen,
};
use crate::conditions::Condition;
use crate::defect::{Action, Close, Event, Fixed, FixedBody, Headers, Outcome, Side, When, WireDefect};
use crate::edit::Edit;
use crate::limits;
use crate::operation::Operation;

impl Written {
    /// The defect that is meant.
    pub(super) fn defect(self) -> Result<WireDefect, String> {
        let named = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_';
        if self.name.is_empty() || !self.name.chars().all(named) {
            return Err(format!("`{}` is no name; use lower-case letters, digits and `_`", self.name));
        }
        let name = self.name.clone();
        let told = |why: String| format!("`{name}` {why}");
        let (story, when, actions) = self.parts().map_err(&told)?;
        let [action] = <[Action; 1]>::try_from(actions).map_err(|actions| {
            told(format!(
                "does {} things; give it one of drop, swap, duplicate, delay_ms, rewrite, headers, status, close, \
                 instead and answer",
                if actions.is_empty() { "no".to_owned() } else { actions.len().to_string() }
            ))
        })?;
        fits(&when, &action).map_err(&told)?;
        Ok(WireDefect { name, story, when, action })
    }

    fn parts(self) -> Result<(String, When, Vec<Action>), String> {
        let mut actions = Vec::new();
        actions.extend(self.drop.then_some(Action::Drop));
        actions.extend(self.swap.then_some(Action::Swap));
        actions.extend(self.duplicate.then_some(Action::Duplicate));
        if let Some(delay) = self.delay_ms {
            let delay = Duration::from_millis(delay);
            if delay > limits::DELAY {
                return Err(format!("delays longer than {:?}", limits::DELAY));
            }
            actions.push(Action::Delay(delay));
        }
        if let Some(edits) = self.rewrite {
            let edits = edits.0.into_iter().map(WrittenEdit::edit).collect::<Result<Vec<_>, _>>()?;
            actions.push(Action::Rewrite(edits));
        }
        if let Some(headers) = self.headers {
            actions.push(Action::Headers(headers.headers()?));
        }
        if let Some(status) = self.status {
            actions.push(Action::Status(checked_status(status)?));
        }
        actions.extend(self.close.map(|close| {
            Action::Close(match close {
                WrittenClose::Clean => Close::Cleanly,
                WrittenClose::Broken => Close::Broken,
            })
        }));
        actions.extend(self.instead.map(Action::Instead));
        if let Some(answer) = self.answer {
            actions.push(Action::Answer(answer.fixed()?));
        }
        Ok((self.story, self.when.when()?, actions))
    }
}

impl WrittenWhen {
    fn when(self) -> Result<When, String> {
        let conditions = |written: Option<Several<WrittenCondition>>| {
            written.map(|several| several.0.into_iter().map(WrittenCondition::condition).collect()).unwrap_or_default()
        };
        Ok(When {
            side: match self.on {
                Some(WrittenSide::Request) => Side::Request,
                Some(WrittenSide::Response) | None => Side::Response,
            },
            operations: self.operation.map(|several| several.0).unwrap_or_default(),
            binding: self.binding,
            asked: conditions(self.asked),
            outcome: self.outcome.map(|outcome| match outcome {
                WrittenOutcome::Result => Outcome::Result,
                WrittenOutcome::Error => Outcome::Error,
            }),
            status: self.status.map(|several| several.0).unwrap_or_default(),
            event: self.event.map(WrittenEvent::event).transpose()?,
            holds: conditions(self.holds),
        })
    }
}

impl WrittenCondition {
    fn condition(self) -> Condition {
        Condition { at: self.at, is: self.is.map(|several| several.0).unwrap_or_default() }
    }
}

impl WrittenEvent {
    fn event(self) -> Result<Event, String> {
        Ok(match self {
            Self::Number(0) => return Err("means event 0; the first is 1".to_owned()),
            Self::Number(number) => Event::Number(number),
            Self::Name(name) => match name.as_str() {
                "any" => Event::Any,
                "last" => Event::Last,
                "task" | "message" | "statusUpdate" | "artifactUpdate" => Event::Kind(name),
                _ => {
                    return Err(format!(
                        "means the event `{name}`; there are task, message, statusUpdate, artifactUpdate, last and any"
                    ));
                }
            },
        })
    }
}

impl WrittenEdit {
    fn edit(self) -> Result<Edit, String> {
        let edit = match self {
            Self {
                set: Some(at),
                null: None,
                remove: None,
                rename: None,
                replace: None,
                to: Some(to),
                text: None,
                with: None,
            } => Edit::Set(at, to),
            Self {
                set: None,
                null: Some(at),
                remove: None,
                rename: None,
                replace: None,
                to: None,
                text: None,
                with: None,
            } => Edit::Set(at, Value::Null),
            Self {
                set: None,
                null: None,
                remove: Some(at),
                rename: None,
                replace: None,
                to: None,
                text: None,
                with: None,
            } if !at.is_root() => Edit::Remove(at),
            Self {
                set: None,
                null: None,
                remove: None,
                rename: Some(at),
                replace: None,
                to: Some(Value::String(to)),
                text: None,
                with: None,
            } if !at.is_root() => Edit::Rename(at, to),
            Self {
                set: None,
                null: None,
                remove: None,
                rename: None,
                replace: Some(at),
                to: None,
                text: Some(text),
                with: Some(with),
            } if !text.is_empty() => Edit::Replace(at, text, with),
            _ => {
                return Err("has an edit that is none; write { set = \"/a\", to = 1 }, { null = \"/a\" }, \
                            { remove = \"/a\" }, { rename = \"/a\", to = \"b\" } or \
                            { replace = \"/a\", text = \"x\", with = \"y\" }"
                    .to_owned());
            }
        };
        Ok(edit)
    }
}

impl WrittenHeaders {
    fn headers(self) -> Result<Headers, String> {
        for name in self.set.keys().chain(&self.remove) {
            HeaderName::try_from(name.as_str()).map_err(|_| format!("changes `{name}`, which is no header"))?;
        }
        for value in self.set.values() {
            HeaderValue::try_from(value.as_str())
                .map_err(|_| format!("sets a header to `{value}`, which is no value"))?;
        }
        Ok(Headers { set: self.set.into_iter().collect(), remove: self.remove })
    }
}

impl WrittenAnswer {
    fn fixed(self) -> Result<Fixed, String> {
        let (usual, body) = match (self.text, self.result) {
            (Some(text), None) => ("text/plain", FixedBody::Text(text)),
            (None, Some(result)) => ("application/json", FixedBody::Result(result)),
            _ => return Err("answers with both or neither of `text` and `result`".to_owned()),
        };
        let content_type = self.content_type.unwrap_or_else(|| usual.to_owned());
        HeaderValue::try_from(content_type.as_str())
            .map_err(|_| format!("answers with the type `{content_type}`, which is none"))?;
        Ok(Fixed { status: checked_status(self.status.unwrap_or(200))?, content_type, body })
    }
}

fn checked_status(status: u16) -> Result<u16, String> {
    match StatusCode::from_u16(status) {
        Ok(_) if (200..600).contains(&status) => Ok(status),
        _ => Err(format!("answers with status {status}, which is none")),
    }
}

/// Whether an action can be done to what it is meant for.
fn fits(when: &When, action: &Action) -> Result<(), String> {
    let on_request = when.side == Side::Request;
    let told_by_answer = when.event.is_some() || when.outcome.is_some() || !when.status.is_empty();
    if on_request && told_by_answer {
        return Err("concerns requests, which have no event, outcome or status".to_owned());
    }
    let alters_a_stream = matches!(action, Action::Drop | Action::Swap | Action::Duplicate | Action::Delay(_))
        || matches!(action, Action::Rewrite(_) | Action::Close(_));
    if when.event.is_some() && !alters_a_stream {
        return Err(
            "concerns an event, which can only be dropped, swapped, duplicated, delayed, rewritten or the last \
                    before a close"
                .to_owned(),
        );
    }
    match action {
        Action::Swap | Action::Status(_) | Action::Close(_) if on_request => {
            Err("does to requests what can only be done to answers".to_owned())
        }
        Action::Instead(_) if !on_request => Err("asks for another operation: say on = \"request\"".to_owned()),
        Action::Instead(Operation::Card) => Err("asks for the card, which is no operation".to_owned()),
        _ => Ok(()),
    }
}
