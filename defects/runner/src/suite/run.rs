//! One run of a suite, against a server of its own.

use std::io;
use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::time::Instant;

use a2a_assay_defects::Planted;
use a2a_assay_harness::receivers::Answerer;
use a2a_assay_harness::target::Dns;
use a2a_assay_reference_server::{Options, spawn};

use super::command::Place;
use super::junit::{self, Outcome, Tests};
use super::process::{self, End};
use super::{Suite, SuiteError};
use crate::ports::free_address;

/// The names that the server can look up, so that no measurement depends on the network; nobody listens there.
const NAMES: [&str; 3] = ["example.com", "example.org", "example.net"];

/// One run of a suite against one server.
#[derive(Clone, Debug)]
pub(super) struct Run {
    /// How its process ended.
    pub(super) end: End,
    /// What it reported, or why that can't be read; nothing where its exit code is all that counts.
    pub(super) report: Option<Result<Tests, String>>,
    /// Its last words.
    pub(super) said: String,
    /// Wall time, in milliseconds.
    pub(super) duration_ms: u64,
}

impl Run {
    /// What it reported, if that could be read.
    pub(super) fn tests(&self) -> Option<&Tests> {
        self.report.as_ref().and_then(|report| report.as_ref().ok())
    }

    /// How one test ended, if it was reported.
    pub(super) fn outcome(&self, test: &str) -> Option<&Outcome> {
        self.tests().and_then(|tests| tests.get(test))
    }
}

/// Runs the suite once, against a server of its own.
pub(super) async fn run(suite: &Suite, planted: Planted) -> Result<Run, SuiteError> {
    let started = Instant::now();
    // The suite's own webhook, which the server may call.
    let webhook = free_address().map_err(SuiteError::Prepare)?.to_string();
    let names = names().await.map_err(SuiteError::Prepare)?;
    let receivers = vec![webhook.clone()];
    let options = Options { planted, receivers, resolver: Some(names.address()), ..Options::default() };
    let server = spawn(options).await.map_err(SuiteError::Prepare)?;
    let folder = tempfile::Builder::new().prefix("a2a-assay-").tempdir().map_err(SuiteError::Prepare)?;
    let junit = junit_file(suite, folder.path())?;
    let place = Place::of(&server, &webhook, junit.as_deref());
    let words = suite.command.filled(&place);
    let ran = process::run(&words, place.environment(), suite.limit).await;
    let (end, said) = ran.map_err(|why| SuiteError::Command(words[0].clone(), why))?;
    let report = junit.as_deref().map(junit::read);
    Ok(Run { end, report, said, duration_ms: super::milliseconds(started) })
}

/// Where this run's report is going to be; what stands there is of another run.
fn junit_file(suite: &Suite, folder: &Path) -> Result<Option<PathBuf>, SuiteError> {
    match &suite.junit {
        None if suite.command.names_junit() => Ok(Some(folder.join("junit.xml"))),
        None => Ok(None),
        Some(path) => match std::fs::remove_file(path) {
            Err(why) if why.kind() != io::ErrorKind::NotFound => Err(SuiteError::Prepare(why)),
            _ => Ok(Some(path.clone())),
        },
    }
}

/// Answers the server's questions for names.
async fn names() -> io::Result<Answerer> {
    let names = Answerer::bind((Ipv4Addr::LOCALHOST, 0).into()).await?;
    for name in NAMES {
        names.point(name, &[Dns::OUTSIDE.into()]);
    }
    Ok(names)
}
