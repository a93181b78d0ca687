//! A private folder with a target file and the principals' tokens; gone when dropped.

use std::io;
use std::net::SocketAddr;

use a2a_assay_harness::Target;
use a2a_assay_harness::target::Stimulus;
use a2a_assay_reference_server::{Principal, Running};
use tempfile::TempDir;

const TARGET_FILE: &str = "assay.toml";

/// The folder.
pub(super) struct Folder(TempDir);

impl Folder {
    /// The path of the target file.
    pub(super) fn target_file(&self) -> String {
        self.0.path().join(TARGET_FILE).display().to_string()
    }
}

/// Writes what `check` has to know of a server.
pub(super) fn write(server: &Running, target: &Target) -> io::Result<Folder> {
    let folder = tempfile::Builder::new().prefix("a2a-assay-").tempdir()?;
    let mut file = format!("url = \"{}\"\nminimal = \"{}\"\n", server.url(), server.minimal_url());
    file += "\n[principals]\n";
    for principal in Principal::ALL {
        let name = principal.name();
        let token = format!("{name}.token");
        std::fs::write(folder.path().join(&token), server.token(principal))?;
        file += &format!("{name} = {{ bearer = {{ file = \"{token}\" }} }}\n");
    }
    file += "\n[stimuli]\n";
    file.extend(Stimulus::ALL.map(|stimulus| format!("{} = true\n", stimulus.name())));
    file += &listens("webhook", target.webhook.as_ref().map(|webhook| webhook.listen));
    file += &listens("dns", target.dns.as_ref().map(|dns| dns.listen));
    let patience = &target.patience;
    file +=
        &format!("\n[patience]\nreply_ms = {}\nslow_ms = {}\n", patience.reply.as_millis(), patience.slow.as_millis());
    std::fs::write(folder.path().join(TARGET_FILE), file)?;
    Ok(Folder(folder))
}

fn listens(receiver: &str, address: Option<SocketAddr>) -> String {
    address.map_or_else(String::new, |address| format!("\n[{receiver}]\nlisten = \"{address}\"\n"))
}
