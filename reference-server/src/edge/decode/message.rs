//! Messages and their parts.

use base64::Engine;
use base64::alphabet::{STANDARD, URL_SAFE};
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use serde_json::Value;

use super::Fields;
use crate::kernel::model::{Content, ContextId, Message, MessageId, Part, Role, TaskId};
use crate::kernel::refusal::Refusal;

const LENIENT: GeneralPurposeConfig =
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);

/// A message, which must be whole.
pub(super) fn message(fields: &Fields<'_>) -> Result<Message, Refusal> {
    let parts = fields.list("parts")?;
    if parts.is_empty() {
        return Err(fields.wrong("parts", "must hold at least one part"));
    }
    Ok(Message {
        id: MessageId::new(fields.needed_text("messageId")?),
        context: fields.text("contextId")?.map(ContextId::new),
        task: fields.text("taskId")?.map(TaskId::new),
        role: role(fields)?,
        parts: parts
            .iter()
            .enumerate()
            .map(|(at, value)| part(value, &format!("{}[{at}]", fields.path_of("parts"))))
            .collect::<Result<_, _>>()?,
        metadata: fields.map("metadata")?,
        extensions: fields.texts("extensions")?,
        references: fields.texts("referenceTaskIds")?,
    })
}

fn role(fields: &Fields<'_>) -> Result<Role, Refusal> {
    match fields.needed_text("role")? {
        "ROLE_USER" => Ok(Role::User),
        "ROLE_AGENT" => Ok(Role::Agent),
        "ROLE_UNSPECIFIED" => Ok(Role::Unspecified),
        _ => Err(fields.wrong("role", "must be ROLE_USER")),
    }
}

fn part(value: &Value, path: &str) -> Result<Part, Refusal> {
    let fields = Fields::of(value, path)?;
    Ok(Part {
        content: content(&fields, path)?,
        metadata: fields.map("metadata")?,
        filename: fields.text("filename")?.map(str::to_owned),
        media_type: fields.text("mediaType")?.map(str::to_owned),
    })
}

/// The one content of a part; null is data like any other.
fn content(fields: &Fields<'_>, path: &str) -> Result<Content, Refusal> {
    let text = fields.any_text("text")?.map(|text| Content::Text(text.to_owned()));
    let raw = fields
        .any_text("raw")?
        .map(|raw| bytes(raw).ok_or_else(|| fields.wrong("raw", "must be base64")))
        .transpose()?
        .map(Content::Raw);
    let url = fields.any_text("url")?.map(|url| Content::Url(url.to_owned()));
    let data = fields.names("data").then(|| Content::Data(fields.value("data").cloned().unwrap_or(Value::Null)));
    let mut contents = [text, raw, url, data].into_iter().flatten();
    match (contents.next(), contents.next()) {
        (Some(content), None) => Ok(content),
        _ => Err(Refusal::invalid(path, "must hold exactly one of text, raw, url and data")),
    }
}

/// Bytes in either alphabet, padded or not.
fn bytes(encoded: &str) -> Option<Vec<u8>> {
    let alphabet = if encoded.contains(['-', '_']) { URL_SAFE } else { STANDARD };
    GeneralPurpose::new(&alphabet, LENIENT).decode(encoded).ok()
}
