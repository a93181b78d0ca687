//! Events as a server-sent stream.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use a2a_assay_defects::Planted;
use axum::response::sse::{Event as Frame, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures::stream::{self, StreamExt};
use serde_json::Value;

use super::{encode, slips};
use crate::kernel::feed::Events;
use crate::kernel::model::Event;

/// How often a silent stream shows that it lives.
const PULSE: Duration = Duration::from_secs(15);

/// Streams one event and what follows it, each dressed as the binding wants it.
pub(super) fn stream(
    first: Option<Arc<Event>>,
    rest: Option<Events>,
    planted: &Planted,
    dress: impl Fn(Value) -> Value + Send + 'static,
) -> Response {
    let planted = planted.clone();
    let rest = stream::unfold(rest, |rest| async move {
        let mut rest = rest?;
        let event = rest.recv().await?;
        Some((event, Some(rest)))
    });
    let frames = stream::iter(first).chain(rest).map(move |event| {
        let data = dress(slips::written(encode::event(&event), &planted)).to_string();
        Ok::<_, Infallible>(Frame::default().data(data))
    });
    Sse::new(frames).keep_alive(KeepAlive::new().interval(PULSE)).into_response()
}

/// Tells a refusal as the only event of a stream, which a sound server does not do.
pub(super) fn refusal(error: &Value, stays_open: bool) -> Response {
    let frame = Ok::<_, Infallible>(Frame::default().data(error.to_string()));
    let silence = if stays_open { stream::pending().boxed() } else { stream::empty().boxed() };
    Sse::new(stream::iter([frame]).chain(silence)).into_response()
}
