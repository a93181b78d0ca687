//! The live line while checks run: on a terminal, and only there.

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::cli::Volume;
use crate::streams;

/// A live line on standard error that is gone when dropped.
pub(crate) struct Progress {
    bar: ProgressBar,
    verbose: bool,
}

impl Progress {
    /// A line that counts up to `total`.
    pub(crate) fn new(total: usize, volume: Volume) -> Self {
        let shown = std::io::stderr().is_terminal() && !volume.quiet;
        let target = if shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(total as u64), target);
        if let Ok(style) = ProgressStyle::with_template("{bar:24} {pos}/{len}  {elapsed}  {msg}") {
            bar.set_style(style);
        }
        Self { bar, verbose: volume.verbose }
    }

    /// Counts one more, which ended like this.
    pub(crate) fn ended(&self, what: &str) {
        if self.verbose {
            self.bar.suspend(|| streams::note(what));
        }
        self.bar.set_message(what.to_owned());
        self.bar.inc(1);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
