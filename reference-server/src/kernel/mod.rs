//! The agent's core: tasks, who may see them, and what happened to them. It speaks no protocol.

pub(crate) mod access;
mod cancel;
pub(crate) mod clock;
mod contexts;
mod crash;
mod cursor;
mod duplicates;
pub(crate) mod entry;
pub(crate) mod feed;
mod feed_defects;
pub(crate) mod ids;
mod judge;
mod lifecycle;
mod listed;
pub(crate) mod listing;
pub(crate) mod model;
pub(crate) mod outbox;
mod place;
pub(crate) mod query;
mod references;
pub(crate) mod refusal;
mod report;
pub(crate) mod send;
mod slips;
mod spread;
mod subscribe;
mod take;
mod tasks;
pub(crate) mod view;
mod webhook;
mod webhooks;
pub(crate) mod work;
mod world;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use a2a_assay_defects::{Defect, Planted};

use crate::household::Household;

use access::{Caller, Capabilities, Operation};
use clock::Clock;
use cursor::CursorKey;
use ids::Ids;
use outbox::SharedOutbox;
use refusal::Refusal;
use work::Agent;
use world::World;

/// One agent's core.
pub(crate) struct Kernel {
    offered: Capabilities,
    planted: Planted,
    agent: Arc<dyn Agent>,
    outbox: SharedOutbox,
    ids: Box<dyn Ids>,
    cursors: CursorKey,
    household: Household,
    input_modes: Vec<&'static str>,
    world: Mutex<World>,
    me: Weak<Kernel>,
}

/// What a kernel is made of.
pub(crate) struct Makings {
    pub(crate) offered: Capabilities,
    pub(crate) planted: Planted,
    pub(crate) agent: Arc<dyn Agent>,
    pub(crate) outbox: SharedOutbox,
    pub(crate) ids: Box<dyn Ids>,
    pub(crate) clock: Box<dyn Clock>,
    pub(crate) household: Household,
    pub(crate) input_modes: Vec<&'static str>,
}

impl Kernel {
    pub(crate) fn new(makings: Makings) -> Arc<Self> {
        Arc::new_cyclic(|me| Self {
            offered: makings.offered,
            planted: makings.planted,
            agent: makings.agent,
            outbox: makings.outbox,
            ids: makings.ids,
            cursors: CursorKey::random(),
            household: makings.household,
            input_modes: makings.input_modes,
            world: Mutex::new(World::new(makings.clock)),
            me: me.clone(),
        })
    }

    /// Whether this caller may ask for this operation; an edge asks before it reads the request.
    pub(crate) fn admit(&self, caller: &Caller, operation: Operation) -> Result<(), Refusal> {
        access::admit(caller, operation, self.offered, &self.planted)
    }

    /// Whether a send may carry a webhook with it.
    pub(crate) fn admit_inline_webhook(&self) -> Result<(), Refusal> {
        if self.offered.push || self.planted.plants(Defect::PUSH_OFF_TAKES_INLINE_CONFIG) {
            return Ok(());
        }
        Err(Refusal::PushNotOffered)
    }

    fn world(&self) -> MutexGuard<'_, World> {
        // every change of the world is complete before anything can panic
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
