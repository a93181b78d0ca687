//! A version that nobody speaks must not be spoken.

use crate::agent::Reply as Answered;
use crate::prelude::*;
use crate::probe::Requests;

pub(super) static CHECK: Check = Check {
    id: "V2",
    slug: "unsupported-version",
    title: "an unsupported version is refused, a patch number is not",
    group: Group::Version,
    scope: Scope::EachBinding,
    rules: &[UNSUPPORTED_VERSION_IS_REFUSED, PATCH_IS_IGNORED, SUPPORTED_VERSIONS_ARE_NAMED],
    needs: &[Need::Stimulus(Complete)],
    doc: Doc {
        sends: "every operation with the versions 9.9, 1.9, 0.3, 0.9 and nonsense; reads and a send with a patch number",
        passes: "VersionNotSupported each time, and 1.0.7 served as 1.0",
        tolerates: "the HTTP status of a JSON-RPC error is not judged; not naming the supported versions is broken advice",
        causes: "the header is read on the sends only; only the major number is compared; versions are compared as text",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let task = probe.at_rest(&alice).await?;
    let known = probe.finished(&alice, Complete).await?;
    let requests = Requests::on(probe, &task, "assay-no-such-config").in_context(known.context());
    let mut versions = vec!["9.9", "1.9", "assay"];
    if !probe.card().speaks_the_past_at(&alice.interface().url) {
        versions.extend(["0.3", "0.9"]);
    }

    for version in versions {
        let other = alice.naming(Version::Named(version.to_owned()));
        for (operation, params) in requests.all() {
            let reply = other.attempt(operation, params).await;
            // Who shows nothing may be told so before anything else.
            let not_let_in = alice.credential().is_nobody() && reply.http == Some(401);
            if not_let_in || Requests::is_refused_as_not_offered(probe, &reply, operation) {
                continue;
            }
            let subject = format!("{} with version {version}", operation.name());
            // Before 1.0 the methods had other names: over JSON-RPC they are unknown as well.
            let kinds = [VersionNotSupported, MethodNotFound];
            let kinds =
                if version.starts_with("0.") && probe.binding() == Binding::JsonRpc { &kinds[..] } else { &kinds[..1] };
            if probe.refused_when(UNSUPPORTED_VERSION_IS_REFUSED, subject, &reply, kinds) {
                names_the_supported(probe, &reply, &major_minor(&alice.interface().version));
            }
        }
    }

    let listing = alice.list(json!({ "contextId": known.context() })).await;
    probe.lists(UNSUPPORTED_VERSION_IS_REFUSED, "tasks in the context afterwards", &listing, 1);
    let patched = alice.naming(Version::Named(format!("{}.7", major_minor(&alice.interface().version))));
    for operation in [Operation::GetTask, Operation::ListTasks, Operation::SendMessage] {
        let reply = patched.attempt(operation, requests.params(operation)).await;
        probe.claim(PATCH_IS_IGNORED, reply.result().is_some(), operation.name(), "served", &reply, &[reply.exchange]);
    }
    let after = probe.now(&alice, task.id()).await?;
    let subject = "the task that was spoken of";
    let same = after.state() == task.state();
    probe.claim(UNSUPPORTED_VERSION_IS_REFUSED, same, subject, task.state_word(), after.state_word(), &[]);
    Ok(())
}

fn names_the_supported(probe: &Probe, reply: &Answered, version: &str) {
    let Some(error) = reply.error() else { return };
    let named = format!("{} {}", error.message, error.details).contains(version);
    let expected = format!("the supported version {version}, anywhere");
    probe.claim(SUPPORTED_VERSIONS_ARE_NAMED, named, reply.operation.name(), expected, reply, &[reply.exchange]);
}

/// The first two parts of a version.
fn major_minor(version: &str) -> String {
    version.split('.').take(2).collect::<Vec<_>>().join(".")
}
