//! The extended set: one file a subject. What a core check alone can't prove is proved here.

mod auth;
mod bindings;
mod data;
mod discovery;
mod errors;
mod instances;
mod push;
mod send;
mod signatures;
mod streaming;
mod tasks;
mod version;
mod wire;

use crate::{Defect, Sighting};

/// The tables, in the catalogue's order.
pub(crate) const TABLES: &[&[Defect]] = &[
    discovery::DISCOVERY,
    signatures::SIGNATURES,
    auth::AUTH,
    version::VERSION,
    send::SEND,
    tasks::TASKS,
    streaming::STREAMING,
    instances::INSTANCES,
    push::PUSH,
    bindings::BINDINGS,
    errors::ERRORS,
    data::DATA,
    wire::WIRE,
];

/// What the extended checks notice of the core defects.
pub(crate) const SIGHTINGS: &[&[Sighting]] = &[
    discovery::CORE_TOO,
    signatures::CORE_TOO,
    auth::CORE_TOO,
    version::CORE_TOO,
    send::CORE_TOO,
    tasks::CORE_TOO,
    streaming::CORE_TOO,
    instances::CORE_TOO,
    push::CORE_TOO,
    bindings::CORE_TOO,
    errors::CORE_TOO,
    data::CORE_TOO,
    wire::CORE_TOO,
];
