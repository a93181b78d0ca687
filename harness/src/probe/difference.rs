//! Where two values differ.

use serde_json::Value;

use crate::agent::brief;

/// Where two values first differ: a JSON pointer and both sides.
pub(super) fn first_difference(expected: &Value, observed: &Value) -> (String, String, String) {
    match (expected, observed) {
        (Value::Object(left), Value::Object(right)) => {
            let mut names: Vec<&String> = left.keys().chain(right.keys()).collect();
            names.dedup();
            for name in names {
                let (l, r) = (left.get(name), right.get(name));
                if l != r {
                    let (below, e, o) = difference_of(l, r);
                    return (format!("/{name}{below}"), e, o);
                }
            }
        }
        (Value::Array(left), Value::Array(right)) => {
            for index in 0..left.len().max(right.len()) {
                let (l, r) = (left.get(index), right.get(index));
                if l != r {
                    let (below, e, o) = difference_of(l, r);
                    return (format!("/{index}{below}"), e, o);
                }
            }
        }
        _ => {}
    }
    (String::new(), brief(expected), brief(observed))
}

fn difference_of(left: Option<&Value>, right: Option<&Value>) -> (String, String, String) {
    match (left, right) {
        (Some(left), Some(right)) => first_difference(left, right),
        (left, right) => {
            let show = |side: Option<&Value>| side.map_or_else(|| "absent".to_owned(), brief);
            (String::new(), show(left), show(right))
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_difference_is_named_by_its_pointer() {
        let (at, expected, observed) = first_difference(&json!({"a": [1, 2]}), &json!({"a": [1, 3]}));

        assert_eq!((at.as_str(), expected.as_str(), observed.as_str()), ("/a/1", "2", "3"));
    }
}
