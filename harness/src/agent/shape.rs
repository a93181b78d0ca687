//! The shapes of the wire (specification §4, `a2a.proto`): which members an object has, of what type, which must
//! be there, and which exclude each other. Written from the field numbers and their annotations; a table and one
//! function that holds a value against it.

mod defaults;

use std::fmt;

use serde_json::Value;

pub use defaults::LeftOut;

use super::State;
use crate::limits;

/// What can be wrong with the shape of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Law {
    /// A required member is absent, null or an empty string (§5.7).
    Required,
    /// A required list has no element (§5.7).
    Empty,
    /// A value is of another JSON type than its field (§5.5, ProtoJSON).
    Type,
    /// A member has the snake_case name of the proto file (§5.5).
    Naming,
    /// An enum value is no name of the proto file (§5.5).
    Enum,
    /// A timestamp is not ISO 8601 in UTC with a `Z` (§5.6.1).
    Timestamp,
    /// Not exactly one member of a oneof is there.
    OneOf,
    /// A member that the protocol does not know.
    Unknown,
}

/// One thing that is wrong with a value.
#[derive(Clone, Debug)]
pub struct Flaw {
    /// Where, as a JSON pointer below the value.
    pub at: String,
    /// Which law is broken.
    pub law: Law,
    /// What the shape asks for.
    pub expected: String,
    /// What was there.
    pub observed: String,
}

/// The type of a field.
#[derive(Clone, Copy)]
enum Kind {
    Text,
    Bool,
    Int,
    Time,
    Bytes,
    Struct,
    Any,
    State,
    Role,
    One(&'static Shape),
    Many(&'static Shape),
    Texts,
    Map(&'static Shape),
    Names,
}

struct Field {
    name: &'static str,
    kind: Kind,
    required: bool,
}

/// The shape of one message of the protocol.
pub struct Shape {
    name: &'static str,
    fields: &'static [Field],
    /// Members of which exactly one must be there.
    one_of: &'static [&'static str],
}

/// Declares shapes: `name!` is required, members before `|` are a oneof.
macro_rules! shapes {
    ($( $(#[$doc:meta])* $shape:ident = $title:literal {
        $( oneof { $($variant:literal: $variant_kind:expr),+ $(,)? } )?
        $( must { $($must:literal: $must_kind:expr),* $(,)? } )?
        $( may { $($may:literal: $may_kind:expr),* $(,)? } )?
    } )+) => {
        $( $(#[$doc])* pub static $shape: Shape = Shape {
            name: $title,
            fields: &[
                $($( Field { name: $variant, kind: $variant_kind, required: false }, )+)?
                $($( Field { name: $must, kind: $must_kind, required: true }, )*)?
                $($( Field { name: $may, kind: $may_kind, required: false }, )*)?
            ],
            one_of: &[$($($variant),+)?],
        }; )+
    };
}

use Kind::{Any, Bool, Bytes, Int, Many, Map, Names, One, Role, Struct, Text, Texts, Time};

shapes! {
    /// §4.1.1
    TASK = "Task" {
        must { "id": Text, "status": One(&TASK_STATUS) }
        may { "contextId": Text, "artifacts": Many(&ARTIFACT), "history": Many(&MESSAGE), "metadata": Struct }
    }
    /// §4.1.2
    TASK_STATUS = "TaskStatus" {
        must { "state": Kind::State }
        may { "message": One(&MESSAGE), "timestamp": Time }
    }
    /// §4.1.4
    MESSAGE = "Message" {
        must { "messageId": Text, "role": Role, "parts": Many(&PART) }
        may { "contextId": Text, "taskId": Text, "metadata": Struct, "extensions": Texts, "referenceTaskIds": Texts }
    }
    /// §4.1.6
    PART = "Part" {
        oneof { "text": Text, "raw": Bytes, "url": Text, "data": Any }
        may { "metadata": Struct, "filename": Text, "mediaType": Text }
    }
    /// §4.1.7
    ARTIFACT = "Artifact" {
        must { "artifactId": Text, "parts": Many(&PART) }
        may { "name": Text, "description": Text, "metadata": Struct, "extensions": Texts }
    }
    /// §4.2.1
    STATUS_UPDATE = "TaskStatusUpdateEvent" {
        must { "taskId": Text, "contextId": Text, "status": One(&TASK_STATUS) }
        may { "metadata": Struct }
    }
    /// §4.2.2
    ARTIFACT_UPDATE = "TaskArtifactUpdateEvent" {
        must { "taskId": Text, "contextId": Text, "artifact": One(&ARTIFACT) }
        may { "append": Bool, "lastChunk": Bool, "metadata": Struct }
    }
    /// §3.2.3
    STREAM_RESPONSE = "StreamResponse" {
        oneof { "task": One(&TASK), "message": One(&MESSAGE), "statusUpdate": One(&STATUS_UPDATE), "artifactUpdate": One(&ARTIFACT_UPDATE) }
    }
    /// §3.1.1, §9.4.1
    SEND_MESSAGE_RESPONSE = "SendMessageResponse" {
        oneof { "task": One(&TASK), "message": One(&MESSAGE) }
    }
    /// §3.1.4
    LIST_TASKS_RESPONSE = "ListTasksResponse" {
        must { "pageSize": Int, "totalSize": Int }
        may { "tasks": Many(&TASK), "nextPageToken": Text }
    }
    /// §4.3.1
    PUSH_CONFIG = "TaskPushNotificationConfig" {
        must { "url": Text }
        may { "tenant": Text, "id": Text, "taskId": Text, "token": Text, "authentication": One(&AUTHENTICATION_INFO) }
    }
    /// §4.3.2
    AUTHENTICATION_INFO = "AuthenticationInfo" {
        must { "scheme": Text }
        may { "credentials": Text }
    }
    /// §3.1.9
    PUSH_CONFIG_LIST = "ListTaskPushNotificationConfigsResponse" {
        may { "configs": Many(&PUSH_CONFIG), "nextPageToken": Text }
    }
    /// §4.4.1
    AGENT_CARD = "AgentCard" {
        must {
            "name": Text, "description": Text, "supportedInterfaces": Many(&AGENT_INTERFACE), "version": Text,
            "capabilities": One(&AGENT_CAPABILITIES), "defaultInputModes": Texts, "defaultOutputModes": Texts,
            "skills": Many(&AGENT_SKILL),
        }
        may {
            "provider": One(&AGENT_PROVIDER), "documentationUrl": Text, "securitySchemes": Map(&SECURITY_SCHEME),
            "securityRequirements": Many(&SECURITY_REQUIREMENT), "signatures": Many(&AGENT_CARD_SIGNATURE), "iconUrl": Text,
        }
    }
    /// §4.4.2
    AGENT_PROVIDER = "AgentProvider" {
        must { "url": Text, "organization": Text }
    }
    /// §4.4.3
    AGENT_CAPABILITIES = "AgentCapabilities" {
        may { "streaming": Bool, "pushNotifications": Bool, "extensions": Many(&AGENT_EXTENSION), "extendedAgentCard": Bool }
    }
    /// §4.4.4
    AGENT_EXTENSION = "AgentExtension" {
        may { "uri": Text, "description": Text, "required": Bool, "params": Struct }
    }
    /// §4.4.5
    AGENT_SKILL = "AgentSkill" {
        must { "id": Text, "name": Text, "description": Text, "tags": Texts }
        may { "examples": Texts, "inputModes": Texts, "outputModes": Texts, "securityRequirements": Many(&SECURITY_REQUIREMENT) }
    }
    /// §4.4.6
    AGENT_INTERFACE = "AgentInterface" {
        must { "url": Text, "protocolBinding": Text, "protocolVersion": Text }
        may { "tenant": Text }
    }
    /// §4.4.7
    AGENT_CARD_SIGNATURE = "AgentCardSignature" {
        must { "protected": Text, "signature": Text }
        may { "header": Struct }
    }
    /// §4.5
    SECURITY_REQUIREMENT = "SecurityRequirement" {
        may { "schemes": Map(&STRING_LIST) }
    }
    /// The scopes of one scheme in a requirement.
    STRING_LIST = "StringList" {
        may { "list": Texts }
    }
    /// §4.5.1
    SECURITY_SCHEME = "SecurityScheme" {
        oneof {
            "apiKeySecurityScheme": One(&API_KEY_SCHEME), "httpAuthSecurityScheme": One(&HTTP_AUTH_SCHEME),
            "oauth2SecurityScheme": One(&OAUTH2_SCHEME), "openIdConnectSecurityScheme": One(&OPEN_ID_SCHEME),
            "mtlsSecurityScheme": One(&MTLS_SCHEME),
        }
    }
    /// §4.5.2
    API_KEY_SCHEME = "APIKeySecurityScheme" {
        must { "location": Text, "name": Text }
        may { "description": Text }
    }
    /// §4.5.3
    HTTP_AUTH_SCHEME = "HTTPAuthSecurityScheme" {
        must { "scheme": Text }
        may { "description": Text, "bearerFormat": Text }
    }
    /// §4.5.4
    OAUTH2_SCHEME = "OAuth2SecurityScheme" {
        must { "flows": One(&OAUTH_FLOWS) }
        may { "description": Text, "oauth2MetadataUrl": Text }
    }
    /// §4.5.5
    OPEN_ID_SCHEME = "OpenIdConnectSecurityScheme" {
        must { "openIdConnectUrl": Text }
        may { "description": Text }
    }
    /// §4.5.6
    MTLS_SCHEME = "MutualTlsSecurityScheme" {
        may { "description": Text }
    }
    /// §4.5.7
    OAUTH_FLOWS = "OAuthFlows" {
        oneof {
            "authorizationCode": One(&AUTHORIZATION_CODE_FLOW), "clientCredentials": One(&CLIENT_CREDENTIALS_FLOW),
            "implicit": One(&OLD_FLOW), "password": One(&OLD_FLOW), "deviceCode": One(&DEVICE_CODE_FLOW),
        }
    }
    /// §4.5.8
    AUTHORIZATION_CODE_FLOW = "AuthorizationCodeOAuthFlow" {
        must { "authorizationUrl": Text, "tokenUrl": Text, "scopes": Names }
        may { "refreshUrl": Text, "pkceRequired": Bool }
    }
    /// §4.5.9
    CLIENT_CREDENTIALS_FLOW = "ClientCredentialsOAuthFlow" {
        must { "tokenUrl": Text, "scopes": Names }
        may { "refreshUrl": Text }
    }
    /// §4.5.10
    DEVICE_CODE_FLOW = "DeviceCodeOAuthFlow" {
        must { "deviceAuthorizationUrl": Text, "tokenUrl": Text, "scopes": Names }
        may { "refreshUrl": Text }
    }
    /// The two deprecated flows of §4.5.7.
    OLD_FLOW = "OAuth flow" {
        may { "authorizationUrl": Text, "tokenUrl": Text, "refreshUrl": Text, "scopes": Names }
    }
}

/// The way to a value, written out as a JSON pointer only where something is wrong.
enum Path<'a> {
    Root,
    Member(&'a Path<'a>, &'a str),
    Item(&'a Path<'a>, usize),
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Root => Ok(()),
            // Repeated for every flaw below it.
            Self::Member(parent, name) => write!(f, "{parent}/{name:.0$}", limits::TEXT),
            Self::Item(parent, index) => write!(f, "{parent}/{index}"),
        }
    }
}

impl Shape {
    /// The name of the message.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Whether a value that should be of this shape can break this law at all.
    pub fn can_break(&self, law: Law) -> bool {
        let here = match law {
            Law::Required => self.fields.iter().any(|field| field.required),
            Law::Naming => self.fields.iter().any(|field| field.name.contains(char::is_uppercase)),
            Law::OneOf => !self.one_of.is_empty(),
            Law::Type | Law::Unknown => true,
            Law::Empty | Law::Enum | Law::Timestamp => false,
        };
        here || self.fields.iter().any(|field| field.can_break(law))
    }

    /// Everything that is wrong with the shape of a value, in the order of the table.
    pub fn flaws(&self, value: &Value) -> Vec<Flaw> {
        let mut flaws = Vec::new();
        self.inspect(value, &Path::Root, &mut flaws);
        flaws
    }

    fn inspect(&self, value: &Value, at: &Path<'_>, flaws: &mut Vec<Flaw>) {
        let Some(members) = value.as_object() else {
            return note(flaws, flaw(at, Law::Type, format!("{}, an object", self.name), value));
        };
        for field in self.fields {
            let pointer = Path::Member(at, field.name);
            match members.get(field.name) {
                None | Some(Value::Null) if field.required => {
                    let observed = members.get(field.name).map_or("absent", |_| "null");
                    note(
                        flaws,
                        Flaw {
                            at: pointer.to_string(),
                            law: Law::Required,
                            expected: "present".into(),
                            observed: observed.into(),
                        },
                    );
                }
                None | Some(Value::Null) => {}
                Some(member) => field.inspect(member, &pointer, flaws),
            }
        }
        for member in members.keys() {
            self.name_member(member, &Path::Member(at, member), flaws);
        }
        if self.one_of.is_empty() {
            return;
        }
        let present: Vec<&str> = self.one_of.iter().copied().filter(|name| members.contains_key(*name)).collect();
        if present.len() != 1 {
            let observed = if present.is_empty() { "none of them".to_owned() } else { present.join(" and ") };
            let expected = format!("exactly one of {}", self.one_of.join(", "));
            note(flaws, Flaw { at: at.to_string(), law: Law::OneOf, expected, observed });
        }
    }

    fn name_member(&self, member: &str, pointer: &Path<'_>, flaws: &mut Vec<Flaw>) {
        if self.fields.iter().any(|field| field.name == member) {
            return;
        }
        let camel = camel_case(member);
        let twin = camel != member && self.fields.iter().any(|field| field.name == camel);
        let (law, expected) = if twin {
            (Law::Naming, format!("the member is called {camel}"))
        } else {
            (Law::Unknown, format!("no such member in {}", self.name))
        };
        note(flaws, Flaw { at: pointer.to_string(), law, expected, observed: limits::shown(member) });
    }
}

impl Field {
    fn can_break(&self, law: Law) -> bool {
        match self.kind {
            Kind::State | Role => law == Law::Enum,
            Time => law == Law::Timestamp,
            Texts => law == Law::Empty && self.required,
            One(shape) | Map(shape) => shape.can_break(law),
            Many(shape) => (law == Law::Empty && self.required) || shape.can_break(law),
            Text | Bool | Int | Bytes | Struct | Any | Names => false,
        }
    }

    fn inspect(&self, value: &Value, at: &Path<'_>, flaws: &mut Vec<Flaw>) {
        let mut wrong = |law, expected: &str| note(flaws, flaw(at, law, expected.to_owned(), value));
        match self.kind {
            Text if !value.is_string() => wrong(Law::Type, "a string"),
            Text if self.required && value == "" => wrong(Law::Required, "a string that says something"),
            Bool if !value.is_boolean() => wrong(Law::Type, "a boolean"),
            Int if !value.is_i64() => wrong(Law::Type, "an integer"),
            Struct | Names if !value.is_object() => wrong(Law::Type, "an object"),
            Bytes if !value.is_string() => wrong(Law::Type, "a base64 string"),
            Time if !value.as_str().is_some_and(is_utc) => wrong(Law::Timestamp, "ISO 8601 in UTC, ending in Z"),
            Kind::State if value.as_str().is_none_or(|word| State::named(word).is_none()) => {
                wrong(Law::Enum, "a TASK_STATE name of the specification");
            }
            Role if value != "ROLE_USER" && value != "ROLE_AGENT" => wrong(Law::Enum, "ROLE_USER or ROLE_AGENT"),
            One(shape) => shape.inspect(value, at, flaws),
            Many(_) | Texts => self.inspect_list(value, at, flaws),
            Map(shape) => match value.as_object() {
                None => wrong(Law::Type, "an object"),
                Some(entries) => {
                    for (key, entry) in entries {
                        shape.inspect(entry, &Path::Member(at, key), flaws);
                    }
                }
            },
            // Of the right type, and free to say anything.
            Any | Text | Bool | Int | Struct | Names | Bytes | Time | Kind::State | Role => {}
        }
    }

    fn inspect_list(&self, value: &Value, at: &Path<'_>, flaws: &mut Vec<Flaw>) {
        let Some(items) = value.as_array() else {
            return note(flaws, flaw(at, Law::Type, "a list".into(), value));
        };
        if self.required && items.is_empty() {
            note(flaws, flaw(at, Law::Empty, "at least one element".into(), value));
        }
        for (index, item) in items.iter().enumerate() {
            let pointer = Path::Item(at, index);
            match self.kind {
                Many(shape) => shape.inspect(item, &pointer, flaws),
                _ if !item.is_string() => note(flaws, flaw(&pointer, Law::Type, "a string".into(), item)),
                _ => {}
            }
        }
    }
}

/// Writes a flaw down, unless the law is known to be broken often enough.
fn note(flaws: &mut Vec<Flaw>, flaw: Flaw) {
    if flaws.iter().filter(|known| known.law == flaw.law).count() < limits::OCCURRENCES {
        flaws.push(flaw);
    }
}

fn flaw(at: &Path<'_>, law: Law, expected: String, value: &Value) -> Flaw {
    Flaw { at: at.to_string(), law, expected, observed: super::reply::brief(value) }
}

fn is_utc(word: &str) -> bool {
    word.ends_with('Z') && word.contains('T') && word.parse::<jiff::Timestamp>().is_ok()
}

fn camel_case(member: &str) -> String {
    let mut camel = String::with_capacity(member.len());
    let mut up = false;
    for letter in member.chars() {
        match letter {
            '_' => up = true,
            _ if up => {
                camel.extend(letter.to_uppercase());
                up = false;
            }
            _ => camel.push(letter),
        }
    }
    camel
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn laws(shape: &Shape, value: &Value) -> Vec<(String, Law)> {
        shape.flaws(value).into_iter().map(|flaw| (flaw.at, flaw.law)).collect()
    }

    /// Found by the fuzzer: such names were repeated whole for every flaw below them.
    #[test]
    fn long_names_are_not_repeated_whole_and_not_for_ever() {
        let (name, members) = ("n".repeat(10_000), (0..1_000).map(|n| (format!("{n:09999}"), json!(n))));
        let card = json!({ "securitySchemes": { name: Value::Object(members.collect()) } });

        let flaws = AGENT_CARD.flaws(&card);

        assert!(flaws.len() < 100, "{}", flaws.len());
        let longest = flaws.iter().map(|flaw| flaw.at.len() + flaw.expected.len() + flaw.observed.len()).max();
        assert!(longest < Some(8_000), "{longest:?}");
    }

    #[test]
    fn a_sound_task_has_no_flaw() {
        let task = json!({"id": "t", "contextId": "c", "status": {"state": "TASK_STATE_WORKING", "timestamp": "2026-01-01T00:00:00Z"}});
        assert_eq!(laws(&TASK, &task), []);
    }

    #[test]
    fn each_law_is_told_apart() {
        let table = [
            (json!({"status": {"state": "TASK_STATE_WORKING"}}), "/id", Law::Required),
            (json!({"id": "t", "status": {"state": "working"}}), "/status/state", Law::Enum),
            (
                json!({"id": "t", "context_id": "c", "status": {"state": "TASK_STATE_WORKING"}}),
                "/context_id",
                Law::Naming,
            ),
            (json!({"id": "t", "kind": "task", "status": {"state": "TASK_STATE_WORKING"}}), "/kind", Law::Unknown),
            (json!({"id": 7, "status": {"state": "TASK_STATE_WORKING"}}), "/id", Law::Type),
            (
                json!({"id": "t", "status": {"state": "TASK_STATE_WORKING", "timestamp": "2026-01-01T00:00:00+01:00"}}),
                "/status/timestamp",
                Law::Timestamp,
            ),
            (
                json!({"id": "t", "status": {"state": "TASK_STATE_WORKING"}, "artifacts": [{"artifactId": "a", "parts": []}]}),
                "/artifacts/0/parts",
                Law::Empty,
            ),
        ];
        for (value, at, law) in table {
            assert_eq!(laws(&TASK, &value), [(at.to_owned(), law)], "{value}");
        }
    }

    #[test]
    fn null_data_is_content() {
        assert_eq!(laws(&PART, &json!({"data": null})), []);
    }

    #[test]
    fn a_union_has_exactly_one_member() {
        let both = json!({"text": "a", "url": "http://x"});
        assert_eq!(laws(&PART, &both), [(String::new(), Law::OneOf)]);
        assert_eq!(laws(&PART, &json!({})), [(String::new(), Law::OneOf)]);
    }
}
