//! A filter says the same in whichever of its legal forms it is written.

use crate::agent::Reply as Answered;
use crate::prelude::*;

pub(super) static CHECK: Check = Check {
    id: "T5",
    slug: "list-forms",
    title: "a listing understands its filters in every form",
    group: Group::Tasks,
    scope: Scope::EachBinding,
    rules: &[
        LISTING_SELECTS_EVERY_STATE,
        LISTING_READS_TIMES,
        LISTING_READS_ANY_ID,
        LISTING_PAGES_KEEP_THE_FILTERS,
        EMPTY_TOKEN_IS_THE_FIRST_PAGE,
    ],
    needs: &[Need::Stimulus(Complete)],
    doc: Doc {
        sends: "ListTasks by the name of each state that the agent can reach, by moments around its own, written with 0, 3 and \
                9 digits of a second, by a context id with odd characters, and by a state over several pages",
        passes: "exactly the matching tasks, whatever the form",
        tolerates: "a listing that shows a new state after a while; an agent that takes no context ids of its clients",
        causes: "a table of state names with holes; times compared as texts; a query that is decoded twice or not at \
                 all; filters that are applied to the first page alone",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let (states, times, odd, pages) =
        futures::join!(states(probe, &alice), times(probe, &alice), odd_context(probe, &alice), pages(probe, &alice));
    states.and(times).and(odd).and(pages)
}

/// A task in each state that the agent can reach, each in a context of its own.
async fn states(probe: &Probe, alice: &Caller<'_>) -> Outcome {
    let made = futures::join!(
        probe.finished(alice, Complete),
        probe.finished(alice, Fail),
        probe.finished(alice, Reject),
        probe.cancelled(alice),
        probe.paused(alice, Ask),
        probe.paused(alice, Authorize),
        probe.held(alice),
    );
    let tasks = [made.0, made.1, made.2, made.3, made.4, made.5, made.6].into_iter().flatten();
    let tasks: Vec<Task> = tasks.filter(|task| !task.context().is_empty()).collect();
    if tasks.is_empty() {
        return Err(Stop::prevented("no task came into a state that could be asked for"));
    }
    futures::future::join_all(tasks.iter().map(|task| state(probe, alice, task))).await;
    Ok(())
}

async fn state(probe: &Probe, alice: &Caller<'_>, task: &Task) {
    let Some(state) = task.state() else { return };
    let request = |state: State| json!({ "contextId": task.context(), "status": state.name() });
    let selected = crate::Patience::within(probe.target().patience.reply, async {
        let mut looks = 0;
        while listed(&alice.list(request(state)).await) != Some(vec![task.id().to_owned()]) {
            crate::Patience::look_again(looks).await;
            looks += 1;
        }
    });
    let (held, subject) = (selected.await.is_ok(), format!("the task in {}, asked for by it", state.name()));
    probe.claim(LISTING_SELECTS_EVERY_STATE, held, subject, "listed", "not listed, for long", &[]);
    let Some(other) = State::ALL.iter().cycle().skip_while(|other| **other != state).nth(1) else { return };
    let listing = alice.list(request(*other)).await;
    let none = listed(&listing).is_some_and(|shown| shown.is_empty());
    let subject = format!("the task in {}, asked for by {}", state.name(), other.name());
    probe.claim(LISTING_SELECTS_EVERY_STATE, none, subject, "an empty listing", &listing, &[listing.exchange]);
}

/// Moments around that of a task, written with more and fewer digits.
async fn times(probe: &Probe, alice: &Caller<'_>) -> Outcome {
    let finished = probe.finished(alice, Complete).await?;
    let task = probe.now(alice, finished.id()).await?;
    let Some(when) = task.timestamp() else { return Ok(()) };
    let (seconds, millis) = (when.as_second(), when.as_millisecond());
    let at_second = |second| jiff::Timestamp::from_second(second).map(|time| format!("{time:.0}"));
    let at_milli = |milli| jiff::Timestamp::from_millisecond(milli).map(|time| format!("{time:.3}"));
    let at_nano = |milli| jiff::Timestamp::from_millisecond(milli).map(|time| format!("{time:.9}"));
    // Whether the very moment counts is for T2.
    let forms = [
        (at_second(seconds - i64::from(when.subsec_nanosecond() == 0)), true),
        (at_milli(millis - 1), true),
        (at_nano(millis - 1), true),
        (Ok("2001-02-03T04:05:06Z".to_owned()), true),
        (at_second(seconds + 1), false),
        (at_milli(millis + 1), false),
        (at_nano(millis + 1), false),
        (Ok("2999-12-31T23:59:59.999999999Z".to_owned()), false),
    ];
    for (form, due) in forms {
        let Ok(form) = form else { continue };
        let listing = alice.list(json!({ "contextId": task.context(), "statusTimestampAfter": form })).await;
        let right = listed(&listing).is_some_and(|shown| shown.iter().any(|id| id == task.id()) == due);
        let subject = format!("a task of {}, asked for since {form}", task.timestamp_word().unwrap_or_default());
        let expected = if due { "listed" } else { "not listed" };
        probe.claim(LISTING_READS_TIMES, right, subject, expected, &listing, &[listing.exchange]);
    }
    Ok(())
}

/// A context id of the client's own that needs care in a query; without a space, of which the texts leave the form open.
async fn odd_context(probe: &Probe, alice: &Caller<'_>) -> Outcome {
    let context = format!("assay+a&b=c%2Fd/ü#?-{}", probe.unknown_id());
    let reply = probe.patiently(alice, &probe.say(Complete)?.in_context(&context)).await;
    let Some(task) = reply.task().filter(|task| task.context() == context) else { return Ok(()) };

    let listing = alice.list(json!({ "contextId": context })).await;

    let held = listed(&listing).is_some_and(|shown| shown.iter().any(|id| id == task.id()));
    let exchanges = [reply.exchange, listing.exchange];
    probe.claim(LISTING_READS_ANY_ID, held, format!("the task in {context}"), "listed", &listing, &exchanges);
    Ok(())
}

/// Two tasks that match with one between them that does not, a page a task.
async fn pages(probe: &Probe, alice: &Caller<'_>) -> Outcome {
    let first = probe.finished(alice, Complete).await?;
    let odd = if probe.say(Fail).is_ok() { Fail } else { Reject };
    let Ok(message) = probe.say(odd) else { return Ok(()) };
    let between = probe.patiently(alice, &message.in_context(first.context())).await;
    let between = probe.made(odd, &between)?;
    probe.until(alice, between.id(), Task::is_terminal).await?;
    let last = probe.patiently(alice, &probe.say(Complete)?.in_context(first.context())).await;
    let last = probe.made(Complete, &last)?;
    probe.until(alice, last.id(), Task::is_terminal).await?;
    let mut due = [first.id().to_owned(), last.id().to_owned()];
    due.sort_unstable();

    let mut request = json!({ "contextId": first.context(), "status": State::Completed.name(), "pageSize": 1 });
    let begun = listed(&alice.list(request.clone()).await);
    request["pageToken"] = "".into();
    let mut page = alice.list(request.clone()).await;
    let same = begun.is_none() || listed(&page) == begun;
    let expected = format!("{begun:?}");
    probe.claim(EMPTY_TOKEN_IS_THE_FIRST_PAGE, same, "an empty pageToken", expected, &page, &[page.exchange]);
    if listed(&page).is_none() {
        request.as_object_mut().map(|members| members.remove("pageToken"));
        page = alice.list(request.clone()).await;
    }
    let mut shown = Vec::new();
    for _ in 0..5 {
        shown.extend(listed(&page).unwrap_or_default());
        match page.result().and_then(|page| page["nextPageToken"].as_str()) {
            Some(next) if !next.is_empty() => request["pageToken"] = next.into(),
            _ => break,
        }
        page = alice.list(request.clone()).await;
    }
    shown.sort_unstable();
    let (expected, observed) = (format!("{due:?}"), format!("{shown:?}"));
    let subject = "the tasks of one state over several pages";
    probe.claim(LISTING_PAGES_KEEP_THE_FILTERS, shown == due, subject, expected, observed, &[page.exchange]);
    Ok(())
}

/// The ids in a listing; nothing, where it is none.
fn listed(listing: &Answered) -> Option<Vec<String>> {
    let tasks = listing.result()?["tasks"].as_array().map_or(&[][..], Vec::as_slice);
    Some(tasks.iter().map(|task| task["id"].as_str().unwrap_or_default().to_owned()).collect())
}
