//! What the tests of the harness share: a sound server to judge, and ways to play an agent that is not.
#![expect(dead_code, reason = "each test binary uses its own part of it")]

use std::time::Duration;

use a2a_assay_harness::target::{Credential, Dns, Prompt, Stimulus, Webhook, Who};
use a2a_assay_harness::{Patience, Receivers, Target};
use a2a_assay_reference_server::{Options, Principal, Running, spawn};

pub(crate) mod gateway;
pub(crate) mod impostor;

/// A sound server with everything that it takes to judge it whole.
pub(crate) struct Stage {
    pub(crate) server: Running,
    pub(crate) target: Target,
    pub(crate) receivers: Receivers,
}

pub(crate) async fn stage() -> std::io::Result<Stage> {
    let receivers = Receivers::on_loopback().await?;
    let webhook = receivers.webhook.address();
    let dns = receivers.dns.as_ref().map(a2a_assay_harness::receivers::Answerer::address);
    let options = Options { receivers: vec![webhook.to_string()], resolver: dns, ..Options::default() };
    let server = spawn(options).await?;
    let principals = Principal::ALL
        .into_iter()
        .filter_map(|one| Some((Who::named(one.name())?, Credential::bearer(one.name(), server.token(one)))));
    let target = Target {
        url: server.url().to_owned(),
        minimal: vec![server.minimal_url().to_owned(), server.strict_url().to_owned()],
        instances: vec![server.instance_url().to_owned()],
        principals: principals.collect(),
        webhook: Some(Webhook { listen: webhook, public: None, tls: None }),
        dns: dns.map(|listen| Dns { listen, outside: Dns::OUTSIDE }),
        patience: Patience {
            reply: Duration::from_secs(5),
            slow: Duration::from_secs(1),
            hedge: Duration::from_secs(1),
            ..Patience::default()
        },
        ..everything_promised()
    };
    Ok(Stage { server, target, receivers })
}

/// A target that vouches for every behaviour.
pub(crate) fn everything_promised() -> Target {
    let prompts = Stimulus::ALL.map(|stimulus| (stimulus, Prompt::Words(stimulus.name().to_owned())));
    Target { prompts: prompts.into(), ..Target::default() }
}
