//! Anybody's suite: run against the sound server, and then against one server a defect, beside our own checks.
//!
//! A suite is a command that ends with 0 when it is content, or that writes a JUnit report. It is told where the
//! server is and who may call, and never what is wrong with it.

mod command;
mod judge;
mod junit;
mod process;
mod run;

use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use a2a_assay_defects::{Defect, Planted};
use a2a_assay_harness::check::Group;
use a2a_assay_harness::checks;
use a2a_assay_reports::{DefectResult, JudgedBy, SuiteControl, SuiteDefect, SuiteReport, SuiteScore, by_group};
use futures::StreamExt;

pub use command::CommandLine;
use judge::Baseline;
use run::{Run, run};

/// How often the suite runs against the sound server: what is green once and red once would notice anything.
const CONTROL_RUNS: usize = 2;

/// The group of a defect that no check of ours is predicted to notice.
const NO_GROUP: &str = "unpredicted";

/// A suite, and how it is run.
#[derive(Clone, Debug)]
pub struct Suite {
    /// The command.
    pub command: CommandLine,
    /// The file to which the suite always writes its JUnit report, where it can't be told one.
    pub junit: Option<PathBuf>,
    /// How long it may take on one server.
    pub limit: Duration,
    /// How many servers it judges at once, at least one; one where `junit` names the file.
    pub jobs: usize,
    /// Whether to judge by the tests that are green on the sound server when others are red there.
    pub forgive_control: bool,
}

/// What happens while a suite is measured.
#[derive(Clone, Copy, Debug)]
pub enum SuiteEvent<'a> {
    /// It judged the sound server.
    Control(&'a SuiteControl),
    /// It judged a defective server.
    Defect(&'a SuiteDefect),
}

/// Why a suite can't be measured.
#[derive(Debug, thiserror::Error)]
pub enum SuiteError {
    /// The command ends within a quotation.
    #[error("a quotation in `{0}` does not end")]
    Unbalanced(String),
    /// There is no command.
    #[error("the command of the suite is empty")]
    Empty,
    /// The program can't be started.
    #[error("`{0}` can't be run")]
    Command(String, #[source] io::Error),
    /// The embedded server, or a file for the suite, can't be had.
    #[error("no server can be prepared for the suite")]
    Prepare(#[source] io::Error),
}

impl Suite {
    fn judged_by(&self) -> JudgedBy {
        if self.junit.is_some() || self.command.names_junit() { JudgedBy::Junit } else { JudgedBy::ExitCode }
    }
}

/// How a suite fared on the sound server, and what it must be on a defective one in order not to have noticed.
pub struct Sound {
    control: SuiteControl,
    baseline: Baseline,
}

impl Sound {
    /// Whether defects can be judged after this.
    pub fn judges(&self) -> bool {
        self.control.judges()
    }
}

/// Runs a suite against the sound server.
pub async fn sound(suite: &Suite, watch: impl Fn(SuiteEvent<'_>)) -> Result<Sound, SuiteError> {
    let mut runs = Vec::new();
    for _ in 0..CONTROL_RUNS {
        runs.push(run(suite, Planted::none()).await?);
    }
    let (control, baseline) = judge::control(&runs, suite.judged_by(), suite.forgive_control);
    watch(SuiteEvent::Control(&control));
    Ok(Sound { control, baseline })
}

/// Runs a suite against each server that we have judged, if that can be judged at all.
pub async fn measure(
    suite: &Suite,
    sound: Sound,
    ours: &[DefectResult],
    watch: impl Fn(SuiteEvent<'_>),
) -> Result<SuiteReport, SuiteError> {
    let started = Instant::now();
    let Sound { control, baseline } = sound;
    let ours = if control.judges() { ours } else { &[] };
    let defects = judge_defective(suite, &baseline, ours, &watch).await?;
    Ok(SuiteReport {
        format: "a2a-assay/suite".to_owned(),
        version: 1,
        tool: concat!("a2a-assay ", env!("CARGO_PKG_VERSION")).to_owned(),
        command: suite.command.text().to_owned(),
        judged_by: suite.judged_by(),
        summary: SuiteScore::of("all", &defects),
        groups: by_group(&defects, &Group::ALL.map(Group::name)),
        defects,
        duration_ms: control.duration_ms + milliseconds(started),
        control,
    })
}

/// The results in the order of ours.
async fn judge_defective(
    suite: &Suite,
    baseline: &Baseline,
    ours: &[DefectResult],
    watch: &impl Fn(SuiteEvent<'_>),
) -> Result<Vec<SuiteDefect>, SuiteError> {
    let jobs = if suite.junit.is_some() { 1 } else { suite.jobs.max(1) };
    let planted = ours.iter().filter_map(|ours| Some((Defect::named(&ours.name)?, ours)));
    let mut running = futures::stream::iter(planted.enumerate())
        .map(async |(at, (defect, ours))| (at, defect, ours, run(suite, defect.into()).await))
        .buffer_unordered(jobs);
    let mut results = Vec::new();
    while let Some((at, defect, ours, run)) = running.next().await {
        let result = compare(defect, ours, &run?, baseline);
        watch(SuiteEvent::Defect(&result));
        results.push((at, result));
    }
    results.sort_by_key(|(at, _)| *at);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}

fn compare(defect: Defect, ours: &DefectResult, run: &Run, baseline: &Baseline) -> SuiteDefect {
    let (verdict, noticed_by, fell_silent) = judge::verdict(run, baseline);
    SuiteDefect {
        name: ours.name.clone(),
        set: ours.set.clone(),
        group: group(defect).to_owned(),
        verdict,
        noticed_by,
        fell_silent,
        ours: ours.observed.clone(),
        duration_ms: run.duration_ms,
    }
}

/// The group of the check that is predicted first to notice a defect, whichever set it is of.
fn group(defect: Defect) -> &'static str {
    let predicted = defect.predicted();
    let check = checks::all().into_iter().find(|check| predicted.first() == Some(&check.id));
    check.map_or(NO_GROUP, |check| check.group.name())
}

fn milliseconds(since: Instant) -> u64 {
    u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX)
}
