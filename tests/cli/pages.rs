//! The reports as pages.

use std::path::Path;

use crate::program::{a2a_assay, answering};

#[test]
fn a_failing_agent_has_a_page() {
    let card = r#"{"name":"<script>stub","version":"1.0.0","capabilities":{},"skills":[],
        "supportedInterfaces":[{"url":"http://127.0.0.1:1/","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}"#;
    let agent = answering("application/json", card);
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("agent.html");

    let ended = a2a_assay(&["check", &agent, "--only", "D1", "--report", &to("html", &file)]);

    let page = read(&file);
    assert_eq!(ended.code, Some(1), "{ended:?}");
    assert!(page.contains("NOT CONFORMANT") && page.contains(&agent) && !page.contains("<script>stub"), "{page}");
}

#[test]
fn planted_defects_have_a_page_and_have_it_again_from_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let [page, json, again] = ["page.html", "report.json", "again.html"].map(|name| folder.path().join(name));
    let words = ["mutate", "--defect", "audience_unchecked", "--quiet"];

    let ran = a2a_assay(&[&words[..], &["--report", &to("html", &page), "--report", &to("json", &json)]].concat());
    let rendered = a2a_assay(&["report", &json.display().to_string(), "--report", &to("html", &again)]);

    assert_eq!((ran.code, rendered.code), (Some(0), Some(0)), "{ran:?} {rendered:?}");
    assert!(read(&page).contains("1 of 1 defect caught"));
    assert_eq!(read(&page), read(&again));
}

fn to(form: &str, file: &Path) -> String {
    format!("{form}={}", file.display())
}

fn read(file: &Path) -> String {
    std::fs::read_to_string(file).expect("a page")
}
