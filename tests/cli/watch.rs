//! Judging again whenever something changes.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStderr, Stdio};

use crate::card::SOUND;
use crate::program::{a2a_assay, command, interrupt};

/// A watching program, its keyboard held by the test.
struct Watching {
    program: Child,
    said: BufReader<ChildStderr>,
}

impl Watching {
    fn start(words: &[&str]) -> Self {
        let mut program = command(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let said = BufReader::new(program.stderr.take().expect("its diagnostics"));
        Self { program, said }
    }

    /// What it says until it waits for a change.
    fn until_it_waits(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            assert!(self.said.read_line(&mut line).expect("text") > 0, "it ended after {lines:?}");
            if line.starts_with("watching: ") {
                return lines;
            }
            lines.push(line.trim_end().to_owned());
        }
    }

    fn press_enter(&mut self) {
        self.program.stdin.as_mut().expect("its input").write_all(b"\n").expect("it listens");
    }

    fn end(mut self) -> Option<i32> {
        interrupt(&self.program);
        self.program.wait().expect("it ends").code()
    }
}

/// Saves a file as editors do: nobody sees half of it.
#[cfg(unix)]
fn save(file: &std::path::Path, text: &str) {
    let whole = file.with_extension("whole");
    std::fs::write(&whole, text).and_then(|()| std::fs::rename(&whole, file)).expect("a file");
}

#[test]
#[cfg(unix)]
fn a_card_is_judged_again_when_it_is_saved() {
    let folder = tempfile::tempdir().expect("a folder");
    let card = folder.path().join("card.json");
    save(&card, SOUND);
    let mut watching = Watching::start(&["check", "--card", &card.display().to_string(), "--watch"]);
    assert_eq!(watching.until_it_waits(), Vec::<String>::new());

    save(&card, &SOUND.replace("\"version\": \"1.0.0\", ", ""));
    assert_eq!(watching.until_it_waits(), ["changed since the last run:", "  D1 card-valid  pass -> FAIL"]);

    // What can't be judged is said, and the last verdict stays what the next one is held against.
    save(&card, "{");
    let said = watching.until_it_waits();
    assert!(said.len() == 1 && said[0].contains("there is no agent card in"), "{said:?}");

    save(&card, SOUND);
    assert_eq!(watching.until_it_waits(), ["changed since the last run:", "  D1 card-valid  FAIL -> pass"]);

    watching.press_enter();
    assert_eq!(watching.until_it_waits(), ["no verdict has changed"]);
    assert_eq!(watching.end(), Some(130));
}

#[test]
fn where_nobody_watches_and_nothing_can_change_it_ends() {
    let agent = crate::program::answering("application/json", SOUND);
    let ended = a2a_assay(&["check", &agent, "--only", "D1", "--watch"]);

    assert_eq!(ended.code, Some(0), "{ended:?}");
}
