//! The public card, and what else of an agent is a page of the web.

use std::fmt;

use bytes::Bytes;
use reqwest::Method;
use serde_json::Value;

use super::{Party, Probe};
use crate::agent::transport::{Headers, HttpRequest};

/// What one GET gave.
pub struct Page {
    /// The exchange in the evidence.
    pub exchange: usize,
    /// The address.
    pub url: String,
    /// The status, where an answer came.
    pub status: Option<u16>,
    /// The body.
    pub body: Bytes,
    headers: Headers,
    why: String,
}

impl Page {
    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(header, _)| header == name).map(|(_, value)| value.as_str())
    }

    /// The body as a JSON object.
    pub fn json(&self) -> Option<Value> {
        crate::agent::document(&self.body).ok().filter(Value::is_object)
    }

    /// Whether it says that it is JSON.
    pub fn is_json(&self) -> bool {
        self.header("content-type").is_some_and(|kind| kind.to_ascii_lowercase().contains("json"))
    }
}

impl fmt::Display for Page {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.status {
            None => f.write_str(&self.why),
            Some(status) => {
                let kind = self.header("content-type").unwrap_or("no content type");
                write!(f, "HTTP {status}, {kind}, {} bytes", self.body.len())
            }
        }
    }
}

impl Probe {
    /// The public card, asked for without credentials, where it was found.
    pub async fn public_card(&self) -> Page {
        self.fetch_card(&[]).await
    }

    /// The same with a condition.
    pub async fn public_card_if_none_match(&self, tag: &str) -> Page {
        self.fetch_card(&[("if-none-match", tag)]).await
    }

    /// The public card of one of the agents.
    pub async fn public_card_of(&self, party: &Party) -> Page {
        self.fetch("the agent card", &party.card_url, &[]).await
    }

    /// The key set at an address.
    pub async fn key_set(&self, url: &str) -> Page {
        self.fetch("the key set", url, &[]).await
    }

    async fn fetch_card(&self, conditions: &[(&str, &str)]) -> Page {
        self.fetch("the agent card", &self.setting.agent.card_url, conditions).await
    }

    async fn fetch(&self, what: &str, url: &str, conditions: &[(&str, &str)]) -> Page {
        // Whoever fetches it anew may look at any of it.
        self.parties().for_each(|party| party.card.read_whole());
        let url = url.to_owned();
        let mut headers = vec![("accept".to_owned(), "application/json".to_owned())];
        headers.extend(conditions.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
        let request = HttpRequest {
            operation: what.to_owned(),
            method: Method::GET,
            url: url.clone(),
            headers,
            body: None,
            credential: self.target().certificate(),
        };
        match self.setting.http.send(&self.evidence, &self.setting.target.patience, request).await {
            Ok(response) => Page {
                exchange: response.exchange,
                url,
                status: Some(response.status),
                body: response.body,
                headers: response.headers,
                why: String::new(),
            },
            Err(failure) => Page {
                exchange: failure.exchange,
                url,
                status: None,
                body: Bytes::new(),
                headers: Headers::default(),
                why: failure.why,
            },
        }
    }
}
