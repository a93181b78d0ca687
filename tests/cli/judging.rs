//! The reference agent, served and judged by two processes.

use crate::program::{Served, a2a_assay};

#[test]
fn a_choice_that_leaves_nothing_is_not_green() {
    let agent = Served::start(&[]);
    let ended = agent.check(&["--only", "discovery", "--skip", "discovery"]);

    assert_eq!(ended.code, Some(6), "{ended:?}");
    assert!(ended.out.contains("NOTHING JUDGED"), "{ended:?}");
}

#[test]
fn a_defective_agent_fails_and_its_rule_is_named() {
    let agent = Served::start(&["--defect", "stream_drops_last_event"]);
    let ended = agent.check(&["--only", "ST1"]);

    assert_eq!(ended.code, Some(1), "{ended:?}");
    assert!(ended.out.contains("stream-ends-terminal"), "{ended:?}");
}

#[test]
fn the_printed_command_judges_the_agent_whole() {
    let agent = Served::start(&[]);
    let ended = agent.check(&["--require-observed", "--fail-on", "house", "--report", "json=-"]);
    let report: serde_json::Value = serde_json::from_str(&ended.out).expect("JSON");

    assert_eq!(ended.code, Some(0), "{}", report["summary"]);
    assert_eq!(report["summary"]["pass"], report["summary"]["checks"]);
}

#[test]
fn defects_on_the_wire_are_noticed_survive_or_never_come_up() {
    let agent = Served::start(&[]);
    let target = agent.target_file().display().to_string();
    let words = ["mutate", "--target", &target, "--only", "D1,S3", "--report", "json=-"];
    let defects = ["--defect", "card_skills_lost,send_repeated,push_deletion_lost"];

    let ended = a2a_assay(&[words.as_slice(), &defects].concat());

    let report: serde_json::Value = serde_json::from_str(&ended.out).expect("JSON");
    let verdict = |at: usize| (report["defects"][at]["name"].as_str(), report["defects"][at]["verdict"].as_str());
    assert_eq!(ended.code, Some(1), "{}", ended.err);
    assert_eq!(report["control"]["green"], serde_json::json!(["D1", "S3"]));
    assert_eq!(verdict(0), (Some("card_skills_lost"), Some("noticed")));
    assert_eq!(verdict(1), (Some("send_repeated"), Some("survived")));
    assert_eq!(verdict(2), (Some("push_deletion_lost"), Some("never_came_up")));
}

#[test]
#[cfg(unix)]
fn serving_ends_cleanly_and_leaves_no_file() {
    for (signal, code) in [("TERM", 0), ("INT", 130)] {
        let agent = Served::start(&[]);
        let target = agent.target_file();
        assert!(target.is_file());

        let ended = agent.stop(signal);

        assert_eq!(ended, Some(code), "{signal}");
        assert!(!target.exists(), "{signal}");
    }
}

#[test]
#[cfg(unix)]
fn an_interrupted_check_reports_what_it_has_judged() {
    // The blocked caller is never released, so T3 is still waiting when the first check has ended.
    let agent = Served::start(&["--defect", "cancel_strands_waiter"]);
    let ended = agent.checking(&["--report", "json=-", "--reply-ms", "60000"]).stopped("INT");
    let report: serde_json::Value = serde_json::from_str(&ended.out).expect("JSON");

    assert_eq!(ended.code, Some(130), "{}", ended.err);
    assert_eq!(report["summary"]["checks"], 41);
    assert!(report.to_string().contains("interrupted before it was judged"), "{}", report["summary"]);
}
