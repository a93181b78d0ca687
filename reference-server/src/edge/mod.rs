//! The edges: one file a protocol, and what they share. They translate; they decide nothing.

mod answers;
mod authentication;
mod body;
mod card;
mod configs;
mod decode;
mod depth;
mod discovery;
mod elsewhere;
mod encode;
mod extensions;
mod jsonrpc;
mod kinds;
mod misprints;
mod misreading;
mod operations;
mod picky;
mod problems;
mod query;
mod rest;
mod rest_routes;
mod rest_slips;
mod slips;
mod spelling;
mod sse;
mod sse_defects;
mod token_endpoint;
mod unguarded;
mod version;

use std::sync::Arc;

use a2a_assay_defects::Planted;
use axum::Router;

use crate::kernel::Kernel;
use crate::signing::Signer;
use crate::tokens::TokenService;

pub(crate) use card::{Card, Holder as CardHolder, INPUT_MODES};
pub(crate) use encode::event as encode_event;
pub(crate) use extensions::Extensions;
pub(crate) use spelling::written;

/// One agent as the edges see it.
#[derive(Clone)]
pub(crate) struct Edge {
    pub(crate) kernel: Arc<Kernel>,
    pub(crate) tokens: Arc<TokenService>,
    pub(crate) card: Arc<Card>,
    pub(crate) signer: Arc<Signer>,
    pub(crate) extensions: Extensions,
    pub(crate) planted: Planted,
    /// Whether it is the other address of an agent.
    pub(crate) elsewhere: bool,
}

/// Everything that one agent answers.
pub(crate) fn router(edge: Edge) -> Router {
    Router::new()
        .merge(discovery::routes())
        .merge(token_endpoint::routes())
        .merge(jsonrpc::routes())
        .merge(rest::routes())
        .fallback(rest::nothing_here)
        .with_state(edge)
}
