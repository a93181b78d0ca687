//! Small agents on the official SDKs of other languages, judged over every binding. What they break stands in
//! `sdks/findings.toml`, and nothing else may be broken.

mod sdks;

use std::collections::BTreeSet;
use std::time::Duration;

use a2a_assay_harness::run::{Plan, run};
use a2a_assay_harness::target::{Credential, Prompt, Stimulus, Webhook, Who};
use a2a_assay_harness::{Patience, Receivers, Target};
use a2a_assay_reports::{CheckReport, Verdict};
use libtest_mimic::{Arguments, Failed, Trial};
use sdks::agent::{Agent, Sdk};
use sdks::findings::Findings;

/// What the agents lack: a token for another service, a user who may only read, a DNS server of their own.
const UNJUDGED: [&str; 3] = ["A2", "A3", "PN3"];

fn main() {
    let trials = Sdk::ALL.map(trial).into();
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn trial(sdk: Sdk) -> Trial {
    let name = format!("{} breaks what is listed and nothing else", sdk.name());
    if sdk.is_installed() {
        return Trial::test(name, move || judge(sdk));
    }
    let reason = "not run: install the SDKs first with harness/tests/sdks/install.sh";
    let in_ci = std::env::var_os("CI").is_some_and(|ci| ci == "true");
    Trial::test(format!("{name} ({reason})"), move || Err(reason.into())).with_ignored_flag(!in_ci)
}

fn judge(sdk: Sdk) -> Result<(), Failed> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let report = runtime.block_on(report(sdk))?;
    let findings = Findings::read()?;

    all_was_judged(&report)?;
    Ok(findings.hold(sdk.name(), &report)?)
}

async fn report(sdk: Sdk) -> Result<CheckReport, Failed> {
    let any = Webhook { listen: ([127, 0, 0, 1], 0).into(), public: None, tls: None };
    let target = Target { webhook: Some(any), ..Target::default() };
    let receivers = Receivers::of(&target).await?;
    let agent = Agent::start(sdk, receivers.webhook.address()).await?;
    let target = Target {
        url: agent.url.clone(),
        minimal: vec![format!("{}/minimal", agent.url)],
        principals: [Who::Alice, Who::Bob, Who::Premium].map(|who| (who, token(who))).into(),
        prompts: Stimulus::ALL.map(|stimulus| (stimulus, Prompt::Words(stimulus.name().to_owned()))).into(),
        patience: Patience {
            reply: Duration::from_secs(4),
            slow: Duration::from_millis(800),
            // Long: these agents do stream, and a second way to a task leaves the one of the first behind. Not as long as
            // an SDK waits for a receiver that is slow on purpose.
            hedge: Duration::from_secs(2),
            ..Patience::default()
        },
        ..target
    };
    Ok(run(target, receivers, &Plan::core()).await?)
}

fn token(who: Who) -> Credential {
    Credential::bearer(who.name(), format!("{}-token", who.name()))
}

/// A check that is no longer observed finds nothing, which must not look like a fault that was mended.
fn all_was_judged(report: &CheckReport) -> Result<(), Failed> {
    let unjudged = report.checks.iter().filter(|check| {
        matches!(check.verdict, Verdict::NotApplicable | Verdict::NotObserved | Verdict::Inconclusive | Verdict::Error)
    });
    let unjudged: BTreeSet<(&str, &str)> =
        unjudged.map(|check| (check.id.as_str(), check.reason.as_deref().unwrap_or_default())).collect();
    let expected: BTreeSet<&str> = UNJUDGED.into();
    if unjudged.iter().map(|(id, _)| *id).collect::<BTreeSet<_>>() == expected {
        return Ok(());
    }
    Err(format!("not judged should be {expected:?} and is {unjudged:#?}").into())
}
