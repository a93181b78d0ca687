//! What a listener and all of its inboxes may hold together.

use std::sync::Arc;

use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::http::StatusCode;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::limits;
use crate::patience::Patience;

/// Room for notifications.
#[derive(Clone)]
pub(super) struct Room {
    bytes: Arc<Semaphore>,
    /// Whose turn it is to send a large one.
    large: Arc<Semaphore>,
}

/// A part of the room, given back when it is dropped.
pub(super) struct Place(#[expect(dead_code, reason = "held for what dropping it does")] OwnedSemaphorePermit);

impl Room {
    /// All of the room.
    pub(super) fn new() -> Self {
        let of = |permits| Arc::new(Semaphore::new(permits));
        Self { bytes: of(limits::INBOXES), large: of(limits::LARGE_BODIES) }
    }

    /// Reads a notification; a large one in its turn.
    pub(super) async fn read(&self, body: Body) -> Result<Bytes, StatusCode> {
        let small = body.size_hint().upper().is_some_and(|length| length <= limits::SMALL_BODY as u64);
        let whole = async {
            let _turn = if small { None } else { self.large.acquire().await.ok() };
            to_bytes(body, limits::NOTIFICATION).await
        };
        match Patience::within(Patience::NOTIFICATION, whole).await {
            Ok(body) => body.map_err(|_| StatusCode::PAYLOAD_TOO_LARGE),
            Err(_) => Err(StatusCode::REQUEST_TIMEOUT),
        }
    }

    /// So many bytes of it, where they are left.
    pub(super) fn take(&self, bytes: usize) -> Option<Place> {
        let bytes = u32::try_from(bytes).ok()?;
        Arc::clone(&self.bytes).try_acquire_many_owned(bytes).ok().map(Place)
    }
}
