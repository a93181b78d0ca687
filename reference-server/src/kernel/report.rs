//! What workers report, as far as the task's lifecycle still lets them.

use a2a_assay_defects::Defect;

use super::Kernel;
use super::entry::{Entry, Stale};
use super::model::{Artifact, ContextId, Message, MessageId, Part, Role, State, Status, TaskId};

impl Kernel {
    /// Moves a task on behalf of its worker.
    pub(super) fn report_status(&self, id: &TaskId, state: State, says: Option<&str>) -> Result<(), Stale> {
        let mut world = self.world();
        let at = world.ticker.tick();
        let entry = world.entry(id).ok_or(Stale)?;
        if self.is_deaf_to(entry) {
            return Err(Stale);
        }
        let context = entry.task.context.clone();
        let unwatched = state == State::Completed && !entry.is_watched();
        if unwatched && self.planted.plants(Defect::UNWATCHED_TASK_NEVER_ENDS) {
            return Ok(());
        }
        let mut says = says.map(str::to_owned);
        if state == State::Failed && self.planted.plants(Defect::FAILURE_TELLS_ITS_SOURCE) {
            says = says.map(|says| says + " at agents::short::fail (src/agents/short.rs:62)");
        }
        let mut message = says.map(|says| self.agent_says(Some(id), &context, vec![Part::text(says)]));
        if let Some(message) = &mut message {
            self.misplace(message);
        }
        if state == State::InputRequired && self.planted.plants(Defect::QUESTION_UNSPOKEN) {
            message = None;
        }
        entry.move_to(Status { state, message, at }, &self.planted)?;
        world.reshelve(id);
        if state == State::Completed {
            self.spread(&mut world, &context);
        }
        Ok(())
    }

    /// What careless agents do to a message about a task.
    fn misplace(&self, message: &mut Message) {
        if self.planted.plants(Defect::STATUS_MESSAGE_IN_ANOTHER_CONTEXT) {
            message.context = Some(ContextId::new(&self.ids.fresh()));
        }
        if self.planted.plants(Defect::STATUS_MESSAGE_NAMES_NO_TASK) {
            (message.task, message.context) = (None, None);
        }
        if self.planted.plants(Defect::STATUS_MESSAGES_SHARE_AN_ID) {
            message.id = MessageId::new("status");
        }
    }

    /// Adds to a task's results on behalf of its worker.
    pub(super) fn report_artifact(
        &self,
        id: &TaskId,
        artifact: Artifact,
        append: bool,
        last: bool,
    ) -> Result<(), Stale> {
        let mut world = self.world();
        let entry = world.entry(id).ok_or(Stale)?;
        if self.is_deaf_to(entry) {
            return Err(Stale);
        }
        entry.add_artifact(artifact, append, last, &self.planted)
    }

    /// Whether nobody listens to a worker any more.
    fn is_deaf_to(&self, entry: &Entry) -> bool {
        entry.task.status.state == State::AuthRequired && self.planted.plants(Defect::WORK_AFTER_AUTH_UNHEARD)
    }

    /// A message in the agent's own voice.
    pub(super) fn agent_says(&self, task: Option<&TaskId>, context: &ContextId, parts: Vec<Part>) -> Message {
        let mut context = context.clone();
        if task.is_some() && self.planted.plants(Defect::STATUS_MESSAGE_IN_OTHER_CONTEXT) {
            context = ContextId::new(&self.ids.fresh());
        }
        Message {
            id: MessageId::new(&self.ids.fresh()),
            context: Some(context),
            task: task.cloned(),
            role: Role::Agent,
            parts,
            metadata: None,
            extensions: Vec::new(),
            references: Vec::new(),
        }
    }
}
