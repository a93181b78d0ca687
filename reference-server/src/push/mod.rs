//! Push notifications: whether an address may be called, and calling it.

use a2a_assay_defects::Planted;
use futures::future::BoxFuture;

use crate::household::Household;
use crate::kernel::feed::Events;
use crate::kernel::webhooks::{Leash, Outbox, Target};
use crate::options::Options;
pub(crate) struct Couriers;
impl Couriers { pub(crate) fn new(_o: &Options, _h: Household) -> std::io::Result<Self> { let _ = Planted::none(); Ok(Self) } }
impl Outbox for Couriers {
    fn admits<'a>(&'a self, _url: &'a str) -> BoxFuture<'a, Result<(), String>> {
        Box::pin(async { Ok(()) })
    }
    fn follow(&self, _target: Target, _events: Events, leash: Leash) {
        leash.spent.cancel();
    }
}
