//! A proxy before an agent: one listener for each origin behind it, on loopback, until it is dropped.

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, TcpListener as Bound};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use reqwest::Client;
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::{CancellationToken, DropGuard};
use url::Url;

use crate::defect::WireDefect;
use crate::exchange::exchange;
use crate::forward::{Door, DoorError, client};
use crate::leftovers::Leftovers;
use crate::limits;

/// How long to wait when no connection can be accepted.
const PAUSE: Duration = Duration::from_millis(10);

/// How often a defect took effect.
#[derive(Clone, Debug, Default)]
pub(crate) struct Changes(Arc<AtomicU64>);

impl Changes {
    /// Counts one more.
    pub(crate) fn count(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// How many there were.
    pub(crate) fn so_far(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// A proxy; dropping it stops all of it.
#[derive(Debug)]
pub struct Proxy {
    front: Arc<Front>,
    _closes_on_drop: DropGuard,
}

/// What all its listeners have in common.
#[derive(Debug)]
pub(crate) struct Front {
    pub(crate) client: Client,
    pub(crate) defect: Option<Arc<WireDefect>>,
    pub(crate) changes: Changes,
    pub(crate) leftovers: Leftovers,
    /// The origins here by the origins there.
    listeners: Mutex<BTreeMap<String, String>>,
    closing: CancellationToken,
    own: Weak<Self>,
}

impl Proxy {
    /// A proxy that plants this defect; without one it only passes on.
    pub fn start(door: &Door, defect: Option<WireDefect>) -> Result<Self, DoorError> {
        let client = client(door)?;
        let closing = CancellationToken::new();
        let front = Arc::new_cyclic(|own| Front {
            client,
            defect: defect.map(Arc::new),
            changes: Changes::default(),
            leftovers: Leftovers::default(),
            listeners: Mutex::default(),
            closing: closing.clone(),
            own: own.clone(),
        });
        Ok(Self { front, _closes_on_drop: closing.drop_guard() })
    }

    /// The address here that leads to an address there.
    pub fn address(&self, there: &str) -> Result<String, DoorError> {
        self.front.address(there)
    }

    /// The origins there, by the origins here.
    pub fn origins(&self) -> Vec<(String, String)> {
        let listeners = self.front.listeners.lock().unwrap_or_else(PoisonError::into_inner);
        listeners.iter().map(|(there, here)| (here.clone(), there.clone())).collect()
    }

    /// Cancels the tasks that the defect may have kept whoever called from canceling.
    pub async fn tidy(&self) {
        self.front.leftovers.cancel(&self.front.client).await;
    }

    /// How often the defect took effect.
    pub fn changes(&self) -> u64 {
        self.front.changes.so_far()
    }
}

impl Front {
    /// The address here that leads to an address there, however it is written.
    pub(crate) fn address(&self, there: &str) -> Result<String, DoorError> {
        let no_address = || DoorError::NoAddress(there.to_owned());
        let url = Url::parse(there).map_err(|_| no_address())?;
        if !matches!(url.scheme(), "http" | "https") || url.host().is_none() {
            return Err(no_address());
        }
        let (_, authority) = there.split_once("://").ok_or_else(no_address)?;
        let rest = authority.find(['/', '?', '#']).map_or("", |at| &authority[at..]);
        Ok(self.listener(url.origin().ascii_serialization())? + rest)
    }

    fn listener(&self, there: String) -> Result<String, DoorError> {
        let mut listeners = self.listeners.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(here) = listeners.get(&there) {
            return Ok(here.clone());
        }
        if listeners.len() >= limits::ORIGINS {
            return Err(std::io::Error::other(format!("there are more than {} origins", limits::ORIGINS)).into());
        }
        let bound = Bound::bind((Ipv4Addr::LOCALHOST, 0))?;
        bound.set_nonblocking(true)?;
        let here = format!("http://{}", bound.local_addr()?);
        let listener = TcpListener::from_std(bound)?;
        if let Some(front) = self.own.upgrade() {
            let closing = self.closing.clone();
            tokio::spawn(closing.run_until_cancelled_owned(listen(listener, front, there.clone())));
        }
        listeners.insert(there, here.clone());
        Ok(here)
    }
}

async fn listen(listener: TcpListener, front: Arc<Front>, there: String) {
    let there: Arc<str> = there.into();
    loop {
        match listener.accept().await {
            Ok((connection, _)) => {
                let closing = front.closing.clone();
                let conversation = converse(connection, Arc::clone(&front), Arc::clone(&there));
                tokio::spawn(closing.run_until_cancelled_owned(conversation));
            }
            // out of file handles, say: others will be closed
            Err(_) => tokio::time::sleep(PAUSE).await,
        }
    }
}

async fn converse(connection: TcpStream, front: Arc<Front>, there: Arc<str>) {
    let _ = connection.set_nodelay(true);
    let service = service_fn(move |request| exchange(Arc::clone(&front), Arc::clone(&there), request));
    let conversation =
        http1::Builder::new().timer(TokioTimer::new()).serve_connection(TokioIo::new(connection), service);
    // a broken connection is the caller's affair, or the defect
    let _ = conversation.await;
}
