//! A list of tasks is a list of one's own tasks.

use crate::agent::Reply as Answered;
use crate::prelude::*;

pub(super) static CHECK: Check = Check {
    id: "A5",
    slug: "listing-scoped",
    title: "a listing has nothing of anybody else",
    group: Group::Auth,
    scope: Scope::EachBinding,
    rules: &[LISTING_IS_SCOPED],
    needs: &[Need::Security, Need::Principal(Who::Alice), Need::Principal(Who::Bob)],
    doc: Doc {
        sends: "ListTasks as bob: everything, by alice's context, by status, and with a page token of alice's",
        passes: "nothing of alice's is listed or counted",
        tolerates: "a foreign page token may be refused or give bob's own tasks",
        causes: "a filter by context that replaces the filter by owner; a total counted before scoping",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let (alice, bob) = (probe.alice(), probe.bob()?);
    let first = probe.finished(&alice, Complete).await?;
    let second = probe.made(Complete, &alice.send(&probe.say(Complete)?.in_context(first.context())).await)?;
    probe.finished(&bob, Complete).await?;
    let own = probe.finished(&bob, Complete).await?;
    let hers = [first.id(), second.id()];
    let in_context = json!({ "contextId": first.context() });
    let control = alice.list(in_context.clone()).await;
    if !hers.iter().all(|id| lists(&control, id)) {
        return Err(Stop::prevented(format!("alice's listing does not show her own tasks: {control}")));
    }

    for filter in [json!({}), json!({ "status": State::Completed.name() })] {
        let found = everything(probe, &bob, filter, &hers).await;
        if !found.contains(&own.id().to_owned()) {
            return Err(Stop::prevented("bob's listing does not show his own task"));
        }
    }
    page_by_page(probe, &bob, &hers).await;
    let context = bob.list(in_context).await;
    has_nothing_of(probe, &context, &hers, "bob's listing by alice's context");
    let counted = context.result().map_or(0, |listing| listing["totalSize"].as_u64().unwrap_or_default());
    let subject = "bob's totalSize for alice's context";
    probe.claim(LISTING_IS_SCOPED, counted == 0, subject, 0, counted, &[context.exchange]);

    with_a_page_token_of_alices(probe, &alice, &bob, first.context(), &hers).await;
    Ok(())
}

/// Walks all pages of bob's listing; the ids that it shows.
async fn everything(probe: &Probe, bob: &Caller<'_>, mut filter: Value, hers: &[&str]) -> Vec<String> {
    filter["pageSize"] = 100.into();
    let mut ids = Vec::new();
    for page in 0..20 {
        let listing = bob.list(filter.clone()).await;
        has_nothing_of(probe, &listing, hers, "bob's listing");
        let Some(result) = listing.result() else { break };
        let tasks = result["tasks"].as_array().map_or(&[][..], Vec::as_slice);
        ids.extend(tasks.iter().filter_map(|task| task["id"].as_str()).map(str::to_owned));
        let next = result["nextPageToken"].as_str().unwrap_or_default();
        if next.is_empty() {
            if let (0, Some(counted)) = (page, result["totalSize"].as_u64()) {
                let shown = tasks.len() as u64;
                probe.claim(
                    LISTING_IS_SCOPED,
                    counted == shown,
                    "bob's totalSize",
                    shown,
                    counted,
                    &[listing.exchange],
                );
            }
            break;
        }
        filter["pageToken"] = next.into();
    }
    ids
}

/// The first few pages of one task each: scoping is for later pages as well.
async fn page_by_page(probe: &Probe, bob: &Caller<'_>, hers: &[&str]) {
    let mut request = json!({ "pageSize": 1 });
    for _ in 0..6 {
        let listing = bob.list(request.clone()).await;
        has_nothing_of(probe, &listing, hers, "bob's listing, page by page");
        match listing.result().and_then(|listed| listed["nextPageToken"].as_str()) {
            Some(next) if !next.is_empty() => request["pageToken"] = next.into(),
            _ => return,
        }
    }
}

async fn with_a_page_token_of_alices(
    probe: &Probe,
    alice: &Caller<'_>,
    bob: &Caller<'_>,
    context: &str,
    hers: &[&str],
) {
    let page = alice.list(json!({ "contextId": context, "pageSize": 1 })).await;
    let Some(token) = page.result().and_then(|listing| listing["nextPageToken"].as_str()) else { return };
    for request in [json!({ "pageToken": token }), json!({ "pageToken": token, "contextId": context, "pageSize": 1 })] {
        let listing = bob.list(request).await;
        has_nothing_of(probe, &listing, hers, "bob's listing with a page token of alice's");
    }
}

fn has_nothing_of(probe: &Probe, listing: &Answered, hers: &[&str], subject: &str) {
    let shown: Vec<&&str> = hers.iter().filter(|id| lists(listing, id)).collect();
    let observed = format!("{} of alice's tasks", shown.len());
    probe.claim(LISTING_IS_SCOPED, shown.is_empty(), subject, "nothing of alice's", observed, &[listing.exchange]);
}

/// Whether a task's id stands anywhere in the answer.
fn lists(listing: &Answered, id: &str) -> bool {
    listing.result().is_some_and(|listing| mentions(listing, id))
}
