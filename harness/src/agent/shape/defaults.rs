//! A message without the members that say nothing: which ones those are, §5.7 and §8.4.1 tell by their annotations.

use serde_json::{Map, Value};

use super::{Field, Kind, Shape};

/// The members of a card that are `optional` in the proto file: once written down they say something, whatever it is.
const EXPLICIT: &[(&str, &str)] = &[
    ("AgentCard", "documentationUrl"),
    ("AgentCard", "iconUrl"),
    ("AgentCapabilities", "streaming"),
    ("AgentCapabilities", "pushNotifications"),
    ("AgentCapabilities", "extendedAgentCard"),
];

/// Which members at their default are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftOut {
    /// Those that are neither required nor `optional` (§8.4.1).
    Implicit,
    /// All of them, as the steps of §8.4.2 and §8.4.3 have it.
    All,
}

impl Shape {
    /// A value of this shape without members at their default. What the shape does not know stays as it is.
    pub fn without_defaults(&self, value: &Value, left_out: LeftOut) -> Value {
        let Some(members) = value.as_object() else { return value.clone() };
        let kept = members.iter().filter_map(|(name, member)| {
            let Some(field) = self.fields.iter().find(|field| field.name == name) else {
                return Some((name.clone(), member.clone()));
            };
            let member = field.without_defaults(member, left_out);
            let told = field.required || EXPLICIT.contains(&(self.name, field.name));
            let kept = !member.is_null() && ((told && left_out == LeftOut::Implicit) || !field.is_default(&member));
            kept.then(|| (name.clone(), member))
        });
        Value::Object(kept.collect())
    }
}

impl Field {
    fn without_defaults(&self, value: &Value, left_out: LeftOut) -> Value {
        match (self.kind, value) {
            (Kind::One(shape), _) => shape.without_defaults(value, left_out),
            (Kind::Many(shape), Value::Array(items)) => {
                items.iter().map(|item| shape.without_defaults(item, left_out)).collect()
            }
            (Kind::Map(shape), Value::Object(entries)) => {
                let entries = entries.iter().map(|(key, entry)| (key.clone(), shape.without_defaults(entry, left_out)));
                Value::Object(entries.collect::<Map<_, _>>())
            }
            _ => value.clone(),
        }
    }

    /// Whether a value is what the field would have if nobody had written it; a message that is there never is.
    fn is_default(&self, value: &Value) -> bool {
        match self.kind {
            Kind::Text | Kind::Bytes => value == "",
            Kind::Bool => *value == false,
            Kind::Int => *value == 0,
            Kind::Many(_) | Kind::Texts => value.as_array().is_some_and(Vec::is_empty),
            Kind::Map(_) | Kind::Names => value.as_object().is_some_and(Map::is_empty),
            Kind::One(_) | Kind::Struct | Kind::Any | Kind::Time | Kind::State | Kind::Role => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::AGENT_CARD;
    use super::*;

    #[test]
    fn the_example_of_the_specification_keeps_what_it_keeps_there() {
        let card = json!({
            "name": "Example Agent",
            "description": "",
            "capabilities": { "streaming": false, "pushNotifications": false, "extensions": [] },
            "skills": [],
        });

        let kept = AGENT_CARD.without_defaults(&card, LeftOut::Implicit);

        let expected = json!({
            "name": "Example Agent",
            "description": "",
            "capabilities": { "streaming": false, "pushNotifications": false },
            "skills": [],
        });
        assert_eq!(kept, expected);
    }

    #[test]
    fn taken_at_its_word_a_step_leaves_out_more() {
        let card = json!({ "name": "A", "description": "", "capabilities": { "streaming": false }, "skills": [] });

        let kept = AGENT_CARD.without_defaults(&card, LeftOut::All);

        assert_eq!(kept, json!({ "name": "A", "capabilities": {} }));
    }

    #[test]
    fn what_extensions_say_and_what_nobody_knows_stays() {
        let card = json!({
            "capabilities": { "extensions": [{ "uri": "u", "required": false, "params": { "limit": 0, "none": null } }] },
            "securityRequirements": [{ "schemes": { "bearer": { "list": [] } } }],
            "homemade": "",
            "iconUrl": null,
        });

        let kept = AGENT_CARD.without_defaults(&card, LeftOut::Implicit);

        let expected = json!({
            "capabilities": { "extensions": [{ "uri": "u", "params": { "limit": 0, "none": null } }] },
            "securityRequirements": [{ "schemes": { "bearer": {} } }],
            "homemade": "",
        });
        assert_eq!(kept, expected);
    }
}
