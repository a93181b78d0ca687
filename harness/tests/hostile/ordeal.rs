//! Judges a hostile agent with every check, and sees that the judge takes no harm.

use std::time::{Duration, Instant};

use a2a_assay_harness::run::{Plan, report_without_card, run};
use a2a_assay_harness::target::{Credential, Who};
use a2a_assay_harness::{Patience, Receivers, Target};
use a2a_assay_reports::{CheckReport, Verdict, json, text};
use libtest_mimic::Failed;

use super::Behaviour;
use super::agent::agent;
use crate::support;

/// What a run may take, however the agent drags it out: far more than it should.
const DEADLINE: Duration = Duration::from_secs(60);

/// What the process may take, with the hostile agent in it.
const LARGEST_PEAK: u64 = 200 * 1024 * 1024;

/// What no output may repeat: a part of every credential.
const SECRET: &str = "s3cr3t";

/// Runs all checks against the behaviour, in a process that does nothing else.
pub(crate) fn judged(behaviour: Behaviour) -> Result<(), Failed> {
    let begun = Instant::now();
    // Not left to the runtime, which may be what hangs.
    std::thread::spawn(|| {
        std::thread::sleep(DEADLINE);
        eprintln!("no report within {DEADLINE:?}");
        std::process::abort();
    });
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(ordeal(behaviour))?;
    if let Some(peak) = peak() {
        let (mib, took) = (peak / 1024 / 1024, begun.elapsed());
        eprintln!("{mib:>4} MiB {took:>8.2?}  {}", behaviour.name);
        if peak > LARGEST_PEAK {
            return Err(format!("it took {mib} MiB of memory").into());
        }
    }
    Ok(())
}

async fn ordeal(behaviour: Behaviour) -> Result<(), Failed> {
    let agent = agent(behaviour).await?;
    let principals = Who::ALL.map(|who| {
        let token = format!("{}.{SECRET}.{}", who.name(), who.name());
        (who, Credential::bearer(who.name(), token))
    });
    let target = || Target {
        url: agent.url.clone(),
        minimal: vec![agent.url.clone()],
        instances: vec![agent.url.clone()],
        principals: principals.clone().into(),
        patience: Patience {
            reply: Duration::from_millis(100),
            slow: Duration::from_millis(20),
            hedge: Duration::from_millis(20),
            ..Patience::default()
        },
        ..support::everything_promised()
    };
    let receivers = Receivers::on_loopback().await?;
    let plan = Plan::core();
    let report = match run(target(), receivers, &plan).await {
        Ok(report) => report,
        Err(why) => report_without_card(&target(), &plan, &why),
    };
    sound(behaviour, &report)?;
    harmless(&report)
}

/// The judge is not at fault, and nothing was passed that was not earned.
fn sound(behaviour: Behaviour, report: &CheckReport) -> Result<(), Failed> {
    for check in &report.checks {
        if check.verdict == Verdict::Error {
            return Err(format!("{} is the judge's fault: {:?}", check.id, check.reason).into());
        }
    }
    let passed = report.checks.iter().filter(|check| check.verdict == Verdict::Pass).map(|check| check.id.as_str());
    let unearned: Vec<&str> = passed.filter(|id| !behaviour.earns.contains(id)).collect();
    if unearned.is_empty() { Ok(()) } else { Err(format!("{unearned:?} passed and was not earned").into()) }
}

/// No output acts on a terminal, shows a secret, or is longer than anybody could want.
fn harmless(report: &CheckReport) -> Result<(), Failed> {
    for (form, output) in [("text", text::check(report, true)), ("JSON", json::check(report)?)] {
        // The report's own colours are the only escapes there are.
        if let Some(acting) = uncoloured(&output).chars().find(|letter| acts(*letter)) {
            return Err(format!("the {form} has the character {acting:?}").into());
        }
        if output.contains(SECRET) {
            return Err(format!("the {form} shows a credential").into());
        }
        if output.len() > 32 * 1024 * 1024 {
            return Err(format!("the {form} has {} bytes", output.len()).into());
        }
    }
    Ok(())
}

fn uncoloured(text: &str) -> String {
    ["\u{1b}[0m", "\u{1b}[1m", "\u{1b}[2m", "\u{1b}[31m", "\u{1b}[32m", "\u{1b}[33m"]
        .iter()
        .fold(text.to_owned(), |text, colour| text.replace(colour, ""))
}

fn acts(letter: char) -> bool {
    letter != '\n'
        && (letter.is_control()
            || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}'))
}

/// The most memory that this process ever held, where the system tells.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().trim_end_matches("kB").trim().parse::<u64>().ok()? * 1024)
}
