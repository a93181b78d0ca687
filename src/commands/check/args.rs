//! The words of `check`, and how to say them again.

use std::net::SocketAddr;
use std::path::PathBuf;

use a2a_assay_reports::Level;
use clap::ValueEnum;

use crate::report_to::ReportTo;
use crate::shell;

/// The words of `check`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The agent's address: its origin, a prefix below it, or its card.
    #[arg(value_name = "URL", required_unless_present = "target")]
    pub(super) url: Option<String>,
    /// What was prepared for the agent: principals, stimuli, receivers.
    #[arg(long, value_name = "FILE")]
    pub(super) target: Option<PathBuf>,
    /// Judge this binding only: JSONRPC or HTTP+JSON.
    #[arg(long, value_name = "NAME")]
    pub(super) binding: Vec<String>,
    /// Run only these checks: ids, short names or groups.
    #[arg(long, value_name = "CHECK", value_delimiter = ',')]
    pub(super) only: Vec<String>,
    /// Leave these checks out.
    #[arg(long, value_name = "CHECK", value_delimiter = ',')]
    pub(super) skip: Vec<String>,
    /// Where a principal's token is: WHO=env:NAME, WHO=file:PATH or WHO=command:LINE.
    #[arg(long, value_name = "WHO=WHERE")]
    pub(super) bearer: Vec<String>,
    /// What to say to make the agent behave: STIMULUS=WORDS.
    #[arg(long, value_name = "STIMULUS=WORDS")]
    pub(super) say: Vec<String>,
    /// Listen for notifications here.
    #[arg(long, value_name = "ADDRESS")]
    pub(super) webhook: Option<SocketAddr>,
    /// Answer the agent's DNS questions here.
    #[arg(long, value_name = "ADDRESS")]
    pub(super) dns: Option<SocketAddr>,
    /// A second agent of the same make without streaming, push and extended card.
    #[arg(long, value_name = "URL")]
    pub(super) minimal: Option<String>,
    /// How many conversations go on at once.
    #[arg(long, value_name = "COUNT", value_parser = at_least_one)]
    pub(super) jobs: Option<usize>,
    /// The least binding level whose breach fails the run.
    #[arg(long, value_enum, default_value_t = FailOn::Must, value_name = "LEVEL")]
    pub(super) fail_on: FailOn,
    /// Fail the run when a check was not observed.
    #[arg(long)]
    pub(super) require_observed: bool,
    /// Where a report goes: text, json=FILE or json=-.
    #[arg(long, value_name = "FORM")]
    pub(super) report: Vec<ReportTo>,
    /// How long to wait for an answer that is due at once, in milliseconds.
    #[arg(long, value_name = "TIME")]
    pub(super) reply_ms: Option<u64>,
    /// How long the agent's slow tasks take, in milliseconds.
    #[arg(long, value_name = "TIME")]
    pub(super) slow_ms: Option<u64>,
}

/// The least binding level whose breach fails the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailOn {
    /// A requirement.
    Must,
    /// A recommendation.
    Should,
    /// A choice of ours where the specification is silent.
    House,
}

impl FailOn {
    pub(super) fn level(self) -> Level {
        match self {
            Self::Must => Level::Must,
            Self::Should => Level::Should,
            Self::House => Level::House,
        }
    }
}

impl Args {
    /// The command that judges the same agent again, up to the choice of checks.
    pub(super) fn again(&self, url: &str) -> String {
        let mut words = vec!["a2a-assay".to_owned(), "check".to_owned(), url.to_owned()];
        let mut say = |flag: &str, value: Option<String>| {
            if let Some(value) = value {
                words.extend([format!("--{flag}"), value]);
            }
        };
        say("target", self.target.as_ref().map(|path| path.display().to_string()));
        for (flag, values) in [("binding", &self.binding), ("bearer", &self.bearer), ("say", &self.say)] {
            for value in values {
                say(flag, Some(value.clone()));
            }
        }
        say("webhook", self.webhook.map(|address| address.to_string()));
        say("dns", self.dns.map(|address| address.to_string()));
        say("minimal", self.minimal.clone());
        say("reply-ms", self.reply_ms.map(|time| time.to_string()));
        say("slow-ms", self.slow_ms.map(|time| time.to_string()));
        shell::command(&words)
    }
}

/// A count that is not zero.
pub(crate) fn at_least_one(word: &str) -> Result<usize, String> {
    match word.parse() {
        Ok(0) | Err(_) => Err("give a whole number from 1 on".to_owned()),
        Ok(count) => Ok(count),
    }
}
