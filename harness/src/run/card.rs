//! Judges a card alone, without asking anybody anything.

use std::time::Instant;

use a2a_assay_reports::{CheckReport, CheckResult, TargetInfo};
use serde_json::Value;

use super::{Plan, judge, report};
use crate::agent::transport::Evidence;
use crate::agent::{Card, Unread, document};
use crate::check::Check;
use crate::checks::of_a_card;
use crate::limits;
use crate::probe::Claims;

/// Why a text is no card; to be said after "there is no agent card in".
#[derive(Debug, thiserror::Error)]
pub enum NoCard {
    /// It is no JSON; where, and why.
    #[error("{0}")]
    NoJson(serde_json::Error),
    /// It is JSON that nobody reads.
    #[error("it is a text {0}")]
    Unread(Unread),
    /// It is JSON, but no object.
    #[error("it is no JSON object")]
    NoObject,
    /// It is longer than any card.
    #[error("it is longer than {} bytes", limits::BODY)]
    TooLong,
}

/// Judges what a card says by the checks of a plan, which have to be among [`of_a_card`]. `url` says where it is.
pub fn judge_card(text: &[u8], url: &str, plan: &Plan) -> Result<CheckReport, NoCard> {
    let started = Instant::now();
    let card = read(text)?;
    let checks = plan.checks.iter().map(|check| judged(check, &card)).collect();
    let target = TargetInfo {
        url: url.to_owned(),
        name: limits::shown(card.name()),
        version: limits::shown(card.version()),
        ..TargetInfo::default()
    };
    Ok(report(plan, target, checks, 0, started))
}

fn read(text: &[u8]) -> Result<Card, NoCard> {
    if text.len() > limits::BODY {
        return Err(NoCard::TooLong);
    }
    match document(text) {
        Ok(card @ Value::Object(_)) => Ok(Card::new(card)),
        Ok(_) => Err(NoCard::NoObject),
        // The place of the mistake is told by reading it once more.
        Err(why) => Err(match serde_json::from_slice::<Value>(text) {
            Err(place) if why == Unread::NoJson => NoCard::NoJson(place),
            _ => NoCard::Unread(why),
        }),
    }
}

fn judged(check: &'static Check, card: &Card) -> CheckResult {
    let claims = Claims::new(check.rules, "");
    for (_, judge) in of_a_card().iter().filter(|(known, _)| known.id == check.id) {
        judge(&claims, card.value(), &[]);
    }
    judge::of_claims(check, &claims, &Evidence::default(), Ok(Ok(())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistake_in_the_json_is_told_with_its_place() {
        let table: &[(&[u8], &str)] = &[
            (b"{\n  \"name\": \"x\",\n}", "trailing comma at line 3 column 1"),
            (b"", "EOF while parsing a value at line 1 column 0"),
            (b"[]", "it is no JSON object"),
        ];
        for (text, why) in table {
            assert_eq!(read(text).expect_err("no card").to_string(), *why);
        }
    }
}
