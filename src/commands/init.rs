//! `a2a-assay init`: write a first target file for an agent.

use std::path::{Path, PathBuf};

use a2a_assay_harness::Target;
use a2a_assay_harness::target::{SCHEMA_FILE, draft};

use super::agent::unjudged;
use crate::ending::{Ending, Failure};
use crate::{files, streams};

/// The words of `init`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The agent's address: its origin, a prefix below it, or its card.
    #[arg(value_name = "URL", required_unless_present = "schema")]
    url: Option<String>,
    /// Write the target file here; a JSON Schema for editors goes beside it.
    #[arg(long, short, value_name = "FILE", default_value = "assay.toml")]
    output: PathBuf,
    /// Overwrite a target file that is there.
    #[arg(long)]
    force: bool,
    /// Only print the JSON Schema of target files.
    #[arg(long, conflicts_with = "url")]
    schema: bool,
}

/// Writes the target file.
pub(crate) async fn run(args: &Args) -> Result<Ending, Failure> {
    let schema = serde_json::to_string_pretty(&Target::schema())
        .map_err(|why| Failure::caused(Ending::OurFault, "the schema can't be written", &why))?;
    let Some(url) = args.url.as_ref().filter(|_| !args.schema) else {
        streams::print(&(schema + "\n"))?;
        return Ok(Ending::Satisfied);
    };
    let path = args.output.as_path();
    if path.exists() && !args.force {
        let path = path.display();
        return Err(Failure::usage(format!("`{path}` is there already; write another with --output, or --force it")));
    }
    let text = draft(url).await.map_err(|why| unjudged(&why))?;
    write(path, &text)?;
    write(&files::folder(path).join(SCHEMA_FILE), &(schema + "\n"))?;
    streams::print(&format!(
        "wrote {}; say in it what makes the agent behave, then see with: a2a-assay doctor --target {}\n",
        path.display(),
        a2a_assay_reports::shell::quoted(&path.display().to_string())
    ))?;
    Ok(Ending::Satisfied)
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    files::write_whole(path, text)
        .map_err(|why| Failure::usage(format!("`{}` can't be written: {why}", path.display())))
}
