//! The way on to the agent: whom to trust there, and which headers concern one connection only.

use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderName};
use hyper::Response;
use reqwest::Client;

use crate::asked::Asked;

/// How the agent is reached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Door {
    /// Certificates to trust besides those of the system, as PEM.
    pub ca: Option<String>,
    /// A proxy to go through.
    pub proxy: Option<String>,
    /// Whether any certificate is taken, whoever it is made out to.
    pub insecure: bool,
}

/// Why no proxy stands before an agent.
#[derive(Debug, thiserror::Error)]
pub enum DoorError {
    /// The HTTP client can't be made.
    #[error("the HTTP client can't be made")]
    Client(#[from] reqwest::Error),
    /// The proxy can't listen.
    #[error("the proxy can't listen on loopback")]
    Listen(#[from] std::io::Error),
    /// The address of the agent is none.
    #[error("`{0}` is no http or https address")]
    NoAddress(String),
}

/// A client that changes nothing on its way.
pub(crate) fn client(door: &Door) -> Result<Client, reqwest::Error> {
    let mut builder = Client::builder()
        .no_proxy()
        .redirect(reqwest::redirect::Policy::none())
        .pool_max_idle_per_host(64)
        // Shorter than any server's keep-alive: a connection that the server is about to close is not used again.
        .pool_idle_timeout(Duration::from_secs(1))
        .tcp_nodelay(true)
        .tls_danger_accept_invalid_certs(door.insecure);
    if let Some(pem) = &door.ca {
        builder = builder.tls_certs_merge(reqwest::Certificate::from_pem_bundle(pem.as_bytes())?);
    }
    if let Some(proxy) = &door.proxy {
        builder = builder.proxy(reqwest::Proxy::all(proxy)?);
    }
    builder.build()
}

/// Asks the agent, and returns as soon as the head of its answer is there.
pub(crate) async fn ask(client: &Client, origin: &str, asked: &Asked) -> Result<Response<Body>, reqwest::Error> {
    let target = asked.head.uri.path_and_query().map_or("/", |target| target.as_str());
    let mut headers = end_to_end(&asked.head.headers);
    // Both are told anew for the body and the host there.
    headers.remove("host");
    headers.remove("content-length");
    let mut request = client.request(asked.head.method.clone(), format!("{origin}{target}")).headers(headers);
    if !asked.body.is_empty() {
        request = request.body(asked.body.clone());
    }
    let answer = request.send().await?;
    let mut response = Response::new(Body::empty());
    *response.status_mut() = answer.status();
    *response.headers_mut() = end_to_end(answer.headers());
    *response.body_mut() = Body::from_stream(answer.bytes_stream());
    Ok(response)
}

/// The headers without those that concern one connection only (RFC 9110, section 7.6.1).
fn end_to_end(headers: &HeaderMap) -> HeaderMap {
    const BY_NAME: [&str; 7] =
        ["connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade"];
    let named = headers.get_all("connection").iter().filter_map(|value| value.to_str().ok());
    let named: Vec<HeaderName> =
        named.flat_map(|names| names.split(',')).filter_map(|name| name.trim().parse().ok()).collect();
    let mut kept = headers.clone();
    for name in BY_NAME {
        kept.remove(name);
    }
    for name in named {
        kept.remove(name);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_of_one_connection_stay_behind() {
        let mut headers = HeaderMap::new();
        for (name, value) in [("connection", "close, x-hop"), ("x-hop", "1"), ("te", "trailers"), ("etag", "\"1\"")] {
            headers.insert(name, value.parse().expect("a value"));
        }

        let kept = end_to_end(&headers);

        assert_eq!(kept.keys().map(HeaderName::as_str).collect::<Vec<_>>(), ["etag"]);
    }
}
