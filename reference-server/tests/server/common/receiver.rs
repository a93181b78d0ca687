//! A webhook receiver that keeps what it gets, and fails as often as it is told.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::sync::mpsc;

pub(crate) struct Receiver {
    pub(crate) address: String,
    calls: mpsc::UnboundedReceiver<Call>,
    serving: tokio::task::JoinHandle<()>,
}

#[derive(Debug)]
pub(crate) struct Call {
    pub(crate) headers: HeaderMap,
    pub(crate) body: Value,
    pub(crate) taken: bool,
}

#[derive(Clone)]
struct Desk {
    calls: mpsc::UnboundedSender<Call>,
    failures: Arc<Mutex<usize>>,
}

impl Receiver {
    pub(crate) async fn failing(failures: usize) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let (sender, calls) = mpsc::unbounded_channel();
        let failures = Arc::new(Mutex::new(failures));
        let desk = Desk { calls: sender, failures };
        let router = Router::new().route("/hook", post(take)).with_state(desk);
        let serving = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Self { address, calls, serving }
    }

    pub(crate) async fn sound() -> Self {
        Self::failing(0).await
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}/hook", self.address)
    }

    pub(crate) async fn next(&mut self) -> Call {
        let call = tokio::time::timeout(Duration::from_secs(10), self.calls.recv()).await;
        call.expect("a call within ten seconds").unwrap()
    }

    /// Everything up to the event in which the task ends.
    pub(crate) async fn until_the_end(&mut self) -> Vec<Call> {
        let mut calls = Vec::new();
        loop {
            let call = self.next().await;
            let ended = super::word(&call.body) == "COMPLETED" && call.taken;
            calls.push(call);
            if ended {
                return calls;
            }
        }
    }

    pub(crate) fn got_nothing(&mut self) -> bool {
        self.calls.try_recv().is_err()
    }
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

async fn take(State(desk): State<Desk>, headers: HeaderMap, body: String) -> StatusCode {
    let taken = {
        let mut failures = desk.failures.lock().unwrap();
        let fails = *failures > 0;
        *failures = failures.saturating_sub(1);
        !fails
    };
    let body = serde_json::from_str(&body).unwrap();
    let _ = desk.calls.send(Call { headers, body, taken });
    if taken { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE }
}
