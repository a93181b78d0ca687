//! The words by which a command names an agent and says what was prepared for it.

mod target;

use std::net::SocketAddr;
use std::path::PathBuf;

use a2a_assay_harness::run::{RunError, Unreachable};
use a2a_assay_harness::{Receivers, Target};

use crate::ending::{Ending, Failure};

/// Where the environment names the agent.
pub(crate) const URL_VARIABLE: &str = "A2A_ASSAY_URL";

/// The agent, and what was prepared for it. Each word can be said in the environment as well, as A2A_ASSAY_ and its
/// name; the command line overrules the environment, the environment the target file, the target file the card.
#[derive(Debug, clap::Args)]
pub(crate) struct AgentArgs {
    /// The agent's address: its origin, a prefix below it, or its card; that of the target file, when left out.
    #[arg(value_name = "URL", env = URL_VARIABLE, hide_env = true)]
    pub(crate) url: Option<String>,
    /// What was prepared for the agent; `assay.toml` here, when neither this nor an address is given.
    #[arg(long, value_name = "FILE", env = "A2A_ASSAY_TARGET", hide_env = true)]
    pub(crate) target: Option<PathBuf>,
    /// Judge this binding only: JSONRPC or HTTP+JSON.
    #[arg(long, value_name = "NAME", env = "A2A_ASSAY_BINDING", hide_env = true)]
    pub(crate) binding: Vec<String>,
    /// How many conversations go on at once.
    #[arg(long, value_name = "COUNT", value_parser = at_least_one, env = "A2A_ASSAY_JOBS", hide_env = true)]
    pub(crate) jobs: Option<usize>,
    #[command(flatten)]
    pub(crate) prepared: PreparedArgs,
}

/// What was prepared for an agent, and how it is reached.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct PreparedArgs {
    /// Where a principal's token is: WHO=env:NAME, WHO=file:PATH or WHO=command:LINE.
    #[arg(long, value_name = "WHO=WHERE")]
    pub(crate) bearer: Vec<String>,
    /// What to say to make the agent behave: STIMULUS=WORDS.
    #[arg(long, value_name = "STIMULUS=WORDS")]
    pub(crate) say: Vec<String>,
    /// What the agent understands where nothing else is said: auto, words, tck, plain or prompts.
    #[arg(long, value_name = "NAME", env = "A2A_ASSAY_CONVENTION", hide_env = true)]
    pub(crate) convention: Option<String>,
    /// Listen for notifications here.
    #[arg(long, value_name = "ADDRESS", env = "A2A_ASSAY_WEBHOOK", hide_env = true)]
    pub(crate) webhook: Option<SocketAddr>,
    /// The base URL under which the agent reaches the address of --webhook.
    #[arg(long, value_name = "URL", env = "A2A_ASSAY_WEBHOOK_URL", hide_env = true)]
    pub(crate) webhook_url: Option<String>,
    /// Answer the agent's DNS questions here.
    #[arg(long, value_name = "ADDRESS", env = "A2A_ASSAY_DNS", hide_env = true)]
    pub(crate) dns: Option<SocketAddr>,
    /// A further agent of the same make without streaming, push or extended card.
    #[arg(long, value_name = "URL", env = "A2A_ASSAY_MINIMAL", hide_env = true)]
    pub(crate) minimal: Vec<String>,
    /// Another address of this same agent: a further instance, which shares its tasks.
    #[arg(long, value_name = "URL", env = "A2A_ASSAY_INSTANCE", hide_env = true)]
    pub(crate) instance: Vec<String>,
    /// Let credentials go to this origin as well.
    #[arg(long, value_name = "ORIGIN", env = "A2A_ASSAY_ALLOW_ORIGIN", hide_env = true)]
    pub(crate) allow_origin: Vec<String>,
    /// Trust the certificates in this file as well (PEM).
    #[arg(long, value_name = "FILE", env = "A2A_ASSAY_CA", hide_env = true)]
    pub(crate) ca: Option<PathBuf>,
    /// Go through this proxy.
    #[arg(long, value_name = "URL", env = "A2A_ASSAY_PROXY", hide_env = true)]
    pub(crate) proxy: Option<String>,
    /// Take any certificate of the agent's, whoever it is made out to.
    #[arg(long)]
    pub(crate) insecure: bool,
    /// How many requests a second are sent at most.
    #[arg(long, value_name = "COUNT", env = "A2A_ASSAY_RPS", hide_env = true)]
    pub(crate) rps: Option<f64>,
    /// How long to wait for an answer that is due at once, in milliseconds.
    #[arg(long, value_name = "TIME", env = "A2A_ASSAY_REPLY_MS", hide_env = true)]
    pub(crate) reply_ms: Option<u64>,
    /// How long the agent's slow tasks take, in milliseconds.
    #[arg(long, value_name = "TIME", env = "A2A_ASSAY_SLOW_MS", hide_env = true)]
    pub(crate) slow_ms: Option<u64>,
}

impl AgentArgs {
    /// The agent that is meant.
    pub(crate) fn target(&self) -> Result<Target, Failure> {
        target::of(self)
    }

    /// The target file that is read, if one is.
    pub(crate) fn file(&self) -> Option<PathBuf> {
        target::file(self)
    }

    /// The words that mean the same agent again.
    pub(crate) fn again(&self, url: &str) -> Vec<String> {
        let prepared = &self.prepared;
        let mut words = vec![url.to_owned()];
        let mut say = |flag: &str, value: Option<String>| {
            if let Some(value) = value {
                words.extend([format!("--{flag}"), value]);
            }
        };
        let path = |path: &Option<PathBuf>| path.as_ref().map(|path| path.display().to_string());
        say("target", target::file(self).map(|path| path.display().to_string()));
        let lists = [
            ("binding", &self.binding),
            ("bearer", &prepared.bearer),
            ("say", &prepared.say),
            ("minimal", &prepared.minimal),
            ("instance", &prepared.instance),
            ("allow-origin", &prepared.allow_origin),
        ];
        for (flag, values) in lists {
            for value in values {
                say(flag, Some(value.clone()));
            }
        }
        say("convention", prepared.convention.clone());
        say("webhook", prepared.webhook.map(|address| address.to_string()));
        say("webhook-url", prepared.webhook_url.clone());
        say("dns", prepared.dns.map(|address| address.to_string()));
        say("ca", path(&prepared.ca));
        // A password in it is nobody else's business; whoever needs one says it again.
        say("proxy", prepared.proxy.clone().filter(|proxy| !proxy.contains('@')));
        say("jobs", self.jobs.map(|count| count.to_string()));
        say("rps", prepared.rps.map(|count| count.to_string()));
        say("reply-ms", prepared.reply_ms.map(|time| time.to_string()));
        say("slow-ms", prepared.slow_ms.map(|time| time.to_string()));
        words.extend(prepared.insecure.then(|| "--insecure".to_owned()));
        words
    }
}

/// The receivers of a target, listening.
pub(crate) async fn receivers(target: &Target) -> Result<Receivers, Failure> {
    Receivers::of(target).await.map_err(|why| {
        Failure::usage(format!(
            "the judge can't listen where it is to be called back: {why}; give other addresses with --webhook and --dns"
        ))
    })
}

/// How a command ends whose agent can't be judged.
pub(crate) fn unjudged(why: &RunError) -> Failure {
    let (ending, way_out) = match why {
        RunError::Unreachable(Unreachable::NoAddress(_)) => (Ending::Usage, ""),
        RunError::Unreachable(Unreachable::Silent { .. }) => {
            (Ending::Unreachable, "; start the agent, or correct its address")
        }
        RunError::Unreachable(Unreachable::NoCard { .. }) => {
            (Ending::Unreachable, "; give the agent's own address, or that of its card")
        }
        RunError::NoInterface { .. } => {
            (Ending::NothingJudged, "; see `supportedInterfaces` there, or leave --binding out")
        }
        RunError::Credentials(_) => (Ending::Credentials, ""),
        RunError::Client(why) => return Failure::caused(Ending::OurFault, "the HTTP client can't be made", why),
    };
    Failure::new(ending, format!("{why}{way_out}"))
}

/// A count that is not zero.
pub(crate) fn at_least_one(word: &str) -> Result<usize, String> {
    match word.parse() {
        Ok(0) | Err(_) => Err("give a whole number from 1 on".to_owned()),
        Ok(count) => Ok(count),
    }
}
