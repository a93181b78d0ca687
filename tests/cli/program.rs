//! Runs the program, and gives it something to talk to.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// How a run ended, and what it said.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// The program with these words, free of the environment's wishes about colour.
pub(crate) fn command(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_a2a-assay"));
    command.args(words).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").env("RUST_BACKTRACE", "1");
    command
}

/// Runs the program to its end.
pub(crate) fn a2a_assay(words: &[&str]) -> Ended {
    let output = command(words).output().expect("the program starts");
    Ended {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).expect("text"),
        err: String::from_utf8(output.stderr).expect("text"),
    }
}

/// Starts the program, interrupts it as soon as `ready` returns, and says with which code it ended.
pub(crate) fn interrupted_once(ready: impl FnOnce(), words: &[&str]) -> Option<i32> {
    let mut running = command(words).stdout(Stdio::null()).spawn().expect("the program starts");
    ready();
    send(running.id(), "INT");
    running.wait().expect("it ends").code()
}

/// The address of a server that gives everybody the same answer, for as long as the test runs.
pub(crate) fn answering(content_type: &str, body: &str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("an address");
    let length = body.len();
    let answer = format!(
        "HTTP/1.1 200 OK\r\ncontent-type: {content_type}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}"
    );
    std::thread::spawn(move || {
        for connection in listener.incoming() {
            let Ok(mut connection) = connection else { continue };
            let mut request = [0; 4096];
            // Whoever hangs up early has seen enough.
            let _ = connection.read(&mut request);
            let _ = connection.write_all(answer.as_bytes());
        }
    });
    format!("http://{address}")
}

/// A text without its times: every number before `ms` or `s` replaced, the blanks that align it taken together.
pub(crate) fn timeless(text: &str) -> String {
    let line = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let is_time = |at: usize| words.get(at + 1).is_some_and(|unit| ["ms", "s", "s,"].contains(unit));
        let word = |(at, word): (usize, &&str)| if is_time(at) { "TIME".to_owned() } else { (*word).to_owned() };
        words.iter().enumerate().map(word).collect::<Vec<_>>().join(" ")
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// The reference agent in a process of its own; ended when dropped.
pub(crate) struct Served {
    process: Child,
    words: Vec<String>,
}

impl Served {
    /// Starts it and reads the command that it prints.
    pub(crate) fn start(words: &[&str]) -> Self {
        let words: Vec<&str> = std::iter::once("serve").chain(words.iter().copied()).collect();
        let mut process = command(&words).stdout(Stdio::piped()).spawn().expect("the program starts");
        let mut line = String::new();
        let out = process.stdout.take().expect("its output");
        BufReader::new(out).read_line(&mut line).expect("a line");
        Self { process, words: line.split_whitespace().map(str::to_owned).collect() }
    }

    /// Runs the command that was printed, with more words.
    pub(crate) fn check(&self, more: &[&str]) -> Ended {
        assert_eq!(self.words[..2], ["a2a-assay", "check"]);
        let words: Vec<&str> = self.words[1..].iter().map(String::as_str).chain(more.iter().copied()).collect();
        a2a_assay(&words)
    }

    /// Runs the command that was printed, and interrupts it as soon as it says that a check has ended.
    pub(crate) fn interrupted_check(&self, more: &[&str]) -> Ended {
        self.signalled_check("INT", more)
    }

    /// Runs the command that was printed, and sends it a signal as soon as it says that a check has ended.
    pub(crate) fn signalled_check(&self, signal: &str, more: &[&str]) -> Ended {
        let words: Vec<&str> = self.words[1..].iter().map(String::as_str).chain(more.iter().copied()).collect();
        let mut checking = command(&words)
            .arg("--verbose")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut said = BufReader::new(checking.stderr.take().expect("its diagnostics"));
        let mut first = String::new();
        said.read_line(&mut first).expect("a line");
        send(checking.id(), signal);
        let (mut out, mut err) = (String::new(), first);
        checking.stdout.take().expect("its output").read_to_string(&mut out).expect("text");
        said.read_to_string(&mut err).expect("text");
        Ended { code: checking.wait().expect("it ends").code(), out, err }
    }

    /// The target file that the printed command names.
    pub(crate) fn target_file(&self) -> PathBuf {
        self.words.last().expect("a command").into()
    }

    /// Sends a signal and waits for the end.
    pub(crate) fn stop(mut self, signal: &str) -> Option<i32> {
        self.signal(signal);
        self.process.wait().expect("it ends").code()
    }

    fn signal(&self, signal: &str) {
        send(self.process.id(), signal);
    }
}

/// Asks a process to end.
pub(crate) fn terminate(process: &Child) {
    send(process.id(), "TERM");
}

fn send(process: u32, signal: &str) {
    let process = process.to_string();
    Command::new("kill").args(["-s", signal, &process]).status().expect("a signal is sent");
}

impl Drop for Served {
    fn drop(&mut self) {
        if matches!(self.process.try_wait(), Ok(None)) {
            // Asked to end it removes its files, which killing it would leave behind.
            self.signal("TERM");
            let _ = self.process.wait();
        }
    }
}
