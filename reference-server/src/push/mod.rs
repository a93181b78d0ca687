//! Push notifications: whether an address may be called, and calling it.

mod addresses;
mod caller;
mod couriers;
mod guard;
mod names;

pub(crate) use couriers::Couriers;
