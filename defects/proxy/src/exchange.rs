//! One request and its answer on their way through the proxy.

use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::http::StatusCode;
use hyper::body::Incoming;
use hyper::{Request, Response};

use crate::asked::Asked;
use crate::defect::Side;
use crate::document::document;
use crate::operation::Operation;
use crate::payload;
use crate::proxy::Front;
use crate::request::on_request;
use crate::response::on_response;
use crate::{card, forward, limits};

/// The connection ends here: by the defect, or because the agent's did.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Broken {
    #[error("the defect breaks the connection")]
    Planted,
    #[error("the request can't be read")]
    Request(#[source] axum::Error),
    #[error("the agent gave no answer")]
    Agent(#[source] reqwest::Error),
    #[error("the answer can't be read")]
    Answer(#[source] axum::Error),
    #[error("the answer can't be made")]
    Made(#[from] axum::http::Error),
}

/// Passes a request on and its answer back.
pub(crate) async fn exchange(
    front: Arc<Front>,
    there: Arc<str>,
    request: Request<Incoming>,
) -> Result<Response<Body>, Broken> {
    let mut asked = Asked::read(request).await.map_err(Broken::Request)?;
    let concerned =
        front.defect.clone().filter(|defect| defect.when.concerns(asked.operation, asked.binding, &asked.parameters()));
    let original = asked.clone();
    if let Some(defect) = concerned.as_ref().filter(|defect| defect.when.side == Side::Request)
        && let Some(answer) = on_request(&front, &there, defect, &mut asked).await?
    {
        return Ok(answer);
    }
    let answer = forward::ask(&front.client, &there, &asked).await.map_err(Broken::Agent)?;
    let answer = with_own_addresses(&front, &original, answer).await?;
    match concerned.filter(|defect| defect.when.side == Side::Response) {
        Some(defect) => on_response(&front, &there, defect, &original, answer).await,
        None => Ok(answer),
    }
}

/// The answer with the proxy's own addresses, where it is a card.
async fn with_own_addresses(front: &Front, asked: &Asked, answer: Response<Body>) -> Result<Response<Body>, Broken> {
    let is_card = matches!(asked.operation, Some(Operation::Card | Operation::GetExtendedAgentCard));
    if !is_card || answer.status() != StatusCode::OK {
        return Ok(answer);
    }
    let (mut head, body) = answer.into_parts();
    let body = to_bytes(body, limits::BODY).await.map_err(Broken::Answer)?;
    let Some(mut whole) = document(&body) else { return Ok(Response::from_parts(head, body.into())) };
    let (_, shown) = payload::of_answer(&mut whole, asked.binding, false);
    if !card::redirect(shown, |url| front.address(url).ok()) {
        return Ok(Response::from_parts(head, body.into()));
    }
    // The same card always becomes the same card, so its tag holds on.
    head.headers.remove("content-length");
    Ok(Response::from_parts(head, whole.to_string().into()))
}
