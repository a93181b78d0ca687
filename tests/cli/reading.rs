//! What people read, as they read it.

use crate::program::{a2a_assay, answering, command, timeless};

#[test]
fn the_behaviours_that_can_be_asked_for() {
    insta::assert_snapshot!(a2a_assay(&["list", "stimuli"]).out);
}

#[test]
fn the_planted_defects() {
    insta::assert_snapshot!(a2a_assay(&["list", "defects"]).out);
}

#[test]
fn the_checks() {
    insta::assert_snapshot!(a2a_assay(&["list", "checks"]).out);
}

#[test]
fn the_rules() {
    insta::assert_snapshot!(a2a_assay(&["list", "rules"]).out);
}

#[test]
fn a_list_for_programs() {
    let ended = a2a_assay(&["list", "rules", "--json"]);
    let rules: Vec<serde_json::Value> = serde_json::from_str(&ended.out).expect("JSON");

    assert_eq!(rules[0].as_object().expect("an object").keys().collect::<Vec<_>>(), ["id", "level", "section", "text"]);
}

#[test]
fn a_check_explained() {
    insta::assert_snapshot!(a2a_assay(&["explain", "ST1"]).out);
}

#[test]
fn a_defect_explained() {
    insta::assert_snapshot!(a2a_assay(&["explain", "stream_drops_last_event"]).out);
}

#[test]
fn a_rule_explained() {
    insta::assert_snapshot!(a2a_assay(&["explain", "stream-ends-terminal"]).out);
}

#[test]
fn a_check_is_explained_by_either_name() {
    let by_id = a2a_assay(&["explain", "st1"]);
    let by_slug = a2a_assay(&["explain", "task-then-updates"]);

    assert_eq!((by_id.code, &by_id.out), (Some(0), &by_slug.out));
}

#[test]
fn a_failing_check() {
    let card = r#"{"name":"stub","version":"1.0.0","capabilities":{},"skills":[],
        "supportedInterfaces":[{"url":"http://127.0.0.1:1/","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]}"#;
    let agent = answering("application/json", card);
    let ended = a2a_assay(&["check", &agent, "--only", "card-valid"]);

    assert_eq!(ended.code, Some(1), "{ended:?}");
    insta::assert_snapshot!(timeless(&ended.out.replace(&agent, "AGENT")));
}

#[test]
fn colour_is_used_when_asked_for_and_changes_no_word() {
    let plain = a2a_assay(&["mutate", "--defect", "no_push_retry", "--color", "never", "--quiet"]);
    let coloured = a2a_assay(&["mutate", "--defect", "no_push_retry", "--color", "always", "--quiet"]);

    assert!(!plain.out.contains('\u{1b}'), "{plain:?}");
    assert!(coloured.out.contains("\u{1b}["), "{coloured:?}");
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut child = command(&["list", "rules"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("it starts");
    drop(child.stdout.take());

    let output = child.wait_with_output().expect("it ends");

    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}
