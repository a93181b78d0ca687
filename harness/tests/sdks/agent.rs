//! An agent on an official SDK, in a process of its own.

use std::fs::File;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use libtest_mimic::Failed;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::time::timeout;

/// How long an interpreter may take to load an SDK on a busy machine.
const START: Duration = Duration::from_secs(60);

/// An SDK that an agent of ours is written on.
#[derive(Clone, Copy)]
pub(crate) enum Sdk {
    Python,
    JavaScript,
}

impl Sdk {
    pub(crate) const ALL: [Self; 2] = [Self::Python, Self::JavaScript];

    /// The name of its folder, and in the list of findings.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Python => "python",
            Self::JavaScript => "javascript",
        }
    }

    /// Whether exactly what its list names is installed.
    pub(crate) fn is_installed(self) -> bool {
        let list = match self {
            Self::Python => "requirements.txt",
            Self::JavaScript => "package-lock.json",
        };
        let wanted = std::fs::read(self.sources().join(list)).ok();
        wanted.is_some() && wanted == std::fs::read(self.home().join("installed")).ok()
    }

    fn command(self) -> Command {
        let (interpreter, agent) = match self {
            Self::Python => (self.home().join("bin/python"), "agent.py"),
            Self::JavaScript => ("node".into(), "agent.mjs"),
        };
        let mut command = Command::new(interpreter);
        command.arg(self.sources().join(agent)).env("SDK_HOME", self.home());
        // Tracing every call costs the Python SDK a fifth of its time.
        command.env("OTEL_INSTRUMENTATION_A2A_SDK_ENABLED", "false");
        command
    }

    fn sources(self) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sdks").join(self.name())
    }

    /// Where install.sh puts it, beside what cargo builds.
    fn home(self) -> PathBuf {
        Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("sdks").join(self.name())
    }
}

/// An agent that runs until it is dropped.
pub(crate) struct Agent {
    pub(crate) url: String,
    /// Killed when it is dropped; where nobody is left to drop it, the end of its standard input stops it.
    _process: Child,
}

impl Agent {
    /// Starts an agent that may call back to this address, and waits until it says where it listens.
    pub(crate) async fn start(sdk: Sdk, webhooks: SocketAddr) -> Result<Self, Failed> {
        let log = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-agent.log", sdk.name()));
        let mut process = sdk
            .command()
            .env("WEBHOOKS", format!("http://{webhooks}/"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(File::create(&log)?)
            .kill_on_drop(true)
            .spawn()?;
        let said = process.stdout.take().ok_or("the agent has no standard output")?;
        let first = timeout(START, BufReader::new(said).lines().next_line()).await;
        match first {
            Ok(Ok(Some(url))) => Ok(Self { url, _process: process }),
            _ => Err(format!("the agent did not say where it listens; {} may say why", log.display()).into()),
        }
    }
}
