//! Answers that are always the same.

use axum::body::Body;
use hyper::Response;
use serde_json::json;

use crate::asked::Asked;
use crate::defect::{Fixed, FixedBody};
use crate::operation::Binding;

impl Fixed {
    /// The answer to a request.
    pub(crate) fn to(&self, asked: &Asked) -> Result<Response<Body>, axum::http::Error> {
        let body = match &self.body {
            FixedBody::Text(text) => text.clone(),
            FixedBody::Result(result) if asked.binding == Some(Binding::JsonRpc) => {
                json!({ "jsonrpc": "2.0", "id": asked.id(), "result": result }).to_string()
            }
            FixedBody::Result(result) => result.to_string(),
        };
        Response::builder().status(self.status).header("content-type", &self.content_type).body(Body::from(body))
    }
}
