//! Keeps what an agent was shown in confidence out of the report, should the agent repeat it.

use a2a_assay_reports::CheckResult;

use crate::target::Target;

/// The beginning of a secret that gives it away; whatever is shorter is no secret.
const TELLING: usize = 8;

/// The credentials of a target, each with what is written in its place.
pub(super) struct Secrets(Vec<(String, String)>);

impl Secrets {
    /// Those of all principals.
    pub(super) fn of(target: &Target) -> Self {
        let pairs = target.principals.values().flat_map(|credential| {
            let bare = |value: String| value.strip_prefix("Bearer ").map(str::to_owned).unwrap_or(value);
            let secrets = credential.headers().into_iter().map(move |(_, value)| bare(value));
            secrets.zip(credential.named_headers().into_iter().map(move |(_, value)| bare(value)))
        });
        Self(pairs.filter(|(secret, _)| secret.len() >= TELLING).collect())
    }

    /// Writes the owner's name wherever a text has a secret, or the beginning of one before it was cut.
    pub(super) fn hide(&self, text: &mut String) {
        for (secret, name) in &self.0 {
            if text.contains(secret.as_str()) {
                *text = text.replace(secret.as_str(), name);
            }
            while let Some(range) = cut(text, secret) {
                text.replace_range(range, name);
            }
        }
    }

    /// The same in everything that a result says.
    pub(super) fn hide_in(&self, result: &mut CheckResult) {
        result.reason.iter_mut().for_each(|reason| self.hide(reason));
        for violation in &mut result.violations {
            for text in [&mut violation.subject, &mut violation.expected, &mut violation.observed] {
                self.hide(text);
            }
            for exchange in &mut violation.exchanges {
                self.hide(&mut exchange.url);
                self.hide(&mut exchange.response_body);
                exchange.request_body.iter_mut().for_each(|body| self.hide(body));
                exchange.response_headers.iter_mut().for_each(|(_, value)| self.hide(value));
            }
        }
    }
}

/// Where a text was cut in the middle of a secret.
fn cut(text: &str, secret: &str) -> Option<std::ops::Range<usize>> {
    text.match_indices('…').find_map(|(end, _)| {
        let begun = |length: &usize| secret.get(..*length).is_some_and(|beginning| text[..end].ends_with(beginning));
        (TELLING..secret.len()).rev().find(begun).map(|length| end - length..end)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::{Credential, Who};

    #[test]
    fn a_secret_is_hidden_even_where_it_was_cut() {
        let principals = [(Who::Alice, Credential::bearer("alice", "very-long-secret"))];
        let secrets = Secrets::of(&Target { principals: principals.into(), ..Target::default() });
        let mut text = "Bearer very-long-secret, very-long-sec… and very…".to_owned();

        secrets.hide(&mut text);

        assert_eq!(text, "Bearer $ALICE, $ALICE… and very…");
    }
}
