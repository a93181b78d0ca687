//! The verbs with which a check holds what it saw against a rule.
//!
//! Every verb writes the failure text itself and goes on: a broken recommendation must not hide a broken requirement
//! behind it. Where nothing can follow, the check stops with `?`.

use std::fmt::Display;

use serde_json::Value;

use super::difference::first_difference;
use super::{Probe, Stream, Transcript};
use crate::agent::shape::{Law, Shape};
use crate::agent::transport::{Event, EventKind};
use crate::agent::{Answer, Binding, ErrorKind, Match, Reply};
use crate::check::Stop;
use crate::rules::{self, Rule};
use crate::target::Who;

impl Probe {
    /// The call succeeded; where it did not, there is nothing to go on with.
    #[track_caller]
    pub fn accepted(&self, rule: Rule, reply: &Reply) -> Result<(), Stop> {
        let held = reply.result().is_some();
        self.claim(rule, held, reply.operation.name(), "a result", reply, &[reply.exchange]);
        if held { Ok(()) } else { Err(Stop::Broken) }
    }

    /// The call was refused, as this kind.
    #[track_caller]
    pub fn refused(&self, rule: Rule, reply: &Reply, kind: ErrorKind) -> bool {
        self.refused_as(rule, reply, &[kind])
    }

    /// The call was refused, as one of these kinds.
    #[track_caller]
    pub fn refused_as(&self, rule: Rule, reply: &Reply, kinds: &[ErrorKind]) -> bool {
        self.refused_when(rule, reply.operation.name(), reply, kinds)
    }

    /// The call was refused, as one of these kinds; the subject says what was wrong with it.
    #[track_caller]
    pub fn refused_when(&self, rule: Rule, subject: impl Display, reply: &Reply, kinds: &[ErrorKind]) -> bool {
        let expected = kinds.iter().map(|kind| kind.written(reply.binding)).collect::<Vec<_>>().join(" or ");
        let comparison = reply.error().map(|error| {
            let matches = kinds.iter().map(|kind| error.compare(*kind));
            matches.min_by_key(|found| match found {
                Match::Exact => 0,
                Match::OldTable => 1,
                Match::Other => 2,
            })
        });
        let held = matches!(comparison, Some(Some(Match::Exact | Match::OldTable)));
        self.claim(rule, held, &subject, &expected, reply, &[reply.exchange]);
        // Only where the older table had another status could it be that one.
        if held && reply.binding == Binding::HttpJson && kinds.iter().any(|kind| kind.had_another_status()) {
            let current = comparison != Some(Some(Match::OldTable));
            self.claim(rules::ERROR_STATUS_IS_CURRENT, current, &subject, &expected, reply, &[reply.exchange]);
        }
        self.in_form(reply) && held
    }

    /// The call was refused by an error for which the client is to blame; which one is not laid down.
    #[track_caller]
    pub fn refused_somehow(&self, rule: Rule, reply: &Reply) -> bool {
        let held = reply.error().is_some_and(|error| !error.is_internal());
        self.claim(rule, held, reply.operation.name(), "an error that blames the request", reply, &[reply.exchange]);
        self.in_form(reply) && held
    }

    /// The call was refused because nobody showed who asks: 401, or over JSON-RPC an error of the agent's own.
    #[track_caller]
    pub fn unauthenticated(&self, rule: Rule, reply: &Reply) -> bool {
        let held = match &reply.answer {
            Answer::Error(error) if matches!(error.http, 401 | 403) => true,
            Answer::Error(error) => {
                reply.binding == Binding::JsonRpc && !error.is_internal() && !error.has_a_taken_code()
            }
            // Where certificates are asked for, who shows none is turned away by TLS, which says so.
            Answer::Silence(why) => {
                let certified = self.credential(Who::Alice).is_some_and(|alice| alice.certificate().is_some());
                certified && why.contains("alert")
            }
            _ => false,
        };
        let expected = "HTTP 401, or over JSON-RPC an error that says so";
        self.claim(rule, held, reply.operation.name(), expected, reply, &[reply.exchange]);
        if held {
            let honest = reply.http != Some(403);
            self.claim(
                rules::UNAUTHENTICATED_IS_401,
                honest,
                reply.operation.name(),
                "HTTP 401",
                reply,
                &[reply.exchange],
            );
        }
        held
    }

    /// The call was refused because the caller may not: 403, or over JSON-RPC an error of the agent's own.
    #[track_caller]
    pub fn unauthorized(&self, rule: Rule, reply: &Reply) -> bool {
        let held = match &reply.answer {
            Answer::Error(error) if error.http == 403 => true,
            Answer::Error(error) => {
                reply.binding == Binding::JsonRpc
                    && error.http != 401
                    && !error.is_internal()
                    && !error.has_a_taken_code()
            }
            _ => false,
        };
        let expected = "HTTP 403, or over JSON-RPC an error that says so";
        self.claim(rule, held, reply.operation.name(), expected, reply, &[reply.exchange]);
        held
    }

    /// Two values are the same.
    #[track_caller]
    pub fn same(
        &self,
        rule: Rule,
        subject: impl Display,
        expected: &Value,
        observed: &Value,
        exchanges: &[usize],
    ) -> bool {
        let held = expected == observed;
        if held {
            return self.claim(rule, true, subject, "", "", exchanges);
        }
        let (pointer, expected, observed) = first_difference(expected, observed);
        self.claim(rule, false, format!("{subject} {pointer}"), expected, observed, exchanges)
    }

    /// A value has the shape of a message of the protocol.
    #[track_caller]
    pub fn well_formed(&self, shape: &Shape, value: &Value, exchange: usize) -> bool {
        let flaws = shape.flaws(value);
        let mut sound = true;
        for (law, rule) in rules::WIRE.iter().filter(|(law, _)| shape.can_break(*law)) {
            let broken = flaws.iter().find(|flaw| flaw.law == *law);
            let (at, expected, observed) =
                broken.map_or(("", "", ""), |flaw| (&flaw.at, &flaw.expected, &flaw.observed));
            let subject = format_args!("{} {at}", shape.name());
            let held = self.claim(*rule, broken.is_none(), subject, expected, observed, &[exchange]);
            sound &= held || *law == Law::Unknown;
        }
        sound
    }

    /// A listing shows so many tasks and no more: what is over may be gone by then, or not listed yet. One that can't be had
    /// shows nothing either way; T2 judges that.
    #[track_caller]
    pub fn lists(&self, rule: Rule, subject: &str, listing: &Reply, count: usize) {
        if let Some(tasks) = listing.result().and_then(|listed| listed["tasks"].as_array()) {
            let expected = format!("at most {count}");
            self.claim(rule, tasks.len() <= count, subject, expected, tasks.len(), &[listing.exchange]);
        }
    }

    /// The call opened a stream; where it did not, there is nothing to go on with.
    #[track_caller]
    pub fn streams(&self, rule: Rule, opening: Result<Stream, Box<Reply>>) -> Result<Stream, Stop> {
        match opening {
            Ok(stream) => {
                self.claim(rule, true, "", "", "", &[stream.exchange()]);
                Ok(stream)
            }
            Err(reply) => {
                let subject = reply.operation.name();
                self.claim(rule, false, subject, "an event stream", &*reply, &[reply.exchange]);
                Err(Stop::Broken)
            }
        }
    }

    /// All events of a stream name the same task and context.
    #[track_caller]
    pub fn of_one_task(&self, rule: Rule, transcript: &Transcript) {
        let Some(first) = transcript.events.first() else { return };
        let (id, context) = (first.task_id(), first.context_id());
        let named = id.is_some() && context.is_some_and(|context| !context.is_empty());
        let stray = transcript.events.iter().find(|event| event.task_id() != id || event.context_id() != context);
        let expected = format!("task {} in context {}", id.unwrap_or("?"), context.unwrap_or("?"));
        let observed = stray.map_or_else(|| "no id".to_owned(), |event| event.value.to_string());
        let held = named && stray.is_none();
        self.claim(rule, held, "the ids of all events", expected, observed, &[transcript.exchange]);
    }

    /// One more Task may close a stream; in the middle there are updates.
    #[track_caller]
    pub fn updates_only(&self, rule: Rule, transcript: &Transcript) {
        let exchanges = [transcript.exchange];
        let middle = transcript.events.len().saturating_sub(1);
        let odd = transcript.events.iter().take(middle).skip(1).find(|event| !event.is_update());
        let observed = odd.map(Event::describe).unwrap_or_default();
        let expected = "status and artifact updates";
        self.claim(rule, odd.is_none(), "between first and last", expected, observed, &exchanges);
        let last = transcript.events.last().filter(|_| middle > 0);
        let fits = last.is_none_or(|event| event.is_update() || matches!(event.kind, EventKind::Task));
        let observed = last.map(Event::describe).unwrap_or_default();
        self.claim(rule, fits, "the last event", "an update, or the Task", observed, &exchanges);
    }

    /// A message of the agent's has its role, an id of its own and a context; the id, to be compared with others.
    #[track_caller]
    pub fn agent_message(&self, rule: Rule, message: &Value, asked: &str, exchange: usize) -> String {
        let speaker = &message["role"];
        self.claim(rule, speaker == "ROLE_AGENT", "/message/role", "ROLE_AGENT", speaker, &[exchange]);
        let id = message["messageId"].as_str().unwrap_or_default();
        let own = !id.is_empty() && id != asked;
        self.claim(rule, own, "/message/messageId", "an id of its own", id, &[exchange]);
        let context = message["contextId"].as_str().unwrap_or_default();
        self.claim(rule, !context.is_empty(), "/message/contextId", "present", "absent", &[exchange]);
        id.to_owned()
    }

    /// An error has the form of its binding.
    #[track_caller]
    pub fn in_form(&self, reply: &Reply) -> bool {
        let Some(error) = reply.error() else { return true };
        if reply.binding == Binding::JsonRpc && error.follows_reading() {
            let named = !error.id.is_null();
            let subject = format!("the id of the error to {}", reply.operation.name());
            let expected = "the id of the request";
            self.claim(rules::ERRORS_NAME_THE_REQUEST, named, subject, expected, "null", &[reply.exchange]);
        }
        let flaw = error.flaw.as_deref();
        self.claim(
            rules::ERRORS_HAVE_THE_BINDINGS_FORM,
            flaw.is_none(),
            format!("{} error", reply.operation.name()),
            "an error in the form of the binding, details a list of typed objects",
            flaw.unwrap_or_default(),
            &[reply.exchange],
        )
    }
}
