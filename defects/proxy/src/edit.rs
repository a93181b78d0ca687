//! Changes to a JSON document: set, remove or rename a member, make it null, or replace text in it.

use serde_json::Value;

use crate::Pointer;
use crate::pointer::Step;

/// One change. What stands nowhere is not changed, and not counted.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// Puts a value there, whether or not there was one; `{count}` in a text is how often the defect took effect.
    Set(Pointer, Value),
    /// Takes it out.
    Remove(Pointer),
    /// Calls it otherwise.
    Rename(Pointer, String),
    /// Replaces a piece of text by another.
    Replace(Pointer, String, String),
}

impl Edit {
    /// Changes a document, and says how many places changed. `count` is how often the defect took effect before.
    pub fn apply(&self, document: &mut Value, count: u64) -> usize {
        let mut changed = 0;
        match self {
            Self::Set(at, value) if at.is_root() => changed += replaced(document, counted(value, count)),
            Self::Replace(at, text, with) if at.is_root() => changed += reworded(document, text, with),
            Self::Set(at, value) => at.at_parents(document, &mut |parent, step| {
                changed += set(parent, step, &counted(value, count));
            }),
            Self::Remove(at) => at.at_parents(document, &mut |parent, step| changed += remove(parent, step)),
            Self::Rename(at, to) => at.at_parents(document, &mut |parent, step| changed += rename(parent, step, to)),
            Self::Replace(at, text, with) => at.at_parents(document, &mut |parent, step| {
                changed += at_step(parent, step, &mut |value| reworded(value, text, with));
            }),
        }
        changed
    }
}

fn counted(value: &Value, count: u64) -> Value {
    match value {
        Value::String(text) => text.replace("{count}", &count.to_string()).into(),
        other => other.clone(),
    }
}

fn replaced(place: &mut Value, value: Value) -> usize {
    if *place == value {
        return 0;
    }
    *place = value;
    1
}

fn reworded(value: &mut Value, text: &str, with: &str) -> usize {
    match value {
        Value::String(old) if old.contains(text) => {
            *old = old.replace(text, with);
            1
        }
        _ => 0,
    }
}

fn set(parent: &mut Value, step: &Step, value: &Value) -> usize {
    match (parent, step) {
        (Value::Object(members), Step::Name(name)) => {
            let same = members.insert(name.clone(), value.clone()).as_ref() == Some(value);
            usize::from(!same)
        }
        (parent, step) => at_step(parent, step, &mut |place| replaced(place, value.clone())),
    }
}

fn remove(parent: &mut Value, step: &Step) -> usize {
    match (parent, step) {
        (Value::Object(members), Step::Name(name)) => usize::from(members.remove(name).is_some()),
        (Value::Array(items), Step::Name(name)) => {
            let at = name.parse().ok().filter(|at: &usize| *at < items.len());
            at.map_or(0, |at| {
                items.remove(at);
                1
            })
        }
        (Value::Object(members), _) => std::mem::take(members).len(),
        (Value::Array(items), _) => std::mem::take(items).len(),
        _ => 0,
    }
}

fn rename(parent: &mut Value, step: &Step, to: &str) -> usize {
    let (Value::Object(members), Step::Name(name)) = (parent, step) else { return 0 };
    let Some(value) = members.remove(name) else { return 0 };
    members.insert(to.to_owned(), value);
    1
}

/// Changes what stands at a step, as far as something stands there.
fn at_step(parent: &mut Value, step: &Step, change: &mut dyn FnMut(&mut Value) -> usize) -> usize {
    match (parent, step) {
        (Value::Object(members), Step::Name(name)) => members.get_mut(name).map_or(0, change),
        (Value::Array(items), Step::Name(name)) => {
            name.parse().ok().and_then(|at: usize| items.get_mut(at)).map_or(0, change)
        }
        (Value::Object(members), _) => members.values_mut().map(change).sum(),
        (Value::Array(items), _) => items.iter_mut().map(change).sum(),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn at(text: &str) -> Pointer {
        Pointer::parse(text).expect(text)
    }

    #[test]
    fn a_change_counts_the_places_that_it_changed() {
        let task = json!({"id": "t", "status": {"state": "DONE"}, "history": [{"role": "USER"}, {"role": "AGENT"}]});
        let table = [
            (Edit::Set(at("/id"), json!("u{count}")), 1, "/id", json!("u7")),
            (Edit::Set(at("/id"), json!("t")), 0, "/id", json!("t")),
            (Edit::Set(at("/kind"), json!("task")), 1, "/kind", json!("task")),
            (Edit::Set(at("/missing/kind"), json!("task")), 0, "/missing", json!(null)),
            (Edit::Remove(at("/history/*/role")), 2, "/history/0", json!({})),
            (Edit::Remove(at("/history/0")), 1, "/history/0/role", json!("AGENT")),
            (Edit::Remove(at("/history/*")), 2, "/history", json!([])),
            (Edit::Rename(at("/**/role"), "from".into()), 2, "/history/1/from", json!("AGENT")),
            (Edit::Replace(at("/**/state"), "DONE".into(), "done".into()), 1, "/status/state", json!("done")),
        ];
        for (edit, count, place, value) in table {
            let mut changed = task.clone();
            assert_eq!(edit.apply(&mut changed, 7), count, "{edit:?}");
            assert_eq!(changed.pointer(place).unwrap_or(&Value::Null), &value, "{edit:?}");
        }
    }
}
