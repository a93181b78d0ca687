//! How sends can slip: what is planted between a message and its answer. A sound kernel passes all of it through.

use a2a_assay_defects::Defect;
use tokio::sync::mpsc;

use super::Kernel;
use super::access::Caller;
use super::duplicates::{Key, Outcome};
use super::entry::Entry;
use super::model::{Artifact, ContextId, Message, Owner, Part, State, Status, Task, TaskId};
use super::place::Beginning;
use super::refusal::Refusal;
use super::send::Sending;
use super::world::World;

/// How much of an id some stores keep.
const CUT: usize = 32;

impl Kernel {
    /// What came of another message that is taken for this one; nothing, in a sound server.
    pub(super) fn mistaken(&self, world: &World, key: &Key) -> Option<Outcome> {
        if self.planted.is_empty() {
            return None;
        }
        let cut = |one: &str, other: &str| one.bytes().take(CUT).eq(other.bytes().take(CUT));
        self.confused(world, Defect::DUPLICATES_IGNORE_SENDER, |known| known.id == key.id && known.task == key.task)
            .or_else(|| self.confused(world, Defect::MESSAGE_IDS_CUT, |known| known.is_like(key, cut)))
            .or_else(|| {
                self.confused(world, Defect::MESSAGE_IDS_FOLDED, |known| known.is_like(key, str::eq_ignore_ascii_case))
            })
            .cloned()
    }

    fn confused<'w>(&self, world: &'w World, defect: Defect, is_like: impl Fn(&Key) -> bool) -> Option<&'w Outcome> {
        world.duplicates.outcome_like(is_like).filter(|_| self.planted.plants(defect))
    }

    /// A message that was taken before came again.
    pub(super) fn repeated(&self, world: &mut World, sending: &Sending, known: &Outcome) -> Result<(), Refusal> {
        let Outcome::Task(id) = known else { return Ok(()) };
        if self.planted.plants(Defect::DUPLICATE_IS_INTERNAL_ERROR) {
            return Err(Refusal::Broken);
        }
        if sending.message.task.is_none() && self.planted.plants(Defect::DUPLICATE_LEAVES_A_TWIN) {
            self.twin(world, id, sending);
        }
        if sending.message.task.is_some()
            && let Some(entry) = world.entry(id)
            && self.planted.plants(Defect::DUPLICATE_ANSWER_ADDS_ARTIFACT)
        {
            let again = Artifact {
                id: self.ids.fresh(),
                name: "again".to_owned(),
                parts: vec![Part::text("again")],
                metadata: None,
            };
            entry.task.artifacts.push(again);
        }
        Ok(())
    }

    /// A finished task refused a message.
    pub(super) fn refused_by(&self, world: &mut World, finished: &TaskId, sending: &Sending) {
        if self.planted.plants(Defect::REFUSED_MESSAGE_OPENS_TASK) {
            self.twin(world, finished, sending);
        }
        if let Some(entry) = world.entry(finished)
            && self.planted.plants(Defect::REFUSED_MESSAGE_IS_KEPT)
        {
            entry.record(sending.message.clone());
        }
    }

    /// Begins another task with the message, in the context of a task that there is.
    pub(super) fn twin(&self, world: &mut World, of: &TaskId, sending: &Sending) {
        let Some(task) = world.peek(of).map(|entry| &entry.task) else { return };
        let (owner, context) = (task.owner.clone(), task.context.clone());
        let id = TaskId::new(&self.ids.fresh());
        self.begin(world, Beginning { id, owner, context, earlier: Vec::new() }, sending);
    }

    /// Leaves a finished task where none was made.
    pub(super) fn leave_behind(&self, world: &mut World, owner: &Owner, context: &ContextId) {
        let status = Status::plain(State::Completed, world.ticker.tick());
        let task = Task {
            id: TaskId::new(&self.ids.fresh()),
            context: context.clone(),
            owner: owner.clone(),
            status,
            artifacts: Vec::new(),
            history: Vec::new(),
        };
        world.add(Entry::new(task, mpsc::unbounded_channel().0));
    }

    /// A streaming send, as it is understood.
    pub(super) fn understood(&self, world: &World, caller: &Caller, sending: Sending) -> Sending {
        let mut sending = sending;
        let message = &mut sending.message;
        let named = message.task.as_ref().and_then(|id| world.peek(id)).map(|entry| &entry.task);
        let both = message.task.is_some() && message.context.is_some();
        if both && self.planted.plants(Defect::CONTEXT_MISMATCH_ON_STREAMS) {
            message.context = None;
        }
        let works = named.is_some_and(|task| task.status.state == State::Working && task.owner == caller.owner);
        if works && self.planted.plants(Defect::WORKING_MESSAGE_STREAM_OPENS_TASK) {
            message.task = None;
        }
        let unknown =
            message.context.as_ref().is_some_and(|id| world.contexts.find(&caller.owner.tenant, id).is_none());
        if unknown && message.task.is_none() && self.planted.plants(Defect::STREAM_SWAPS_CONTEXT) {
            message.context = None;
        }
        sending
    }

    /// The task with which a send is answered.
    pub(super) fn answered(&self, sending: &Sending, task: Task) -> Result<Task, Refusal> {
        let mut task = task;
        let (message, waits) = (&sending.message, !sending.return_immediately);
        let state = task.status.state;
        if state == State::AuthRequired && self.planted.plants(Defect::PAUSED_ANSWER_WITHOUT_CONTEXT) {
            task.context = ContextId::new("");
        }
        if waits && state == State::Completed && self.planted.plants(Defect::BLOCKING_DROPS_LAST_ARTIFACT) {
            task.artifacts.pop();
        }
        let answers = waits && message.task.is_some();
        if answers && message.context.is_none() && self.planted.plants(Defect::ANSWER_CHANGES_CONTEXT) {
            task.context = ContextId::new(&self.ids.fresh());
        }
        if answers && message.context.is_some() && self.planted.plants(Defect::ANSWER_TAKEN_AND_REFUSED) {
            return Err(Refusal::Unsupported("the task takes no answers"));
        }
        Ok(task)
    }

    /// A caller loses a conversation.
    pub(crate) fn lose_context(&self, caller: &Caller, id: &ContextId) {
        self.world().contexts.lose(&caller.owner, id);
    }

    /// The direct message with which a send is answered.
    pub(super) fn answered_directly(&self, asked: &Message, message: Message) -> Result<Message, Refusal> {
        let mut message = message;
        if self.planted.plants(Defect::DIRECT_ANSWER_FAILS) {
            return Err(Refusal::Unsupported("nothing came of it"));
        }
        if self.planted.plants(Defect::DIRECT_ANSWER_REUSES_ID) {
            message.id = asked.id.clone();
        }
        if self.planted.plants(Defect::DIRECT_ANSWER_NAMES_TASK) {
            message.task = Some(TaskId::new(&self.ids.fresh()));
        }
        Ok(message)
    }
}

/// The beginning of a text.
pub(super) fn cut(text: &str, length: usize) -> String {
    text.chars().take(length).collect()
}
