//! The ways to an agent: credentials of every kind, certificates, proxies, and where credentials do not go.

mod support;

use std::time::Duration;

use a2a_assay_harness::run::{Plan, run};
use a2a_assay_harness::target::{Certificate, Credential, OauthClient, Place, Webhook, WebhookTls, Who};
use a2a_assay_harness::{Receivers, Target, checks};
use a2a_assay_reference_server::{Principal, Running};
use a2a_assay_reports::{CheckReport, Verdict};
use axum::http::{HeaderMap, Uri};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use support::gateway::{self, Gateway, Porter, gateway};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};
use tokio_rustls::rustls::server::WebPkiClientVerifier;
use tokio_rustls::rustls::{RootCertStore, ServerConfig, crypto};

const KEY: &str = "the-key-of-alice";

/// The sound server, and a door in front of it that lets alice in by other means.
async fn behind(porter: Porter, tls: Option<TlsAcceptor>) -> (Running, Gateway) {
    let stage = support::stage().await.expect("free ports");
    let (agent, token) = (stage.server.url().to_owned(), Some(stage.server.token(Principal::Alice)));
    let plan = gateway::Plan { agent, token, porter, interpreter: str::to_owned, tls, origin: None };
    (stage.server, gateway(plan).await.expect("a free port"))
}

/// What a few checks find when alice shows this.
async fn judged(target: Target) -> CheckReport {
    let wanted = ["D3", "S1", "S4", "ST1"];
    let checks = checks::core().into_iter().filter(|check| wanted.contains(&check.id)).collect();
    let receivers = Receivers::of(&target).await.expect("free ports");
    run(target, receivers, &Plan { checks, ..Plan::core() }).await.expect("alice is let in")
}

fn alice(url: &str, credential: Credential) -> Target {
    let target = support::everything_promised();
    Target { url: url.to_owned(), principals: [(Who::Alice, credential)].into(), ..target }
}

fn all_pass(report: &CheckReport) {
    let others: Vec<_> = report.checks.iter().filter(|check| check.verdict != Verdict::Pass).collect();
    assert!(others.is_empty() && report.checks.len() == 4, "{others:#?}");
}

#[tokio::test]
async fn a_key_in_a_header_lets_alice_in() {
    let (_server, door) =
        behind(|headers: &HeaderMap, _: &Uri| headers.get("x-key").is_some_and(|key| key == KEY), None).await;
    all_pass(&judged(alice(&door.url, Credential::of("alice").showing(Place::Header, "X-Key", "", KEY))).await);
}

#[tokio::test]
async fn a_key_in_the_address_lets_alice_in() {
    let porter = |_: &HeaderMap, uri: &Uri| uri.query().is_some_and(|query| query.ends_with("key=the-key-of-alice"));
    let (_server, door) = behind(porter, None).await;
    all_pass(&judged(alice(&door.url, Credential::of("alice").showing(Place::Query, "key", "", KEY))).await);
}

#[tokio::test]
async fn a_key_in_a_cookie_lets_alice_in() {
    let porter = |headers: &HeaderMap, _: &Uri| headers.get("cookie").is_some_and(|key| key == "sid=the-key-of-alice");
    let (_server, door) = behind(porter, None).await;
    all_pass(&judged(alice(&door.url, Credential::of("alice").showing(Place::Cookie, "sid", "", KEY))).await);
}

#[tokio::test]
async fn a_name_and_a_password_let_alice_in() {
    let porter =
        |headers: &HeaderMap, _: &Uri| headers.get("authorization").is_some_and(|shown| shown == "Basic YWw6cGFzcw==");
    let (_server, door) = behind(porter, None).await;
    all_pass(&judged(alice(&door.url, Credential::of("alice").basic("al", "pass"))).await);
}

#[tokio::test]
async fn a_client_gets_its_token_where_the_card_says() {
    let stage = support::stage().await.expect("free ports");
    let client = OauthClient { id: "alice".into(), secret: "alice-secret".into(), token_url: None, scopes: Vec::new() };
    let target = Target {
        url: stage.server.url().to_owned(),
        clients: [(Who::Alice, client)].into(),
        ..support::everything_promised()
    };

    all_pass(&judged(target).await);
}

#[tokio::test]
async fn a_certificate_lets_alice_in_and_its_issuer_is_trusted_only_when_said() {
    let authority = Authority::new();
    let (certificate, key) = authority.issue("localhost");
    let (shown, shown_key) = authority.issue("alice");
    let acceptor = authority.acceptor(&certificate, &key);
    let (_server, door) = behind(|_, _| true, Some(acceptor)).await;
    let pem = format!("{shown}\n{}", shown_key.serialize_pem());
    let certified = Certificate { file: "alice.pem".into(), key_file: "alice.key".into(), pem };
    let mut target = alice(&door.url, Credential::of("alice").certified(certified));

    let receivers = Receivers::of(&target).await.expect("free ports");
    let untrusted = run(target.clone(), receivers, &Plan::core()).await.expect_err("nobody vouched for the issuer");
    assert!(untrusted.to_string().contains("certificate"), "{untrusted}");

    target.connection.ca = Some(authority.pem());
    all_pass(&judged(target.clone()).await);

    target.connection.ca = None;
    target.connection.insecure = true;
    all_pass(&judged(target).await);
}

#[tokio::test]
async fn a_proxy_is_gone_through_only_when_said() {
    let stage = support::stage().await.expect("free ports");
    let (agent, token) = (stage.server.url().to_owned(), Some(stage.server.token(Principal::Alice)));
    let origin = Some("http://agent.invalid".to_owned());
    let porter = |headers: &HeaderMap, _: &Uri| headers.get("x-key").is_some_and(|key| key == KEY);
    let plan = gateway::Plan { agent, token, porter, interpreter: str::to_owned, tls: None, origin };
    let door = gateway(plan).await.expect("a free port");
    let mut target = alice("http://agent.invalid", Credential::of("alice").showing(Place::Header, "x-key", "", KEY));
    target.set_proxy(&door.url).expect("an address");

    all_pass(&judged(target).await);
}

#[tokio::test]
async fn a_credential_goes_to_no_other_origin() {
    let stage = support::stage().await.expect("free ports");
    let (agent, token) = (stage.server.url().to_owned(), Some(stage.server.token(Principal::Alice)));
    let spy = |headers: &HeaderMap, _: &Uri| {
        assert!(headers.get("x-key").is_none(), "the credential went to another origin");
        false
    };
    let plan = |porter, origin| gateway::Plan {
        agent: agent.clone(),
        token: token.clone(),
        porter,
        interpreter: str::to_owned,
        tls: None,
        origin,
    };
    let elsewhere = gateway(plan(spy, None)).await.expect("a free port");
    let door = gateway(plan(|_, _| true, Some(elsewhere.url.clone()))).await.expect("a free port");
    let credential = Credential::of("alice").showing(Place::Header, "x-key", "", KEY);

    let target = alice(&door.url, credential.clone());
    let receivers = Receivers::of(&target).await.expect("free ports");
    let report = run(target, receivers, &Plan { examine: true, ..Plan::core() }).await;
    let told = match &report {
        Ok(report) => format!("{:?}", report.findings),
        Err(why) => why.to_string(),
    };
    assert!(told.contains("another origin") || told.contains("--allow-origin"), "{told}");
    if let Ok(report) = report {
        let passed = report.checks.iter().filter(|check| check.verdict == Verdict::Pass).map(|check| check.id.as_str());
        assert_eq!(passed.filter(|id| !["D1", "D2"].contains(id)).collect::<Vec<_>>(), Vec::<&str>::new());
    }

    let welcome = gateway(plan(|headers, _| headers.contains_key("x-key"), None)).await.expect("a free port");
    let door = gateway(plan(|_, _| true, Some(welcome.url.clone()))).await.expect("a free port");
    let mut target = alice(&door.url, credential);
    target.allow_origin(&welcome.url).expect("an origin");
    all_pass(&judged(target).await);
}

#[tokio::test]
async fn requests_keep_to_the_rate() {
    let (_server, door) = behind(|headers: &HeaderMap, _: &Uri| headers.contains_key("x-key"), None).await;
    let mut target = alice(&door.url, Credential::of("alice").showing(Place::Header, "x-key", "", KEY));
    target.set_rps(100.0).expect("a rate");

    all_pass(&judged(target).await);

    let arrivals = door.arrivals.lock().expect("nobody panics with it");
    let took = arrivals.last().expect("some came").duration_since(arrivals[0]);
    let requests = u32::try_from(arrivals.len()).expect("not so many");
    assert!(requests > 20, "{requests}");
    assert!(took >= Duration::from_millis(10) * (requests - 1) * 9 / 10, "{requests} requests in {took:?}");
}

#[tokio::test]
async fn notifications_come_over_tls_where_the_receiver_speaks_it() {
    let authority = Authority::new();
    let (certificate, key) = authority.issue("localhost");
    let tls = WebhookTls { certificate, key: key.serialize_pem() };
    let webhook = Webhook { listen: ([127, 0, 0, 1], 0).into(), public: None, tls: Some(tls) };
    let target = Target { webhook: Some(webhook), ..Target::default() };

    let receivers = Receivers::of(&target).await.expect("a sound certificate");
    let inbox = receivers.webhook.inbox(a2a_assay_harness::receivers::Manner::Prompt);
    assert!(inbox.url().starts_with("https://"), "{}", inbox.url());
    receivers.webhook.try_out(&inbox).await.expect("the way is open");

    assert_eq!(inbox.deliveries().len(), 1);
}

#[tokio::test]
async fn a_receiver_with_a_broken_certificate_says_so() {
    let tls = WebhookTls { certificate: "none".into(), key: "none".into() };
    let webhook = Webhook { listen: ([127, 0, 0, 1], 0).into(), public: None, tls: Some(tls) };
    let target = Target { webhook: Some(webhook), ..Target::default() };

    let why = Receivers::of(&target).await.err().expect("it is no certificate");
    assert!(why.to_string().contains("webhook."), "{why}");
}

/// Somebody who issues certificates.
struct Authority(CertifiedIssuer<'static, KeyPair>);

impl Authority {
    fn new() -> Self {
        let mut params = CertificateParams::new(Vec::<String>::new()).expect("no names");
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let key = KeyPair::generate().expect("a key");
        Self(CertifiedIssuer::self_signed(params, key).expect("a certificate"))
    }

    fn pem(&self) -> String {
        self.0.pem()
    }

    fn issue(&self, name: &str) -> (String, KeyPair) {
        let params = CertificateParams::new(vec![name.to_owned()]).expect("a name");
        let key = KeyPair::generate().expect("a key");
        let certificate = params.signed_by(&key, &self.0).expect("a certificate");
        (certificate.pem(), key)
    }

    /// Greets callers with a certificate, and asks for one that was issued here.
    fn acceptor(&self, certificate: &str, key: &KeyPair) -> TlsAcceptor {
        use tokio_rustls::rustls::pki_types::pem::PemObject;
        let provider = std::sync::Arc::new(crypto::aws_lc_rs::default_provider());
        let mut roots = RootCertStore::empty();
        roots.add(self.0.der().clone()).expect("a root");
        let verifier =
            WebPkiClientVerifier::builder_with_provider(roots.into(), provider.clone()).build().expect("a verifier");
        let builder = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().expect("TLS");
        let chain = vec![CertificateDer::from_pem_slice(certificate.as_bytes()).expect("a certificate")];
        let key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(key.serialize_der()));
        TlsAcceptor::from(std::sync::Arc::new(
            builder.with_client_cert_verifier(verifier).with_single_cert(chain, key).expect("a pair"),
        ))
    }
}
