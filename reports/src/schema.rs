//! The JSON Schemas of the reports that programs read, derived from the values themselves.

use schemars::generate::SchemaSettings;
use serde_json::Value;

use crate::{CheckReport, MutationReport};

/// The reports that have a schema, by the last part of their format's name.
pub const SCHEMAS: [&str; 2] = ["check", "mutation"];

/// The schema of a report; nothing where there is none of that name.
///
/// It says what is written: every member that is always there is required. It forbids no other members, so that what
/// it accepts today it accepts of the next version.
pub fn schema(name: &str) -> Option<Value> {
    // What may be left out when it is written is not required; what is only forgiven when it is read is.
    let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let schema = match name {
        "check" => generator.into_root_schema_for::<CheckReport>(),
        "mutation" => generator.into_root_schema_for::<MutationReport>(),
        _ => return None,
    };
    Some(schema.to_value())
}
