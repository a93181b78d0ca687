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
    for principal in Principal::ALL {
        std::fs::write(folder.path().join(token_file(principal)), server.token(principal))?;
    }
    std::fs::write(folder.path().join(TARGET_FILE), describe(server, target))?;
    Ok(Folder(folder))
}

fn describe(server: &Running, target: &Target) -> String {
    let principal = |who: Principal| format!("{} = {{ bearer = {{ file = \"{}\" }} }}", who.name(), token_file(who));
    let patience = &target.patience;
    let tables = [
        format!("url = \"{}\"\nminimal = [\"{}\", \"{}\"]", server.url(), server.minimal_url(), server.strict_url()),
        format!("instances = [\"{}\"]", server.instance_url()),
        format!("[principals]\n{}", Principal::ALL.map(principal).join("\n")),
        format!("[stimuli]\n{}", Stimulus::ALL.map(|stimulus| format!("{} = true", stimulus.name())).join("\n")),
        listens("webhook", target.webhook.as_ref().map(|webhook| webhook.listen)),
        listens("dns", target.dns.as_ref().map(|dns| dns.listen)),
        format!("[patience]\nreply_ms = {}\nslow_ms = {}", patience.reply.as_millis(), patience.slow.as_millis()),
    ];
    tables.join("\n\n") + "\n"
}

fn token_file(principal: Principal) -> String {
    format!("{}.token", principal.name())
}

fn listens(receiver: &str, address: Option<SocketAddr>) -> String {
    address.map_or_else(String::new, |address| format!("[{receiver}]\nlisten = \"{address}\""))
}
