//! The listener that takes notifications and sorts them into inboxes.

mod tls;

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, StatusCode, Uri};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};
use tokio_rustls::TlsAcceptor;

use super::inbox::{Delivery, Inbox, Manner};
use crate::agent::fresh;
use crate::target::Webhook;

/// The largest notification that is taken.
const LARGEST: usize = 1024 * 1024;
/// The time for a caller to say what it wants.
const HEAD: Duration = Duration::from_secs(10);

/// Listens for notifications until it is dropped.
pub struct WebhookListener {
    base: String,
    address: SocketAddr,
    inboxes: Inboxes,
    server: JoinHandle<()>,
}

type Inboxes = Arc<Mutex<HashMap<String, Inbox>>>;

impl WebhookListener {
    /// Listens on an address; `public` is the base URL under which the agent reaches it, where that is another one.
    pub async fn bind(listen: SocketAddr, public: Option<String>) -> std::io::Result<Self> {
        Self::bind_as(&Webhook { listen, public, tls: None }).await
    }

    /// Listens as the user says.
    pub async fn bind_as(webhook: &Webhook) -> std::io::Result<Self> {
        let acceptor = webhook.tls.as_ref().map(tls::acceptor).transpose()?;
        let scheme = if acceptor.is_some() { "https" } else { "http" };
        let listener = TcpListener::bind(webhook.listen).await?;
        let address = listener.local_addr()?;
        let inboxes = Inboxes::default();
        let router =
            Router::new().fallback(take).layer(DefaultBodyLimit::max(LARGEST)).with_state(Arc::clone(&inboxes));
        let server = tokio::spawn(serve(listener, acceptor, router));
        let base = webhook.public.clone().unwrap_or_else(|| format!("{scheme}://{address}"));
        Ok(Self { base: base.trim_end_matches('/').to_owned(), address, inboxes, server })
    }

    /// The address it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The base URL under which the agent reaches it.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// A new inbox with an address of its own.
    pub fn inbox(&self, manner: Manner) -> Inbox {
        let path = format!("/{}", fresh("hook"));
        let inbox = Inbox::new(format!("{}{path}", self.base), manner);
        self.inboxes.lock().unwrap_or_else(PoisonError::into_inner).insert(path, inbox.clone());
        inbox
    }

    /// Delivers something to an inbox by the way that the agent would take.
    pub async fn try_out(&self, inbox: &Inbox) -> Result<(), String> {
        // Whether the agent trusts the certificate is for the agent to say.
        let client = reqwest::Client::builder().no_proxy().tls_danger_accept_invalid_certs(true).timeout(HEAD).build();
        let sent = client.map_err(|why| why.to_string())?.post(inbox.url()).body("{}").send().await;
        match sent {
            Ok(answer) if answer.status().is_success() => Ok(()),
            Ok(answer) => Err(format!("HTTP {}", answer.status().as_u16())),
            Err(why) if why.is_connect() => Err("nobody answers there".to_owned()),
            Err(why) => Err(why.to_string()),
        }
    }
}

impl Drop for WebhookListener {
    fn drop(&mut self) {
        self.server.abort();
    }
}

/// Serves until the task ends, and every connection with it.
async fn serve(listener: TcpListener, acceptor: Option<TlsAcceptor>, router: Router) {
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            accepted = listener.accept() => {
                // A caller that is gone already is no reason to stop.
                let Ok((stream, _)) = accepted else { continue };
                connections.spawn(greet(stream, acceptor.clone(), router.clone()));
            }
            Some(_) = connections.join_next() => {}
        }
    }
}

async fn greet(stream: TcpStream, acceptor: Option<TlsAcceptor>, router: Router) {
    let Some(acceptor) = acceptor else { return converse(stream, router).await };
    // A handshake that fails or never ends is the caller's loss.
    if let Ok(Ok(stream)) = tokio::time::timeout(HEAD, acceptor.accept(stream)).await {
        converse(stream, router).await;
    }
}

async fn converse(stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static, router: Router) {
    let mut server = hyper::server::conn::http1::Builder::new();
    server.timer(TokioTimer::new()).header_read_timeout(HEAD);
    // However a connection ends, what was delivered is in its inbox.
    let _ = server.serve_connection(TokioIo::new(stream), TowerToHyperService::new(router)).await;
}

async fn take(State(inboxes): State<Inboxes>, uri: Uri, headers: HeaderMap, body: Bytes) -> StatusCode {
    let inbox = {
        let inboxes = inboxes.lock().unwrap_or_else(PoisonError::into_inner);
        // A base URL with a path of its own may or may not reach us with it.
        inboxes.iter().find(|(path, _)| uri.path().ends_with(path.as_str())).map(|(_, inbox)| inbox.clone())
    };
    let Some(inbox) = inbox else { return StatusCode::NOT_FOUND };
    let headers = headers
        .iter()
        .map(|(name, value)| (name.as_str().to_owned(), String::from_utf8_lossy(value.as_bytes()).into_owned()))
        .collect();
    let text = String::from_utf8_lossy(&body).into_owned();
    let body = serde_json::from_slice(&body).unwrap_or_default();
    inbox.shared().take(Delivery { headers, text, body, overlapped: false }).await;
    StatusCode::OK
}
