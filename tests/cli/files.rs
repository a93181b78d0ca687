//! Reports that can't be written: the old one stands, nothing is left lying about, and the exit code says so.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::program::{a2a_assay, answering, command};

const CARD: &str = r#"{"name":"stub","version":"1.0.0","capabilities":{},"skills":[],
    "supportedInterfaces":[{"url":"http://127.0.0.1:1/","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}"#;

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
}

#[test]
#[cfg(unix)]
fn a_full_disk_leaves_the_old_report_and_nothing_else() {
    let agent = answering("application/json", CARD);
    let folder = tempfile::tempdir().expect("a folder");
    let report = folder.path().join("report.json");
    std::fs::write(&report, "the report of yesterday").expect("a file");
    // No file may have a byte, and the signal that would end the program is ignored, so that writing fails.
    let full = "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\"";

    let ended = Command::new("sh")
        .args(["-c", full, env!("CARGO_BIN_EXE_a2a-assay"), "check", &agent, "--only", "D1", "--report"])
        .arg(format!("json={}", report.display()))
        .output()
        .expect("a shell");

    let said = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(2), "{said}");
    assert!(said.contains("the report can't be written to"), "{said}");
    assert_eq!(std::fs::read_to_string(&report).expect("a file"), "the report of yesterday");
    assert_eq!(names(folder.path()), ["report.json"]);
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_standard_output_is_no_success() {
    let agent = answering("application/json", CARD);
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a device");

    let checking = command(&["check", &agent, "--only", "D1"]).stdout(Stdio::from(full)).output().expect("it starts");

    let said = String::from_utf8_lossy(&checking.stderr);
    assert_eq!(checking.status.code(), Some(70), "{said}");
    assert!(said.contains("standard output can't be written"), "{said}");
}

#[test]
fn a_place_where_nothing_can_be_written_is_refused_before_anybody_is_asked() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    std::fs::write(&file, "").expect("a file");
    for place in [folder.path().join("no/such/report.json"), file.join("report.json"), folder.path().to_owned()] {
        let to = format!("json={}", place.display());

        let ended = a2a_assay(&["check", "http://127.0.0.1:1", "--report", &to]);

        assert_eq!(ended.code, Some(2), "{ended:?}");
        assert!(ended.err.contains("no report can be written to"), "{ended:?}");
    }
}

#[test]
#[cfg(unix)]
fn a_report_goes_through_a_link_and_into_a_device() {
    let agent = answering("application/json", CARD);
    let folder = tempfile::tempdir().expect("a folder");
    let (real, link, null) = ("real.json", "link.json", "null.json");
    std::fs::write(folder.path().join(real), "").expect("a file");
    let link_to = |target: &Path, name: &str| std::os::unix::fs::symlink(target, folder.path().join(name));
    link_to(Path::new(real), link).expect("a link");
    link_to(Path::new("/dev/null"), null).expect("a link");
    let to = |name: &str| format!("json={}", folder.path().join(name).display());

    let ended = a2a_assay(&["check", &agent, "--only", "D1", "--report", &to(link), "--report", &to(null)]);

    assert_eq!(ended.code, Some(1), "{ended:?}");
    let is_link = |name: &str| folder.path().join(name).symlink_metadata().expect("it is there").is_symlink();
    assert!(is_link(link) && is_link(null));
    let written = std::fs::read_to_string(folder.path().join(real)).expect("a file");
    assert!(written.contains("a2a-assay/check"), "{written}");
}
