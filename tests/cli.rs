//! The command line as its users meet it: what it says, where it says it, and how it ends.

mod program;

use program::{Ended, a2a_assay, answering, timeless};

const README: &str = include_str!("../README.md");

#[test]
fn bad_input_gets_one_sentence_and_its_exit_code() {
    let html = answering("text/html", "<html>hello</html>");
    let folder = tempfile::tempdir().expect("a folder");
    let broken = folder.path().join("broken.toml");
    std::fs::write(&broken, "url = \"http://127.0.0.1:1\"\nbindigs = []\n").expect("a file");
    let broken = broken.display().to_string();
    let table: &[(&[&str], i32, &str)] = &[
        (&["check", "nonsense"], 2, "`nonsense` is no http or https address"),
        (&["check", "http://127.0.0.1:1"], 3, "nobody answers at http://127.0.0.1:1/"),
        (&["check", &html], 3, "there is no agent card at"),
        (&["check", &html, "--only", "S99"], 2, "no check or group is called `S99`"),
        (&["check", &html, "--skip", "S99"], 2, "no check or group is called `S99`"),
        (&["check", &html, "--target", "nowhere.toml"], 2, "the target file nowhere.toml can't be read"),
        (&["check", "--target", &broken], 2, "unknown field `bindigs`"),
        (&["check", &html, "--binding", "SOAP"], 2, "no binding is called `SOAP`"),
        (&["check", &html, "--bearer", "alice"], 2, "has no `=`"),
        (&["check", &html, "--bearer", "alice=s3cret"], 2, "does not say where the token is"),
        (&["check", &html, "--bearer", "mallory=command:echo x"], 2, "no principal is called `mallory`"),
        (&["check", &html, "--bearer", "alice=env:NO_SUCH_VARIABLE"], 4, "the environment has no NO_SUCH_VARIABLE"),
        (&["check", &html, "--say", "dance=please"], 2, "no stimulus is called `dance`"),
        (&["check", &html, "--webhook", "192.0.2.1:1"], 2, "the judge can't listen"),
        (&["check", &html, "--report", "json=/no/such/folder/r.json"], 2, "no report can be written to"),
        (&["mutate", "--defect", "stream_drops_last"], 2, "did you mean `stream_drops_last_event`?"),
        (&["serve", "--defect", "quixotic"], 2, "`a2a-assay list defects` names them all"),
        (&["explain", "no_push_retri"], 2, "did you mean `no_push_retry`?"),
        (&["list", "defects", "--unproven"], 2, "only checks can be unproven"),
    ];
    for (words, code, sentence) in table {
        let ended = a2a_assay(words);

        assert_eq!(ended.code, Some(*code), "{words:?}: {ended:?}");
        assert!(ended.err.contains(sentence), "{words:?}: {ended:?}");
        assert!(ended.err.starts_with("a2a-assay: ") && ended.err.lines().count() == 1, "{words:?}: {ended:?}");
        assert_eq!(ended.out, "", "{words:?}: {ended:?}");
    }
}

#[test]
fn what_is_no_command_line_is_said_to_be_none() {
    let html = answering("text/html", "");
    let table: &[&[&str]] = &[
        &[],
        &["judge"],
        &["check"],
        &["check", &html, "--jobs", "0"],
        &["check", &html, "--fail-on", "may"],
        &["check", &html, "--report", "xml=r.xml"],
        &["check", &html, "--webhook", "nowhere"],
        &["check", &html, "--quiet", "--verbose"],
        &["list", "clouds"],
        &["explain"],
    ];
    for words in table {
        let ended = a2a_assay(words);

        assert_eq!(ended.code, Some(2), "{words:?}: {ended:?}");
        assert_eq!(ended.out, "", "{words:?}: {ended:?}");
        assert!(!ended.err.contains("backtrace"), "{words:?}: {ended:?}");
    }
}

#[test]
fn the_readme_lists_the_exit_codes() {
    let help = a2a_assay(&["--help"]).out;
    let table = &help[help.find("Exit codes:").expect("a table")..];

    assert!(README.contains(table.trim_end()), "{table}");
}

#[test]
fn the_readmes_target_file_is_understood() {
    let file = README.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a target file");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("agent.toml");
    std::fs::write(&path, file).expect("a file");
    let words = ["check", "http://127.0.0.1:1", "--webhook", "127.0.0.1:0", "--target", &path.display().to_string()];

    let output = program::command(&words).env("ALICE_TOKEN", "s3cret").output().expect("it starts");

    assert_eq!(output.status.code(), Some(3), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_secret_on_the_command_line_is_not_repeated() {
    let ended = a2a_assay(&["check", "http://127.0.0.1:1", "--bearer", "alice=s3cret"]);

    assert!(!ended.err.contains("s3cret"), "{ended:?}");
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut child = program::command(&["list", "rules"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("it starts");
    drop(child.stdout.take());

    let output = child.wait_with_output().expect("it ends");

    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn colour_is_used_when_asked_for_and_changes_no_word() {
    let plain = a2a_assay(&["mutate", "--defect", "no_push_retry", "--color", "never", "--quiet"]);
    let coloured = a2a_assay(&["mutate", "--defect", "no_push_retry", "--color", "always", "--quiet"]);

    assert!(!plain.out.contains('\u{1b}'), "{plain:?}");
    assert!(coloured.out.contains("\u{1b}["), "{coloured:?}");
}

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
fn a_choice_that_leaves_nothing_is_not_green() {
    let agent = program::Served::start(&[]);
    let ended = agent.check(&["--only", "discovery", "--skip", "discovery"]);

    assert_eq!(ended.code, Some(6), "{ended:?}");
    assert!(ended.out.contains("NOTHING JUDGED"), "{ended:?}");
}

#[test]
fn a_defective_agent_fails_and_its_rule_is_named() {
    let agent = program::Served::start(&["--defect", "stream_drops_last_event"]);
    let ended = agent.check(&["--only", "ST1"]);

    assert_eq!(ended.code, Some(1), "{ended:?}");
    assert!(ended.out.contains("stream-ends-terminal"), "{ended:?}");
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
fn the_printed_command_judges_the_agent_whole() {
    let agent = program::Served::start(&[]);
    let ended: Ended = agent.check(&["--require-observed", "--fail-on", "house", "--report", "json=-"]);
    let report: serde_json::Value = serde_json::from_str(&ended.out).expect("JSON");

    assert_eq!(ended.code, Some(0), "{}", report["summary"]);
    assert_eq!(report["summary"]["pass"], report["summary"]["checks"]);
}

#[cfg(unix)]
#[test]
fn serving_ends_cleanly_and_leaves_no_file() {
    for (signal, code) in [("TERM", 0), ("INT", 130)] {
        let agent = program::Served::start(&[]);
        let target = agent.target_file();
        assert!(target.is_file());

        let ended = agent.stop(signal);

        assert_eq!(ended, Some(code), "{signal}");
        assert!(!target.exists(), "{signal}");
    }
}
