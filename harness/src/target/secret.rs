//! Where secrets are kept: in the environment, in a file, or with a command that prints them. Never in the target file
//! and never on the command line.

use std::path::{Path, PathBuf};
use std::process::Command;

use schemars::JsonSchema;
use serde::Deserialize;

use super::TargetError;

/// Where a secret is kept.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "lowercase")]
pub(super) enum Secret {
    /// In this variable of the environment.
    Env(String),
    /// In this file; a path is relative to the folder of the target file.
    File(PathBuf),
    /// This command prints it; it is run with `sh -c`.
    Command(String),
}

impl Secret {
    /// Reads a word such as `env:ALICE_TOKEN`, `file:alice.token` or `command:pass show alice`.
    pub(super) fn said(owner: &str, word: &str) -> Result<Self, TargetError> {
        match word.split_once(':') {
            Some(("env", name)) => Ok(Self::Env(name.to_owned())),
            Some(("file", path)) => Ok(Self::File(path.into())),
            Some(("command", line)) => Ok(Self::Command(line.to_owned())),
            _ => Err(missing(owner, "say where it is, as env:NAME, file:PATH or command:LINE")),
        }
    }

    /// Fetches the secret.
    pub(super) fn fetch(&self, owner: &str, folder: &Path) -> Result<String, TargetError> {
        let found = match self {
            Self::Env(name) => std::env::var(name).map_err(|_| format!("the environment has no {name}")),
            Self::File(path) => read(&folder.join(path)),
            Self::Command(line) => output_of(line),
        };
        let secret = found.map_err(|why| missing(owner, why))?.trim().to_owned();
        if secret.is_empty() { Err(missing(owner, "it is empty")) } else { Ok(secret) }
    }
}

/// The text of a file, or why it can't be had.
pub(super) fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|why| format!("{}: {why}", path.display()))
}

/// A secret that can't be had.
pub(super) fn missing(owner: &str, why: impl Into<String>) -> TargetError {
    TargetError::NoSecret { owner: owner.to_owned(), why: why.into() }
}

fn output_of(line: &str) -> Result<String, String> {
    let output = Command::new("sh").args(["-c", line]).output().map_err(|why| why.to_string())?;
    if !output.status.success() {
        return Err(format!("`{line}` ended with {}", output.status));
    }
    String::from_utf8(output.stdout).map_err(|_| format!("`{line}` printed something that is no text"))
}
