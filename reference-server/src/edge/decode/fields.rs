//! Typed access to the members of a JSON object, with the path for complaints. A null member is an absent one.

use jiff::Timestamp;
use serde_json::{Map, Value};

use crate::kernel::clock::Stamp;
use crate::kernel::refusal::Refusal;

/// The members of one object and where it stands in the request.
#[derive(Clone)]
pub(in crate::edge) struct Fields<'a> {
    members: &'a Map<String, Value>,
    path: String,
}

impl<'a> Fields<'a> {
    pub(in crate::edge) fn new(members: &'a Map<String, Value>) -> Self {
        Self { members, path: String::new() }
    }

    /// The members of `value`, which must be an object.
    pub(super) fn of(value: &'a Value, path: &str) -> Result<Self, Refusal> {
        match value {
            Value::Object(members) => Ok(Self { members, path: format!("{path}.") }),
            _ => Err(Refusal::invalid(path, "must be an object")),
        }
    }

    /// A complaint about one member.
    pub(super) fn wrong(&self, name: &str, why: &str) -> Refusal {
        Refusal::invalid(&self.path_of(name), why)
    }

    pub(super) fn path_of(&self, name: &str) -> String {
        format!("{}{name}", self.path)
    }

    /// Whether the member is there, null or not.
    pub(super) fn names(&self, name: &str) -> bool {
        self.members.contains_key(name)
    }

    pub(super) fn value(&self, name: &str) -> Option<&'a Value> {
        self.members.get(name).filter(|value| !value.is_null())
    }

    /// A text; an empty one is an absent one.
    pub(in crate::edge) fn text(&self, name: &str) -> Result<Option<&'a str>, Refusal> {
        Ok(self.any_text(name)?.filter(|text| !text.is_empty()))
    }

    /// A text, empty or not.
    pub(super) fn any_text(&self, name: &str) -> Result<Option<&'a str>, Refusal> {
        match self.value(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(self.wrong(name, "must be a string")),
        }
    }

    pub(super) fn needed_text(&self, name: &str) -> Result<&'a str, Refusal> {
        self.text(name)?.ok_or_else(|| self.wrong(name, "must not be absent or empty"))
    }

    pub(super) fn flag(&self, name: &str) -> Result<bool, Refusal> {
        match self.value(name) {
            None => Ok(false),
            Some(Value::Bool(flag)) => Ok(*flag),
            Some(_) => Err(self.wrong(name, "must be true or false")),
        }
    }

    /// A number of 32 bits; `ProtoJSON` writes it as a number or as a text.
    pub(super) fn number(&self, name: &str) -> Result<Option<i64>, Refusal> {
        let Some(value) = self.value(name) else {
            return Ok(None);
        };
        let number = match value {
            Value::Number(number) => number.as_i64(),
            Value::String(text) => text.parse().ok(),
            _ => None,
        };
        number
            .filter(|number| i32::try_from(*number).is_ok())
            .map(Some)
            .ok_or_else(|| self.wrong(name, "must be a whole number of 32 bits"))
    }

    /// A number that may not be negative.
    pub(super) fn count(&self, name: &str) -> Result<Option<usize>, Refusal> {
        let Some(number) = self.number(name)? else {
            return Ok(None);
        };
        usize::try_from(number).map(Some).map_err(|_| self.wrong(name, "must not be negative"))
    }

    pub(super) fn moment(&self, name: &str) -> Result<Option<Stamp>, Refusal> {
        let Some(text) = self.text(name)? else {
            return Ok(None);
        };
        let moment: Timestamp =
            text.parse().map_err(|_| self.wrong(name, "must be a timestamp as RFC 3339 writes it"))?;
        Ok(Some(Stamp(moment.as_microsecond())))
    }

    pub(super) fn object(&self, name: &str) -> Result<Option<Fields<'a>>, Refusal> {
        self.value(name).map(|value| Fields::of(value, &self.path_of(name))).transpose()
    }

    /// A free-form object, as it is.
    pub(super) fn map(&self, name: &str) -> Result<Option<Map<String, Value>>, Refusal> {
        Ok(self.object(name)?.map(|fields| fields.members.clone()))
    }

    pub(super) fn list(&self, name: &str) -> Result<&'a [Value], Refusal> {
        match self.value(name) {
            None => Ok(&[]),
            Some(Value::Array(items)) => Ok(items),
            Some(_) => Err(self.wrong(name, "must be a list")),
        }
    }

    pub(super) fn texts(&self, name: &str) -> Result<Vec<String>, Refusal> {
        self.list(name)?
            .iter()
            .map(|item| item.as_str().map(str::to_owned))
            .collect::<Option<_>>()
            .ok_or_else(|| self.wrong(name, "must be a list of strings"))
    }
}
