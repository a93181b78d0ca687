//! Which extensions an agent knows, and whether a client declares those that it must.

use axum::http::HeaderMap;
use serde_json::{Value, json};

use super::Edge;
use super::problems::{Kind, Problem};
use crate::kernel::access::Operation;

const NAME: &str = "a2a-extensions";

/// An extension of the protocol.
#[derive(Debug)]
pub(super) struct Extension {
    uri: &'static str,
    description: &'static str,
    required: bool,
}

/// The extensions that one agent knows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extensions(&'static [Extension]);

impl Extensions {
    /// None at all.
    pub(crate) const NONE: Self = Self(&[]);

    /// One that is required and asks for nothing, and one that nobody needs.
    pub(crate) const MANNERS: Self = Self(&[
        Extension {
            uri: "https://a2a-assay.github.io/extensions/manners/v1",
            description: "Clients say please, if only by declaring this",
            required: true,
        },
        Extension {
            uri: "https://a2a-assay.github.io/extensions/small-talk/v1",
            description: "Clients may talk about the weather",
            required: false,
        },
    ]);

    pub(super) fn declared(self) -> &'static [Extension] {
        self.0
    }
}

/// `AgentExtension`.
pub(super) fn json(extension: &Extension) -> Value {
    json!({ "uri": extension.uri, "description": extension.description, "required": extension.required })
}

/// Refuses a request whose client does not declare an extension that the agent requires.
pub(super) fn check(edge: &Edge, headers: &HeaderMap, _operation: Operation) -> Result<(), Problem> {
    let declared = declared(headers);
    let mut required = edge.extensions.0.iter().filter(|extension| extension.required);
    let missing = required.find(|extension| !declared.contains(&extension.uri));
    missing.map_or(Ok(()), |extension| Err(needed(extension)))
}

fn needed(extension: &Extension) -> Problem {
    Problem::new(Kind::ExtensionSupportRequired, "the client must declare a required extension")
        .with("extension", extension.uri)
}

/// What a client declares: lists, in one header or in several.
fn declared(headers: &HeaderMap) -> Vec<&str> {
    let values = headers.get_all(NAME).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).map(str::trim).collect()
}
