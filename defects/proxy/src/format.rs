//! Defects in TOML. `shipped.toml` and the README of this folder show all of it.

mod several;

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use axum::http::{HeaderName, HeaderValue, StatusCode};
use serde::Deserialize;
use serde_json::Value;
use toml::Spanned;

use self::several::Several;
use crate::conditions::Condition;
use crate::defect::{Action, Close, Event, Fixed, FixedBody, Headers, Outcome, Side, When, WireDefect};
use crate::edit::Edit;
use crate::limits;
use crate::operation::{Binding, Operation};
use crate::pointer::Pointer;

/// Why a file of defects is not understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct Misread {
    /// The line, from 1 on.
    pub line: usize,
    /// What is wrong there, in one sentence.
    pub why: String,
}

/// Reads defects.
pub fn read(text: &str) -> Result<Vec<WireDefect>, Misread> {
    let line = |at: usize| text.as_bytes()[..at.min(text.len())].iter().filter(|byte| **byte == b'\n').count() + 1;
    let file: File = toml::from_str(text).map_err(|why| Misread {
        line: why.span().map_or(1, |span| line(span.start)),
        why: why.message().lines().collect::<Vec<_>>().join(": "),
    })?;
    if file.defect.is_empty() {
        return Err(Misread { line: 1, why: "there is no [[defect]]".to_owned() });
    }
    if file.defect.len() > limits::DEFECTS {
        return Err(Misread { line: 1, why: format!("there are more than {} defects", limits::DEFECTS) });
    }
    let mut names = BTreeSet::new();
    let mut defects = Vec::new();
    for written in file.defect {
        let line = line(written.span().start);
        let defect = written.into_inner().defect().map_err(|why| Misread { line, why })?;
        if !names.insert(defect.name.clone()) {
            return Err(Misread { line, why: format!("two defects are called `{}`", defect.name) });
        }
        defects.push(defect);
    }
    Ok(defects)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    defect: Vec<Spanned<Written>>,
}

/// A defect as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    name: String,
    story: String,
    #[serde(default)]
    when: WrittenWhen,
    #[serde(default)]
    drop: bool,
    #[serde(default)]
    swap: bool,
    #[serde(default)]
    duplicate: bool,
    delay_ms: Option<u64>,
    rewrite: Option<Several<WrittenEdit>>,
    headers: Option<WrittenHeaders>,
    status: Option<u16>,
    close: Option<WrittenClose>,
    instead: Option<Operation>,
    answer: Option<WrittenAnswer>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenWhen {
    on: Option<WrittenSide>,
    operation: Option<Several<Operation>>,
    binding: Option<Binding>,
    asked: Option<Several<WrittenCondition>>,
    outcome: Option<WrittenOutcome>,
    status: Option<Several<u16>>,
    event: Option<WrittenEvent>,
    #[serde(rename = "where")]
    holds: Option<Several<WrittenCondition>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum WrittenSide {
    Request,
    Response,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum WrittenOutcome {
    Result,
    Error,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum WrittenClose {
    Clean,
    Broken,
}

#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "expected an event: its number from 1 on, a member such as \"statusUpdate\", \"last\", or \"any\""
)]
enum WrittenEvent {
    Number(u64),
    Name(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenCondition {
    at: Pointer,
    #[serde(default)]
    is: Option<Several<Value>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenEdit {
    set: Option<Pointer>,
    null: Option<Pointer>,
    remove: Option<Pointer>,
    rename: Option<Pointer>,
    replace: Option<Pointer>,
    to: Option<Value>,
    text: Option<String>,
    with: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenHeaders {
    #[serde(default)]
    set: BTreeMap<String, String>,
    #[serde(default)]
    remove: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenAnswer {
    status: Option<u16>,
    #[serde(rename = "type")]
    content_type: Option<String>,
    text: Option<String>,
    result: Option<Value>,
}

impl Written {
    fn defect(self) -> Result<WireDefect, String> {
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

#[cfg(test)]
mod tests;
