//! HTTP knows no letter case in the names of headers, and neither do service parameters.

use crate::prelude::*;
use crate::probe::Requests;

pub(super) static CHECK: Check = Check {
    id: "V3",
    slug: "header-case",
    title: "a service parameter counts however its name is written",
    group: Group::Version,
    scope: Scope::EachBinding,
    rules: &[HEADER_NAMES_HAVE_NO_CASE, VERSION_AS_PARAMETER],
    needs: &[Need::Stimulus(Complete)],
    doc: Doc {
        sends: "reads and sends with the version in a header called A2a-Version; over HTTP+JSON a read with the version in \
                the address, as A2A-Version and as a2a-version",
        passes: "they are served as with a2a-version",
        tolerates: "a parameter of the address that is not read is broken advice; over HTTP/2 names have one case",
        causes: "names of headers looked up in a map as they came in; a proxy that changes them",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let spoken = alice.interface().version.clone();
    let task = probe.finished(&alice, Complete).await?;
    let requests = Requests::on(probe, &task, "assay-no-such-config");
    let mut operations = vec![Operation::GetTask, Operation::ListTasks, Operation::SendMessage];
    operations.extend(probe.card().offers(Capability::Streaming).then_some(Operation::SendStreamingMessage));

    let mut observed = false;
    for operation in operations {
        if alice.attempt(operation, requests.params(operation)).await.result().is_none() {
            continue;
        }
        observed = true;
        let capitalised = alice.naming(Version::Capitalised(spoken.clone()));
        let reply = capitalised.attempt(operation, requests.params(operation)).await;
        let served = reply.result().is_some();
        let subject = format!("{} with A2a-Version", operation.name());
        probe.claim(HEADER_NAMES_HAVE_NO_CASE, served, subject, "served as ever", &reply, &[reply.exchange]);
    }
    if !observed {
        return Err(Stop::prevented("no operation is served however its version is written"));
    }
    // What a parameter of a request over JSON-RPC would be, the text leaves open.
    let names: &[&str] = if probe.binding() == Binding::HttpJson { &["A2A-Version", "a2a-version"] } else { &[] };
    for name in names.iter().copied() {
        let asking = alice.naming(Version::InQuery(name, spoken.clone()));
        let reply = asking.attempt(Operation::GetTask, requests.params(Operation::GetTask)).await;
        let served = reply.result().is_some();
        let subject = format!("GetTask with {name} in the address");
        probe.claim(VERSION_AS_PARAMETER, served, subject, "served as ever", &reply, &[reply.exchange]);
    }
    Ok(())
}
