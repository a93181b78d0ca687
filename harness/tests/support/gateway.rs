//! A door in front of the reference agent: it lets callers in by other means than the agent itself, and may change what
//! they say.

use std::sync::Arc;
use std::sync::Mutex;

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::task::{JoinHandle, JoinSet};
use tokio_rustls::TlsAcceptor;

/// Who is let in: sees the head of a request, and says whether alice sent it.
pub(crate) type Porter = fn(&HeaderMap, &Uri) -> bool;

/// What becomes of what callers say.
pub(crate) type Interpreter = fn(&str) -> String;

/// The door, open until it is dropped.
pub(crate) struct Gateway {
    pub(crate) url: String,
    /// When each request came.
    pub(crate) arrivals: Arc<Mutex<Vec<std::time::Instant>>>,
    server: JoinHandle<()>,
}

/// How a door is built.
pub(crate) struct Plan {
    /// The agent behind it.
    pub(crate) agent: String,
    /// The token that alice has there; without it callers show there what they show here.
    pub(crate) token: Option<String>,
    /// Who is let in.
    pub(crate) porter: Porter,
    /// What becomes of what callers say.
    pub(crate) interpreter: Interpreter,
    /// How callers are greeted.
    pub(crate) tls: Option<TlsAcceptor>,
    /// The origin that the card gives, where it is not the door's own.
    pub(crate) origin: Option<String>,
}

struct Inner {
    plan: Plan,
    url: String,
    client: reqwest::Client,
    arrivals: Arc<Mutex<Vec<std::time::Instant>>>,
}

pub(crate) async fn gateway(plan: Plan) -> std::io::Result<Gateway> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let scheme = if plan.tls.is_some() { "https" } else { "http" };
    let url = format!("{scheme}://localhost:{}", listener.local_addr()?.port());
    let client = reqwest::Client::builder().no_proxy().build().map_err(std::io::Error::other)?;
    let (tls, arrivals) = (plan.tls.clone(), Arc::default());
    let inner = Arc::new(Inner { plan, url: url.clone(), client, arrivals: Arc::clone(&arrivals) });
    let router = Router::new().fallback(pass).with_state(inner);
    let server = tokio::spawn(async move {
        let mut connections = JoinSet::new();
        while let Ok((stream, _)) = listener.accept().await {
            let (router, tls) = (router.clone(), tls.clone());
            connections.spawn(async move {
                let service = TowerToHyperService::new(router);
                let server = hyper::server::conn::http1::Builder::new();
                match tls {
                    None => server.serve_connection(TokioIo::new(stream), service).await.ok(),
                    Some(tls) => {
                        server.serve_connection(TokioIo::new(tls.accept(stream).await.ok()?), service).await.ok()
                    }
                }
            });
        }
    });
    Ok(Gateway { url, arrivals, server })
}

impl Drop for Gateway {
    fn drop(&mut self) {
        self.server.abort();
    }
}

async fn pass(State(door): State<Arc<Inner>>, request: Request) -> Response {
    door.arrivals.lock().expect("nobody panics with it").push(std::time::Instant::now());
    door.forward(request).await.unwrap_or_else(|_| StatusCode::BAD_GATEWAY.into_response())
}

impl Inner {
    async fn forward(&self, request: Request) -> Result<Response, Box<dyn std::error::Error + Send + Sync>> {
        let (head, body) = request.into_parts();
        let wants_card = head.uri.path().contains("agent-card.json");
        if !wants_card && !(self.plan.porter)(&head.headers, &head.uri) {
            return Ok(StatusCode::UNAUTHORIZED.into_response());
        }
        let body = to_bytes(body, 1 << 20).await?;
        let body =
            std::str::from_utf8(&body).map(|text| Bytes::from((self.plan.interpreter)(text))).unwrap_or(body.clone());
        let target = head.uri.path_and_query().map_or("/", |target| target.as_str());
        let mut headers = head.headers;
        for name in ["host", "content-length", "cookie"] {
            headers.remove(name);
        }
        if let Some(token) = &self.plan.token {
            headers.insert("authorization", format!("Bearer {token}").try_into()?);
        }
        let asked =
            self.client.request(head.method, format!("{}{target}", self.plan.agent)).headers(headers).body(body);
        let answer = asked.send().await?;
        let mut response = Response::builder().status(answer.status());
        for (name, value) in answer.headers() {
            if name != "content-length" && name != "transfer-encoding" {
                response = response.header(name, value);
            }
        }
        let body = if wants_card {
            let origin = self.plan.origin.as_ref().unwrap_or(&self.url);
            Body::from(answer.text().await?.replace(&self.plan.agent, origin))
        } else {
            Body::from_stream(answer.bytes_stream())
        };
        Ok(response.body(body)?)
    }
}
