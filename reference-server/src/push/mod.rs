//! Push notifications: whether an address may be called, and calling it.

mod addresses;
mod body;
mod caller;
mod couriers;
mod guard;
mod headers;
mod names;
mod round;

pub(crate) use couriers::Couriers;
