//! `a2a-assay publish`: write the published reports anew. For those who work on the program.

use std::path::{Path, PathBuf};

use a2a_assay_harness::checks::Set;
use a2a_assay_mutation::{Event, Options, mutate};
use a2a_assay_reports::{Form, MutationReport, Report};

use super::mutate::{fault, matrix};
use crate::cli::Volume;
use crate::ending::{Ending, Failure};
use crate::progress::Progress;
use crate::{files, streams};

/// The reports on the planted defects, by the names under which they are published.
const KILL_MATRIX: &[(Form, &str)] = &[(Form::Markdown, "kill-matrix.md")];

/// The words of `publish`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Into this folder.
    #[arg(value_name = "DIR", default_value = "reports/published")]
    folder: PathBuf,
}

/// Plants every defect, and writes what came of it; a matrix that is not as it should be is not published.
pub(crate) async fn run(args: &Args, volume: Volume) -> Result<Ending, Failure> {
    if !args.folder.is_dir() {
        return Err(Failure::usage(format!("there is no folder `{}`; name one that there is", args.folder.display())));
    }
    let options = Options { exhaustive: true, ..Options::of(Set::All) };
    let progress = Progress::new(options.defects.len() + 1, "judging the sound server", volume);
    let watch = |event: Event<'_>| matrix::tell(&progress, "", event);
    let report = mutate(&options, watch).await.map_err(|why| fault(&why))?;
    drop(progress);
    let ending = matrix::hand_out(&report, &[], volume)?;
    if ending == Ending::Satisfied {
        write(&args.folder, &report)?;
    }
    Ok(ending)
}

fn write(folder: &Path, report: &MutationReport) -> Result<(), Failure> {
    for (form, name) in KILL_MATRIX {
        let path = folder.join(name);
        let rendered = report
            .rendered(*form)
            .map_err(|why| Failure::caused(Ending::OurFault, "the report can't be written", &*why))?;
        files::write_whole(&path, &rendered)
            .map_err(|why| Failure::usage(format!("`{}` can't be written: {why}", path.display())))?;
        streams::print(&format!("wrote {}\n", path.display()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use a2a_assay_mutation::foretold;

    use super::*;

    #[test]
    fn every_form_is_written_under_its_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let report = foretold(Set::All);

        write(folder.path(), &report).expect("it is written");

        for (form, name) in KILL_MATRIX {
            let written = std::fs::read_to_string(folder.path().join(name)).expect("a file");
            assert_eq!(written, report.rendered(*form).expect("a text"), "{name}");
        }
    }
}
