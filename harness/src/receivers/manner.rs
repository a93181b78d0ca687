//! How an inbox treats whoever calls it: healthily, or as receivers fail in earnest.

use axum::http::header::LOCATION;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};

/// How an inbox answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Manner {
    /// At once.
    Prompt,
    /// The first delivery only once the check says so, or another one comes; the others at once.
    SlowFirst,
    /// So many deliveries with an error that passes; the others at once.
    Failing(usize),
    /// So many deliveries with such an error, and one more once the check says so; the others at once.
    FailingUntilTold(usize),
    /// So many deliveries by hanging up without an answer; the others at once.
    HangingUp(usize),
    /// None before the check says so.
    Silent,
    /// Each with this status, and another address.
    Redirecting {
        /// One of HTTP's redirections.
        status: u16,
        /// The address.
        to: String,
    },
}

/// What becomes of one delivery.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// It is answered with success.
    Taken,
    /// It is answered with an error that passes.
    Failed,
    /// The connection is closed without an answer.
    HungUp,
    /// It is sent elsewhere.
    Redirected(u16, String),
}

impl Manner {
    /// What becomes of the delivery that so many came before.
    pub(super) fn fate(&self, earlier: usize) -> Fate {
        match self {
            Self::Failing(count) if earlier < *count => Fate::Failed,
            Self::FailingUntilTold(count) if earlier <= *count => Fate::Failed,
            Self::HangingUp(count) if earlier < *count => Fate::HungUp,
            Self::Redirecting { status, to } => Fate::Redirected(*status, to.clone()),
            _ => Fate::Taken,
        }
    }

    /// Whether this delivery is answered only once the check says so.
    pub(super) fn waits(&self, earlier: usize) -> bool {
        match self {
            Self::Silent => true,
            Self::SlowFirst => earlier == 0,
            Self::FailingUntilTold(count) => earlier == *count,
            _ => false,
        }
    }
}

impl Fate {
    /// The answer; none where the connection is closed instead.
    pub(super) fn answer(self) -> Option<Response> {
        match self {
            Self::Taken => Some(StatusCode::OK.into_response()),
            Self::Failed => Some(StatusCode::SERVICE_UNAVAILABLE.into_response()),
            Self::HungUp => None,
            Self::Redirected(status, to) => {
                let mut answer = StatusCode::from_u16(status).unwrap_or(StatusCode::TEMPORARY_REDIRECT).into_response();
                if let Ok(place) = HeaderValue::try_from(to) {
                    answer.headers_mut().insert(LOCATION, place);
                }
                Some(answer)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failing_receiver_answers_after_so_many_failures() {
        let fates: Vec<Fate> = (0..3).map(|earlier| Manner::Failing(2).fate(earlier)).collect();

        assert_eq!(fates, [Fate::Failed, Fate::Failed, Fate::Taken]);
    }

    #[test]
    fn a_redirection_leads_where_it_was_told() {
        let to = "http://127.0.0.1:7/inside".to_owned();
        let answer = Manner::Redirecting { status: 308, to }.fate(0).answer().expect("an answer");

        assert_eq!(answer.status(), StatusCode::PERMANENT_REDIRECT);
        assert_eq!(answer.headers()[LOCATION], "http://127.0.0.1:7/inside");
    }
}
