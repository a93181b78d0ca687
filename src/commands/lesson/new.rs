//! Draws a lesson and seals it.

use std::path::Path;

use a2a_assay_mutation::lesson::{Level, Pack, Sheet};

use crate::ending::{Ending, Failure};
use crate::{files, streams};

pub(super) fn run(seed: u64, count: usize, level: Level, path: &Path) -> Result<Ending, Failure> {
    let pack = Pack::new(seed, count, level).map_err(|why| Failure::usage(why.to_string()))?;
    let sheet = path.with_extension("answers.toml");
    for taken in [path, &sheet] {
        if taken.exists() {
            return Err(Failure::usage(format!("`{}` is there already; give another --output", taken.display())));
        }
    }
    let json = serde_json::to_string_pretty(&pack)
        .map_err(|why| Failure::caused(Ending::OurFault, "the pack can't be written", &why))?;
    write(path, &(json + "\n"))?;
    write(&sheet, &Sheet::blank(&pack))?;
    streams::print(&format!(
        "{} servers sealed in {}\nanswer sheet   {}\ncommits to     {}\nnext           a2a-assay lesson serve {}\n",
        pack.servers.len(),
        path.display(),
        sheet.display(),
        pack.commitment,
        path.display()
    ))?;
    Ok(Ending::Satisfied)
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    files::write_whole(path, text)
        .map_err(|why| Failure::usage(format!("`{}` can't be written: {why}", path.display())))
}
