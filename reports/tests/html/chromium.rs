//! Debian's chromium, headless, spoken to over its pipe for debugging: no port, and no library between.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

/// How long it may take to say anything.
const PATIENCE: Duration = Duration::from_secs(60);

const FLAGS: &[&str] = &[
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--remote-debugging-pipe",
];

/// A browser with one page; it ends when it is dropped.
pub(crate) struct Chromium {
    process: Child,
    asked: ChildStdin,
    told: Receiver<Value>,
    session: Option<String>,
    count: u64,
    /// What it told without being asked.
    pub(crate) events: Vec<Value>,
    folder: TempDir,
}

/// Whether it is installed.
pub(crate) fn is_there() -> bool {
    Command::new("chromium")
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|ended| ended.success())
}

impl Chromium {
    /// Starts it, with an empty page.
    pub(crate) fn start() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        // It reads from the third descriptor and writes to the fourth.
        let mut process = Command::new("sh")
            .args(["-c", "exec chromium \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>&1", "chromium"])
            .args(FLAGS)
            .arg(format!("--user-data-dir={}", folder.path().join("profile").display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("chromium starts; `apt-get install chromium` installs it");
        let (asked, told) = (process.stdin.take().expect("a pipe"), process.stdout.take().expect("a pipe"));
        let (tell, told_here) = channel();
        // Ends with the browser, which closes the pipe.
        std::thread::spawn(move || {
            for message in BufReader::new(told).split(0) {
                let Ok(message) = message else { return };
                if tell.send(serde_json::from_slice(&message).expect("JSON")).is_err() {
                    return;
                }
            }
        });
        let mut browser = Self { process, asked, told: told_here, session: None, count: 0, events: Vec::new(), folder };
        let target = browser.ask("Target.createTarget", &json!({ "url": "about:blank" }));
        let attached =
            browser.ask("Target.attachToTarget", &json!({ "targetId": target["targetId"], "flatten": true }));
        browser.session = attached["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Log", "Network"] {
            browser.ask(&format!("{domain}.enable"), &json!({}));
        }
        browser
    }

    /// Makes it what it is after its start: scripts run, the screen is a common one, and it is day.
    pub(crate) fn begin(&mut self) {
        self.run_scripts(true);
        self.screen(1280, 900, "light");
    }

    /// Asks it something, and waits for the answer.
    pub(crate) fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.count += 1;
        let mut question = json!({ "id": self.count, "method": method, "params": params });
        if let Some(session) = &self.session {
            question["sessionId"] = session.as_str().into();
        }
        self.asked.write_all(format!("{question}\0").as_bytes()).expect("chromium listens");
        loop {
            let mut message = self.next();
            if message["id"] == self.count {
                assert!(message.get("error").is_none(), "{method}: {message}");
                return message["result"].take();
            }
            self.events.push(message);
        }
    }

    fn next(&self) -> Value {
        self.told.recv_timeout(PATIENCE).expect("chromium says something")
    }

    /// Shows a page, and waits until it is there.
    pub(crate) fn show(&mut self, page: &str) {
        let path = self.folder.path().join("page.html");
        std::fs::write(&path, page).expect("a file");
        self.open(&path);
    }

    fn open(&mut self, path: &Path) {
        self.events.clear();
        self.ask("Page.navigate", &json!({ "url": format!("file://{}", path.display()) }));
        while !self.events.iter().any(|event| event["method"] == "Page.loadEventFired") {
            let event = self.next();
            self.events.push(event);
        }
    }

    /// What an expression is worth in the page.
    pub(crate) fn value(&mut self, expression: &str) -> Value {
        let mut answer = self
            .ask("Runtime.evaluate", &json!({ "expression": expression, "returnByValue": true, "awaitPromise": true }));
        assert!(answer.get("exceptionDetails").is_none(), "{expression}: {answer}");
        answer["result"]["value"].take()
    }

    /// Whether the page runs scripts.
    pub(crate) fn run_scripts(&mut self, run: bool) {
        self.ask("Emulation.setScriptExecutionDisabled", &json!({ "value": !run }));
    }

    /// The screen and the reader's taste.
    pub(crate) fn screen(&mut self, width: u32, height: u32, scheme: &str) {
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.ask("Emulation.setDeviceMetricsOverride", &metrics);
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        self.ask("Emulation.setEmulatedMedia", &json!({ "features": features }));
    }

    /// Presses a key that writes nothing but Enter.
    pub(crate) fn press(&mut self, key: &str) {
        let code = if key == "Enter" { 13 } else { 9 };
        for kind in ["keyDown", "keyUp"] {
            let mut event = json!({ "type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code });
            if key == "Enter" && kind == "keyDown" {
                event["text"] = "\r".into();
            }
            self.ask("Input.dispatchKeyEvent", &event);
        }
    }

    /// Writes a text where the focus is.
    pub(crate) fn write(&mut self, text: &str) {
        self.ask("Input.insertText", &json!({ "text": text }));
    }

    /// The addresses that were asked for, but for the page itself.
    pub(crate) fn requests(&self) -> Vec<String> {
        let sent = self.events.iter().filter(|event| event["method"] == "Network.requestWillBeSent");
        let asked = sent.filter_map(|event| event["params"]["request"]["url"].as_str());
        asked.filter(|url| !url.ends_with("/page.html")).map(str::to_owned).collect()
    }

    /// What the page was told off for, and what it said on the console.
    pub(crate) fn complaints(&self) -> Vec<String> {
        let kinds = ["Log.entryAdded", "Runtime.consoleAPICalled", "Runtime.exceptionThrown"];
        let complaints = self.events.iter().filter(|event| kinds.iter().any(|name| event["method"] == *name));
        complaints.map(|event| event["params"].to_string()).collect()
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        // Asked to end it takes its processes with it; whoever does not listen any more is ended.
        let _ = self.asked.write_all(b"{\"id\":0,\"method\":\"Browser.close\"}\0");
        while self.told.recv_timeout(PATIENCE).is_ok() {}
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
