//! What must stand in a message for a defect to concern it.

use serde_json::Value;

use crate::Pointer;

/// Something must stand there, or one of these values.
#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    /// Where to look.
    pub at: Pointer,
    /// The values of which one must stand there; empty means any.
    pub is: Vec<Value>,
}

impl Condition {
    /// Whether it holds in a document.
    pub fn holds(&self, document: &Value) -> bool {
        self.at.all(document).into_iter().any(|found| self.is.is_empty() || self.is.iter().any(|one| same(found, one)))
    }
}

/// Equal, where a text of a query is equal to the number that it spells.
fn same(found: &Value, wanted: &Value) -> bool {
    found == wanted || found.as_str().is_some_and(|text| !wanted.is_string() && *wanted.to_string() == *text)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_condition_asks_for_a_place_or_for_values_there() {
        let at = |text| Pointer::parse(text).expect("a pointer");
        let message = json!({"parts": [{"text": "a"}, {"data": 1}], "pageSize": "5"});

        assert!(Condition { at: at("/parts/*/text"), is: vec![] }.holds(&message));
        assert!(!Condition { at: at("/parts/*/url"), is: vec![] }.holds(&message));
        assert!(Condition { at: at("/parts/*/text"), is: vec![json!("b"), json!("a")] }.holds(&message));
        assert!(!Condition { at: at("/parts/*/text"), is: vec![json!("b")] }.holds(&message));
        assert!(Condition { at: at("/pageSize"), is: vec![json!(5)] }.holds(&message));
    }
}
