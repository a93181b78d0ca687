//! Without a defect nothing changes but the addresses on the card.

use axum::response::Response;

use crate::agent::{behind, client, defect, json};

#[tokio::test]
async fn a_request_and_its_answer_pass_byte_for_byte() {
    let behind = behind(None, |_, _| {
        let answer = Response::builder().status(418).header("x-mine", "a, b").header("content-type", "text/odd");
        answer.body("  {\"z\": 1,\r\n\"a\": 1e2}  ".into()).expect("an answer")
    })
    .await;

    let url = format!("{}/a%2Fb;v=1?q=%20&q=+&empty", behind.here);
    let answer =
        client().put(url).header("a2a-version", "9.9").body("\u{0}{ nonsense").send().await.expect("an answer");

    assert_eq!(answer.status(), 418);
    assert_eq!(answer.headers()["x-mine"], "a, b");
    assert_eq!(answer.headers()["content-type"], "text/odd");
    assert_eq!(answer.text().await.expect("a body"), "  {\"z\": 1,\r\n\"a\": 1e2}  ");
    let seen = &behind.seen()[0];
    assert_eq!(seen.line, "PUT /a%2Fb;v=1?q=%20&q=+&empty");
    assert_eq!(seen.headers["a2a-version"], "9.9");
    assert_eq!(seen.headers["host"], behind.there.trim_start_matches("http://"));
    assert_eq!(seen.body, "\u{0}{ nonsense");
    assert_eq!(behind.proxy.changes(), 0);
}

#[tokio::test]
async fn the_card_leads_to_the_proxy_and_keeps_its_tag() {
    let behind = behind(None, |seen, there| {
        if seen.headers.contains_key("if-none-match") {
            return Response::builder().status(304).header("etag", "\"1\"").body("".into()).expect("an answer");
        }
        let mut card = json(format!(
            r#"{{"supportedInterfaces": [
                {{"url": "{there}/rpc", "protocolBinding": "JSONRPC"}},
                {{"url": "http://127.0.0.1:9/rest", "protocolBinding": "HTTP+JSON"}},
                {{"url": "127.0.0.1:50051", "protocolBinding": "GRPC"}}
            ]}}"#
        ));
        card.headers_mut().insert("etag", "\"1\"".parse().expect("a value"));
        card
    })
    .await;

    let card = behind.get("/.well-known/agent-card.json").await.expect("a card");
    let tag = card.headers()["etag"].clone();
    let card: serde_json::Value = serde_json::from_str(&card.text().await.expect("a body")).expect("JSON");

    assert_eq!(card["supportedInterfaces"][0]["url"], format!("{}/rpc", behind.here));
    let elsewhere = card["supportedInterfaces"][1]["url"].as_str().expect("an address");
    assert!(elsewhere.ends_with("/rest") && !elsewhere.starts_with(&behind.here), "{elsewhere}");
    assert_eq!(card["supportedInterfaces"][2]["url"], "127.0.0.1:50051");
    assert!(
        behind
            .proxy
            .origins()
            .iter()
            .any(|(here, there)| { elsewhere.starts_with(here.as_str()) && there == "http://127.0.0.1:9" })
    );
    let url = format!("{}/.well-known/agent-card.json", behind.here);
    let known = client().get(url).header("if-none-match", &tag).send().await.expect("an answer");
    assert_eq!((known.status().as_u16(), &known.headers()["etag"]), (304, &tag));
}

#[tokio::test]
async fn what_the_defect_does_not_concern_passes_as_it_is() {
    let planted = defect("when = { operation = \"GetTask\", outcome = \"result\" }\nrewrite = { remove = \"/id\" }");
    let behind = behind(planted, |_, _| json(r#"{ "id" : "t" }"#)).await;

    let listed = behind.get("/tasks").await.expect("an answer").text().await.expect("a body");
    let fetched = behind.get("/tasks/t").await.expect("an answer").text().await.expect("a body");

    assert_eq!((listed.as_str(), fetched.as_str()), (r#"{ "id" : "t" }"#, "{}"));
    assert_eq!(behind.proxy.changes(), 1);
}

#[tokio::test]
async fn an_agent_that_is_gone_gives_no_answer_here_either() {
    let behind = behind(None, |_, _| json("{}")).await;
    let nowhere = behind.proxy.address("http://127.0.0.1:9").expect("an address");

    let answer = client().get(nowhere).send().await;

    assert!(answer.is_err(), "{answer:?}");
}

#[tokio::test]
async fn nobody_listens_once_the_proxy_is_dropped() {
    let behind = behind(None, |_, _| json("{}")).await;
    let here = behind.here.clone();
    behind.get("/").await.expect("an answer");

    drop(behind);
    // The listener is closed by its task, which runs once more to be canceled.
    while client().get(&here).send().await.is_ok() {
        tokio::task::yield_now().await;
    }
}
