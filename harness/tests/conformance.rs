//! One test a check and binding: against our own server, or against the agent at `$A2A_AGENT_URL`, of which
//! `$A2A_TARGET` names the target file.

mod support;

use std::path::Path;

use a2a_assay_harness::agent::Binding;
use a2a_assay_harness::check::{Check, Scope};
use a2a_assay_harness::checks::{self, Set};
use a2a_assay_harness::run::{Plan, run};
use a2a_assay_harness::{Receivers, Target};
use a2a_assay_reports::{CheckResult, Verdict};
use libtest_mimic::{Arguments, Failed, Trial};

fn main() {
    let arguments = Arguments::from_args();
    let trials = checks::all().into_iter().flat_map(trials_of).collect();
    libtest_mimic::run(&arguments, trials).exit();
}

fn trials_of(check: &'static Check) -> Vec<Trial> {
    let name = |binding: &str| format!("{} {} {binding}", check.id, check.slug).trim().to_owned();
    if check.scope == Scope::Agent {
        return vec![Trial::test(name(""), move || judge(check, None))];
    }
    let over = |binding: Binding| Trial::test(name(binding.name()), move || judge(check, Some(binding)));
    Binding::ALL.map(over).into()
}

fn judge(check: &'static Check, binding: Option<Binding>) -> Result<(), Failed> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let result = runtime.block_on(conversation(check, binding))?;
    match result.verdict {
        Verdict::Pass => Ok(()),
        Verdict::NotApplicable | Verdict::NotObserved => {
            // Said on the terminal, so that nobody takes it for a pass of ours; a foreign agent may lack things.
            let reason = result.reason.unwrap_or_default();
            if std::env::var_os("A2A_AGENT_URL").is_some() {
                eprintln!("{} {}: {reason}", result.id, result.verdict.word());
                return Ok(());
            }
            Err(format!("{}: {reason}", result.verdict.word()).into())
        }
        _ => Err(said(&result).into()),
    }
}

fn said(result: &CheckResult) -> String {
    let broken = result.violations.iter().map(|broken| {
        let (level, rule, subject) = (broken.level.word(), &broken.rule, &broken.subject);
        format!("{level} {rule}: {subject}: expected {}, observed {}", broken.expected, broken.observed)
    });
    result.reason.iter().cloned().chain(broken).collect::<Vec<_>>().join("\n")
}

async fn conversation(check: &'static Check, binding: Option<Binding>) -> Result<CheckResult, Failed> {
    let bindings = binding.into_iter().collect();
    let plan = Plan { checks: vec![check], ..Plan::of(Set::All) };
    let report = if let Ok(url) = std::env::var("A2A_AGENT_URL") {
        let prepared = std::env::var("A2A_TARGET").ok().map(|file| Target::read(Path::new(&file))).transpose()?;
        let target = Target { url, bindings, ..prepared.unwrap_or_default() };
        let receivers = Receivers::of(&target).await?;
        run(target, receivers, &plan).await?
    } else {
        let stage = support::stage().await?;
        let _server = stage.server;
        run(Target { bindings, ..stage.target }, stage.receivers, &plan).await?
    };
    report.checks.into_iter().next().ok_or_else(|| "no result".into())
}
