//! Ways to bring the agent into a situation. Set-up is tolerant: it takes any route that leads there, and where none
//! does, the check is not observed; it never fails for a rule that it does not pin.

use std::sync::PoisonError;

use crate::agent::transport::Event;
use crate::agent::{Capability, Message, Reply, State, Task};
use crate::check::Stop;
use crate::patience::Patience;
use crate::probe::{Caller, Probe, Stream};
use crate::target::{Prompt, Stimulus};

/// How often an agent is looked at while it does something besides.
const LOOKS: usize = 5;

impl Probe {
    /// A message that stimulates a behaviour.
    pub fn say(&self, stimulus: Stimulus) -> Result<Message, Stop> {
        match self.target().prompt(stimulus) {
            Prompt::Impossible(why) => Err(Stop::unprepared(why)),
            prompt => prompt.message().ok_or_else(|| Stop::unprepared(format!("`{}` can't be said", stimulus.name()))),
        }
    }

    /// The answer to an agent that asks, to be addressed to its task.
    pub fn answer(&self) -> Message {
        self.target().reply_to_question()
    }

    /// Sends a message whose task takes its time: the answer is waited for as long as the task may take.
    pub async fn patiently(&self, caller: &Caller<'_>, message: &Message) -> Reply {
        caller.with_patience(self.target().patience.finish()).send(message).await
    }

    /// A task that ended as this stimulus makes it end.
    pub async fn finished(&self, caller: &Caller<'_>, stimulus: Stimulus) -> Result<Task, Stop> {
        let reply = self.patiently(caller, &self.say(stimulus)?).await;
        let task = self.made(stimulus, &reply)?;
        let task = if task.is_terminal() { task } else { self.until(caller, task.id(), Task::is_terminal).await? };
        let due = match stimulus {
            Stimulus::Reject => State::Rejected,
            Stimulus::Fail => State::Failed,
            _ => State::Completed,
        };
        ended_as(stimulus, task, due)
    }

    /// A task that was cancelled while it worked.
    pub async fn cancelled(&self, caller: &Caller<'_>) -> Result<Task, Stop> {
        let held = self.held(caller).await?;
        caller.cancel(held.id()).await;
        let task = self.until(caller, held.id(), Task::is_terminal).await?;
        ended_as(Stimulus::Hold, task, State::Canceled)
    }

    /// One task in each of the four terminal states that the agent can reach.
    pub async fn finished_in_every_way(&self, caller: &Caller<'_>) -> Result<Vec<Task>, Stop> {
        let (completed, failed, rejected, cancelled) = futures::join!(
            self.finished(caller, Stimulus::Complete),
            self.finished(caller, Stimulus::Fail),
            self.finished(caller, Stimulus::Reject),
            self.cancelled(caller),
        );
        let mut tasks = vec![completed?];
        for one in [failed, rejected, cancelled] {
            match one {
                Ok(task) => tasks.push(task),
                // A behaviour that the user denied is no obstacle; one that the agent fails to show is.
                Err(Stop::NotObserved { prevented: false, .. }) => {}
                Err(stop) => return Err(stop),
            }
        }
        Ok(tasks)
    }

    /// A task that waits for its client.
    pub async fn paused(&self, caller: &Caller<'_>, stimulus: Stimulus) -> Result<Task, Stop> {
        self.paused_by(caller, stimulus, self.say(stimulus)?).await
    }

    /// A task that stands still: one that waits for its client, or, of an agent that never asks, one that is over.
    pub async fn at_rest(&self, caller: &Caller<'_>) -> Result<Task, Stop> {
        match self.paused(caller, Stimulus::Ask).await {
            Err(Stop::NotObserved { prevented: false, .. }) => self.finished(caller, Stimulus::Complete).await,
            paused => paused,
        }
    }

    /// A task that waits for its client after this message.
    pub async fn paused_by(&self, caller: &Caller<'_>, stimulus: Stimulus, message: Message) -> Result<Task, Stop> {
        let reply = caller.send(&message.immediately()).await;
        let task = self.made(stimulus, &reply)?;
        let settled = |task: &Task| task.is_terminal() || task.is_interrupted();
        let task = if settled(&task) { task } else { self.until(caller, task.id(), settled).await? };
        let due = if stimulus == Stimulus::Authorize { State::AuthRequired } else { State::InputRequired };
        ended_as(stimulus, task, due)
    }

    /// A task that works until it is told to stop.
    pub async fn held(&self, caller: &Caller<'_>) -> Result<Task, Stop> {
        self.held_by(caller, self.say(Stimulus::Hold)?).await
    }

    /// A task that works until it is told to stop, begun by this message.
    pub async fn held_by(&self, caller: &Caller<'_>, message: Message) -> Result<Task, Stop> {
        let task = self.begun(caller, Stimulus::Hold, message).await?;
        self.hold(caller.interface(), &task);
        let at_work = |task: &Task| task.state().is_some_and(|state| state != State::Submitted);
        let task = if at_work(&task) { task } else { self.until(caller, task.id(), at_work).await? };
        ended_as(Stimulus::Hold, task, State::Working)
    }

    /// A task that was just begun, by whatever way does not wait for its end: a stream, where the agent has them,
    /// tells the id at once; a send that asks not to be kept waiting should.
    pub async fn begun(&self, caller: &Caller<'_>, stimulus: Stimulus, message: Message) -> Result<Task, Stop> {
        if self.card().offers(Capability::Streaming) {
            // In a context that a check may count, no second task is begun before the first way has had its time.
            let counted = message.is_in_a_context();
            let hedge = if counted { self.target().patience.reply } else { self.target().patience.hedge };
            if let Ok(Ok(task)) = Patience::within(hedge, self.begun_by_stream(caller, stimulus, &message)).await {
                return Ok(task);
            }
        }
        // Another id, or the agent would be right to take it for the message it may still be busy with.
        self.made(stimulus, &caller.send(&message.again().immediately()).await)
    }

    async fn begun_by_stream(&self, caller: &Caller<'_>, stimulus: Stimulus, message: &Message) -> Result<Task, Stop> {
        let mut stream = caller.stream(message).await.map_err(|reply| did_not(stimulus, &reply))?;
        let named = stream.until(self.target().patience.reply, |event| event.task_id().is_some()).await;
        let Some(id) = named.as_ref().and_then(Event::task_id).map(str::to_owned) else {
            return Err(Stop::prevented(format!("the agent told no task id for `{}`", stimulus.name())));
        };
        self.keep(stream);
        self.now(caller, &id).await
    }

    /// The task as the agent shows it now.
    pub async fn now(&self, caller: &Caller<'_>, id: &str) -> Result<Task, Stop> {
        let reply = caller.get(id).await;
        reply
            .task()
            .filter(|task| task.id() == id)
            .ok_or_else(|| Stop::prevented(format!("GetTask did not show the task: {reply}")))
    }

    /// The task as soon as it is like this.
    pub async fn until(&self, caller: &Caller<'_>, id: &str, like: impl Fn(&Task) -> bool) -> Result<Task, Stop> {
        let mut last = None;
        let found = Patience::within(self.target().patience.finish(), async {
            let mut looks = 0;
            loop {
                let reply = caller.get(id).await;
                match reply.task().filter(|task| task.id() == id) {
                    Some(task) if like(&task) => return Ok(task),
                    Some(task) => last = Some(task.state_word().to_owned()),
                    None => return Err(Stop::prevented(format!("GetTask did not show the task: {reply}"))),
                }
                Patience::look_again(looks).await;
                looks += 1;
            }
        });
        match found.await {
            Ok(found) => found,
            Err(_) => Err(Stop::prevented(format!(
                "the task was still in {} after {:?}",
                last.unwrap_or_default(),
                self.target().patience.finish()
            ))),
        }
    }

    /// What GetTask says, as soon as it shows the task like this; in the end what it says, whatever that is.
    pub async fn in_time(&self, caller: &Caller<'_>, id: &str, like: impl Fn(&Task) -> bool) -> Reply {
        let shown = |reply: &Reply| reply.task().is_some_and(|task| task.id() == id && like(&task));
        self.replied_in_time(|| caller.get(id), shown).await
    }

    /// What is answered, as soon as it is like this; in the end what is answered, whatever that is.
    pub async fn replied_in_time<Answer: Future<Output = Reply>>(
        &self,
        ask: impl Fn() -> Answer,
        like: impl Fn(&Reply) -> bool,
    ) -> Reply {
        let seen = Patience::within(self.target().patience.reply, async {
            let mut looks = 0;
            loop {
                let reply = ask().await;
                if like(&reply) {
                    return reply;
                }
                Patience::look_again(looks).await;
                looks += 1;
            }
        });
        match seen.await {
            Ok(reply) => reply,
            Err(_) => ask().await,
        }
    }

    /// A stream, as soon as it is opened; in the end whatever is answered instead.
    pub async fn opened_in_time<Opening: Future<Output = Result<Stream, Box<Reply>>>>(
        &self,
        open: impl Fn() -> Opening,
    ) -> Result<Stream, Box<Reply>> {
        let opened = Patience::within(self.target().patience.reply, async {
            let mut looks = 0;
            loop {
                if let Ok(stream) = open().await {
                    return stream;
                }
                Patience::look_again(looks).await;
                looks += 1;
            }
        });
        match opened.await {
            Ok(stream) => Ok(stream),
            Err(_) => open().await,
        }
    }

    /// Looks at a task a few times: nothing tells when an agent has done what it does besides, and each look gives it as long as
    /// it takes for one more request.
    pub async fn linger(&self, caller: &Caller<'_>, id: &str) -> Result<(), Stop> {
        for _ in 0..LOOKS {
            self.now(caller, id).await?;
        }
        Ok(())
    }

    /// The new task in the answer to a send. An id that was told before is no new task.
    pub fn made(&self, stimulus: Stimulus, reply: &Reply) -> Result<Task, Stop> {
        let task = reply.task().ok_or_else(|| did_not(stimulus, reply))?;
        let mut made = self.setting.made.lock().unwrap_or_else(PoisonError::into_inner);
        if !made.insert(task.id().to_owned()) {
            return Err(Stop::prevented(format!("the agent answered a new message with the old task {}", task.id())));
        }
        Ok(task)
    }
}

fn did_not(stimulus: Stimulus, reply: &Reply) -> Stop {
    Stop::prevented(format!("`{}` led to no task: {reply}", stimulus.name()))
}

fn ended_as(stimulus: Stimulus, task: Task, due: State) -> Result<Task, Stop> {
    if task.state() == Some(due) {
        return Ok(task);
    }
    let (name, found, due) = (stimulus.name(), task.state_word(), due.name());
    Err(Stop::prevented(format!("`{name}` led to {found} and not to {due}; say what does in [stimuli]")))
}
