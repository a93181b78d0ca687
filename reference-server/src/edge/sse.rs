//! Events as a server-sent stream.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use a2a_assay_defects::Planted;
use axum::response::sse::{Event as Frame, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures::stream::{self, StreamExt};
use serde_json::Value;

use super::sse_defects::Relay;
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
    let mut relay = Relay::new(planted, first.clone());
    let rest = stream::unfold(rest, |rest| async move {
        let mut rest = rest?;
        let event = rest.recv().await?;
        Some((event, Some(rest)))
    });
    let events = stream::iter(first).chain(rest).map(Some).chain(stream::iter([None]));
    let frames = events.flat_map(move |event| {
        let events = relay.pass(event);
        let data = events.iter().map(|event| dress(relay.written(event)).to_string());
        let frames =
            data.flat_map(|data| relay.framed(data)).map(|data| Ok::<_, Infallible>(Frame::default().data(data)));
        stream::iter(frames.collect::<Vec<_>>())
    });
    Sse::new(frames).keep_alive(KeepAlive::new().interval(PULSE)).into_response()
}

/// Tells a refusal as the only event of a stream, which a sound server does not do.
pub(super) fn refusal(error: &Value, stays_open: bool) -> Response {
    let frame = Ok::<_, Infallible>(Frame::default().data(error.to_string()));
    let silence = if stays_open { stream::pending().boxed() } else { stream::empty().boxed() };
    Sse::new(stream::iter([frame]).chain(silence)).into_response()
}
