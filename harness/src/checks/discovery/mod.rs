//! The card, and whether what it lists is there.

mod card_caching;
mod card_signed;
mod card_valid;
mod challenge_declared;
mod interfaces_answer;

use crate::check::Check;

pub(super) static CHECKS: &[&Check] = &[&card_valid::CHECK, &card_caching::CHECK, &interfaces_answer::CHECK];

pub(super) static EXTENDED: &[&Check] = &[&challenge_declared::CHECK, &card_signed::CHECK];
