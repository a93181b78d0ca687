//! An agent that tells everybody the credentials it was shown must not get them into a report.

mod support;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use a2a_assay_harness::run::{Plan, RunError, run};
use a2a_assay_harness::target::{Credential, Who};
use a2a_assay_harness::{Patience, Receivers, Target};
use a2a_assay_reports::{CheckReport, Evidence, Form, Report, text};
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use serde_json::{Value, json};
use support::impostor::card;
use wiremock::matchers::{method, path};
use wiremock::{Mock, MockServer, Request, ResponseTemplate};

/// What alice shows, with everything in it that somebody escapes.
const ALICE: &str = r#"al1ce-s3cret/with+signs="and\more"?&>~"#;
/// Counts what the agent says.
static NEXT: AtomicUsize = AtomicUsize::new(0);
const BOB: &str = "b0b.s3cret.of-his-own";

/// Every way in which the agent tells a secret.
fn told(secret: &str) -> Vec<String> {
    let percent = secret.bytes().fold(String::new(), |text, byte| text + &format!("%{byte:02X}"));
    let form: String = url::form_urlencoded::byte_serialize(secret.as_bytes()).collect();
    let mut told = vec![secret.to_owned(), percent.to_lowercase(), percent, form.to_lowercase(), form];
    for prefix in ["", "a", "al", "ali", "Bearer "] {
        told.push(STANDARD.encode(format!("{prefix}{secret} and so on")));
        told.push(URL_SAFE_NO_PAD.encode(format!("{prefix}{secret}")));
    }
    told
}

/// What the caller showed.
fn shown(request: &Request) -> String {
    let value = request.headers.get("authorization").and_then(|value| value.to_str().ok()).unwrap_or_default();
    value.trim_start_matches("Bearer ").to_owned()
}

/// Answers with the caller's secret in every place there is.
fn tell(request: &Request) -> ResponseTemplate {
    let secret = shown(request);
    let all = told(&secret).join(" ");
    // So that every letter of it comes to stand where a text is cut.
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let late = format!("{}{all}", " ".repeat(100 + number % 60));
    let asked: Value = request.body_json().unwrap_or_default();
    let mut answer = match asked["method"].as_str() {
        Some("SendMessage") => json!({ "result": { "task": task(&begun(&asked), &secret, &all) } }),
        Some("GetTask") => json!({ "result": task(asked["params"]["id"].as_str().unwrap_or_default(), &secret, &all) }),
        _ => json!({ "error": { "code": -32000, "message": late, "data": [{ "@type": secret, "why": all }] } }),
    };
    answer["jsonrpc"] = "2.0".into();
    answer["id"] = asked["id"].clone();
    ResponseTemplate::new(if request.url.path() == "/rpc" { 200 } else { 400 })
        .insert_header("www-authenticate", format!("Bearer realm=\"{secret}\", error=\"{all}\""))
        .insert_header("location", format!("/login?token={}", told(&secret)[3]))
        .set_body_raw(answer.to_string(), &format!("application/json; told={}", told(&secret)[6]))
}

/// The id of a new task, which names its state.
fn begun(asked: &Value) -> String {
    let state = match asked["params"]["message"]["parts"][0]["text"].as_str() {
        Some("ask") => "INPUT_REQUIRED",
        Some("authorize") => "AUTH_REQUIRED",
        Some("hold") => "WORKING",
        _ => "COMPLETED",
    };
    format!("{state}.{}", NEXT.fetch_add(1, Ordering::Relaxed))
}

/// The task with this id, which would be sound without its talk.
fn task(id: &str, secret: &str, all: &str) -> Value {
    let state = format!("TASK_STATE_{}", id.split('.').next().unwrap_or_default());
    json!({
        "id": id, "contextId": all, "status": { "state": state, secret: all },
        "artifacts": [{ "artifactId": all, "name": secret, "parts": [{ "text": all }, { "data": secret }] }],
    })
}

/// An agent whose card is full of alice's secret as well.
async fn telltale() -> MockServer {
    let server = MockServer::start().await;
    let mut card = card(&server.uri());
    for member in ["name", "description", "version"] {
        card[member] = told(ALICE).join(" ").into();
    }
    for interface in card["supportedInterfaces"].as_array_mut().into_iter().flatten() {
        interface["protocolVersion"] = "1.0".into();
        interface["tenant"] = ALICE.into();
    }
    let card = ResponseTemplate::new(200).set_body_json(card);
    Mock::given(method("GET")).and(path("/.well-known/agent-card.json")).respond_with(card).mount(&server).await;
    Mock::given(wiremock::matchers::any()).respond_with(tell).mount(&server).await;
    server
}

fn target(url: &str) -> Target {
    let (reply, brief) = (Duration::from_millis(200), Duration::from_millis(20));
    Target {
        url: url.to_owned(),
        principals: [
            (Who::Alice, Credential::bearer("alice", ALICE)),
            (Who::Bob, Credential::bearer("bob", BOB)),
            (Who::WrongAudience, Credential::bearer("wrong_audience", "0ther.wr0ng-audience.one")),
        ]
        .into(),
        patience: Patience { reply, slow: brief, hedge: brief, ..Patience::default() },
        ..support::everything_promised()
    }
}

/// Everything that can be had of a report, each by its name.
fn views(report: &CheckReport) -> Vec<(String, String)> {
    let forms = CheckReport::FORMS.iter().map(|form| match form {
        Form::Text => ("text".to_owned(), text::check(report, true)),
        form => (form.name().to_owned(), report.rendered(*form).expect("it can be written")),
    });
    let mut views: Vec<(String, String)> = forms.collect();
    let mut report = report.clone();
    let evidence = Evidence::taken_out(&mut report, "evidence").expect("it can be written");
    assert!(!evidence.is_empty(), "nothing is broken, so this test shows nothing");
    views.extend(evidence.into_iter().map(|file| (file.name, file.text)));
    views
}

/// Every long run of base64 digits in a text, read from each place in its groups of four.
fn decoded(text: &str) -> Vec<Vec<u8>> {
    let is_digit = |letter: char| letter.is_ascii_alphanumeric() || "+/-_".contains(letter);
    let runs = text.split(|letter| !is_digit(letter)).filter(|run| run.len() >= 8);
    let standard = |run: &str| run.replace('-', "+").replace('_', "/");
    let read = |run: &str| STANDARD.decode(&run[..run.len() / 4 * 4]).unwrap_or_default();
    runs.map(standard).flat_map(|run| (0..4).map(|skipped| read(&run[skipped..])).collect::<Vec<_>>()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_report_tells_a_secret() {
    let agent = telltale().await;
    let receivers = Receivers::on_loopback().await.expect("free ports");

    let report = run(target(&agent.uri()), receivers, &Plan::core()).await.expect("the card is sound");

    let views = views(&report);
    for name in ["$ALICE", "$BOB", "$WRONG_AUDIENCE"] {
        let shown = views.iter().any(|(_, view)| view.contains(name));
        assert!(shown, "{name} is shown nowhere, so this test shows nothing");
    }
    for (form, view) in &views {
        for secret in [ALICE, BOB, "0ther.wr0ng-audience.one"] {
            tells_nothing_of(secret, form, view);
        }
    }
}

/// Where a text was cut, not even the beginning of a secret may be left.
fn tells_nothing_of(secret: &str, form: &str, view: &str) {
    let beginning = &secret[..6];
    let escaped = Value::from(secret).to_string();
    for written in told(secret).iter().map(String::as_str).chain([beginning, escaped.trim_matches('"')]) {
        let at = view.find(written);
        let before = at.map(|at| view[..at].chars().rev().take(300).collect::<String>());
        assert_eq!(before, None, "{written} in {form}");
    }
    let told = decoded(view)
        .into_iter()
        .find(|bytes| bytes.windows(beginning.len()).any(|window| window == beginning.as_bytes()));
    assert_eq!(told.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()), None, "in {form}");
}

#[tokio::test]
async fn no_error_tells_a_secret() {
    let server = MockServer::start().await;
    let card = ResponseTemplate::new(200).set_body_json(card(&server.uri()));
    Mock::given(method("GET")).and(path("/.well-known/agent-card.json")).respond_with(card).mount(&server).await;
    let refusal = |request: &Request| {
        let answer = json!({ "error": { "code": 401, "message": format!("bad token {}", shown(request)) } });
        ResponseTemplate::new(401).set_body_json(answer)
    };
    Mock::given(wiremock::matchers::any()).respond_with(refusal).mount(&server).await;
    let receivers = Receivers::on_loopback().await.expect("free ports");

    let why = run(target(&server.uri()), receivers, &Plan { examine: true, ..Plan::core() })
        .await
        .map(|_| ())
        .expect_err("alice is refused");

    assert!(matches!(why, RunError::Credentials(_)), "{why}");
    assert!(why.to_string().contains("bad token $ALICE"), "{why}");
}
