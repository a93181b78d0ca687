//! A principal who speaks over one interface.

use std::time::Duration;

use bytes::Bytes;
use serde_json::{Value, json};

use super::Probe;
use super::stream::Stream;
use crate::agent::transport::{Call, Line, Next, Opening, Raw, Version};
use crate::agent::{Interface, Message, Operation, Reply};
use crate::patience::Patience;
use crate::target::Credential;

/// A principal who speaks over one interface. Calls never fail: whatever happens is the reply.
#[derive(Clone)]
pub struct Caller<'p> {
    pub(super) probe: &'p Probe,
    interface: Interface,
    credential: Credential,
    version: Version,
    extensions: Option<String>,
    patience: Patience,
}

impl<'p> Caller<'p> {
    pub(super) fn new(probe: &'p Probe, interface: &Interface, credential: Credential) -> Self {
        Self {
            probe,
            interface: interface.clone(),
            credential,
            version: Version::Declared,
            extensions: None,
            patience: probe.target().patience.clone(),
        }
    }

    /// The interface that is spoken to.
    pub fn interface(&self) -> &Interface {
        &self.interface
    }

    /// What is shown with every call.
    pub fn credential(&self) -> &Credential {
        &self.credential
    }

    /// The same principal over another interface.
    #[must_use]
    pub fn on(&self, interface: &Interface) -> Self {
        Self { interface: interface.clone(), ..self.clone() }
    }

    /// The same interface with another credential.
    #[must_use]
    pub fn showing(&self, credential: Credential) -> Self {
        Self { credential, ..self.clone() }
    }

    /// The same principal naming another protocol version.
    #[must_use]
    pub fn naming(&self, version: Version) -> Self {
        Self { version, ..self.clone() }
    }

    /// The same principal declaring these extensions, as the header writes them.
    #[must_use]
    pub fn declaring(&self, extensions: &str) -> Self {
        Self { extensions: Some(extensions.to_owned()), ..self.clone() }
    }

    /// The same caller, waiting longer for each answer.
    #[must_use]
    pub fn with_patience(&self, reply: Duration) -> Self {
        Self { patience: Patience { reply, ..self.patience.clone() }, ..self.clone() }
    }

    /// Makes a unary call.
    pub async fn call(&self, operation: Operation, params: Value) -> Reply {
        self.line().call(&self.written(operation, params, None)).await
    }

    /// Makes a call of any kind and reads the first thing that comes as its answer.
    pub async fn attempt(&self, operation: Operation, params: Value) -> Reply {
        if !operation.streams() {
            return self.call(operation, params).await;
        }
        match self.line().open(&self.written(operation, params, None)).await {
            Opening::Refused(reply) => *reply,
            Opening::Stream(mut stream) => match stream.next().await {
                Next::Event(event) => stream.as_reply(Some(&event)),
                Next::End(_) => stream.as_reply(None),
            },
        }
    }

    /// Makes a unary call with a body that no binding would write.
    pub async fn raw(&self, operation: Operation, body: impl Into<Bytes>, content_type: &str) -> Reply {
        // What id such a body has, if any, only its sender knows.
        let raw = Raw { body: body.into(), content_type: content_type.to_owned(), id: Value::Null };
        self.line().call(&self.written(operation, json!({}), Some(raw))).await
    }

    /// Makes a unary call over JSON-RPC with an envelope of the check's own, and reads the answer that carries its id.
    pub async fn enveloped(&self, operation: Operation, envelope: &Value) -> Reply {
        let (body, id) = (Bytes::from(envelope.to_string()), envelope["id"].clone());
        let raw = Raw { body, content_type: "application/json".to_owned(), id };
        self.line().call(&self.written(operation, json!({}), Some(raw))).await
    }

    /// Opens a stream.
    pub async fn open(&self, operation: Operation, params: Value) -> Result<Stream, Box<Reply>> {
        match self.line().open(&self.written(operation, params, None)).await {
            Opening::Refused(reply) => Err(reply),
            Opening::Stream(stream) => Ok(Stream::new(stream)),
        }
    }

    /// SendMessage.
    pub async fn send(&self, message: &Message) -> Reply {
        self.call(Operation::SendMessage, message.params()).await
    }

    /// SendStreamingMessage.
    pub async fn stream(&self, message: &Message) -> Result<Stream, Box<Reply>> {
        self.open(Operation::SendStreamingMessage, message.params()).await
    }

    /// GetTask.
    pub async fn get(&self, id: &str) -> Reply {
        let reply = self.call(Operation::GetTask, json!({ "id": id })).await;
        self.probe.shown(self.interface.binding, id, &reply);
        reply
    }

    /// ListTasks.
    pub async fn list(&self, params: Value) -> Reply {
        self.call(Operation::ListTasks, params).await
    }

    /// CancelTask.
    pub async fn cancel(&self, id: &str) -> Reply {
        self.call(Operation::CancelTask, json!({ "id": id })).await
    }

    /// SubscribeToTask.
    pub async fn subscribe(&self, id: &str) -> Result<Stream, Box<Reply>> {
        self.open(Operation::SubscribeToTask, json!({ "id": id })).await
    }

    /// SubscribeToTask over HTTP+JSON, with each verb that the texts give for it.
    pub async fn subscribe_by_each_verb(&self, id: &str) -> Vec<(&'static str, Result<Stream, Box<Reply>>)> {
        let call = self.written(Operation::SubscribeToTask, json!({ "id": id }), None);
        let mut openings = Vec::new();
        for verb in ["POST", "GET"] {
            let opening = match self.line().open_with_verb(&call, verb).await {
                Opening::Refused(reply) => Err(reply),
                Opening::Stream(stream) => Ok(Stream::new(stream)),
            };
            openings.push((verb, opening));
        }
        openings
    }

    /// CreateTaskPushNotificationConfig.
    pub async fn create_config(&self, task: &str, config: &Value) -> Reply {
        let mut params = config.clone();
        params["taskId"] = task.into();
        self.call(Operation::CreateTaskPushNotificationConfig, params).await
    }

    /// GetTaskPushNotificationConfig.
    pub async fn get_config(&self, task: &str, id: &str) -> Reply {
        self.call(Operation::GetTaskPushNotificationConfig, json!({ "taskId": task, "id": id })).await
    }

    /// ListTaskPushNotificationConfigs.
    pub async fn list_configs(&self, task: &str) -> Reply {
        self.call(Operation::ListTaskPushNotificationConfigs, json!({ "taskId": task })).await
    }

    /// DeleteTaskPushNotificationConfig.
    pub async fn delete_config(&self, task: &str, id: &str) -> Reply {
        self.call(Operation::DeleteTaskPushNotificationConfig, json!({ "taskId": task, "id": id })).await
    }

    /// GetExtendedAgentCard.
    pub async fn extended_card(&self) -> Reply {
        self.call(Operation::GetExtendedAgentCard, json!({})).await
    }

    pub(super) fn line(&self) -> Line<'_> {
        let setting = &self.probe.setting;
        Line {
            http: &setting.http,
            evidence: &self.probe.evidence,
            patience: &self.patience,
            interface: &self.interface,
        }
    }

    fn written(&self, operation: Operation, params: Value, raw: Option<Raw>) -> Call {
        let (credential, version) = (self.credential.clone(), self.version.clone());
        Call { operation, params, credential, version, extensions: self.extensions.clone(), raw }
    }
}
