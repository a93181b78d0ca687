//! Judges a message by itself, before anything is touched.

use a2a_assay_defects::Defect;

use super::Kernel;
use super::model::{Part, Role};
use super::refusal::Refusal;
use super::send::Sending;

impl Kernel {
    /// Whether a message may be taken at all.
    pub(super) async fn judge(&self, sending: &Sending) -> Result<(), Refusal> {
        self.judge_id(sending.message.id.as_str())?;
        self.judge_role(sending.message.role)?;
        for part in &sending.message.parts {
            self.judge_media_type(part)?;
        }
        if let Some(target) = &sending.webhook {
            self.admit_inline_webhook()?;
            self.judge_target(target).await?;
        }
        Ok(())
    }

    /// Any text is an id.
    fn judge_id(&self, id: &str) -> Result<(), Refusal> {
        if id.len() > 63 && self.planted.plants(Defect::LONG_MESSAGE_ID_REFUSED) {
            return Err(Refusal::invalid("message.messageId", "is too long"));
        }
        if !id.is_ascii() && self.planted.plants(Defect::ODD_MESSAGE_ID_BREAKS) {
            return Err(Refusal::Broken);
        }
        Ok(())
    }

    fn judge_role(&self, role: Role) -> Result<(), Refusal> {
        if role == Role::Agent && self.planted.plants(Defect::AGENT_ROLE_ACCEPTED) {
            return Ok(());
        }
        if role == Role::Agent && self.planted.plants(Defect::AGENT_ROLE_UNSUPPORTED) {
            return Err(Refusal::Unsupported("only the agent speaks as the agent"));
        }
        match role {
            Role::User => Ok(()),
            Role::Agent | Role::Unspecified => Err(Refusal::invalid("message.role", "a client speaks as the user")),
        }
    }

    fn judge_media_type(&self, part: &Part) -> Result<(), Refusal> {
        let Some(named) = &part.media_type else {
            return Ok(());
        };
        let essence = named.split(';').next().unwrap_or_default().trim();
        let read = self.input_modes.iter().any(|mode| mode.eq_ignore_ascii_case(essence));
        if read && !self.planted.plants(Defect::DECLARED_MEDIA_TYPE_REFUSED) {
            return Ok(());
        }
        Err(Refusal::MediaTypeNotRead(named.clone()))
    }
}
