//! No agent can hurt the judge: every behaviour is a test that runs all checks, in bounded time and memory.
//!
//! Each runs in a process of its own, so that it answers for its memory alone, and takes none of the others with it.

mod hostile;
mod support;

use std::process::{Command, ExitCode};

use libtest_mimic::{Arguments, Failed, Trial};

/// Names the behaviour that a process is for.
const BEHAVIOUR: &str = "HOSTILE_BEHAVIOUR";

fn main() -> ExitCode {
    let behaviours = hostile::all();
    if let Ok(name) = std::env::var(BEHAVIOUR) {
        let one = behaviours.into_iter().find(|one| one.name == name);
        return match one.map(hostile::judged) {
            Some(Ok(())) => ExitCode::SUCCESS,
            Some(Err(why)) => {
                eprintln!("{}", why.message().unwrap_or_default());
                ExitCode::FAILURE
            }
            None => ExitCode::FAILURE,
        };
    }
    assert!(behaviours.len() >= 60, "there are only {} behaviours", behaviours.len());
    let trials = behaviours.into_iter().map(|one| Trial::test(one.name, move || apart(one.name))).collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// Judges the behaviour in a process of its own.
fn apart(name: &str) -> Result<(), Failed> {
    let judged = Command::new(std::env::current_exe()?).env(BEHAVIOUR, name).output()?;
    let said = String::from_utf8_lossy(&judged.stderr);
    eprint!("{said}");
    if judged.status.success() { Ok(()) } else { Err(format!("{}\n{said}", judged.status).into()) }
}
