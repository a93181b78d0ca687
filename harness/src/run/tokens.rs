//! Fetches the tokens of clients that get them for themselves (OAuth 2.0 client credentials, RFC 6749 section 4.4).

use bytes::Bytes;
use reqwest::Method;
use serde_json::Value;

use super::RunError;
use crate::agent::Card;
use crate::agent::transport::{Evidence, Http, HttpRequest};
use crate::target::{Credential, OauthClient, Place, Target, Who, origin};

/// Gives every client among the principals its token.
pub(crate) async fn fetch(http: &Http, card: &Card, target: &mut Target) -> Result<(), RunError> {
    for (who, client) in target.clients.clone() {
        let token = token(http, card, target, who, &client)
            .await
            .map_err(|why| RunError::Credentials(format!("no token for {} could be had: {why}", who.name())))?;
        let credential = target.principals.remove(&who).unwrap_or_else(|| Credential::of(who.name()));
        let credential = credential.hiding(&client.secret);
        target.principals.insert(who, credential.showing(Place::Header, "authorization", "Bearer ", token));
    }
    Ok(())
}

async fn token(http: &Http, card: &Card, target: &Target, who: Who, client: &OauthClient) -> Result<String, String> {
    let url = token_url(http, card, client)?;
    // The client's name and secret are form-encoded before they are joined (RFC 6749, section 2.3.1).
    let encoded = |text: &str| url::form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
    let credential = Credential::of(who.name()).basic(&encoded(&client.id), &encoded(&client.secret));
    let request = HttpRequest {
        operation: "a token".to_owned(),
        method: Method::POST,
        url: url.clone(),
        headers: [("content-type", "application/x-www-form-urlencoded"), ("accept", "application/json")]
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .into(),
        body: Some(Bytes::from(form(client))),
        credential,
    };
    let response = http
        .send_to_token_endpoint(&Evidence::default(), &target.patience, request)
        .await
        .map_err(|failure| format!("{url}: {}", failure.why))?;
    let answer: Value = serde_json::from_slice(&response.body).unwrap_or_default();
    match answer["access_token"].as_str() {
        Some(token) if response.status == 200 && !token.is_empty() => Ok(token.to_owned()),
        _ => {
            let why = answer["error_description"].as_str().or(answer["error"].as_str()).unwrap_or("no access_token");
            Err(format!("{url} answers HTTP {}: {why}", response.status))
        }
    }
}

fn form(client: &OauthClient) -> String {
    let mut form = url::form_urlencoded::Serializer::new(String::new());
    form.append_pair("grant_type", "client_credentials");
    if !client.scopes.is_empty() {
        form.append_pair("scope", &client.scopes.join(" "));
    }
    form.finish()
}

/// Where the token is had. The user's word goes; the card's only for an origin that may have the client's secret.
fn token_url(http: &Http, card: &Card, client: &OauthClient) -> Result<String, String> {
    if let Some(given) = &client.token_url {
        return origin(given).map(|_| given.clone()).ok_or_else(|| format!("token_url `{given}` is no http address"));
    }
    let Some(listed) = card.token_url() else {
        return Err("the card has no OAuth scheme with client credentials; give `token_url`".to_owned());
    };
    if http.trusts(listed) {
        return Ok(listed.to_owned());
    }
    Err(format!("the card sends to {listed}, which is another origin; give it as `token_url` if you trust it"))
}
