//! The agent to judge, from the target file and the words that overrule it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use a2a_assay_harness::Target;
use a2a_assay_harness::target::{Dns, TargetError, Webhook};

use super::AgentArgs;
use crate::ending::{Ending, Failure};

/// The target file that is read where neither a file nor an address is given.
const USUAL: &str = "assay.toml";

/// The target that the command line describes.
pub(super) fn of(args: &AgentArgs) -> Result<Target, Failure> {
    let mut target = match file(args) {
        Some(path) => Target::read(&path).map_err(|why| wrong(&why))?,
        None => Target::default(),
    };
    if let Some(url) = &args.url {
        target.url.clone_from(url);
    }
    if target.url.is_empty() {
        return Err(Failure::usage(
            "no agent is named; give its address as an argument, or as `url` in a target file (`a2a-assay init URL` writes one)",
        ));
    }
    if url_has_userinfo(&target.url) {
        return Err(Failure::usage(
            "the address holds a name or password; leave them out and give them as a principal in the target file",
        ));
    }
    said(args, &mut target)?;
    reached(args, &mut target).map_err(|why| wrong(&why))?;
    receivers(args, &mut target)?;
    patience(args, &mut target);
    Ok(target)
}

/// The target file that is meant.
pub(super) fn file(args: &AgentArgs) -> Option<PathBuf> {
    let usual = || Path::new(USUAL).is_file() && args.url.is_none();
    args.target.clone().or_else(|| usual().then(|| USUAL.into()))
}

/// Whom to speak as, what to say, and over which binding.
fn said(args: &AgentArgs, target: &mut Target) -> Result<(), Failure> {
    if !args.binding.is_empty() {
        target.bindings.clear();
    }
    for name in &args.binding {
        target.add_binding(name).map_err(|why| wrong(&why))?;
    }
    for bearer in &args.prepared.bearer {
        let (who, place) = pair("--bearer", bearer, "alice=env:ALICE_TOKEN")?;
        if !["env:", "file:", "command:"].iter().any(|kind| place.starts_with(kind)) {
            return Err(Failure::usage(format!(
                "--bearer {who} does not say where the token is; write env:NAME, file:PATH or command:LINE behind the `=`"
            )));
        }
        target.set_bearer(who, place).map_err(|why| wrong(&why))?;
    }
    if let Some(convention) = &args.prepared.convention {
        target.set_convention(convention).map_err(|why| wrong(&why))?;
    }
    for say in &args.prepared.say {
        let (stimulus, words) = pair("--say", say, "hold=\"work until I stop you\"")?;
        target.set_prompt(stimulus, words).map_err(|why| wrong(&why))?;
    }
    if !args.prepared.minimal.is_empty() {
        target.minimal.clone_from(&args.prepared.minimal);
    }
    if !args.prepared.instance.is_empty() {
        target.instances.clone_from(&args.prepared.instance);
    }
    Ok(())
}

/// How the agent is reached, and how fast.
fn reached(args: &AgentArgs, target: &mut Target) -> Result<(), TargetError> {
    if let Some(file) = &args.prepared.ca {
        target.set_ca(file)?;
    }
    if let Some(proxy) = &args.prepared.proxy {
        target.set_proxy(proxy)?;
    }
    for origin in &args.prepared.allow_origin {
        target.allow_origin(origin)?;
    }
    target.connection.insecure |= args.prepared.insecure;
    if let Some(rps) = args.prepared.rps {
        target.set_rps(rps)?;
    }
    target.jobs = args.jobs.or(target.jobs);
    Ok(())
}

fn receivers(args: &AgentArgs, target: &mut Target) -> Result<(), Failure> {
    if let Some(listen) = args.prepared.webhook {
        let (public, tls) = target.webhook.take().map_or((None, None), |webhook| (webhook.public, webhook.tls));
        target.webhook = Some(Webhook { listen, public, tls });
    }
    if let Some(url) = &args.prepared.webhook_url {
        let Some(webhook) = &mut target.webhook else {
            return Err(Failure::usage("--webhook-url needs --webhook, the address to listen on"));
        };
        webhook.public = Some(url.clone());
    }
    if let Some(listen) = args.prepared.dns {
        let outside = target.dns.as_ref().map_or(Dns::OUTSIDE, |dns| dns.outside);
        target.dns = Some(Dns { listen, outside });
    }
    Ok(())
}

fn patience(args: &AgentArgs, target: &mut Target) {
    if let Some(time) = args.prepared.reply_ms {
        target.patience.reply = Duration::from_millis(time);
    }
    if let Some(time) = args.prepared.slow_ms {
        target.patience.slow = Duration::from_millis(time);
    }
}

/// Whether a name or a password stands in front of the host.
fn url_has_userinfo(url: &str) -> bool {
    let authority = url.split_once("://").map_or(url, |(_, rest)| rest).split(['/', '?', '#']).next();
    authority.is_some_and(|authority| authority.contains('@'))
}

fn pair<'a>(flag: &str, word: &'a str, example: &str) -> Result<(&'a str, &'a str), Failure> {
    word.split_once('=').ok_or_else(|| Failure::usage(format!("{flag} `{word}` has no `=`; write {flag} {example}")))
}

fn wrong(why: &TargetError) -> Failure {
    let ending = if matches!(why, TargetError::NoSecret { .. }) { Ending::Credentials } else { Ending::Usage };
    Failure::new(ending, sentence(&why.to_string()))
}

/// A parser's message in one line, without the picture that it draws.
fn sentence(message: &str) -> String {
    let drawn =
        |line: &str| line.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == ' ').starts_with('|');
    let lines: Vec<&str> = message.lines().filter(|line| !line.trim().is_empty() && !drawn(line)).collect();
    lines.join(": ")
}
