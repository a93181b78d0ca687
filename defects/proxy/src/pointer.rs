//! JSON pointers (RFC 6901) with `*` for every item or member, and `**` for any depth.

use serde_json::Value;

/// Places in a JSON document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pointer(Vec<Step>);

/// One step down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// To the member or item of this name.
    Name(String),
    /// To each member and item.
    Each,
    /// To here, and everything below.
    Below,
}

impl Pointer {
    /// Reads a pointer; an error says what is wrong with it.
    pub fn parse(text: &str) -> Result<Self, String> {
        if text.is_empty() {
            return Ok(Self::default());
        }
        let Some(steps) = text.strip_prefix('/') else {
            return Err(format!("the pointer `{text}` does not begin with `/`"));
        };
        let steps: Vec<Step> = steps
            .split('/')
            .map(|step| match step {
                "*" => Step::Each,
                "**" => Step::Below,
                name => Step::Name(name.replace("~1", "/").replace("~0", "~")),
            })
            .collect();
        if steps.last() == Some(&Step::Below) {
            return Err(format!("the pointer `{text}` ends with `**`; name what it looks for there"));
        }
        if steps.windows(2).any(|pair| pair == [Step::Below, Step::Below]) {
            return Err(format!("the pointer `{text}` says `**` twice in a row"));
        }
        Ok(Self(steps))
    }

    /// Whether it means the whole document.
    pub(crate) fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    /// Everything that stands there.
    pub fn all<'v>(&self, value: &'v Value) -> Vec<&'v Value> {
        let mut found = Vec::new();
        collect(value, &self.0, &mut found);
        found
    }

    /// Visits the parents of all places, each with the last step.
    pub(crate) fn at_parents(&self, value: &mut Value, visit: &mut dyn FnMut(&mut Value, &Step)) {
        descend(value, &self.0, visit);
    }
}

impl<'de> serde::Deserialize<'de> for Pointer {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).map_err(serde::de::Error::custom)
    }
}

fn collect<'v>(value: &'v Value, steps: &[Step], found: &mut Vec<&'v Value>) {
    let Some((step, rest)) = steps.split_first() else { return found.push(value) };
    match step {
        Step::Name(name) => {
            let child = match value {
                Value::Object(members) => members.get(name),
                Value::Array(items) => name.parse().ok().and_then(|at: usize| items.get(at)),
                _ => None,
            };
            if let Some(child) = child {
                collect(child, rest, found);
            }
        }
        Step::Each => children(value).into_iter().for_each(|child| collect(child, rest, found)),
        Step::Below => {
            collect(value, rest, found);
            for child in children(value) {
                collect(child, steps, found);
            }
        }
    }
}

fn children(value: &Value) -> Vec<&Value> {
    match value {
        Value::Object(members) => members.values().collect(),
        Value::Array(items) => items.iter().collect(),
        _ => Vec::new(),
    }
}

fn descend(value: &mut Value, steps: &[Step], visit: &mut dyn FnMut(&mut Value, &Step)) {
    let Some((step, rest)) = steps.split_first() else { return };
    if rest.is_empty() {
        return visit(value, step);
    }
    match step {
        Step::Name(name) => {
            let child = match value {
                Value::Object(members) => members.get_mut(name),
                Value::Array(items) => name.parse().ok().and_then(|at: usize| items.get_mut(at)),
                _ => None,
            };
            if let Some(child) = child {
                descend(child, rest, visit);
            }
        }
        Step::Each => each_child(value, &mut |child| descend(child, rest, visit)),
        Step::Below => {
            descend(value, rest, visit);
            each_child(value, &mut |child| descend(child, steps, visit));
        }
    }
}

fn each_child(value: &mut Value, then: &mut dyn FnMut(&mut Value)) {
    match value {
        Value::Object(members) => members.values_mut().for_each(then),
        Value::Array(items) => items.iter_mut().for_each(then),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn stars_stand_for_items_members_and_any_depth() {
        let task = json!({"id": "t", "history": [{"id": 1}, {"id": 2}], "status": {"message": {"id": 3}}});
        let table = [
            ("", json!([task])),
            ("/id", json!(["t"])),
            ("/history/1/id", json!([2])),
            ("/history/*/id", json!([1, 2])),
            ("/**/id", json!(["t", 1, 2, 3])),
            ("/status/**/id", json!([3])),
            ("/missing/id", json!([])),
        ];
        for (text, expected) in table {
            let pointer = Pointer::parse(text).expect(text);
            assert_eq!(json!(pointer.all(&task)), expected, "{text}");
        }
    }

    #[test]
    fn what_is_no_pointer_is_said_to_be_none() {
        for wrong in ["id", "/a/**", "/**/**/id"] {
            assert!(Pointer::parse(wrong).is_err(), "{wrong}");
        }
    }
}
