//! Files that are whole or not there at all.

use std::io::{self, Write};
use std::path::Path;

/// Writes a file under a temporary name in the same folder and then renames it.
pub(crate) fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".a2a-assay-");
    readable_as_usual(&mut builder);
    let mut file = builder.tempfile_in(folder(path))?;
    file.write_all(text.as_bytes())?;
    file.persist(path)?;
    Ok(())
}

/// The folder in which a file stands.
pub(crate) fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Temporary files are private; a report is as readable as any file of the user.
#[cfg(unix)]
fn readable_as_usual(builder: &mut tempfile::Builder<'_, '_>) {
    use std::os::unix::fs::PermissionsExt;
    builder.permissions(std::fs::Permissions::from_mode(0o666));
}

#[cfg(not(unix))]
fn readable_as_usual(_: &mut tempfile::Builder<'_, '_>) {}
