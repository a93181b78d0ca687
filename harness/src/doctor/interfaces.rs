//! Whether each interface speaks its binding at all. One that does not is one fault, and not forty.

use std::collections::BTreeMap;
use std::sync::Arc;

use a2a_assay_reports::Finding;
use serde_json::json;

use super::probe;
use crate::agent::{Answer, Binding, ErrorKind, Interface, Match, Message, Reply};
use crate::probe::Setting;

/// The findings, and why nothing can be judged over a binding.
pub(super) async fn look(setting: &Arc<Setting>) -> (Vec<Finding>, BTreeMap<Binding, String>) {
    let looks =
        setting.agent.interfaces.iter().map(|interface| async move { (interface, flaw(setting, interface).await) });
    let (mut findings, mut silent) = (Vec::new(), BTreeMap::new());
    for (interface, flaw) in futures::future::join_all(looks).await {
        let topic = interface.binding.name();
        let Some(flaw) = flaw else {
            findings.push(Finding::good(topic, format!("{} answers, version {}", interface.url, interface.version)));
            continue;
        };
        let why = format!("{} at {}", flaw, interface.url);
        let fix = "see D3: nothing is judged over this binding; correct the interface, or the card that lists it";
        findings.push(Finding::bad(topic, &why, fix));
        silent.insert(interface.binding, why);
    }
    (findings, silent)
}

/// What keeps an interface from being spoken to: something that is wrong with everything that it answers.
async fn flaw(setting: &Arc<Setting>, interface: &Interface) -> Option<String> {
    let probe = probe(setting, interface);
    let alice = probe.alice();
    let unknown = probe.unknown_id();
    let (shown, listed, cancelled) =
        futures::join!(alice.get(&unknown), alice.list(json!({ "pageSize": 1 })), alice.cancel(&unknown));
    let mut flaws = [&shown, &listed, &cancelled].map(flaw_of).into_iter().collect::<Option<Vec<Flaw>>>()?;
    // Only now something that may cost the agent work.
    flaws.push(flaw_of(&alice.send(&Message::text(&setting.target.plain)).await)?);
    let same = |flaw: &Flaw| flaws.iter().all(|other| other == flaw);
    Some(match flaws.first()? {
        Flaw::Unknown if same(&Flaw::Unknown) => {
            format!("no operation of A2A 1.0 is known over {}", interface.binding)
        }
        Flaw::Nobody if same(&Flaw::Nobody) => "nobody listens".to_owned(),
        Flaw::Failing(words) if flaws.iter().all(|flaw| matches!(flaw, Flaw::Failing(_))) => {
            format!("no operation of A2A 1.0 works over {}, all end in {words}", interface.binding)
        }
        _ => {
            let words = flaws.iter().find_map(|flaw| match flaw {
                Flaw::Other(words) => Some(words.as_str()),
                _ => None,
            });
            format!("nothing that comes is an answer of {}: {}", interface.binding, words.unwrap_or("it varies"))
        }
    })
}

#[derive(PartialEq, Eq)]
enum Flaw {
    /// Nobody listens.
    Nobody,
    /// The operation is not known there.
    Unknown,
    /// The agent blames itself.
    Failing(String),
    /// Something else is wrong, or nothing came.
    Other(String),
}

fn flaw_of(reply: &Reply) -> Option<Flaw> {
    match &reply.answer {
        Answer::Error(error) if error.compare(ErrorKind::MethodNotFound) != Match::Other => Some(Flaw::Unknown),
        // Some servers tell a method that they do not know by an error of their own.
        Answer::Error(error) if error.is_internal() => Some(Flaw::Failing(error.describe())),
        Answer::Result(_) | Answer::Error(_) => None,
        Answer::Silence(why) if why.contains("refused") => Some(Flaw::Nobody),
        Answer::Silence(why) | Answer::Malformed(why) => Some(Flaw::Other(why.clone())),
    }
}
