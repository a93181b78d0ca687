//! The steps of the action, run as the runner runs them.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

use super::yaml::{read, root};
use crate::program::{Served, answering};

/// What a step left behind.
struct Ran {
    output: Output,
    /// What it told the steps behind it.
    told: BTreeMap<String, String>,
    folder: TempDir,
}

impl Ran {
    fn file(&self, name: &str) -> String {
        std::fs::read_to_string(self.folder.path().join(name)).unwrap_or_default()
    }
}

/// Runs the step with this name, its inputs as they are given and those that are not as they are when left out.
fn run(step: &str, inputs: &[(&str, &str)], path: Option<&Path>) -> Ran {
    let action = read(&root().join("action.yml"));
    let steps = action["runs"]["steps"].as_array().expect("steps");
    let step = steps.iter().find(|known| known["name"] == step).unwrap_or_else(|| panic!("no step {step}"));
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = Command::new("bash");
    // As the runner does it, which gives up with the first command that fails.
    let script = folder.path().join("step.sh");
    std::fs::write(&script, step["run"].as_str().expect("a script")).expect("a file");
    command.args(["--noprofile", "--norc", "-e", "-o", "pipefail"]).arg(&script).current_dir(folder.path());
    command.env("RUNNER_TEMP", folder.path());
    for file in ["GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY"] {
        command.env(file, folder.path().join(file));
    }
    for (variable, expression) in step["env"].as_object().into_iter().flatten() {
        let input = expression.as_str().and_then(|text| text.strip_prefix("${{ inputs.")?.strip_suffix(" }}"));
        let default = input.and_then(|name| action["inputs"][name]["default"].as_str()).unwrap_or_default();
        let given = inputs.iter().find(|(name, _)| name == variable).map(|(_, value)| *value);
        command.env(variable, given.unwrap_or(default));
    }
    if let Some(path) = path {
        command.env("PATH", format!("{}:{}", path.display(), std::env::var("PATH").unwrap_or_default()));
    }
    let output = command.output().expect("bash");
    let told = std::fs::read_to_string(folder.path().join("GITHUB_OUTPUT")).unwrap_or_default();
    let told = told.lines().filter_map(|line| line.split_once('='));
    let told = told.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    Ran { output, told, folder }
}

fn judge(inputs: &[(&str, &str)]) -> Ran {
    let usual = [("PROGRAM", env!("CARGO_BIN_EXE_a2a-assay")), ("REPORTS", "json")];
    let all = [inputs, usual.as_slice()].concat();
    let ran = run("Judge the agent", &all, None);
    assert!(ran.output.status.success(), "the reports have still to be kept: {:?}", ran.output);
    ran
}

#[test]
fn an_agent_is_judged_and_the_verdict_passed_on() {
    for (defects, code, verdict) in [("", "0", "CONFORMANT"), ("card_skill_without_tags", "1", "NOT CONFORMANT")] {
        let words: Vec<&str> = if defects.is_empty() { Vec::new() } else { vec!["--defect", defects] };
        let agent = Served::start(&words);
        let ran = judge(&[("TARGET", &agent.target_file().display().to_string()), ("ONLY", ""), ("SET", "core")]);
        let report = std::fs::read_to_string(Path::new(&ran.told["reports"]).join("report.json")).expect("a report");
        let report: serde_json::Value = serde_json::from_str(&report).expect("JSON");

        assert_eq!((ran.told["exit-code"].as_str(), ran.told["verdict"].as_str()), (code, verdict), "{:?}", ran.output);
        assert_eq!(report["gate"]["exit"].to_string(), code);
    }
}

#[test]
fn what_could_not_be_judged_is_said_to_be_that() {
    let ran = judge(&[("URL", "http://127.0.0.1:1")]);

    assert_eq!((ran.told["exit-code"].as_str(), ran.told["verdict"].as_str()), ("3", "not judged"));
}

#[test]
fn no_input_is_run() {
    let agent = answering("application/json", "{}");
    let evil = "D1; touch injected; $(touch injected) `touch injected`";
    for input in ["URL", "TARGET", "SET", "ONLY", "SKIP", "FAIL_ON", "REQUIRE_OBSERVED", "REPORTS"] {
        let ran = judge(&[(input, evil), ("URL", agent.as_str())]);

        assert_ne!(ran.told["exit-code"], "0", "{input}");
        assert!(!ran.folder.path().join("injected").exists(), "{input}");
    }
    for address in ["--help", "-h", "--version"] {
        assert_eq!(judge(&[("URL", address)]).told["exit-code"], "2", "{address} is no address, and no flag either");
    }
}

#[test]
fn a_program_that_is_there_is_taken() {
    let there = run("Find the program", &[("BINARY", env!("CARGO_BIN_EXE_a2a-assay"))], None);
    let missing = run("Find the program", &[("BINARY", "no-such-program")], None);

    assert_eq!(there.told["program"], env!("CARGO_BIN_EXE_a2a-assay"));
    assert_eq!(missing.output.status.code(), Some(2));
}

#[test]
fn the_same_source_is_looked_for_under_the_same_name() {
    let source = tempfile::tempdir().expect("a folder");
    std::fs::write(source.path().join("main.rs"), "fn main() {}").expect("a file");
    let digest = || {
        let ran = run("Find the program", &[("SOURCE", &source.path().display().to_string())], None);
        assert!(ran.output.status.success(), "{:?}", ran.output);
        ran.told["digest"].clone()
    };

    let (first, again) = (digest(), digest());
    std::fs::write(source.path().join("main.rs"), "fn main() { }").expect("a file");
    let other = digest();

    assert!(first.len() == 16 && first == again && first != other, "{first} {again} {other}");
}

#[test]
fn the_summary_is_the_report_or_says_why_there_is_none() {
    let reports = tempfile::tempdir().expect("a folder");
    let folder = reports.path().display().to_string();
    let inputs = [("FOLDER", folder.as_str()), ("VERDICT", "not judged"), ("CODE", "3")];

    let without = run("Write the summary", &inputs, None).file("GITHUB_STEP_SUMMARY");
    std::fs::write(reports.path().join("report.md"), "# echo\n").expect("a file");
    let with = run("Write the summary", &inputs, None).file("GITHUB_STEP_SUMMARY");

    assert_eq!((without.as_str(), with.as_str()), ("a2a-assay: not judged, exit code 3\n", "# echo\n"));
}

#[test]
fn a_comment_is_written_once_and_then_anew() {
    // Stands for GitHub's program, and notes what it is asked for.
    let gh = tempfile::tempdir().expect("a folder");
    let program = gh.path().join("gh");
    std::fs::write(&program, "#!/bin/sh\necho \"$@\" >> \"$RUNNER_TEMP/asked\"\ncat \"$FOLDER/known\"\n")
        .expect("a file");
    Command::new("chmod").arg("+x").arg(&program).status().expect("chmod");
    for (known, marked, expected) in
        [("", false, "POST repos/a/b/issues/7/comments"), ("42\n43\n", true, "PATCH repos/a/b/issues/comments/42")]
    {
        let reports = tempfile::tempdir().expect("a folder");
        std::fs::write(reports.path().join("known"), known).expect("a file");
        let marker = if marked { "<!-- a2a-assay -->\n" } else { "" };
        std::fs::write(reports.path().join("report.md"), format!("{marker}# echo\n")).expect("a file");
        let folder = reports.path().display().to_string();
        let inputs = [("REPOSITORY", "a/b"), ("NUMBER", "7"), ("FOLDER", &folder)];

        let ran = run("Comment the pull request", &inputs, Some(gh.path()));

        let asked = ran.file("asked");
        assert!(ran.output.status.success(), "{:?}", ran.output);
        assert!(asked.lines().last().is_some_and(|line| line.contains(expected)), "{asked}");
        let comment = std::fs::read_to_string(reports.path().join("comment.md")).expect("a comment");
        assert_eq!(comment, "<!-- a2a-assay -->\n# echo\n");
    }
}

#[test]
fn the_last_step_ends_as_the_check_ended() {
    for code in ["0", "1", "7"] {
        assert_eq!(run("End as the check ended", &[("CODE", code)], None).output.status.code(), code.parse().ok());
    }
}
