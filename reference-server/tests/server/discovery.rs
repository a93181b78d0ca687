//! The public card, the keys and the token endpoint.

use a2a_assay_reference_server::Principal;
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde_json::Value;

use crate::common::*;

#[tokio::test]
async fn a_known_card_is_not_sent_again() {
    let server = sound().await;
    let http = reqwest::Client::new();
    let url = format!("{}/.well-known/agent-card.json", server.url());
    let first = http.get(&url).send().await.unwrap();
    let tag = first.headers()["etag"].to_str().unwrap().to_owned();
    assert!(first.headers()["cache-control"].to_str().unwrap().contains("max-age="));
    for known in [tag.clone(), format!("\"other\", {tag}"), "*".to_owned(), format!("W/{tag}")] {
        let again = http.get(&url).header("if-none-match", &known).send().await.unwrap();
        assert_eq!(again.status(), 304, "{known}");
        assert_eq!(again.headers()["etag"].to_str().unwrap(), tag);
        assert_eq!(again.bytes().await.unwrap().len(), 0);
    }
    let other = http.get(&url).header("if-none-match", "\"other\"").send().await.unwrap();
    assert_eq!(other.status(), 200);
}

#[tokio::test]
async fn each_agent_lists_its_own_interfaces() {
    let server = sound().await;
    for origin in [server.url(), server.minimal_url(), server.strict_url()] {
        let url = format!("{origin}/.well-known/agent-card.json");
        let text = reqwest::get(url).await.unwrap().text().await.unwrap();
        let card: Value = serde_json::from_str(&text).unwrap();
        for interface in card["supportedInterfaces"].as_array().unwrap() {
            assert!(interface["url"].as_str().unwrap().starts_with(origin));
        }
    }
}

#[tokio::test]
async fn a_card_says_where_anybody_gets_the_key_that_signed_it() {
    let server = sound().await;
    for origin in [server.url(), server.minimal_url(), server.strict_url()] {
        let url = format!("{origin}/.well-known/agent-card.json");
        let card: Value = serde_json::from_str(&reqwest::get(url).await.unwrap().text().await.unwrap()).unwrap();
        let protected = card["signatures"][0]["protected"].as_str().unwrap();
        let header: Value = serde_json::from_slice(&BASE64_URL_SAFE_NO_PAD.decode(protected).unwrap()).unwrap();

        let keys = reqwest::get(header["jku"].as_str().unwrap()).await.unwrap().text().await.unwrap();
        let keys: Value = serde_json::from_str(&keys).unwrap();
        assert_eq!(keys["keys"][0]["kid"], header["kid"]);
    }
}

#[tokio::test]
async fn both_addresses_of_the_full_agent_show_the_same_tasks() {
    let server = sound().await;
    let here = caller(&server, Principal::Alice, Binding::Rest);
    let there = Caller { origin: server.instance_url().to_owned(), ..caller(&server, Principal::Alice, Binding::Rest) };

    let made = here.call("SendMessage", text("complete")).await;
    let id = made.result()["task"]["id"].clone();

    assert_eq!(there.call("GetTask", serde_json::json!({ "id": id })).await.result()["id"], id);
}

#[tokio::test]
async fn a_client_gets_a_token_for_its_credentials() {
    let server = sound().await;
    let http = reqwest::Client::new();
    let ask = |form: &'static str| {
        http.post(format!("{}/token", server.url()))
            .header("content-type", "application/x-www-form-urlencoded")
            .body(form)
            .send()
    };
    let form = "grant_type=client_credentials&client_id=alice&client_secret=alice-secret&scope=tasks.read";
    let granted = ask(form).await.unwrap().text().await.unwrap();
    let granted: Value = serde_json::from_str(&granted).unwrap();
    assert_eq!(granted["scope"], "tasks.read");

    let alice = Caller {
        token: granted["access_token"].as_str().map(str::to_owned),
        ..caller(&server, Principal::Bob, Binding::Rest)
    };
    assert_eq!(alice.call("ListTasks", serde_json::json!({})).await.status, 200);
    assert_eq!(alice.call("SendMessage", text("complete")).await.status, 403);
}

#[tokio::test]
async fn a_wrong_secret_or_scope_gets_no_token() {
    let server = sound().await;
    let http = reqwest::Client::new();
    for (secret, scope, status) in [("bob-secret", "", 401), ("alice-secret", "card.premium", 400)] {
        let form = format!("grant_type=client_credentials&client_id=alice&client_secret={secret}&scope={scope}");
        let denied = http.post(format!("{}/token", server.url())).body(form).send().await.unwrap();
        assert_eq!(denied.status(), status);
    }
}

#[tokio::test]
async fn a_dropped_server_is_gone_at_once() {
    let server = sound().await;
    let alice = caller(&server, Principal::Alice, Binding::Rest);
    let mut stream = alice.stream("SendStreamingMessage", text("hold")).await;
    stream.next().await.unwrap();
    let address = server.url().trim_start_matches("http://").to_owned();

    drop(server);

    let gone = async {
        while tokio::net::TcpStream::connect(&address).await.is_ok() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(2), gone).await.unwrap();
}
