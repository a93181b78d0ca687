//! `a2a-assay check --watch`: judge again whenever something changes, and say what that changed.

mod changes;

use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use a2a_assay_reports::CheckReport;
use tokio::io::{AsyncBufReadExt, BufReader, Lines, Stdin, stdin};
use tokio_util::sync::CancellationToken;

use super::card::is_input;
use super::{Args, Judged, once};
use crate::cli::Volume;
use crate::ending::{Ending, Failure};
use crate::streams;

/// How often the files are looked at: nobody who saves a file waits longer than that.
const LOOK: Duration = Duration::from_millis(300);

/// Judges again and again, until the user has enough.
pub(super) async fn run(args: &Args, volume: Volume, interrupt: CancellationToken) -> Result<Ending, Failure> {
    let files = files(args)?;
    let mut keyboard = Keyboard::default();
    let mut before: Option<Vec<CheckReport>> = None;
    loop {
        let seen = stamps(&files);
        let judged = match (once(args, volume, interrupt.clone()).await, &before) {
            (Ok(judged), _) => judged,
            // Whoever watches is about to change something: only what was wrong from the start ends it.
            (Err(failure), None) => return Err(failure),
            (Err(failure), Some(_)) => Judged { ending: failure.report(), reports: Vec::new() },
        };
        if interrupt.is_cancelled() {
            return Ok(Ending::Interrupted);
        }
        if !judged.reports.is_empty() {
            if let Some(before) = &before {
                for line in changes::between(before, &judged.reports) {
                    streams::note(&line);
                }
            }
            before = Some(judged.reports);
        }
        streams::note(&format!("watching: {}, Ctrl-C ends", named(&files)));
        tokio::select! {
            () = interrupt.cancelled() => return Ok(Ending::Interrupted),
            () = changed(&files, &seen) => {}
            pressed = keyboard.enter() => if !pressed {
                if files.is_empty() {
                    return Ok(judged.ending);
                }
                // Nobody is there to press anything; the files are still watched.
                tokio::select! {
                    () = interrupt.cancelled() => return Ok(Ending::Interrupted),
                    () = changed(&files, &seen) => {}
                }
            }
        }
    }
}

/// What is watched: the cards, or what was prepared for the agent.
fn files(args: &Args) -> Result<Vec<PathBuf>, Failure> {
    if args.card.iter().any(|card| is_input(card)) {
        return Err(Failure::usage("standard input can't be watched; give --watch a file"));
    }
    if args.card.is_empty() { Ok(args.agent.file().into_iter().collect()) } else { Ok(args.card.clone()) }
}

fn named(files: &[PathBuf]) -> String {
    let files = files.iter().map(|file| file.display().to_string());
    files.chain(["Enter judges again".to_owned()]).collect::<Vec<_>>().join(", ")
}

/// When each file was written, and how long it is; nothing, where there is none.
type Stamps = Vec<Option<(SystemTime, u64)>>;

fn stamps(files: &[PathBuf]) -> Stamps {
    let stamp = |file: &PathBuf| {
        let known = std::fs::metadata(file).ok()?;
        Some((known.modified().ok()?, known.len()))
    };
    files.iter().map(stamp).collect()
}

/// Ends as soon as a file is another than was seen.
async fn changed(files: &[PathBuf], seen: &Stamps) {
    let mut looks = tokio::time::interval(LOOK);
    while stamps(files) == *seen {
        looks.tick().await;
    }
}

/// The keyboard, or whatever stands for it.
struct Keyboard(Lines<BufReader<Stdin>>);

impl Default for Keyboard {
    fn default() -> Self {
        Self(BufReader::new(stdin()).lines())
    }
}

impl Keyboard {
    /// Whether Enter was pressed; if not, nobody is there.
    async fn enter(&mut self) -> bool {
        matches!(self.0.next_line().await, Ok(Some(_)))
    }
}
