//! The curl line of a report repeats the request as it was: run by a shell, it sends what the judge had sent.

use std::collections::BTreeSet;
use std::process::Command;
use std::sync::Arc;

use a2a_assay_harness::agent::transport::{Evidence, Http, HttpRequest};
use a2a_assay_harness::target::{Credential, Place};
use a2a_assay_harness::{Patience, Target};
use a2a_assay_reports::text::curl;
use libtest_mimic::{Arguments, Failed, Trial};
use reqwest::Method;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

const SECRET: &str = "s3cret $HOME \"of\" `alice`";

fn main() {
    let arguments = Arguments::from_args();
    let missing = ["bash", "curl", "base64"].into_iter().find(|tool| !there_is(tool));
    let named = |name: &str| missing.map_or_else(|| name.to_owned(), |tool| format!("{name} ({tool} is missing)"));
    let trial = |(name, request): (&str, HttpRequest)| {
        Trial::test(named(name), move || repeated(request)).with_ignored_flag(missing.is_some())
    };
    libtest_mimic::run(&arguments, requests().into_iter().map(trial).collect()).exit();
}

fn there_is(tool: &str) -> bool {
    Command::new(tool).arg("--version").output().is_ok()
}

/// Requests of every kind, their addresses below the listener's.
fn requests() -> Vec<(&'static str, HttpRequest)> {
    let json = |body: &str| post(body.as_bytes(), &[("content-type", "application/json")]);
    let everything: Vec<u8> = (0..=255).collect();
    let showing = |place, name: &str, scheme| HttpRequest {
        credential: Credential::of("alice").showing(place, name, scheme, SECRET),
        ..get("/rpc")
    };
    vec![
        ("a_get_with_a_query", get("/tasks?contextId=a+b%2Fc&pageSize=1&filter=it's&x=$HOME&y=`id`&z=\"q\"")),
        ("an_address_with_brackets", get("/tasks/[1-3]/{a,b}?at={x}&of=[1]")),
        ("an_address_that_is_written_otherwise", get("/a b/../grüße/%2e%2e/x?q=ü|^#part")),
        ("a_post_of_json", json(r#"{"jsonrpc":"2.0","id":"it's 1","params":{"text":"a \"b\" \\ $HOME `id` !! %s"}}"#)),
        ("lines_and_letters_of_the_world", json("{\r\n\t\"text\": \"grüße, 世界 🎉\"\n}\n\n")),
        ("letters_that_act_on_a_terminal", json("\u{1b}[2J\u{202e}\u{200b}it's\u{7f}\u{9b}!\u{1}2\\n")),
        ("a_body_like_a_file_name", json("@/etc/hostname")),
        ("bytes_that_are_no_utf_8", post(b"{\"id\": \"\xff\xfe\"}", &[("content-type", "application/json")])),
        ("utf_16", post(b"{\0\"\0a\0\"\0:\x001\0}\0", &[("content-type", "application/json")])),
        ("every_byte_there_is", post(&everything, &[("content-type", "application/octet-stream")])),
        ("an_empty_body", json("")),
        ("a_long_body", json(&"it's long ".repeat(6_000))),
        ("no_content_type", post(b"a=b", &[])),
        ("a_post_without_a_body", HttpRequest { body: None, ..post(b"", &[]) }),
        ("a_get_with_a_body", HttpRequest { method: Method::GET, ..json("{}") }),
        ("a_delete", HttpRequest { method: Method::DELETE, ..get("/tasks/1/pushNotificationConfigs/a%2Fb") }),
        ("an_empty_header", with_header("a2a-version", "")),
        ("a_header_of_the_agents", with_header("if-none-match", "W/\"it's $ALICE `id`\"")),
        ("a_stream", with_header("accept", "text/event-stream, application/json")),
        ("a_bearer_token", HttpRequest { credential: Credential::bearer("alice", SECRET), ..get("/$ALICE?a=$ALICE") }),
        ("an_api_key", showing(Place::Header, "x-api-key", "")),
        ("an_api_key_in_a_cookie", showing(Place::Cookie, "session", "")),
        ("a_name_and_password", showing(Place::Header, "authorization", "Basic ")),
    ]
}

fn get(target: &str) -> HttpRequest {
    HttpRequest {
        operation: "ListTasks".to_owned(),
        method: Method::GET,
        url: target.to_owned(),
        headers: vec![("accept".to_owned(), "application/json".to_owned())],
        body: None,
        credential: Credential::NOBODY,
    }
}

fn post(body: &[u8], headers: &[(&str, &str)]) -> HttpRequest {
    let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    HttpRequest { method: Method::POST, headers, body: Some(body.to_vec().into()), ..get("/rpc") }
}

fn with_header(name: &str, value: &str) -> HttpRequest {
    HttpRequest { headers: vec![(name.to_owned(), value.to_owned())], ..get("/rpc") }
}

fn repeated(request: HttpRequest) -> Result<(), Failed> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let request = HttpRequest { url: format!("http://{}{}", listener.local_addr()?, request.url), ..request };
        let evidence = Arc::new(Evidence::default());
        let (http, patience) = (Http::new(&Target::at(&request.url))?, Patience::default());

        let sent = http.send(&evidence, &patience, request);
        let (sent, answered) = tokio::join!(received(&listener), sent);
        answered.map_err(|failure| failure.why)?;
        let line = curl(&evidence.show(&[0])[0])?;
        // In the plainest locale there is, and with the secret where the line looks for it.
        let mut shell = Command::new("bash");
        shell.args(["--norc", "-c", &line]).env("LC_ALL", "C").env("ALICE", SECRET);
        let run = tokio::task::spawn_blocking(move || shell.output());
        let (again, ended) = tokio::join!(received(&listener), run);

        let ended = ended??;
        if !ended.status.success() {
            return Err(format!("{line}\n{}", String::from_utf8_lossy(&ended.stderr)).into());
        }
        let (sent, again) = (sent?, again?);
        if sent != again {
            return Err(format!("{line}\nsent {again:?}\nfor  {sent:?}").into());
        }
        Ok(())
    })
}

/// A request as it came, but for what every client says of itself.
#[derive(Debug, PartialEq, Eq)]
struct Received {
    line: String,
    headers: BTreeSet<String>,
    body: Vec<u8>,
}

/// The next request, answered with nothing.
async fn received(listener: &TcpListener) -> std::io::Result<Received> {
    let (mut stream, _) = listener.accept().await?;
    let mut bytes = Vec::new();
    let end = loop {
        if let Some(at) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            break at;
        }
        stream.read_buf(&mut bytes).await?;
    };
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let (line, headers) = head.split_once("\r\n").unwrap_or((&head, ""));
    let named = |header: &str| {
        let (name, value) = header.split_once(':').unwrap_or((header, ""));
        format!("{}: {}", name.to_ascii_lowercase(), value.trim())
    };
    let headers = headers.lines().map(named).filter(|header| !header.starts_with("user-agent:"));
    let headers: BTreeSet<String> = headers.collect();
    let length = headers.iter().find_map(|header| header.strip_prefix("content-length: ")?.parse().ok());
    while bytes.len() < end + 4 + length.unwrap_or(0) {
        stream.read_buf(&mut bytes).await?;
    }
    stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n").await?;
    Ok(Received { line: line.to_owned(), headers, body: bytes.split_off(end + 4) })
}
