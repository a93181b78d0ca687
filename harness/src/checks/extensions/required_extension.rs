//! What an agent requires it must demand, and what it is told it must hear.

use crate::agent::{Match, Reply as Answered};
use crate::prelude::*;
use crate::probe::Requests;

pub(super) static CHECK: Check = Check {
    id: "X1",
    slug: "required-extension",
    title: "a required extension is demanded, another is not",
    group: Group::Extensions,
    scope: Scope::EachBinding,
    rules: &[
        REQUIRED_EXTENSION_IS_DEMANDED,
        REQUIRED_EXTENSION_EVERYWHERE,
        DECLARED_EXTENSION_IS_ENOUGH,
        UNKNOWN_EXTENSION_IS_IGNORED,
    ],
    needs: &[Need::Stimulus(Complete)],
    doc: Doc {
        sends: "to an agent whose card requires an extension: every operation without A2A-Extensions, sends that declare \
                another version of it, and sends that declare it alone and in a list; to the agent itself: a send that \
                declares an extension nobody knows",
        passes: "ExtensionSupportRequired and no task; no such refusal where it is declared; the unknown one is ignored",
        tolerates: "operations that are not sends and do not demand it are broken advice; the extension may ask for more",
        causes: "the header is read on the sends only, or compared as a whole; refused after the work has begun",
    },
    run: |probe| Box::pin(run(probe)),
};

/// An extension that nobody knows.
const UNKNOWN: &str = "https://a2a-assay.invalid/extensions/unknown/v1";

async fn run(probe: &Probe) -> Outcome {
    unknown_ones(probe).await?;
    let (silent, card) = probe.agent_requiring_an_extension()?;
    let required = card.required_extensions().join(",");
    let declaring = silent.declaring(&required);
    let first = declaring.send(&probe.say(Complete)?).await;
    is_enough(probe, &first, "alone");
    let known = probe.made(Complete, &first)?;
    let known = probe.until(&declaring, known.id(), Task::is_terminal).await?;
    let requests = Requests::on(probe, &known, "assay-no-such-config").in_context(known.context());

    for (operation, params) in requests.all() {
        let reply = silent.attempt(operation, params).await;
        if Requests::is_refused_as_not_offered_by(card, &reply, operation) {
            continue;
        }
        let sends = matches!(operation, Operation::SendMessage | Operation::SendStreamingMessage);
        let rule = if sends { REQUIRED_EXTENSION_IS_DEMANDED } else { REQUIRED_EXTENSION_EVERYWHERE };
        probe.refused(rule, &reply, ExtensionSupportRequired);
    }
    for another in [format!("{required}/another"), UNKNOWN.to_owned()] {
        let reply = silent.declaring(&another).send(&probe.say(Complete)?.in_context(known.context())).await;
        let subject = format!("SendMessage that declares {another}");
        probe.refused_when(REQUIRED_EXTENSION_IS_DEMANDED, subject, &reply, &[ExtensionSupportRequired]);
    }
    let listing = declaring.list(json!({ "contextId": known.context() })).await;
    probe.lists(REQUIRED_EXTENSION_IS_DEMANDED, "tasks in the context afterwards", &listing, 1);

    for list in [format!("{UNKNOWN},{required}"), format!("{required}, {UNKNOWN}")] {
        let reply = silent.declaring(&list).send(&probe.say(Complete)?).await;
        is_enough(probe, &reply, "in a list");
    }
    Ok(())
}

/// Declared in the header and in the message, an extension that the agent does not know changes nothing.
async fn unknown_ones(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    if !probe.card().required_extensions().is_empty() {
        return Ok(());
    }
    let control = alice.send(&probe.say(Complete)?).await;
    if control.result().is_none() {
        return Err(Stop::prevented(format!("not even a message without extensions is served: {control}")));
    }

    let marked = probe.say(Complete)?.with("extensions", json!([UNKNOWN]));
    let reply = alice.declaring(UNKNOWN).send(&marked).await;
    let served = reply.result().is_some();
    let subject = "SendMessage that declares an unknown extension";
    probe.claim(UNKNOWN_EXTENSION_IS_IGNORED, served, subject, "served as ever", &reply, &[reply.exchange]);
    Ok(())
}

/// Whatever else the extension may ask for, it is not missing.
fn is_enough(probe: &Probe, reply: &Answered, how: &str) {
    let missing = reply.error().is_some_and(|error| error.compare(ExtensionSupportRequired) != Match::Other);
    let subject = format!("SendMessage that declares the extension {how}");
    let expected = "no refusal for lack of it";
    probe.claim(DECLARED_EXTENSION_IS_ENOUGH, !missing, subject, expected, reply, &[reply.exchange]);
}
