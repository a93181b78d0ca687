//! A lesson, played from the sealed pack to the grade as a class would.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Stdio};

use serde_json::Value;

use crate::program::{a2a_assay, command, terminate};

#[test]
fn a_class_that_judges_every_server_finds_every_defect() {
    let folder = tempfile::tempdir().expect("a folder");
    let pack = folder.path().join("lesson.json").display().to_string();
    let sheet = folder.path().join("lesson.answers.toml").display().to_string();
    let sealed = a2a_assay(&["lesson", "new", "--seed", "5", "--count", "3", "--output", &pack]);
    assert_eq!(sealed.code, Some(0), "{sealed:?}");

    let mut serving = Serving::start(&pack);
    let mut answers = String::new();
    for number in 1..=3 {
        let noticed = noticed(&serving.words_for(number), folder.path());
        let suspects = suspects(&noticed);
        assert_eq!(suspects.len(), 1, "{noticed:?} fits {suspects:?}");
        let ids = noticed.iter().map(|id| format!("{id:?}")).collect::<Vec<_>>().join(", ");
        answers += &format!("[server-{number}]\ndefects = [{:?}]\nchecks = [{ids}]\n", suspects[0]);
    }
    drop(serving);
    let blank = std::fs::read_to_string(&sheet).expect("a blank sheet");
    assert!(blank.contains("[server-3]"), "{blank}");
    std::fs::write(&sheet, answers).expect("a sheet");

    let graded = a2a_assay(&["lesson", "grade", &pack, &sheet]);

    assert_eq!(graded.code, Some(0), "{graded:?}");
    assert!(graded.out.contains("found 3 of 3 · missed 0 · false alarms 0 · predictions exact 3 of 3"), "{graded:?}");
}

#[test]
fn what_was_missed_is_explained_and_what_was_invented_is_counted() {
    let folder = tempfile::tempdir().expect("a folder");
    let pack = folder.path().join("lesson.json").display().to_string();
    let sheet = folder.path().join("wrong.toml").display().to_string();
    a2a_assay(&["lesson", "new", "--seed", "5", "--count", "1", "--output", &pack]);
    // Not what the seed draws, and nobody's check.
    std::fs::write(&sheet, "[server-1]\ndefects = [\"no_push_retry\"]\nchecks = [\"E2\"]\n").expect("a sheet");

    let graded = a2a_assay(&["lesson", "grade", &pack, &sheet]);

    assert_eq!(graded.code, Some(1), "{graded:?}");
    for telling in ["false alarm", "did not notice   E2", "missed  ", "it breaks", "noticed by", "found 0 of 1"] {
        assert!(graded.out.contains(telling), "{telling}: {}", graded.out);
    }
}

/// The ids of the checks that do not pass.
fn noticed(words: &[String], folder: &Path) -> Vec<String> {
    let report = folder.join("report.json");
    let to = format!("json={}", report.display());
    let words: Vec<&str> = words.iter().map(String::as_str).chain(["--report", &to]).collect();
    a2a_assay(&words);
    let report: Value = serde_json::from_str(&std::fs::read_to_string(report).expect("a report")).expect("JSON");
    let checks = report["checks"].as_array().expect("checks").iter();
    let red = checks.filter(|check| check["verdict"] != "pass");
    red.map(|check| check["id"].as_str().expect("an id").to_owned()).collect()
}

/// The core defects that are noticed by exactly these checks.
fn suspects(noticed: &[String]) -> Vec<String> {
    let listed = a2a_assay(&["list", "defects", "--json"]).out;
    let defects: Vec<Value> = serde_json::from_str(&listed).expect("JSON");
    let core = a2a_assay(&["list", "checks", "--set", "core"]).out;
    let fits = |defect: &&Value| {
        let predicted = defect["predicted"].as_str().expect("a list").split(' ');
        let in_core = |id: &&str| core.lines().any(|line| line.split(' ').next() == Some(*id));
        defect["set"] == "core" && predicted.filter(in_core).eq(noticed.iter().map(String::as_str))
    };
    defects.iter().filter(fits).map(|defect| defect["name"].as_str().expect("a name").to_owned()).collect()
}

/// The servers of a lesson; ended when dropped.
struct Serving {
    process: Child,
    said: BufReader<ChildStdout>,
}

impl Serving {
    fn start(pack: &str) -> Self {
        let mut process = command(&["lesson", "serve", pack]).stdout(Stdio::piped()).spawn().expect("it starts");
        let said = BufReader::new(process.stdout.take().expect("its output"));
        Self { process, said }
    }

    /// The command that judges the server whose turn it is.
    fn words_for(&mut self, number: usize) -> Vec<String> {
        let mut lines = [String::new(), String::new()];
        for line in &mut lines {
            self.said.read_line(line).expect("a line");
        }
        assert!(lines[0].starts_with(&format!("server-{number} ")), "{lines:?}");
        lines[1].split_whitespace().skip(1).map(str::to_owned).collect()
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        terminate(&self.process);
        let _ = self.process.wait();
    }
}
