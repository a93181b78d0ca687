//! Writes events as they happen, a whole line at a time.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use a2a_assay_reports::Event;

use crate::ending::{Ending, Failure};
use crate::report_to::{self, ReportTo};
use crate::streams;

/// Where events go, while there are any; nowhere, where nobody asked for them.
pub(crate) struct EventLog {
    outlets: Mutex<Vec<Outlet>>,
}

/// One place where they go.
struct Outlet {
    /// The file with its name; standard output, where there is none.
    file: Option<(PathBuf, File)>,
    /// How long the whole lines in it are.
    written: u64,
    /// Why no more can be written.
    broken: Option<Failure>,
}

impl EventLog {
    /// Opens what the user asked for. A file of that name begins anew.
    pub(crate) fn open(reports: &[ReportTo]) -> Result<Self, Failure> {
        let outlets = report_to::events(reports).into_iter().map(Outlet::open).collect::<Result<_, _>>()?;
        Ok(Self { outlets: Mutex::new(outlets) })
    }

    /// Writes an event to every place, at once and whole.
    pub(crate) fn tell(&self, event: &Event<'_>) {
        let mut outlets = self.outlets.lock().unwrap_or_else(PoisonError::into_inner);
        if outlets.is_empty() {
            return;
        }
        match event.line() {
            Ok(line) => outlets.iter_mut().for_each(|outlet| outlet.write(&line)),
            Err(why) => {
                let fault = Failure::caused(Ending::OurFault, "an event can't be written", &why);
                outlets[0].broken.get_or_insert(fault);
            }
        }
    }

    /// Tells that a run broke off without a report.
    pub(crate) fn broken_off(&self, why: Failure) -> Failure {
        self.tell(&Event::Broken(why.ending().code()));
        why
    }

    /// Whether everything could be written.
    pub(crate) fn finished(&self) -> Result<(), Failure> {
        let mut outlets = self.outlets.lock().unwrap_or_else(PoisonError::into_inner);
        outlets.iter_mut().find_map(|outlet| outlet.broken.take()).map_or(Ok(()), Err)
    }
}

impl Outlet {
    fn open(path: Option<PathBuf>) -> Result<Self, Failure> {
        let open = |path: PathBuf| match File::create(&path) {
            Ok(file) => Ok((path, file)),
            Err(why) => Err(unwritable(&path, &why)),
        };
        Ok(Self { file: path.map(open).transpose()?, written: 0, broken: None })
    }

    /// One call writes the line, so that whoever kills us leaves whole lines behind.
    fn write(&mut self, line: &str) {
        if self.broken.is_some() {
            return;
        }
        let Some((path, file)) = &mut self.file else {
            self.broken = streams::print(line).err();
            return;
        };
        match file.write_all(line.as_bytes()) {
            Ok(()) => self.written += line.len() as u64,
            Err(why) => {
                // What was begun of the line goes; if not even that can be done, the reader will see it.
                let _ = file.set_len(self.written);
                self.broken = Some(unwritable(path, &why));
            }
        }
    }
}

fn unwritable(path: &Path, why: &std::io::Error) -> Failure {
    Failure::usage(format!("no events can be written to `{}`: {why}", path.display()))
}
