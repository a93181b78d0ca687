//! What the judge makes of an agent that does not always do the same, and of a user who does not wait.

mod support;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use a2a_assay_harness::run::{Cut, Event, Judged, Plan, judge};
use a2a_assay_harness::{Receivers, Target, checks};
use a2a_assay_reports::{CheckResult, Verdict};
use serde_json::json;
use support::impostor::card;
use wiremock::matchers::{method, path};
use wiremock::{Mock, MockServer, Request, ResponseTemplate};

/// An agent whose card can be cached, except during these rounds.
async fn agent(round: &Arc<AtomicUsize>, uncached: &'static [usize]) -> MockServer {
    let server = MockServer::start().await;
    let mut card = card(&server.uri());
    card["securityRequirements"] = json!([]);
    let round = Arc::clone(round);
    let answer = move |request: &Request| {
        if uncached.contains(&round.load(Ordering::SeqCst)) {
            return ResponseTemplate::new(200).set_body_json(&card);
        }
        let asked = request.headers.get("if-none-match").map(|tag| tag.to_str().unwrap_or_default());
        let answer = match asked {
            Some(tag) if tag == "*" || tag.contains("\"one\"") => ResponseTemplate::new(304),
            _ => ResponseTemplate::new(200).set_body_json(&card),
        };
        answer.insert_header("etag", "\"one\"").insert_header("cache-control", "max-age=60")
    };
    Mock::given(method("GET")).and(path("/.well-known/agent-card.json")).respond_with(answer).mount(&server).await;
    server
}

/// Judges whether the card can be cached, so many times.
async fn judged(uncached: &'static [usize], repeat: usize, enough: fn(&CheckResult) -> bool) -> Judged {
    let round = Arc::new(AtomicUsize::new(0));
    let agent = agent(&round, uncached).await;
    let target = Target { url: agent.uri(), ..support::everything_promised() };
    let ended = move |event: Event<'_>| {
        if let Event::Ended(_) = event {
            round.fetch_add(1, Ordering::SeqCst);
        }
    };
    let checks = checks::core().into_iter().filter(|check| check.id == "D2").collect();
    let plan = Plan { checks, repeat, watch: Box::new(ended), enough: Box::new(enough), ..Plan::core() };
    let receivers = Receivers::on_loopback().await.expect("free ports");
    judge(target, receivers, &plan).await.expect("the card is sound")
}

#[tokio::test]
async fn repeats_that_disagree_conclude_nothing_and_keep_what_they_saw() {
    let judged = judged(&[1], 3, |_| false).await;

    let check = &judged.report.checks[0];
    assert_eq!(check.repeats, [Verdict::Pass, Verdict::Warn, Verdict::Pass]);
    assert_eq!((check.verdict, check.reason.as_deref()), (Verdict::Inconclusive, Some("pass 2 of 3, warn 1 of 3")));
    assert!(check.violations.iter().any(|violation| violation.rule == "card-etag"), "{check:?}");
    assert_eq!((judged.report.summary.inconclusive, judged.cut), (1, None));
}

#[tokio::test]
async fn repeats_that_agree_are_one_verdict() {
    let always = judged(&[0, 1, 2], 3, |_| false).await.report.checks.remove(0);
    let never = judged(&[], 3, |_| false).await.report.checks.remove(0);

    assert_eq!((always.verdict, always.violations.len()), (Verdict::Warn, 2), "none is told twice");
    assert_eq!((never.verdict, never.repeats.len()), (Verdict::Pass, 3));
}

#[tokio::test]
async fn a_run_ends_with_the_failure_that_is_enough() {
    let judged = judged(&[1], 5, |check| check.verdict == Verdict::Warn).await;

    let check = &judged.report.checks[0];
    assert_eq!(judged.cut, Some(Cut::Enough("D2")));
    assert_eq!(judged.report.gate.cut_short.as_deref(), Some("ended with the failure of D2"));
    assert_eq!(check.repeats, [Verdict::Pass, Verdict::Warn]);
}

#[tokio::test]
async fn an_agent_that_is_silent_until_the_deadline_leaves_a_report_of_nothing() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    let target = Target { url: url.clone(), ..Target::default() };
    let deadline = Some(Duration::from_millis(50));
    let receivers = Receivers::on_loopback().await.expect("free ports");

    let judged = judge(target, receivers, &Plan { deadline, ..Plan::core() }).await.expect("a report");

    let report = &judged.report;
    assert_eq!(judged.cut, deadline.map(Cut::Deadline));
    assert_eq!((report.target.url.as_str(), report.summary.not_observed), (url.as_str(), report.checks.len()));
    let reason = report.checks[0].reason.as_deref();
    assert_eq!(reason, Some("the deadline of 50ms ran out before it was judged"));
}
