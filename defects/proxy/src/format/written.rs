//! A file of defects as it is written.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;
use toml::Spanned;

use super::several::Several;
use crate::operation::{Binding, Operation};
use crate::pointer::Pointer;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    #[serde(default)]
    pub(super) defect: Vec<Spanned<Written>>,
}

/// A defect as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Written {
    pub(super) name: String,
    pub(super) story: String,
    #[serde(default)]
    pub(super) when: WrittenWhen,
    #[serde(default)]
    pub(super) drop: bool,
    #[serde(default)]
    pub(super) swap: bool,
    #[serde(default)]
    pub(super) duplicate: bool,
    pub(super) delay_ms: Option<u64>,
    pub(super) rewrite: Option<Several<WrittenEdit>>,
    pub(super) headers: Option<WrittenHeaders>,
    pub(super) status: Option<u16>,
    pub(super) close: Option<WrittenClose>,
    pub(super) instead: Option<Operation>,
    pub(super) answer: Option<WrittenAnswer>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenWhen {
    pub(super) on: Option<WrittenSide>,
    pub(super) operation: Option<Several<Operation>>,
    pub(super) binding: Option<Binding>,
    pub(super) asked: Option<Several<WrittenCondition>>,
    pub(super) outcome: Option<WrittenOutcome>,
    pub(super) status: Option<Several<u16>>,
    pub(super) event: Option<WrittenEvent>,
    #[serde(rename = "where")]
    pub(super) holds: Option<Several<WrittenCondition>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum WrittenSide {
    Request,
    Response,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum WrittenOutcome {
    Result,
    Error,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum WrittenClose {
    Clean,
    Broken,
}

#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "expected an event: its number from 1 on, a member such as \"statusUpdate\", \"last\", or \"any\""
)]
pub(super) enum WrittenEvent {
    Number(u64),
    Name(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenCondition {
    pub(super) at: Pointer,
    #[serde(default)]
    pub(super) is: Option<Several<Value>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenEdit {
    pub(super) set: Option<Pointer>,
    pub(super) null: Option<Pointer>,
    pub(super) remove: Option<Pointer>,
    pub(super) rename: Option<Pointer>,
    pub(super) replace: Option<Pointer>,
    pub(super) to: Option<Value>,
    pub(super) text: Option<String>,
    pub(super) with: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenHeaders {
    #[serde(default)]
    pub(super) set: BTreeMap<String, String>,
    #[serde(default)]
    pub(super) remove: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenAnswer {
    pub(super) status: Option<u16>,
    #[serde(rename = "type")]
    pub(super) content_type: Option<String>,
    pub(super) text: Option<String>,
    pub(super) result: Option<Value>,
}
