//! Where a message belongs: a task that is there, or a new one in a conversation of the caller's.

use a2a_assay_defects::Defect;

use super::Kernel;
use super::access::Caller;
use super::contexts::Conversation;
use super::entry::Entry;
use super::model::{ContextId, Message, Owner, State, TaskId};
use super::refusal::Refusal;
use super::send::Sending;
use super::slips::cut;
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
    pub(super) fn place(&self, world: &mut World, caller: &Caller, sending: &Sending) -> Result<Place, Refusal> {
        let message = &sending.message;
        let fresh = self.ids.fresh();
        let mut new = TaskId::new(&fresh);
        if self.planted.plants(Defect::TASK_ID_FROM_MESSAGE_ID) {
            new = TaskId::new(&format!("{}-{fresh}", message.id.as_str()));
        }
        let Some(id) = &message.task else {
            self.judge_references(world, caller, message)?;
            let mut place = self.place_in_context(world, caller, message.context.as_ref(), new)?;
            if let (Place::New(beginning), Some(context)) = (&mut place, self.inherited(world, message)) {
                beginning.context = context;
            }
            return Ok(place);
        };
        if world.peek(id).is_none() && self.planted.plants(Defect::CLIENT_TASK_ID_ADOPTED) {
            return self.place_in_context(world, caller, message.context.as_ref(), id.clone());
        }
        self.overhear(world, caller, message, id);
        if world.peek(id).is_some_and(Entry::is_over) && self.planted.plants(Defect::ENDED_BEFORE_OWNED) {
            return Err(Refusal::Unsupported("the task has ended"));
        }
        let task = &self.find_in(world, caller, id)?.task;
        let contradicts = message.context.as_ref().is_some_and(|context| *context != task.context);
        if contradicts && self.planted.plants(Defect::CONTEXT_MISMATCH_BEGINS_ANEW) {
            return self.place_in_context(world, caller, message.context.as_ref(), new);
        }
        if contradicts && !self.planted.plants(Defect::CONTEXT_MISMATCH_ACCEPTED) {
            return Err(Refusal::invalid("message.contextId", "is not the context of the task"));
        }
        let state = task.status.state;
        let reopens = state.is_terminal() && self.planted.plants(Defect::FINISHED_TASK_ACCEPTS_MESSAGE);
        let revives = state == State::Canceled && self.planted.plants(Defect::CANCELED_TASK_TAKES_MESSAGES);
        if state.is_terminal() && !reopens && !revives {
            if let Some(entry) = world.peek(id).filter(|entry| !entry.webhooks.is_empty())
                && self.planted.plants(Defect::REFUSED_MESSAGE_IS_NOTIFIED)
            {
                self.tell_again(entry);
            }
            return Err(Refusal::Unsupported("the task has ended"));
        }
        if message.context.is_none() && self.planted.plants(Defect::ANSWER_WITHOUT_CONTEXT_REFUSED) {
            return Err(Refusal::invalid("message.contextId", "must not be absent"));
        }
        if state == State::AuthRequired && self.planted.plants(Defect::AUTHORIZATION_OPENS_NEW_TASK) {
            let context = task.context.clone();
            return self.place_in_context(world, caller, Some(&context), new);
        }
        let asked = state == State::InputRequired;
        if asked && message.context.is_none() && self.planted.plants(Defect::ANSWER_BY_TASK_OPENS_NEW_TASK) {
            return self.place_in_context(world, caller, None, new);
        }
        if asked && sending.return_immediately {
            if self.planted.plants(Defect::IMMEDIATE_ANSWER_REFUSED) {
                return Err(Refusal::Unsupported("an answer is waited for"));
            }
            if self.planted.plants(Defect::IMMEDIATE_ANSWER_OPENS_NEW_TASK) {
                return self.place_in_context(world, caller, message.context.as_ref(), new);
            }
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
            if self.planted.plants(Defect::FOREIGN_CONTEXT_CRASHES) {
                return Err(Refusal::Broken);
            }
            if self.planted.plants(Defect::FOREIGN_CONTEXT_UNSUPPORTED) {
                return Err(Refusal::Unsupported("the conversation is over"));
            }
            if self.planted.plants(Defect::FOREIGN_CONTEXT_REPLACED) {
                let context = self.context_for(None);
                return Ok(Place::New(Beginning { id, owner: caller.owner.clone(), context, earlier: Vec::new() }));
            }
            if self.planted.plants(Defect::FOREIGN_CONTEXT_JOINED) {
                return Ok(join(world, conversation, id, self.context_for(context)));
            }
            return Err(Refusal::invalid("message.contextId", "is not a context of the caller"));
        }
        let newest = known.and_then(|conversation| world.peek(conversation.newest.as_ref()?));
        if newest.is_some_and(|entry| entry.task.status.state == State::Canceled)
            && self.planted.plants(Defect::CANCELED_CONTEXT_IS_CLOSED)
        {
            return Err(Refusal::Unsupported("the conversation has ended"));
        }
        let unheard = context.is_some() && known.is_none();
        let mut context = self.context_for(context);
        if unheard && self.planted.plants(Defect::CLIENT_CONTEXT_REPLACED) {
            context = self.context_for(None);
        }
        Ok(Place::New(Beginning { id, owner: caller.owner.clone(), context, earlier: Vec::new() }))
    }

    fn context_for(&self, named: Option<&ContextId>) -> ContextId {
        let Some(named) = named else {
            return ContextId::new(&self.ids.fresh());
        };
        if named.as_str().len() > 64 && self.planted.plants(Defect::CONTEXT_IDS_CUT) {
            return ContextId::new(&cut(named.as_str(), 64));
        }
        let folded = named.as_str().to_lowercase();
        if folded != named.as_str() && self.planted.plants(Defect::CONTEXT_IDS_FOLDED) {
            return ContextId::new(&folded);
        }
        named.clone()
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
