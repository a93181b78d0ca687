//! What goes where: the payload to standard output, everything else to standard error.

use std::io::{ErrorKind, Write};
use std::process::ExitCode;

use a2a_assay_reports::plain;

use crate::ending::{Ending, Failure};

/// Prints payload. A reader that has gone away has read enough.
pub(crate) fn print(payload: &str) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    match out.write_all(payload.as_bytes()).and_then(|()| out.flush()) {
        Err(why) if why.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::caused(Ending::OurFault, "standard output can't be written", &why))
        }
        _ => Ok(()),
    }
}

/// Says what went wrong, in one line.
pub(crate) fn diagnose(sentence: &str) {
    note(&format!("a2a-assay: {}", plain(sentence)));
}

/// Says something by the way.
pub(crate) fn note(line: &str) {
    // Where not even this can be said, the exit code has to do.
    let _ = writeln!(anstream::stderr().lock(), "{line}");
}

/// Prints what clap has to say: help and version are payload, mistakes are not.
pub(crate) fn usage(message: &clap::Error) -> ExitCode {
    // Where not even this can be said, the exit code has to do.
    let _ = message.print();
    let ending = if message.use_stderr() { Ending::Usage } else { Ending::Satisfied };
    ExitCode::from(ending.code())
}
