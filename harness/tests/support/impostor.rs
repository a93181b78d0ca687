//! An agent with a sound card and one answer to everything.

use std::sync::Arc;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// What an impostor does when it is called.
pub(crate) enum Act {
    /// Answers with a status, a content type and a body made from the request.
    Answer(u16, &'static str, fn(&Request) -> String),
    /// Answers with the head of an answer and then lines without end.
    Endless(&'static str, &'static str),
    /// Begins an answer and cuts the connection in the middle of it.
    Cut,
    /// Closes the connection.
    Close,
    /// Says nothing.
    Silence,
}

/// A request as far as an impostor cares.
pub(crate) struct Request {
    pub(crate) head: String,
    pub(crate) path: String,
    pub(crate) body: Value,
}

impl Request {
    /// The id of a JSON-RPC request.
    pub(crate) fn id(&self) -> &Value {
        self.body.get("id").unwrap_or(&Value::Null)
    }

    /// Whether it came over JSON-RPC.
    pub(crate) fn is_rpc(&self) -> bool {
        self.path.starts_with("/rpc")
    }

    /// A result in the form of the binding it came over.
    pub(crate) fn result(&self, result: &Value) -> String {
        if self.is_rpc() {
            json!({ "jsonrpc": "2.0", "id": self.id(), "result": result }).to_string()
        } else {
            result.to_string()
        }
    }
}

/// Serves until it is dropped.
pub(crate) struct Impostor {
    pub(crate) url: String,
    server: JoinHandle<()>,
}

impl Drop for Impostor {
    fn drop(&mut self) {
        self.server.abort();
    }
}

/// Starts an impostor on a free port.
pub(crate) async fn impostor(act: Act) -> std::io::Result<Impostor> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let url = format!("http://{}", listener.local_addr()?);
    let card = card(&url).to_string();
    let act = Arc::new(act);
    let server = tokio::spawn(async move {
        let mut connections = tokio::task::JoinSet::new();
        while let Ok((stream, _)) = listener.accept().await {
            let (act, card) = (Arc::clone(&act), card.clone());
            connections.spawn(async move { serve(stream, &act, &card).await });
        }
    });
    Ok(Impostor { url, server })
}

async fn serve(mut stream: TcpStream, act: &Act, card: &str) -> Option<()> {
    loop {
        let (head, body) = read(&mut stream).await?;
        let path = head.split(' ').nth(1).unwrap_or_default().to_owned();
        if path.contains("agent-card.json") {
            stream.write_all(serve_card(&head, card).as_bytes()).await.ok()?;
            continue;
        }
        let request = Request { head, path, body: serde_json::from_slice(&body).unwrap_or_default() };
        match act {
            Act::Answer(status, kind, make) => {
                let body = make(&request);
                stream.write_all(answer(*status, kind, "", &body).as_bytes()).await.ok()?;
            }
            Act::Endless(kind, line) => {
                let head = format!("HTTP/1.1 200 OK\r\ncontent-type: {kind}\r\nconnection: close\r\n\r\n");
                stream.write_all(head.as_bytes()).await.ok()?;
                loop {
                    stream.write_all(line.as_bytes()).await.ok()?;
                }
            }
            Act::Cut => {
                let head =
                    "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{\"jsonrpc\"";
                stream.write_all(head.as_bytes()).await.ok()?;
                return None;
            }
            Act::Close => return None,
            Act::Silence => std::future::pending().await,
        }
    }
}

/// Reads one request: its head, and its body by content-length.
pub(crate) async fn read(stream: &mut TcpStream) -> Option<(String, Vec<u8>)> {
    let mut bytes = Vec::new();
    let end = loop {
        if let Some(at) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            break at + 4;
        }
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    };
    let head = String::from_utf8_lossy(&bytes[..end]).to_ascii_lowercase();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length:")?.trim().parse().ok()).unwrap_or(0);
    while bytes.len() < end + length {
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    }
    let whole = String::from_utf8_lossy(&bytes[..end]).into_owned();
    Some((whole, bytes[end..end + length].to_vec()))
}

/// The card as a server with caching serves it.
pub(crate) fn serve_card(head: &str, card: &str) -> String {
    let caching = "etag: \"card\"\r\ncache-control: max-age=60\r\n";
    let condition = head.to_ascii_lowercase();
    let condition =
        condition.lines().find_map(|line| line.strip_prefix("if-none-match:").map(|tags| tags.trim().to_owned()));
    if condition.is_some_and(|tags| tags == "*" || tags.contains("\"card\"")) {
        return format!("HTTP/1.1 304 Not Modified\r\n{caching}\r\n");
    }
    answer(200, "application/json", caching, card)
}

/// A whole answer as it goes over the wire.
pub(crate) fn answer(status: u16, kind: &str, headers: &str, body: &str) -> String {
    let length = body.len();
    format!("HTTP/1.1 {status} Whatever\r\ncontent-type: {kind}\r\ncontent-length: {length}\r\n{headers}\r\n{body}")
}

/// A sound card that offers everything.
pub(crate) fn card(url: &str) -> Value {
    json!({
        "name": "impostor", "description": "says the same to everything", "version": "1.0.0",
        "supportedInterfaces": [
            { "url": format!("{url}/rpc"), "protocolBinding": "JSONRPC", "protocolVersion": "1.0" },
            { "url": format!("{url}/rest"), "protocolBinding": "HTTP+JSON", "protocolVersion": "1.0" },
        ],
        "capabilities": { "streaming": true, "pushNotifications": true, "extendedAgentCard": true },
        "securitySchemes": { "bearer": { "httpAuthSecurityScheme": { "scheme": "bearer" } } },
        "securityRequirements": [{ "schemes": { "bearer": { "list": [] } } }],
        "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"],
        "skills": [{ "id": "any", "name": "any", "description": "any", "tags": ["any"] }],
    })
}
