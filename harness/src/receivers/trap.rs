//! A listener that nobody should ever reach.

use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, BufReader};
use tokio::net::TcpListener;
use tokio::task::JoinSet;

use crate::agent::fresh;
use crate::limits;
use crate::patience::Patience;

/// Counts who comes to its address, on both loopback addresses, until it is dropped. A system may give the port of
/// somebody who is gone, and callers who mean that one ask for another path; they are not counted.
pub struct Trap {
    port: u16,
    path: String,
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
        let path = format!("/{}", fresh("trap"));
        let hits = Arc::new(AtomicUsize::new(0));
        let mut listeners = JoinSet::new();
        for listener in [Ok(v4), v6].into_iter().flatten() {
            listeners.spawn(listen(listener, path.clone(), Arc::clone(&hits)));
        }
        Ok(Self { port, path, hits, _listeners: listeners })
    }

    /// Its address, with a scheme and a host that lead to loopback: `http://127.0.0.1`, say.
    pub fn at(&self, origin: &str) -> String {
        format!("{origin}:{}{}", self.port, self.path)
    }

    /// How often somebody came.
    pub fn hits(&self) -> usize {
        self.hits.load(Ordering::Relaxed)
    }
}

/// Lets so many in at once, and hangs up on them when they have said what they want.
async fn listen(listener: TcpListener, path: String, hits: Arc<AtomicUsize>) {
    let path: Arc<str> = path.into();
    let mut callers = JoinSet::new();
    loop {
        while callers.len() >= limits::CONNECTIONS {
            callers.join_next().await;
        }
        let Ok((mut caller, _)) = listener.accept().await else { return };
        let (path, hits) = (Arc::clone(&path), Arc::clone(&hits));
        callers.spawn(async move {
            // Counted before it hangs up: the caller may tell others that nobody answered, and the check look then.
            if means(&mut caller, &path).await {
                hits.fetch_add(1, Ordering::Relaxed);
            }
        });
        while callers.try_join_next().is_some() {}
    }
}

/// Whether a caller means this path; one that hides it, as TLS and HTTP/2 do, is taken to mean it.
async fn means(caller: impl AsyncRead + Unpin, path: &str) -> bool {
    const TLS_HANDSHAKE: u8 = 22;
    const HTTP2: &[u8] = b"PRI * HTTP/2.0";
    let mut line = Vec::new();
    let mut caller = BufReader::new(caller.take(limits::ADDRESS as u64));
    // What was said before time ran out, or the caller hung up, counts.
    let _ = Patience::within(Patience::NOTIFICATION, async {
        if caller.fill_buf().await.is_ok_and(|said| said.first() == Some(&TLS_HANDSHAKE)) {
            line.push(TLS_HANDSHAKE);
        } else {
            // An error is the end of what is said.
            let _ = caller.read_until(b'\n', &mut line).await;
        }
    })
    .await;
    line.first() == Some(&TLS_HANDSHAKE)
        || line.starts_with(HTTP2)
        || line.windows(path.len()).any(|part| part == path.as_bytes())
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncWriteExt;
    use tokio::net::TcpStream;

    use super::*;

    /// Says something to the trap, and waits until it hangs up.
    async fn say(trap: &Trap, words: &[u8]) {
        let mut caller = TcpStream::connect((Ipv4Addr::LOCALHOST, trap.port)).await.expect("a connection");
        caller.write_all(words).await.expect("it listens");
        // A trap that closes before it has read everything resets the connection.
        let _ = caller.read_to_end(&mut Vec::new()).await;
    }

    #[tokio::test]
    async fn who_asks_for_its_path_is_counted() {
        let trap = Trap::set().await.expect("a trap");
        let request = format!("POST {} HTTP/1.1\r\nhost: localhost\r\n\r\n", trap.path);

        say(&trap, request.as_bytes()).await;

        assert_eq!(trap.hits(), 1);
    }

    #[tokio::test]
    async fn who_hides_the_path_is_counted() {
        let trap = Trap::set().await.expect("a trap");

        say(&trap, &[22, 3, 1, 0, 1, 1]).await;
        say(&trap, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").await;

        assert_eq!(trap.hits(), 2);
    }

    #[tokio::test]
    async fn who_means_somebody_who_had_the_port_before_is_not() {
        let trap = Trap::set().await.expect("a trap");

        say(&trap, b"POST /trap-of-before HTTP/1.1\r\n\r\n").await;
        say(&trap, b"\n").await;

        assert_eq!(trap.hits(), 0);
    }
}
