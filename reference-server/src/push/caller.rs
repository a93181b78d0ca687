//! Calls one webhook, at an address that was judged a moment before.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use reqwest::Client;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderValue};
use reqwest::redirect::Policy;

use super::guard::{Guard, Passage};
use crate::kernel::outbox::Target;

/// How long a webhook may take to answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// Where the token travels.
const TOKEN: &str = "x-a2a-notification-token";

/// Why a body was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Undelivered {
    /// It must not even be sent.
    Forbidden,
    /// It did not arrive, or the receiver would not have it.
    Failed,
}

/// Calls one webhook.
pub(super) struct Caller {
    target: Target,
    guard: Arc<Guard>,
    judged: Judged,
    client: Option<Client>,
}

/// The addresses of the last judgement: a name is never looked up behind the guard's back.
#[derive(Clone, Default)]
struct Judged(Arc<Mutex<Vec<SocketAddr>>>);

impl Caller {
    pub(super) fn new(target: Target, guard: Arc<Guard>) -> Self {
        Self { target, guard, judged: Judged::default(), client: None }
    }

    /// Posts one body; only a 2xx counts as taken.
    pub(super) async fn call(&mut self, body: &str) -> Result<(), Undelivered> {
        let passage = self.guard.judge(&self.target.url).await.map_err(|_| Undelivered::Forbidden)?;
        self.judged.set(&passage);
        let response = self
            .client(&passage)?
            .post(passage.url)
            .headers(self.headers()?)
            .body(body.to_owned())
            .send()
            .await
            .map_err(|_| Undelivered::Failed)?;
        if response.status().is_success() { Ok(()) } else { Err(Undelivered::Failed) }
    }

    fn client(&mut self, passage: &Passage) -> Result<Client, Undelivered> {
        if let Some(client) = &self.client {
            return Ok(client.clone());
        }
        let mut builder =
            Client::builder().redirect(Policy::none()).no_proxy().timeout(PATIENCE).dns_resolver(self.judged.clone());
        if passage.url.scheme() == "http" {
            // reading the system's certificates takes long and serves nothing here
            builder = builder.tls_certs_only([]);
        }
        let client = builder.build().map_err(|_| Undelivered::Failed)?;
        self.client = Some(client.clone());
        Ok(client)
    }

    fn headers(&self) -> Result<HeaderMap, Undelivered> {
        let secret = |text: &str| {
            let mut value = HeaderValue::from_str(text).map_err(|_| Undelivered::Forbidden)?;
            value.set_sensitive(true);
            Ok(value)
        };
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/a2a+json"));
        if let Some(scheme) = self.target.scheme() {
            let credentials = self.target.credentials().unwrap_or_default();
            let text = format!("{scheme} {credentials}");
            headers.insert(AUTHORIZATION, secret(text.trim_end())?);
        }
        if let Some(token) = &self.target.token {
            headers.insert(TOKEN, secret(token)?);
        }
        Ok(headers)
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
