//! Silence about the version has a meaning, and it is not "the newest".

use crate::prelude::*;
use crate::probe::Requests;

pub(super) static CHECK: Check = Check {
    id: "V1",
    slug: "missing-version",
    title: "a request that names no version is one of 0.3",
    group: Group::Version,
    scope: Scope::EachBinding,
    rules: &[MISSING_VERSION_IS_0_3],
    needs: &[Need::Stimulus(Complete)],
    doc: Doc {
        sends: "every operation without A2A-Version, and with an empty one",
        passes: "VersionNotSupported; over JSON-RPC method not found as well, since 0.3 has no such method",
        tolerates: "an interface that the card declares for 0.3 too is passed over",
        causes: "a missing header that is taken for the newest version; the check sits on the sends only",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    if probe.card().speaks_the_past_at(&alice.interface().url) {
        return Err(Stop::NotApplicable("the card declares 0.3 at the same address".to_owned()));
    }
    let task = probe.at_rest(&alice).await?;
    let known = probe.finished(&alice, Complete).await?;
    let requests = Requests::on(probe, &task, "assay-no-such-config").in_context(known.context());

    for version in [Version::Missing, Version::Named(String::new())] {
        let silent = alice.naming(version);
        for (operation, params) in requests.all() {
            let reply = silent.attempt(operation, params).await;
            // Who shows nothing may be told so before anything else.
            let not_let_in = alice.credential().is_nobody() && reply.http == Some(401);
            if !not_let_in && !Requests::is_refused_as_not_offered(probe, &reply, operation) {
                match probe.binding() {
                    Binding::JsonRpc => {
                        probe.refused_as(MISSING_VERSION_IS_0_3, &reply, &[VersionNotSupported, MethodNotFound])
                    }
                    Binding::HttpJson => probe.refused(MISSING_VERSION_IS_0_3, &reply, VersionNotSupported),
                };
            }
        }
    }

    let listing = alice.list(json!({ "contextId": known.context() })).await;
    probe.lists(MISSING_VERSION_IS_0_3, "tasks in the context afterwards", &listing, 1);
    let after = probe.now(&alice, task.id()).await?;
    let same = after.state() == task.state();
    let subject = "the task that was spoken of";
    probe.claim(MISSING_VERSION_IS_0_3, same, subject, task.state_word(), after.state_word(), &[]);
    Ok(())
}
