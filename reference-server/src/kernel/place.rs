//! Where a message belongs: a task that is there, or a new one in a conversation of the caller's.

use a2a_assay_defects::Defect;

use super::Kernel;
use super::access::Caller;
use super::contexts::Conversation;
use super::model::{ContextId, Message, Owner, TaskId};
use super::refusal::Refusal;
use super::world::World;

/// Where a message belongs.
pub(super) enum Place {
    /// On a task that is there.
    Task(TaskId),
    /// In a conversation, as the beginning of something new.
    New(Beginning),
}

/// The beginning of a new task.
pub(super) struct Beginning {
    pub(super) id: TaskId,
    pub(super) owner: Owner,
    pub(super) context: ContextId,
    pub(super) earlier: Vec<Message>,
}

impl Kernel {
    pub(super) fn place(&self, world: &mut World, caller: &Caller, message: &Message) -> Result<Place, Refusal> {
        let Some(id) = &message.task else {
            let id = TaskId::new(&self.ids.fresh());
            return self.place_in_context(world, caller, message.context.as_ref(), id);
        };
        if self.planted.plants(Defect::CLIENT_TASK_ID_ADOPTED) && world.peek(id).is_none() {
            return self.place_in_context(world, caller, message.context.as_ref(), id.clone());
        }
        let task = &self.find_in(world, caller, id)?.task;
        let trusting = self.planted.plants(Defect::CONTEXT_MISMATCH_ACCEPTED);
        if message.context.as_ref().is_some_and(|context| *context != task.context) && !trusting {
            return Err(Refusal::invalid("message.contextId", "is not the context of the task"));
        }
        let reopens = self.planted.plants(Defect::FINISHED_TASK_ACCEPTS_MESSAGE);
        if task.status.state.is_terminal() && !reopens {
            return Err(Refusal::Unsupported("the task has ended"));
        }
        Ok(Place::Task(id.clone()))
    }

    fn place_in_context(
        &self,
        world: &World,
        caller: &Caller,
        context: Option<&ContextId>,
        id: TaskId,
    ) -> Result<Place, Refusal> {
        let known = context.and_then(|id| world.contexts.find(&caller.owner.tenant, id));
        let foreign = known.filter(|conversation| conversation.owner != caller.owner);
        if let Some(conversation) = foreign {
            if self.planted.plants(Defect::FOREIGN_CONTEXT_JOINED) {
                return Ok(join(world, conversation, id, self.context_for(context)));
            }
            return Err(Refusal::invalid("message.contextId", "is not a context of the caller"));
        }
        let context = self.context_for(context);
        Ok(Place::New(Beginning { id, owner: caller.owner.clone(), context, earlier: Vec::new() }))
    }

    fn context_for(&self, named: Option<&ContextId>) -> ContextId {
        named.cloned().unwrap_or_else(|| ContextId::new(&self.ids.fresh()))
    }
}

/// Goes on with somebody else's conversation where it stopped.
fn join(world: &World, conversation: &Conversation, id: TaskId, context: ContextId) -> Place {
    let newest = conversation.newest.as_ref().and_then(|newest| world.peek(newest)).map(|entry| &entry.task);
    match newest {
        Some(task) if task.status.state.is_paused() => Place::Task(task.id.clone()),
        _ => Place::New(Beginning {
            id,
            owner: conversation.owner.clone(),
            context,
            earlier: newest.map(|task| task.history.clone()).unwrap_or_default(),
        }),
    }
}
