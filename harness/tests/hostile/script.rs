//! What goes over a connection, made while it goes: nothing large is ever held.

use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// How much is written at once.
const BLOCK: usize = 16 * 1024;

/// A piece of what an agent writes.
pub(crate) enum Piece {
    /// These bytes.
    Once(Vec<u8>),
    /// These bytes so many times.
    Times(usize, Vec<u8>),
    /// These bytes for as long as somebody takes them.
    Forever(Vec<u8>),
    /// These bytes one by one with a pause before each, and then from the beginning.
    Drip(Vec<u8>),
    /// Nothing, on an open connection.
    Silence,
    /// The connection is torn down.
    Reset,
}

/// What an agent writes before it hangs up.
pub(crate) struct Script(Vec<Piece>);

/// A webhook that the agent was given.
pub(crate) struct Hook {
    pub(crate) authority: String,
    pub(crate) path: String,
}

impl Script {
    /// Nothing at all.
    pub(crate) fn empty() -> Self {
        Self(Vec::new())
    }

    /// These bytes and no more.
    pub(crate) fn raw(bytes: impl Into<Vec<u8>>) -> Self {
        Self::empty().then(Piece::Once(bytes.into()))
    }

    /// The head of an answer whose body ends with the connection.
    pub(crate) fn open(status: &str, kind: &str) -> Self {
        Self::with_headers(status, kind, "")
    }

    /// The same with more headers, each line ended.
    pub(crate) fn with_headers(status: &str, kind: &str, headers: &str) -> Self {
        Self::raw(format!("HTTP/1.1 {status}\r\ncontent-type: {kind}\r\nconnection: close\r\n{headers}\r\n"))
    }

    /// A whole answer of JSON.
    pub(crate) fn json(body: impl Into<Vec<u8>>) -> Self {
        Self::open("200 OK", "application/json").once(body)
    }

    /// The head of a stream of events.
    pub(crate) fn events() -> Self {
        Self::open("200 OK", "text/event-stream")
    }

    pub(crate) fn then(mut self, piece: Piece) -> Self {
        self.0.push(piece);
        self
    }

    pub(crate) fn once(self, bytes: impl Into<Vec<u8>>) -> Self {
        self.then(Piece::Once(bytes.into()))
    }

    pub(crate) fn times(self, count: usize, bytes: impl Into<Vec<u8>>) -> Self {
        self.then(Piece::Times(count, bytes.into()))
    }

    pub(crate) fn forever(self, bytes: impl Into<Vec<u8>>) -> Self {
        self.then(Piece::Forever(bytes.into()))
    }

    pub(crate) fn drip(self, bytes: impl Into<Vec<u8>>) -> Self {
        self.then(Piece::Drip(bytes.into()))
    }

    pub(crate) fn silence(self) -> Self {
        self.then(Piece::Silence)
    }

    pub(crate) fn reset(self) -> Self {
        self.then(Piece::Reset)
    }

    /// A text in which every `~` stands for so many letters.
    pub(crate) fn stretched(self, text: &str, letters: usize) -> Self {
        let mut parts = text.split('~');
        let first = self.once(parts.next().unwrap_or_default());
        parts.fold(first, |script, part| script.times(letters, "x").once(part))
    }

    /// One event of a stream.
    pub(crate) fn event(self, data: &Value) -> Self {
        self.once(format!("data: {data}\n\n"))
    }

    /// Plays it to its end, or to where the other side has had enough.
    pub(crate) async fn play(self, stream: &mut TcpStream) -> std::io::Result<()> {
        for piece in self.0 {
            match piece {
                Piece::Once(bytes) => stream.write_all(&bytes).await?,
                Piece::Times(count, bytes) => {
                    let (block, a_block) = block(&bytes);
                    for _ in 0..count / a_block {
                        stream.write_all(&block).await?;
                    }
                    for _ in 0..count % a_block {
                        stream.write_all(&bytes).await?;
                    }
                }
                Piece::Forever(bytes) => {
                    let (block, _) = block(&bytes);
                    loop {
                        stream.write_all(&block).await?;
                    }
                }
                Piece::Drip(bytes) => {
                    for byte in bytes.iter().cycle() {
                        tokio::time::sleep(Duration::from_millis(5)).await;
                        stream.write_all(std::slice::from_ref(byte)).await?;
                    }
                }
                Piece::Silence => while stream.read(&mut [0; 64]).await? > 0 {},
                Piece::Reset => return stream.set_zero_linger(),
            }
        }
        stream.shutdown().await
    }

    /// Plays it on a connection of its own and reads away whatever comes back.
    pub(crate) async fn play_to(self, authority: &str) -> std::io::Result<()> {
        let mut stream = TcpStream::connect(authority).await?;
        self.play(&mut stream).await?;
        while stream.read(&mut [0; 4096]).await? > 0 {}
        Ok(())
    }
}

impl Hook {
    /// The webhook at this address, where it is one on this machine.
    pub(crate) fn at(url: &str) -> Option<Self> {
        let (authority, path) = url.strip_prefix("http://")?.split_once('/')?;
        authority.starts_with("127.0.0.1:").then(|| Self { authority: authority.to_owned(), path: format!("/{path}") })
    }

    /// The head of a notification to a path of the listener, with more headers, each line ended.
    pub(crate) fn head(&self, path: &str, length: usize, headers: &str) -> String {
        format!(
            "POST {path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/a2a+json\r\ncontent-length: {length}\r\n{headers}\r\n",
            self.authority
        )
    }

    /// A whole notification.
    pub(crate) fn notification(&self, body: &str) -> String {
        self.head(&self.path, body.len(), "") + body
    }
}

/// The bytes as often as fit into a block, and how often that is.
fn block(bytes: &[u8]) -> (Vec<u8>, usize) {
    let count = (BLOCK / bytes.len().max(1)).max(1);
    (bytes.repeat(count), count)
}
