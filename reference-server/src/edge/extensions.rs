//! Which extensions an agent knows, and whether a client declares those that it must.

use a2a_assay_defects::{Defect, Planted};
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

    /// Whether a client must declare one of them.
    pub(super) fn are_required(self) -> bool {
        self.0.iter().any(|extension| extension.required)
    }

    pub(super) fn declared(self) -> &'static [Extension] {
        self.0
    }
}

/// `AgentExtension`.
pub(super) fn json(extension: &Extension) -> Value {
    json!({ "uri": extension.uri, "description": extension.description, "required": extension.required })
}

/// Refuses a request whose client does not declare an extension that the agent requires.
pub(super) fn check(edge: &Edge, headers: &HeaderMap, operation: Operation) -> Result<(), Problem> {
    let planted = &edge.planted;
    let declared = declared(headers, planted);
    let known = |uri: &str| edge.extensions.0.iter().any(|extension| extension.uri == uri);
    if !declared.iter().all(|uri| known(uri)) && planted.plants(Defect::UNKNOWN_EXTENSION_REFUSED) {
        return Err(Problem::new(Kind::UnsupportedOperation, "there is no such extension"));
    }
    let demanded = |extension: &&Extension| extension.required || planted.plants(Defect::OPTIONAL_EXTENSION_DEMANDED);
    let mut required = edge.extensions.0.iter().filter(demanded);
    match required.find(|extension| !declares(&declared, extension, planted)) {
        Some(extension) if !is_exempt(operation, planted) => Err(needed(extension, planted)),
        _ => Ok(()),
    }
}

fn declares(declared: &[&str], extension: &Extension, planted: &Planted) -> bool {
    if planted.plants(Defect::REQUIRED_EXTENSION_BY_PREFIX) {
        return declared.iter().any(|uri| uri.starts_with(extension.uri));
    }
    declared.contains(&extension.uri)
}

/// The operations on which nothing is demanded; none, in a sound server.
fn is_exempt(operation: Operation, planted: &Planted) -> bool {
    let sends = matches!(operation, Operation::SendMessage | Operation::SendStreamingMessage);
    planted.plants(Defect::REQUIRED_EXTENSION_UNCHECKED)
        || (!sends && planted.plants(Defect::REQUIRED_EXTENSION_ON_SENDS_ONLY))
        || (operation == Operation::SendStreamingMessage && planted.plants(Defect::REQUIRED_EXTENSION_NOT_ON_STREAMS))
}

fn needed(extension: &Extension, planted: &Planted) -> Problem {
    if planted.plants(Defect::MISSING_EXTENSION_UNSUPPORTED) {
        return Problem::new(Kind::UnsupportedOperation, "the client must declare a required extension");
    }
    Problem::new(Kind::ExtensionSupportRequired, "the client must declare a required extension")
        .with("extension", extension.uri)
}

/// Whether a client declares any.
pub(super) fn are_declared(headers: &HeaderMap) -> bool {
    headers.contains_key(NAME)
}

/// What a client declares: lists, in one header or in several.
fn declared<'h>(headers: &'h HeaderMap, planted: &Planted) -> Vec<&'h str> {
    let values: Vec<&str> = headers.get_all(NAME).iter().filter_map(|value| value.to_str().ok()).collect();
    if values.iter().any(|value| value.contains(',')) && planted.plants(Defect::EXTENSION_LIST_NOT_SPLIT) {
        return values;
    }
    values.into_iter().flat_map(|value| value.split(',')).map(str::trim).collect()
}
