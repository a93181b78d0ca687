//! What is known to fail, from the first run that shows it to the last that does.

use std::path::PathBuf;

use crate::program::{Ended, Served, a2a_assay, timeless};

/// A folder with the report on a defective agent and what is known of it since.
struct Known {
    folder: tempfile::TempDir,
}

impl Known {
    /// Judges an agent whose streams end too early, and takes what failed for known.
    fn of(agent: &Served, more: &[&str]) -> Self {
        let known = Self { folder: tempfile::tempdir().expect("a folder") };
        let report = format!("json={}", known.report());
        let ended = agent.check(&["--only", "ST1", "--report", &report]);
        assert_eq!(ended.code, Some(1), "{ended:?}");
        let ended = known.update(&[&["--reason", "vendor bug 17"], more].concat());
        assert_eq!(ended.code, Some(0), "{ended:?}");
        known
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn report(&self) -> String {
        self.path("report.json").display().to_string()
    }

    fn baseline(&self) -> String {
        self.path("baseline.json").display().to_string()
    }

    fn update(&self, more: &[&str]) -> Ended {
        a2a_assay(&[&["baseline", "update", &self.report(), "--baseline", &self.baseline()], more].concat())
    }

    /// A text without what differs from run to run.
    fn plain(&self, ended: &Ended, agent: &Served) -> String {
        let mut text = ended.out.replace(&self.folder.path().display().to_string(), "FOLDER");
        for word in agent.words() {
            if word.starts_with("http") || word.starts_with('/') {
                text = text.replace(word, "AGENT");
            }
        }
        timeless(&text)
    }
}

fn defective() -> Served {
    Served::start(&["--defect", "stream_drops_last_event"])
}

#[test]
fn what_is_known_fails_no_run_and_is_told_with_its_reason() {
    let agent = defective();
    let known = Known::of(&agent, &["--expires", "9999-12-31"]);

    let ended = agent.check(&["--only", "ST1", "--baseline", &known.baseline()]);

    assert_eq!(ended.code, Some(0), "{ended:?}");
    let text = known.plain(&ended, &agent);
    for words in
        ["2 known failures", "borne ST1: vendor bug 17, until 9999-12-31", "NOT CONFORMANT", "known 4", "exit 0"]
    {
        assert!(text.contains(words), "{words}: {text}");
    }
}

#[test]
fn what_is_mended_is_stale_and_pruned() {
    let known = Known::of(&defective(), &[]);
    let sound = Served::start(&[]);
    let report = format!("json={}", known.report());
    let with_it = ["--only", "ST1", "--baseline", &known.baseline(), "--report", &report];

    let stale = sound.check(&with_it);
    let pruned = a2a_assay(&["baseline", "prune", &known.report(), "--baseline", &known.baseline()]);
    let green = sound.check(&with_it);

    assert_eq!((stale.code, pruned.code, green.code), (Some(7), Some(0), Some(0)), "{stale:?} {pruned:?} {green:?}");
    assert!(stale.out.contains("stale: 4 failures mended"), "{stale:?}");
    assert!(pruned.out.contains("0 things are known to fail"), "{pruned:?}");
}

#[test]
fn what_else_is_broken_fails_the_run() {
    let known = Known::of(&defective(), &[]);
    let worse = Served::start(&["--defect", "stream_drops_last_event,stream_starts_with_status"]);

    let ended = worse.check(&["--only", "ST1", "--baseline", &known.baseline()]);

    assert_eq!(ended.code, Some(1), "{ended:?}");
    assert!(ended.out.contains("1 root cause\n") && ended.out.contains("stream-starts-with-task"), "{ended:?}");
}

#[test]
fn a_baseline_that_was_edited_by_hand_is_refused() {
    let known = Known::of(&defective(), &[]);
    let written = std::fs::read_to_string(known.baseline()).expect("a baseline");
    std::fs::write(known.baseline(), written.replace("bug 17", "bug 18")).expect("a file");

    let ended = a2a_assay(&["check", "http://127.0.0.1:1", "--baseline", &known.baseline()]);

    assert_eq!(ended.code, Some(2), "{ended:?}");
    assert!(ended.err.contains("edited by hand") && ended.err.contains("baseline update"), "{ended:?}");
}

#[test]
fn what_is_known_keeps_its_reason_until_it_is_renewed() {
    let known = Known::of(&defective(), &[]);

    let kept = known.update(&["--reason", "another"]);
    let other_checks = known.update(&["--reason", "another", "--renew", "--only", "V*"]);
    let renewed = known.update(&["--reason", "another", "--renew", "--only", "streaming and must"]);

    assert!(kept.out.starts_with("nothing taken in\n4 things"), "{kept:?}");
    assert!(other_checks.out.starts_with("nothing taken in\n4 things"), "{other_checks:?}");
    assert!(renewed.out.contains("another"), "{renewed:?}");
}
