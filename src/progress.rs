//! The live line while checks run: on a terminal, and only there.

use std::io::IsTerminal;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::cli::Volume;
use crate::streams;

/// How often the line is drawn again while nothing happens, so that one sees the time go by.
const TICK: Duration = Duration::from_millis(250);

/// A live line on standard error that is gone when dropped: how many are done, for how long, and what is running.
pub(crate) struct Progress {
    bar: ProgressBar,
    verbose: bool,
    running: Mutex<Vec<String>>,
}

impl Progress {
    /// A line that counts up to `total`, and says at first what comes before that.
    pub(crate) fn new(total: usize, first: &'static str, volume: Volume) -> Self {
        let shown = std::io::stderr().is_terminal() && !volume.quiet;
        let target = if shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(total as u64), target).with_message(first);
        if let Ok(style) = ProgressStyle::with_template("{bar:24} {pos}/{len}  {elapsed}  {wide_msg}") {
            bar.set_style(style);
        }
        if shown {
            bar.enable_steady_tick(TICK);
        }
        Self { bar, verbose: volume.verbose, running: Mutex::default() }
    }

    /// Shows that this is running from now on.
    pub(crate) fn began(&self, name: &str) {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.push(name.to_owned());
        self.bar.set_message(told(&running));
    }

    /// Counts one more, which is no longer running and ended like this.
    pub(crate) fn ended(&self, name: &str, how: &str) {
        if self.verbose {
            self.bar.suspend(|| streams::note(how));
        }
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.retain(|one| one != name);
        self.bar.set_message(if running.is_empty() { how.to_owned() } else { told(&running) });
        self.bar.inc(1);
    }
}

/// What is running: what began first comes first, since that is what is being waited for.
fn told(running: &[String]) -> String {
    format!("running {}", running.join(" "))
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
