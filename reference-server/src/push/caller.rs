//! Calls one webhook, at an address that was judged a moment before.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use a2a_assay_defects::{Defect, Planted};
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::header::AUTHORIZATION;
use reqwest::redirect::Policy;
use reqwest::{Client, Method};

use super::guard::{Guard, Passage};
use super::headers::headers;
use crate::kernel::outbox::Target;

/// How long a webhook may take to answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// Why a body was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Undelivered {
    /// It must not even be sent.
    Forbidden,
    /// It did not arrive, or the receiver would not have it.
    Failed,
}

/// Calls one webhook.
#[derive(Clone)]
pub(super) struct Caller {
    pub(super) target: Target,
    planted: Planted,
    guard: Arc<Guard>,
    judged: Judged,
    client: Option<Client>,
    /// Whether the last body was not taken.
    failed: bool,
}

/// The addresses of the last judgement: a name is never looked up behind the guard's back.
#[derive(Clone, Default)]
struct Judged(Arc<Mutex<Vec<SocketAddr>>>);

impl Caller {
    pub(super) fn new(target: Target, guard: Arc<Guard>, planted: Planted) -> Self {
        Self { target, planted, guard, judged: Judged::default(), client: None, failed: false }
    }

    /// Posts one body; only a 2xx counts as taken.
    pub(super) async fn call(&mut self, body: &str) -> Result<(), Undelivered> {
        let outcome = self.post(body).await;
        self.failed = outcome.is_err();
        outcome
    }

    async fn post(&mut self, body: &str) -> Result<(), Undelivered> {
        let passage = self.guard.judge_again(&self.target.url).await.map_err(|_| Undelivered::Forbidden)?;
        self.judged.set(&passage);
        let mut headers = headers(&self.target, &self.planted)?;
        if self.failed && self.planted.plants(Defect::PUSH_RETRY_UNAUTHENTICATED) {
            headers.remove(AUTHORIZATION);
        }
        let method = if self.planted.plants(Defect::PUSH_BY_PUT) { Method::PUT } else { Method::POST };
        let request = self.client(&passage)?.request(method, passage.url).headers(headers);
        let sent = request.body(body.to_owned()).send().await;
        if sent.is_err() && self.planted.plants(Defect::PUSH_BROKEN_CONNECTION_NOT_RETRIED) {
            return Ok(());
        }
        let response = sent.map_err(|_| Undelivered::Failed)?;
        if self.planted.plants(Defect::PUSH_ANY_ANSWER_IS_SUCCESS) {
            return Ok(());
        }
        if response.status().is_success() { Ok(()) } else { Err(Undelivered::Failed) }
    }

    fn client(&mut self, passage: &Passage) -> Result<Client, Undelivered> {
        if let Some(client) = &self.client {
            return Ok(client.clone());
        }
        let mut builder = Client::builder()
            .redirect(self.redirections())
            .no_proxy()
            .timeout(PATIENCE)
            .dns_resolver(self.judged.clone());
        if passage.url.scheme() == "http" {
            // reading the system's certificates takes long and serves nothing here
            builder = builder.tls_certs_only([]);
        }
        let client = builder.build().map_err(|_| Undelivered::Failed)?;
        self.client = Some(client.clone());
        Ok(client)
    }

    /// Nobody is followed elsewhere: the other address was not judged.
    fn redirections(&self) -> Policy {
        if self.planted.plants(Defect::PUSH_FOLLOWS_REDIRECTS) {
            return Policy::default();
        }
        Policy::none()
    }
}

impl Judged {
    fn set(&self, passage: &Passage) {
        let mut addresses = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        addresses.clone_from(&passage.addresses);
    }
}

impl Resolve for Judged {
    fn resolve(&self, _name: Name) -> Resolving {
        let addresses = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let addresses: Addrs = Box::new(addresses.clone().into_iter());
        Box::pin(std::future::ready(Ok(addresses)))
    }
}
