//! The listener that takes notifications and sorts them into inboxes.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, StatusCode, Uri};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use super::inbox::{Delivery, Inbox, Manner};
use crate::agent::fresh;

/// The largest notification that is taken.
const LARGEST: usize = 1024 * 1024;

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
        let listener = TcpListener::bind(listen).await?;
        let address = listener.local_addr()?;
        let inboxes = Inboxes::default();
        let router =
            Router::new().fallback(take).layer(DefaultBodyLimit::max(LARGEST)).with_state(Arc::clone(&inboxes));
        let server = tokio::spawn(async move {
            // Serving ends only with the task.
            let _ = axum::serve(listener, router).await;
        });
        let base = public.unwrap_or_else(|| format!("http://{address}"));
        Ok(Self { base: base.trim_end_matches('/').to_owned(), address, inboxes, server })
    }

    /// The address it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// A new inbox with an address of its own.
    pub fn inbox(&self, manner: Manner) -> Inbox {
        let path = format!("/{}", fresh("hook"));
        let inbox = Inbox::new(format!("{}{path}", self.base), manner);
        self.inboxes.lock().unwrap_or_else(PoisonError::into_inner).insert(path, inbox.clone());
        inbox
    }
}

impl Drop for WebhookListener {
    fn drop(&mut self) {
        self.server.abort();
    }
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
