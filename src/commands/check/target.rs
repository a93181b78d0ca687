//! The agent to judge, from the target file and the words that overrule it.

use std::time::Duration;

use a2a_assay_harness::Target;
use a2a_assay_harness::target::{Dns, TargetError, Webhook};

use super::Args;
use crate::ending::{Ending, Failure};

/// The target that the command line describes.
pub(super) fn of(args: &Args) -> Result<Target, Failure> {
    let mut target = match &args.target {
        Some(path) => Target::read(path).map_err(|why| wrong(&why))?,
        None => Target::default(),
    };
    if let Some(url) = &args.url {
        target.url.clone_from(url);
    }
    if target.url.is_empty() {
        return Err(Failure::usage("the target file names no agent; give `url` in it, or the address as an argument"));
    }
    if !args.binding.is_empty() {
        target.bindings.clear();
    }
    for name in &args.binding {
        target.add_binding(name).map_err(|why| wrong(&why))?;
    }
    for bearer in &args.bearer {
        let (who, place) = pair("--bearer", bearer, "alice=env:ALICE_TOKEN")?;
        if !["env:", "file:", "command:"].iter().any(|kind| place.starts_with(kind)) {
            return Err(Failure::usage(format!(
                "--bearer {who} does not say where the token is; write env:NAME, file:PATH or command:LINE behind the `=`"
            )));
        }
        target.set_bearer(who, place).map_err(|why| wrong(&why))?;
    }
    for say in &args.say {
        let (stimulus, words) = pair("--say", say, "hold=\"work until I stop you\"")?;
        target.set_prompt(stimulus, words).map_err(|why| wrong(&why))?;
    }
    receivers(&mut target, args);
    if let Some(minimal) = &args.minimal {
        target.minimal = Some(minimal.clone());
    }
    patience(&mut target, args);
    Ok(target)
}

fn receivers(target: &mut Target, args: &Args) {
    if let Some(listen) = args.webhook {
        let public = target.webhook.take().and_then(|webhook| webhook.public);
        target.webhook = Some(Webhook { listen, public });
    }
    if let Some(listen) = args.dns {
        let outside = target.dns.as_ref().map_or(Dns::OUTSIDE, |dns| dns.outside);
        target.dns = Some(Dns { listen, outside });
    }
}

fn patience(target: &mut Target, args: &Args) {
    if let Some(time) = args.reply_ms {
        target.patience.reply = Duration::from_millis(time);
    }
    if let Some(time) = args.slow_ms {
        target.patience.slow = Duration::from_millis(time);
    }
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
