//! A caller for tests: says every operation in either binding and reads the answer.

pub(crate) mod receiver;

use std::sync::atomic::{AtomicUsize, Ordering};

use a2a_assay_reference_server::{Options, Principal, Running, spawn};
use reqwest::header::HeaderMap;
use serde_json::{Map, Value, json};

/// The eleven operations.
pub(crate) const OPERATIONS: [&str; 11] = [
    "SendMessage",
    "SendStreamingMessage",
    "GetTask",
    "ListTasks",
    "CancelTask",
    "SubscribeToTask",
    "CreateTaskPushNotificationConfig",
    "GetTaskPushNotificationConfig",
    "ListTaskPushNotificationConfigs",
    "DeleteTaskPushNotificationConfig",
    "GetExtendedAgentCard",
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Binding {
    JsonRpc,
    Rest,
}

pub(crate) const BINDINGS: [Binding; 2] = [Binding::JsonRpc, Binding::Rest];

/// Somebody who calls one agent in one binding.
#[derive(Clone)]
pub(crate) struct Caller {
    pub(crate) origin: String,
    pub(crate) binding: Binding,
    pub(crate) token: Option<String>,
    pub(crate) version: Option<&'static str>,
    pub(crate) http: reqwest::Client,
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Value,
}

/// What came back as a stream.
pub(crate) struct Events {
    response: reqwest::Response,
    text: String,
    wrapped: bool,
}

pub(crate) async fn sound() -> Running {
    spawn(Options::default()).await.unwrap()
}

pub(crate) fn caller(server: &Running, who: Principal, binding: Binding) -> Caller {
    Caller {
        origin: server.url().to_owned(),
        binding,
        token: Some(server.token(who)),
        version: Some("1.0"),
        http: reqwest::Client::builder().no_proxy().build().unwrap(),
    }
}

/// A request to send this text under a fresh message id.
pub(crate) fn text(text: &str) -> Value {
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let id = format!("m-{}", NUMBER.fetch_add(1, Ordering::Relaxed));
    json!({ "message": { "messageId": id, "role": "ROLE_USER", "parts": [{ "text": text }] } })
}

/// A text sent to a task.
pub(crate) fn text_to(task: &Value, says: &str) -> Value {
    let mut request = text(says);
    request["message"]["taskId"] = task["id"].clone();
    request
}

/// A request to send this text and not to wait.
pub(crate) fn text_at_once(says: &str) -> Value {
    let mut request = text(says);
    request["configuration"] = json!({ "returnImmediately": true });
    request
}

pub(crate) fn id(task: &Value) -> Value {
    json!({ "id": task["id"] })
}

pub(crate) fn state(task: &Value) -> &str {
    task["status"]["state"].as_str().unwrap_or_default()
}

impl Caller {
    pub(crate) async fn call(&self, operation: &str, params: Value) -> Answer {
        Answer::read(self.raw(operation, params).await).await
    }

    pub(crate) async fn stream(&self, operation: &str, params: Value) -> Events {
        let response = self.raw(operation, params).await;
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        Events { response, text: String::new(), wrapped: self.binding == Binding::JsonRpc }
    }

    /// Sends a text, waits, and yields the task.
    pub(crate) async fn task(&self, says: &str) -> Value {
        self.call("SendMessage", text(says)).await.result()["task"].clone()
    }

    /// Sends a text and yields the task as it is at once.
    pub(crate) async fn begun(&self, says: &str) -> Value {
        let answer = self.call("SendMessage", text_at_once(says)).await;
        answer.result()["task"].clone()
    }

    pub(crate) async fn get(&self, task: &Value) -> Value {
        self.call("GetTask", id(task)).await.result().clone()
    }

    async fn raw(&self, operation: &str, params: Value) -> reqwest::Response {
        let mut request = match self.binding {
            Binding::JsonRpc => {
                let call = json!({ "jsonrpc": "2.0", "id": "q", "method": operation, "params": params });
                self.http
                    .post(format!("{}/rpc", self.origin))
                    .header("content-type", "application/json")
                    .body(call.to_string())
            }
            Binding::Rest => self.rest(operation, params),
        };
        if let Some(version) = self.version {
            request = request.header("A2A-Version", version);
        }
        if let Some(token) = &self.token {
            request = request.bearer_auth(token);
        }
        request.send().await.unwrap()
    }

    fn rest(&self, operation: &str, mut params: Value) -> reqwest::RequestBuilder {
        let mut take = |name: &str| {
            let taken = params.as_object_mut().and_then(|map| map.remove(name));
            taken.and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
        };
        let (method, path) = match operation {
            "SendMessage" => ("POST", "message:send".to_owned()),
            "SendStreamingMessage" => ("POST", "message:stream".to_owned()),
            "GetTask" => ("GET", format!("tasks/{}", take("id"))),
            "ListTasks" => ("GET", "tasks".to_owned()),
            "CancelTask" => ("POST", format!("tasks/{}:cancel", take("id"))),
            "SubscribeToTask" => ("POST", format!("tasks/{}:subscribe", take("id"))),
            "GetExtendedAgentCard" => ("GET", "extendedAgentCard".to_owned()),
            configs => {
                let folder = format!("tasks/{}/pushNotificationConfigs", take("taskId"));
                match configs {
                    "CreateTaskPushNotificationConfig" => ("POST", folder),
                    "ListTaskPushNotificationConfigs" => ("GET", folder),
                    "GetTaskPushNotificationConfig" => ("GET", format!("{folder}/{}", take("id"))),
                    _ => ("DELETE", format!("{folder}/{}", take("id"))),
                }
            }
        };
        let mut url = url::Url::parse(&format!("{}/rest/{path}", self.origin)).unwrap();
        if method == "POST" {
            let request = self.http.post(url).header("content-type", "application/a2a+json");
            return request.body(params.to_string());
        }
        for (name, value) in params.as_object().unwrap_or(&Map::new()) {
            let plain = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            url.query_pairs_mut().append_pair(name, &plain);
        }
        self.http.request(method.parse().unwrap(), url)
    }

    /// Posts a body as it is to the JSON-RPC endpoint.
    pub(crate) async fn post(&self, media_type: &str, body: impl Into<reqwest::Body>) -> Answer {
        let mut request = self.http.post(format!("{}/rpc", self.origin)).header("content-type", media_type).body(body);
        if let Some(version) = self.version {
            request = request.header("A2A-Version", version);
        }
        if let Some(token) = &self.token {
            request = request.bearer_auth(token);
        }
        Answer::read(request.send().await.unwrap()).await
    }
}

impl Answer {
    async fn read(response: reqwest::Response) -> Self {
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let text = response.text().await.unwrap();
        let body = serde_json::from_str(&text).unwrap_or(Value::String(text));
        Self { status, headers, body }
    }

    /// What was asked for.
    pub(crate) fn result(&self) -> &Value {
        assert!(self.error().is_null(), "{}", self.body);
        self.body.get("result").unwrap_or(&self.body)
    }

    pub(crate) fn error(&self) -> &Value {
        self.body.get("error").unwrap_or(&Value::Null)
    }

    /// The reason of a refusal: of the protocol where it gives one, else what either binding calls it.
    pub(crate) fn reason(&self) -> &str {
        let error = self.error();
        let details = error.get("data").or(error.get("details"));
        let reason = details.and_then(|details| details[0]["reason"].as_str());
        match (reason, error["code"].as_i64()) {
            (Some(reason), _) => reason,
            (None, Some(-32602)) => "INVALID_ARGUMENT",
            _ => error["status"].as_str().unwrap_or_default(),
        }
    }
}

impl Events {
    /// The next event; none once the stream closed.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        loop {
            if let Some(end) = self.text.find("\n\n") {
                let frame: String = self.text.drain(..end + 2).collect();
                let Some(data) = frame.trim_end().strip_prefix("data: ") else {
                    continue;
                };
                let event: Value = serde_json::from_str(data).unwrap();
                return Some(if self.wrapped { event["result"].clone() } else { event });
            }
            let chunk = self.response.chunk().await.unwrap()?;
            self.text.push_str(std::str::from_utf8(&chunk).unwrap());
        }
    }

    pub(crate) async fn all(mut self) -> Vec<Value> {
        let mut events = Vec::new();
        while let Some(event) = self.next().await {
            events.push(event);
        }
        events
    }
}

/// An event in a word: what moved, or what was said.
pub(crate) fn word(event: &Value) -> String {
    let update = &event["statusUpdate"]["status"]["state"];
    let artifact = &event["artifactUpdate"]["artifact"]["parts"][0]["text"];
    let task = &event["task"]["status"]["state"];
    let message = &event["message"]["role"];
    [update, artifact, task, message]
        .into_iter()
        .find_map(Value::as_str)
        .unwrap_or_default()
        .trim_start_matches("TASK_STATE_")
        .to_owned()
}
