//! Runs one process to its end, or until its time is up, and leaves nothing of it behind.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use tokio::process::{Child, Command};

/// How much of a process's last words is kept, in bytes.
const LAST_WORDS: u64 = 2000;

/// How a process ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// By itself, with this exit code.
    Code(i32),
    /// By a signal.
    Signal,
    /// By us, when its time was up.
    TimedOut(Duration),
}

impl End {
    /// Whether the process was content.
    pub(super) fn is_green(&self) -> bool {
        *self == Self::Code(0)
    }

    /// The end in words.
    pub(super) fn words(&self) -> String {
        match self {
            Self::Code(code) => format!("exit code {code}"),
            Self::Signal => "ended by a signal".to_owned(),
            Self::TimedOut(limit) => format!("not done after {} s", limit.as_secs()),
        }
    }

    fn of(status: ExitStatus) -> Self {
        status.code().map_or(Self::Signal, Self::Code)
    }
}

/// Runs a process; both of its streams are read as one, and the end of them is kept.
pub(super) async fn run(
    words: &[String],
    environment: Vec<(String, String)>,
    limit: Duration,
) -> io::Result<(End, String)> {
    let [program, arguments @ ..] = words else {
        return Err(io::Error::other("there is no command"));
    };
    // A file and no pipe: what the process leaves running can't keep us waiting.
    let mut said = tempfile::tempfile()?;
    let mut command = Command::new(program);
    command.args(arguments).envs(environment).kill_on_drop(true);
    command.stdin(Stdio::null()).stdout(said.try_clone()?).stderr(said.try_clone()?);
    #[cfg(unix)]
    command.process_group(0);
    let mut child = command.spawn()?;
    let mut group = Group::led_by(&child);
    let end = if let Ok(status) = tokio::time::timeout(limit, child.wait()).await {
        End::of(status?)
    } else {
        group.kill();
        // Without groups of processes this is what is left to do.
        let _ = child.start_kill();
        child.wait().await?;
        End::TimedOut(limit)
    };
    group.has_ended();
    Ok((end, last_words(&mut said)?))
}

fn last_words(said: &mut File) -> io::Result<String> {
    let length = said.seek(SeekFrom::End(0))?;
    said.seek(SeekFrom::Start(length.saturating_sub(LAST_WORDS)))?;
    let mut bytes = Vec::new();
    said.take(LAST_WORDS).read_to_end(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    if length <= LAST_WORDS {
        return Ok(text);
    }
    // The first line is a piece of one.
    Ok(text.split_once('\n').map_or(String::new(), |(_, whole)| whole.to_owned()))
}

/// A process and all that it started; killed when dropped before it has ended.
struct Group {
    #[cfg(unix)]
    leader: Option<rustix::process::Pid>,
}

#[cfg(unix)]
impl Group {
    fn led_by(child: &Child) -> Self {
        let id = child.id().and_then(|id| i32::try_from(id).ok());
        Self { leader: id.and_then(rustix::process::Pid::from_raw) }
    }

    fn kill(&self) {
        if let Some(leader) = self.leader {
            // Who is gone already needs no killing.
            let _ = rustix::process::kill_process_group(leader, rustix::process::Signal::KILL);
        }
    }

    /// From here on the number may be another's.
    fn has_ended(&mut self) {
        self.leader = None;
    }
}

#[cfg(not(unix))]
impl Group {
    fn led_by(_: &Child) -> Self {
        Self {}
    }

    fn kill(&self) {}

    fn has_ended(&mut self) {}
}

impl Drop for Group {
    fn drop(&mut self) {
        self.kill();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    async fn sh(script: &str, limit: Duration) -> (End, String) {
        let words = ["sh", "-c", script].map(str::to_owned);
        run(&words, vec![("WORD".to_owned(), "hello".to_owned())], limit).await.expect("it starts")
    }

    const AMPLE: Duration = Duration::from_secs(60);

    #[tokio::test]
    async fn a_process_ends_with_its_code_and_its_words() {
        assert_eq!(sh("echo $WORD; echo world >&2; exit 3", AMPLE).await, (End::Code(3), "hello\nworld\n".to_owned()));
    }

    #[tokio::test]
    async fn a_killed_process_has_no_code() {
        assert_eq!(sh("kill -9 $$", AMPLE).await.0, End::Signal);
    }

    #[tokio::test]
    async fn only_whole_lines_of_the_last_words_are_kept() {
        let (_, said) = sh("i=0; while [ $i -lt 1000 ]; do echo line $i; i=$((i+1)); done", AMPLE).await;

        assert!(said.starts_with("line ") && said.ends_with("line 999\n"), "{said}");
        assert!(said.len() <= 2000);
    }

    #[tokio::test]
    async fn what_takes_too_long_is_killed_with_all_that_it_started() {
        let folder = tempfile::tempdir().expect("a folder");
        let (pipe, limit) = (folder.path().join("pipe"), Duration::from_secs(2));
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("it starts").success());
        let script = format!("exec 3>{}; (sleep 60; echo survived >&3) & wait", pipe.display());
        // The pipe ends when nothing is left that could write to it.
        let said = tokio::task::spawn_blocking(move || std::fs::read_to_string(pipe));
        let (end, _) = sh(&script, limit).await;

        assert_eq!(end, End::TimedOut(limit));
        assert_eq!(said.await.expect("it is read").expect("text"), "");
    }

    #[tokio::test]
    async fn what_leaves_something_running_keeps_nobody_waiting() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("child");
        let (end, _) = sh(&format!("sleep 20 & echo $! > {}", path.display()), AMPLE).await;
        let child = std::fs::read_to_string(path).expect("the number of the child");

        assert!(end.is_green());
        std::process::Command::new("kill").arg(child.trim()).status().expect("a signal is sent");
    }
}
