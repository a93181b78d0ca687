//! The card, and whether what it lists is there.

mod card_caching;
mod card_signed;
mod card_valid;
mod challenge_declared;
mod interfaces_answer;

use super::JudgesACard;
use crate::check::Check;

pub(super) static CHECKS: &[&Check] = &[&card_valid::CHECK, &card_caching::CHECK, &interfaces_answer::CHECK];

pub(super) static EXTENDED: &[&Check] = &[&challenge_declared::CHECK, &card_signed::CHECK];

/// How the checks that can be made of a card alone judge one.
pub(super) static OF_A_CARD: &[(&Check, JudgesACard)] = &[(&card_valid::CHECK, card_valid::judge)];
