//! The listener that takes notifications and sorts them into inboxes.

mod tls;

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio_rustls::TlsAcceptor;
use tokio_util::task::AbortOnDropHandle;

use super::inbox::{Inbox, Shared};
use super::manner::Manner;
use super::room::Room;
use crate::agent::{Seen, fresh};
use crate::limits;
use crate::patience::Patience;
use crate::target::Webhook;

/// Listens for notifications until it and all its clones are dropped.
pub struct WebhookListener {
    base: String,
    address: SocketAddr,
    inboxes: Inboxes,
    seen: Arc<Seen>,
    server: Arc<AbortOnDropHandle<()>>,
}

/// The inboxes by their paths, as long as their checks hold them, each with the record of its run.
type Inboxes = Arc<Mutex<HashMap<String, (Weak<Shared>, Weak<Seen>)>>>;

/// Hangs up on one caller.
type HangUp = Arc<Notify>;

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
        let router = Router::new().fallback(take).with_state((Arc::clone(&inboxes), Room::new()));
        let server = Arc::new(AbortOnDropHandle::new(tokio::spawn(serve(listener, acceptor, router))));
        let base = webhook.public.clone().unwrap_or_else(|| format!("{scheme}://{address}"));
        let base = base.trim_end_matches('/').to_owned();
        Ok(Self { base, address, inboxes, seen: Arc::default(), server })
    }

    /// The address it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The base URL under which the agent reaches it.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// What was delivered, as far as its shape goes.
    pub fn seen(&self) -> &Seen {
        &self.seen
    }

    /// A new inbox with an address of its own.
    pub fn inbox(&self, manner: Manner) -> Inbox {
        let path = format!("/{}", fresh("hook"));
        let inbox = Inbox::new(format!("{}{path}", self.base), manner);
        let shared = Arc::downgrade(inbox.shared());
        let record = (shared, Arc::downgrade(&self.seen));
        self.inboxes.lock().unwrap_or_else(PoisonError::into_inner).insert(path, record);
        inbox
    }

    /// Delivers something to an inbox by the way that the agent would take.
    pub async fn try_out(&self, inbox: &Inbox) -> Result<(), String> {
        // Whether the agent trusts the certificate is for the agent to say.
        let client = reqwest::Client::builder()
            .no_proxy()
            .tls_danger_accept_invalid_certs(true)
            .timeout(Patience::NOTIFICATION)
            .build();
        let sent = client.map_err(|why| why.to_string())?.post(inbox.url()).body("{}").send().await;
        match sent {
            Ok(answer) if answer.status().is_success() => Ok(()),
            Ok(answer) => Err(format!("HTTP {}", answer.status().as_u16())),
            Err(why) if why.is_connect() => Err("nobody answers there".to_owned()),
            Err(why) => Err(why.to_string()),
        }
    }
}

/// Listens at the same address for another run, which keeps its own record of what was delivered.
impl Clone for WebhookListener {
    fn clone(&self) -> Self {
        Self {
            base: self.base.clone(),
            address: self.address,
            inboxes: Arc::clone(&self.inboxes),
            seen: Arc::default(),
            server: Arc::clone(&self.server),
        }
    }
}

/// Serves so many connections at once; all of them end with the server.
async fn serve(listener: TcpListener, acceptor: Option<TlsAcceptor>, router: Router) {
    let mut connections = JoinSet::new();
    loop {
        while connections.len() >= limits::CONNECTIONS {
            connections.join_next().await;
        }
        match listener.accept().await {
            Ok((connection, _)) => {
                connections.spawn(greet(connection, acceptor.clone(), router.clone()));
            }
            // Out of file handles, say: the end of a connection is the next chance.
            Err(_) if connections.join_next().await.is_some() => {}
            Err(_) => Patience::look_again(u32::MAX).await,
        }
        while connections.try_join_next().is_some() {}
    }
}

async fn greet(connection: TcpStream, acceptor: Option<TlsAcceptor>, router: Router) {
    let Some(acceptor) = acceptor else { return converse(connection, router).await };
    // A handshake that fails or never ends is the caller's loss.
    if let Ok(Ok(connection)) = tokio::time::timeout(Patience::NOTIFICATION, acceptor.accept(connection)).await {
        converse(connection, router).await;
    }
}

async fn converse(connection: impl AsyncRead + AsyncWrite + Unpin + Send + 'static, router: Router) {
    let hang_up = HangUp::default();
    let router = router.layer(Extension(Arc::clone(&hang_up)));
    let conversation = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(Patience::NOTIFICATION)
        .max_buf_size(limits::HEAD)
        .serve_connection(TokioIo::new(connection), TowerToHyperService::new(router));
    tokio::select! {
        // A broken connection is the agent's affair.
        _ = conversation => {}
        () = hang_up.notified() => {}
    }
}

async fn take(
    State((inboxes, room)): State<(Inboxes, Room)>,
    Extension(hang_up): Extension<HangUp>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Body,
) -> Response {
    // Who only looks whether anybody is there delivers nothing.
    if method.is_safe() {
        return StatusCode::OK.into_response();
    }
    let known = {
        let inboxes = inboxes.lock().unwrap_or_else(PoisonError::into_inner);
        // A base URL with a path of its own may or may not reach us with it.
        inboxes.iter().find(|(path, _)| uri.path().ends_with(path.as_str())).map(|(_, inbox)| inbox.clone())
    };
    let Some((known, seen)) = known else { return StatusCode::NOT_FOUND.into_response() };
    let body = match room.read(body).await {
        Ok(body) => body,
        Err(status) => return status.into_response(),
    };
    // A check that is over wants to hear nothing more, and its agent has done nothing wrong.
    let Some(inbox) = known.upgrade() else { return StatusCode::OK.into_response() };
    let headers = headers
        .iter()
        .map(|(name, value)| (name.as_str().to_owned(), String::from_utf8_lossy(value.as_bytes()).into_owned()))
        .collect();
    if let Some(seen) = seen.upgrade() {
        seen.notification(&body);
    }
    let text = String::from_utf8_lossy(&body).into_owned();
    let Some(fate) = inbox.take(method.to_string(), headers, text, &room).await else {
        return StatusCode::TOO_MANY_REQUESTS.into_response();
    };
    if let Some(answer) = fate.answer() {
        return answer;
    }
    hang_up.notify_one();
    // The connection ends, and this with it.
    std::future::pending().await
}
