//! A listener that nobody should ever reach.

use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::net::TcpListener;
use tokio::task::JoinSet;

/// Counts the connections to a port of both loopback addresses until it is dropped.
pub struct Trap {
    port: u16,
    hits: Arc<AtomicUsize>,
    // Held for what dropping it does: it stops the listeners.
    _listeners: JoinSet<()>,
}

impl Trap {
    /// Sets the trap on a free port, over IPv6 as well where there is such a loopback.
    pub async fn set() -> std::io::Result<Self> {
        let v4 = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, 0))).await?;
        let port = v4.local_addr()?.port();
        let v6 = TcpListener::bind(SocketAddr::from((Ipv6Addr::LOCALHOST, port))).await;
        let hits = Arc::new(AtomicUsize::new(0));
        let mut listeners = JoinSet::new();
        for listener in [Ok(v4), v6].into_iter().flatten() {
            let hits = Arc::clone(&hits);
            listeners.spawn(async move {
                while let Ok((_, _)) = listener.accept().await {
                    hits.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        Ok(Self { port, hits, _listeners: listeners })
    }

    /// The port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// How often somebody connected.
    pub fn hits(&self) -> usize {
        self.hits.load(Ordering::Relaxed)
    }
}
