//! Other people's suites, as small as they come, measured with planted defects.
#![cfg(unix)]

use std::fs::File;
use std::io::Read;
use std::path::PathBuf;

use serde_json::Value;

use crate::program::{Ended, a2a_assay, stopped_once, timeless};

/// Is red if the card's skill has no tags, and never ends if a conditional request is not heeded.
const SUITE: &str = r#"
card="$A2A_AGENT_URL/.well-known/agent-card.json"
curl -s "$card" | grep -q '"tags":\["' || { echo 'the skill has no tags'; exit 1; }
tag=$(curl -s -D - -o /dev/null "$card" | tr -d '\r' | sed -n 's/^etag: //p')
status=$(curl -s -o /dev/null -w '%{http_code}' -H "If-None-Match: $tag" "$card")
[ "$status" = 304 ] || sleep 600
"#;

/// Reports a test that is green on a sound agent, and one that is red on any.
const WITH_REPORT: &str = r#"
curl -s "$1/.well-known/agent-card.json" | grep -q '"tags":\["' || tags='<failure message="no tags"/>'
cat >"$2" <<XML
<testsuites><testsuite name="mine">
  <testcase classname="card" name="tags">$tags</testcase>
  <testcase classname="card" name="colour"><failure message="the agent is not blue"/></testcase>
</testsuite></testsuites>
XML
exit 1
"#;

const DEFECTS: &str = "card_skill_without_tags,etag_ignored,no_auth_challenge";

struct Scripts(tempfile::TempDir);

impl Scripts {
    fn new() -> Self {
        let scripts = Self(tempfile::tempdir().expect("a folder"));
        std::fs::write(scripts.path("suite.sh"), SUITE).expect("a file");
        std::fs::write(scripts.path("with_report.sh"), WITH_REPORT).expect("a file");
        scripts
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Measures a suite that is given as words after the name of a script.
    fn measure(&self, script: &str, words: &str, more: &[&str]) -> Ended {
        let with = format!("sh {} {words}", self.path(script).display());
        a2a_assay(&[&["mutate", "--with", &with, "--defect", DEFECTS], more].concat())
    }
}

fn verdicts(report: &str) -> Vec<(String, String)> {
    let report: Value = serde_json::from_str(report).expect("JSON");
    let defects = report["defects"].as_array().expect("a list");
    let word = |value: &Value| value.as_str().expect("a text").to_owned();
    defects.iter().map(|defect| (word(&defect["name"]), word(&defect["verdict"]))).collect()
}

#[test]
fn a_suite_is_judged_by_its_exit_code_and_must_end_in_time() {
    let scripts = Scripts::new();
    let json = scripts.path("report.json").display().to_string();
    let report = format!("json={json}");
    let ended = scripts.measure("suite.sh", "", &["--timeout", "5", "--report", &report, "--at-least", "50"]);

    let expected =
        [("card_skill_without_tags", "noticed"), ("etag_ignored", "timed_out"), ("no_auth_challenge", "survived")];
    let verdicts = verdicts(&std::fs::read_to_string(json).expect("a report"));
    assert_eq!(verdicts, expected.map(|(name, verdict)| (name.to_owned(), verdict.to_owned())));
    assert_eq!(ended.code, Some(1), "a third is not a half: {ended:?}");
    assert!(ended.out.contains("theirs noticed 1 of 3 (33 %) · ours 3 of 3 (100 %)"), "{ended:?}");
}

#[test]
fn a_red_control_judges_nothing_and_shows_what_the_suite_said() {
    let ended = a2a_assay(&["mutate", "--with", "sh -c 'echo I am broken; exit 3'", "--defect", DEFECTS]);

    assert_eq!(ended.code, Some(8), "{ended:?}");
    insta::assert_snapshot!(timeless(&ended.out));
}

#[test]
fn what_is_red_on_the_sound_agent_judges_only_when_forgiven() {
    let scripts = Scripts::new();
    let strict = scripts.measure("with_report.sh", "{url} {junit}", &[]);
    let forgiven = scripts.measure("with_report.sh", "{url} {junit}", &["--forgive-control", "--at-least", "33"]);

    assert_eq!(strict.code, Some(8), "{strict:?}");
    assert!(strict.out.contains("card::colour: the agent is not blue"), "{strict:?}");
    assert_eq!(forgiven.code, Some(0), "{forgiven:?}");
    insta::assert_snapshot!(timeless(&forgiven.out.replace(&scripts.0.path().display().to_string(), "SCRIPTS")));
}

#[test]
fn a_report_in_a_file_of_the_suites_choice_is_read_anew_each_time() {
    let scripts = Scripts::new();
    let file = scripts.path("junit.xml").display().to_string();
    let words = format!("{{url}} {file}");
    let more = ["--junit", &file, "--forgive-control", "--report", "json"];
    let ended = scripts.measure("with_report.sh", &words, &more);

    let verdicts: Vec<String> = verdicts(&ended.out).into_iter().map(|(_, verdict)| verdict).collect();
    assert_eq!(verdicts, ["noticed", "survived", "survived"]);
}

#[test]
fn a_suite_that_is_interrupted_leaves_nothing_running() {
    for signal in ["INT", "TERM"] {
        let scripts = Scripts::new();
        let pipe = scripts.path("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("it starts").success());
        let with = format!("sh -c 'exec 3>{}; (sleep 60; echo survived >&3) & wait'", pipe.display());
        let mut open = None;
        // The pipe opens once the suite runs, and ends when nothing is left of it.
        let ready = || open = Some(File::open(&pipe).expect("a pipe"));
        let words = ["mutate", "--with", &with, "--defect", "no_auth_challenge", "--quiet"];
        let code = stopped_once(ready, signal, &words);
        let mut said = String::new();
        open.expect("an open pipe").read_to_string(&mut said).expect("text");

        assert_eq!((code, said.as_str()), (Some(130), ""), "{signal}");
    }
}
