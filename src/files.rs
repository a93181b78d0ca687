//! Files that are whole or not there at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// Writes a file under a temporary name in the same folder and then renames it, so that the old one stands until the new
/// one is whole, whatever happens. What is no file, such as a terminal or a pipe, is written to as it is.
pub(crate) fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    // The file that a link points to is written, and the link stays.
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
        return fs::OpenOptions::new().write(true).open(path)?.write_all(text.as_bytes());
    }
    let mut builder = tempfile::Builder::new();
    builder.prefix(".a2a-assay-");
    readable_as_usual(&mut builder);
    let mut file = builder.tempfile_in(folder(path))?;
    file.write_all(text.as_bytes())?;
    // A name must not outlive what it names when the power goes.
    file.as_file().sync_all()?;
    file.persist(path)?;
    keep_name(folder(path));
    Ok(())
}

/// The folder in which a file stands.
pub(crate) fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Makes a new name last. The file is whole either way, so a system that can't do it is none the worse.
fn keep_name(folder: &Path) {
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}

/// Temporary files are private; a report is as readable as any file of the user.
#[cfg(unix)]
fn readable_as_usual(builder: &mut tempfile::Builder<'_, '_>) {
    use std::os::unix::fs::PermissionsExt;
    builder.permissions(fs::Permissions::from_mode(0o666));
}

#[cfg(not(unix))]
fn readable_as_usual(_: &mut tempfile::Builder<'_, '_>) {}
