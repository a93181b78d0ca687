//! A client that walks a listing sees every task once, and knows when it has seen them all.

use crate::agent::Reply as Answered;
use crate::limits;
use crate::prelude::*;

pub(super) static CHECK: Check = Check {
    id: "T2",
    slug: "list-order-paging",
    title: "a listing is ordered, paged, filtered and counted",
    group: Group::Tasks,
    scope: Scope::EachBinding,
    rules: &[
        LISTING_IS_ORDERED,
        LISTING_PAGES,
        LISTING_SURVIVES_MOVES,
        LISTING_SHOWS_THE_STATUS,
        LISTING_TOKEN_IS_PRESENT,
        LISTING_COUNTS,
        LISTING_DEFAULTS,
        LISTING_FILTERS,
        LISTING_OMITS_ARTIFACTS,
        LISTING_VALIDATES,
        LISTING_SHOWS_TASKS,
    ],
    needs: &[Need::Stimulus(Complete)],
    doc: Doc {
        sends: "ListTasks over a context of seven tasks of which an older one is cancelled last: pages of 1, 2 and 100, every \
                filter alone and together, with and without artifacts, and parameters out of range",
        passes: "newest status first, each task once, a token on every page, right counts, exactly the matching tasks",
        tolerates: "tasks without a timestamp or with equal ones may come in any order; a missing empty `tasks` is advice",
        causes: "sorting by creation; a cursor that is a timestamp or an offset; totals counted after paging; defaults \
                 that a serializer drops",
    },
    run: |probe| Box::pin(run(probe)),
};

/// The pages of a listing that are walked: no listing of the check has more than ten tasks.
const PAGES: usize = 20;

async fn run(probe: &Probe) -> Outcome {
    let alice = probe.alice();
    let shelf = Shelf::fill(probe, &alice).await?;
    let all = walk(probe, &alice, json!({ "contextId": shelf.context, "pageSize": 100 })).await;
    ordered(probe, &shelf, &all);
    for size in [1, 2] {
        let paged = walk(probe, &alice, json!({ "contextId": shelf.context, "pageSize": size })).await;
        each_once(probe, &shelf, &paged, &format!("pages of {size}"));
        let order = ids(&paged) == ids(&all);
        let subject = format!("the order over pages of {size}");
        probe.claim(LISTING_IS_ORDERED, order, subject, format!("{:?}", ids(&all)), format!("{:?}", ids(&paged)), &[]);
    }
    each_once(probe, &shelf, &all, "one page");
    as_they_are(probe, &alice, &all).await;
    waiting(probe, &alice).await;
    filters(probe, &alice, &shelf, &all).await;
    artifacts(probe, &alice, &shelf).await;
    defaults(probe, &alice, &shelf).await;
    out_of_range(probe, &alice, &shelf).await;
    empty(probe, &alice).await;
    while_tasks_move(probe, &alice, &shelf).await
}

/// A context with tasks whose order is known.
struct Shelf {
    context: String,
    /// The tasks, all over.
    made: Vec<String>,
    /// The one among them that moved last, where the agent can be made to hold.
    moved: Option<String>,
}

impl Shelf {
    /// None of the tasks waits for its client: an agent may take the next message of the context for an answer. In the
    /// end all of them are over, so that nothing moves while the listing is read.
    async fn fill(probe: &Probe, alice: &Caller<'_>) -> Result<Self, Stop> {
        let first = probe.finished(alice, Complete).await?;
        let context = first.context().to_owned();
        let last = match probe.say(Hold) {
            Ok(message) => Some(probe.held_by(alice, message.in_context(&context)).await?),
            Err(_) => None,
        };
        let mut made = vec![first.id().to_owned()];
        made.extend(last.iter().map(|task| task.id().to_owned()));
        // All at once, so that some may well have the same timestamp.
        let messages =
            (0..4).map(|_| Ok(probe.say(Complete)?.in_context(&context))).collect::<Result<Vec<_>, Stop>>()?;
        let replies = futures::future::join_all(messages.iter().map(|message| probe.patiently(alice, message))).await;
        for reply in replies {
            let task = probe.made(Complete, &reply)?;
            made.push(probe.until(alice, task.id(), Task::is_terminal).await?.id().to_owned());
        }
        if let Some(task) = &last {
            alice.cancel(task.id()).await;
            probe.until(alice, task.id(), Task::is_terminal).await?;
        }
        let moved = last.map(|task| task.id().to_owned());
        Ok(Self { context, made, moved })
    }
}

/// Walks all pages; what each shows is held against the rules that every page keeps.
async fn walk(probe: &Probe, alice: &Caller<'_>, mut request: Value) -> Vec<Task> {
    let mut tasks: Vec<Task> = Vec::new();
    let mut totals: Vec<i64> = Vec::new();
    for _ in 0..PAGES {
        if tasks.len() > limits::LISTED {
            break;
        }
        let page = alice.list(request.clone()).await;
        if probe.accepted(LISTING_PAGES, &page).is_err() {
            return tasks;
        }
        let result = page.result().cloned().unwrap_or_default();
        let next = every_page(probe, &page, &result, request["pageSize"].as_i64());
        totals.extend(result["totalSize"].as_i64());
        let before = tasks.len();
        tasks.extend(result["tasks"].as_array().into_iter().flatten().cloned().map(Task::new));
        // Nothing moves meanwhile: where nothing is left, the page before this one was the last.
        let led_on = tasks.len() > before || before == 0;
        let expected = "empty, since no task is left";
        probe.claim(
            LISTING_TOKEN_IS_PRESENT,
            led_on,
            "/nextPageToken of the last page",
            expected,
            "a token",
            &[page.exchange],
        );
        match next {
            Some(token) if !token.is_empty() => request["pageToken"] = token.into(),
            _ => {
                let counted = i64::try_from(tasks.len()).unwrap_or_default();
                let right = totals.iter().all(|total| *total == counted);
                let subject = "totalSize of each page";
                probe.claim(LISTING_COUNTS, right, subject, counted, format!("{totals:?}"), &[page.exchange]);
                return tasks;
            }
        }
    }
    let observed = format!("another page after {} tasks", tasks.len());
    probe.claim(LISTING_PAGES, false, "nextPageToken", "empty in the end", observed, &[]);
    tasks
}

fn every_page(probe: &Probe, page: &Answered, result: &Value, asked: Option<i64>) -> Option<String> {
    let exchanges = [page.exchange];
    probe.well_formed(&shape::LIST_TASKS_RESPONSE, result, page.exchange);
    let token = result.get("nextPageToken");
    let present = token.is_some_and(Value::is_string);
    let observed = token.map_or_else(|| "absent".to_owned(), Value::to_string);
    probe.claim(
        LISTING_TOKEN_IS_PRESENT,
        present,
        "/nextPageToken",
        "a string, empty at the end",
        observed,
        &exchanges,
    );
    let shown = i64::try_from(result["tasks"].as_array().map_or(0, Vec::len)).unwrap_or(i64::MAX);
    let size = result["pageSize"].as_i64();
    let most = asked.unwrap_or(50);
    // An agent may show fewer than were asked for, and texts differ on whether this is how many may be or are shown.
    let right = size.is_none_or(|size| (shown..=most).contains(&size));
    let expected = format!("{shown} to {most}");
    probe.claim(LISTING_COUNTS, right, "/pageSize", expected, &result["pageSize"], &exchanges);
    probe.claim(LISTING_DEFAULTS, shown <= most, "/tasks", format!("at most {most}"), shown, &exchanges);
    token.and_then(Value::as_str).map(str::to_owned)
}

fn ordered(probe: &Probe, shelf: &Shelf, all: &[Task]) {
    let times: Vec<_> = all.iter().filter_map(Task::timestamp).collect();
    let falling = times.windows(2).all(|pair| pair[0] >= pair[1]);
    let shown = all.iter().map(|task| task.timestamp_word().unwrap_or("none")).collect::<Vec<_>>().join(", ");
    let subject = "the status timestamps in the listing";
    probe.claim(LISTING_IS_ORDERED, falling, subject, "newest first", shown, &[]);
    let newest = times.iter().max();
    let strictly = times.iter().filter(|time| Some(*time) == newest).count() == 1 && times.len() == all.len();
    if let Some(moved) = shelf.moved.as_ref().filter(|_| strictly) {
        let first = all.first().map_or("", Task::id);
        probe.claim(LISTING_IS_ORDERED, first == moved.as_str(), "the task that moved last", "comes first", first, &[]);
    }
}

fn each_once(probe: &Probe, shelf: &Shelf, tasks: &[Task], how: &str) {
    let mut shown = ids(tasks);
    shown.sort_unstable();
    let mut made: Vec<&str> = shelf.made.iter().map(String::as_str).collect();
    made.sort_unstable();
    let observed = format!("{} tasks: {shown:?}", shown.len());
    let expected = format!("each of the {} tasks once", made.len());
    probe.claim(LISTING_PAGES, shown == made, format!("the tasks over {how}"), expected, observed, &[]);
}

/// A listed task has the status that GetTask shows.
async fn as_they_are(probe: &Probe, alice: &Caller<'_>, listed: &[Task]) {
    for task in listed {
        let Ok(shown) = probe.now(alice, task.id()).await else { continue };
        let status = |task: &Task| json!([task.state_word(), task.timestamp_word(), task.context()]);
        probe.same(LISTING_SHOWS_THE_STATUS, "the status of a listed task", &status(&shown), &status(task), &[]);
    }
}

/// A task that waits is listed as one that waits, at the latest when there was time to notice.
async fn waiting(probe: &Probe, alice: &Caller<'_>) {
    let Ok(waiting) = probe.paused(alice, Ask).await else { return };
    let request = json!({ "contextId": waiting.context() });
    let found = crate::Patience::within(probe.target().patience.reply, async {
        let mut looks = 0;
        loop {
            let listing = alice.list(request.clone()).await;
            let state =
                listing.result().map(|listed| listed["tasks"][0]["status"]["state"].clone()).unwrap_or_default();
            if state == State::InputRequired.name() {
                return;
            }
            crate::Patience::look_again(looks).await;
            looks += 1;
        }
    });
    let (held, subject) = (found.await.is_ok(), "the listed state of a task that waits");
    probe.claim(LISTING_SHOWS_THE_STATUS, held, subject, State::InputRequired.name(), "another, for long", &[]);
}

async fn filters(probe: &Probe, alice: &Caller<'_>, shelf: &Shelf, all: &[Task]) {
    let by_state =
        |state: State| all.iter().filter(|task| task.state() == Some(state)).map(Task::id).collect::<Vec<_>>();
    for state in [State::Completed, State::Canceled, State::Failed] {
        let request = json!({ "contextId": shelf.context, "status": state.name(), "pageSize": 100 });
        selects(probe, alice, request, by_state(state), state.name()).await;
    }
    let mut times: Vec<_> = all.iter().filter_map(|task| Some((task.timestamp()?, task.timestamp_word()?))).collect();
    times.sort_unstable();
    let Some((when, word)) = times.get(times.len() / 2).copied() else { return };
    let since = |task: &&Task| task.timestamp().is_some_and(|time| time >= when);
    let later: Vec<&str> = all.iter().filter(since).map(Task::id).collect();
    let request = json!({ "contextId": shelf.context, "statusTimestampAfter": word, "pageSize": 100 });
    selects(probe, alice, request, later, "statusTimestampAfter").await;
    let state = State::Completed;
    let both: Vec<&str> = all.iter().filter(since).filter(|task| task.state() == Some(state)).map(Task::id).collect();
    let request = json!({
        "contextId": shelf.context, "statusTimestampAfter": word, "status": state.name(), "pageSize": 100,
    });
    selects(probe, alice, request, both, "all three filters").await;
    let request = json!({ "contextId": probe.unknown_id(), "status": state.name(), "pageSize": 100 });
    selects(probe, alice, request, Vec::new(), "another context").await;
}

async fn selects(probe: &Probe, alice: &Caller<'_>, mut request: Value, mut due: Vec<&str>, subject: &str) {
    let listing = alice.list(request.clone()).await;
    let Some(result) = listing.result() else {
        probe.claim(LISTING_FILTERS, false, subject, "a listing", &listing, &[listing.exchange]);
        return;
    };
    let mut shown = tasks_of(&listing);
    // An agent may show fewer tasks on a page than were asked for.
    let mut next = result["nextPageToken"].as_str().unwrap_or_default().to_owned();
    for _ in 0..PAGES {
        if next.is_empty() || shown.len() >= due.len() {
            break;
        }
        request["pageToken"] = json!(next);
        let page = alice.list(request.clone()).await;
        shown.extend(tasks_of(&page));
        page.result().and_then(|page| page["nextPageToken"].as_str()).unwrap_or_default().clone_into(&mut next);
    }
    due.sort_unstable();
    shown.sort_unstable();
    let (expected, observed) = (format!("{due:?}"), format!("{shown:?}"));
    probe.claim(LISTING_FILTERS, due == shown, subject, expected, observed, &[listing.exchange]);
    if let Some(total) = result["totalSize"].as_u64() {
        let subject = format!("totalSize by {subject}");
        probe.claim(LISTING_COUNTS, total == due.len() as u64, subject, due.len(), total, &[listing.exchange]);
    }
}

async fn artifacts(probe: &Probe, alice: &Caller<'_>, shelf: &Shelf) {
    for asked in [None, Some(false), Some(true)] {
        let mut request = json!({ "contextId": shelf.context, "pageSize": 100 });
        if let Some(asked) = asked {
            request["includeArtifacts"] = asked.into();
        }
        let listing = alice.list(request).await;
        for task in listing.result().and_then(|listed| listed["tasks"].as_array()).into_iter().flatten() {
            let exchanges = [listing.exchange];
            if asked == Some(true) {
                let Ok(stored) = probe.now(alice, task["id"].as_str().unwrap_or_default()).await else { continue };
                let shown = Task::new(task.clone());
                let (due, seen) = (meaning(&json!(stored.artifacts())), meaning(&json!(shown.artifacts())));
                probe.same(LISTING_OMITS_ARTIFACTS, "artifacts that were asked for", &due, &seen, &exchanges);
            } else {
                let absent = task.get("artifacts").is_none();
                let subject = format!("/tasks/…/artifacts with includeArtifacts {asked:?}");
                probe.claim(LISTING_OMITS_ARTIFACTS, absent, subject, "absent", &task["artifacts"], &exchanges);
            }
        }
    }
}

async fn defaults(probe: &Probe, alice: &Caller<'_>, shelf: &Shelf) {
    let listing = alice.list(json!({ "contextId": shelf.context })).await;
    if let Some(result) = listing.result() {
        every_page(probe, &listing, result, None);
    }
}

async fn out_of_range(probe: &Probe, alice: &Caller<'_>, shelf: &Shelf) {
    let wrong = [
        json!({ "pageSize": 0 }),
        json!({ "pageSize": 101 }),
        json!({ "pageSize": -1 }),
        json!({ "status": "TASK_STATE_ASLEEP" }),
        json!({ "pageToken": "assay-made-up" }),
        json!({ "statusTimestampAfter": "yesterday" }),
    ];
    for mut request in wrong {
        let subject = format!("ListTasks with {request}");
        request["contextId"] = shelf.context.as_str().into();
        probe.refused_when(LISTING_VALIDATES, subject, &alice.list(request).await, &[InvalidParams]);
    }
}

async fn empty(probe: &Probe, alice: &Caller<'_>) {
    let listing = alice.list(json!({ "contextId": probe.unknown_id() })).await;
    let Some(result) = listing.result() else { return };
    every_page(probe, &listing, result, None);
    let exchanges = [listing.exchange];
    let there = result.get("tasks").is_some();
    probe.claim(LISTING_SHOWS_TASKS, there, "/tasks of an empty listing", "an empty list", "absent", &exchanges);
    let token = &result["nextPageToken"];
    probe.claim(LISTING_TOKEN_IS_PRESENT, token == "", "/nextPageToken of an empty listing", "\"\"", token, &exchanges);
}

/// Tasks move between two pages, the last of the first page among them: the walk goes on, ends, and does not begin again.
async fn while_tasks_move(probe: &Probe, alice: &Caller<'_>, shelf: &Shelf) -> Outcome {
    let mut moves = Vec::new();
    for _ in 0..2 {
        let Ok(message) = probe.say(Hold) else { return Ok(()) };
        moves.push(probe.held_by(alice, message.in_context(&shelf.context)).await?.id().to_owned());
    }
    let newest = probe.patiently(alice, &probe.say(Complete)?.in_context(&shelf.context)).await;
    let newest = probe.made(Complete, &newest)?;
    probe.until(alice, newest.id(), Task::is_terminal).await?;
    let mut request = json!({ "contextId": shelf.context, "pageSize": 2 });
    let first = alice.list(request.clone()).await;
    let token = first.result().and_then(|page| page["nextPageToken"].as_str()).unwrap_or_default().to_owned();
    let before = tasks_of(&first);
    for id in &moves {
        alice.cancel(id).await;
        probe.until(alice, id, Task::is_terminal).await?;
    }

    request["pageToken"] = token.into();
    let mut later: Vec<String> = Vec::new();
    let mut ends = false;
    let mut exchanges = vec![first.exchange];
    for _ in 0..PAGES {
        let page = alice.list(request.clone()).await;
        let Some(result) = page.result() else { return Ok(()) };
        exchanges = vec![first.exchange, page.exchange];
        later.extend(tasks_of(&page));
        match result["nextPageToken"].as_str() {
            Some(next) if !next.is_empty() => request["pageToken"] = next.into(),
            _ => {
                ends = true;
                break;
            }
        }
    }
    // What did not move is neither shown again nor left out.
    let still = |id: &&String| !moves.contains(id);
    let again = before.iter().filter(still).filter(|id| later.contains(id)).count();
    let subject = "tasks of the first page that come again after another task moved";
    let expected = "none, and an end";
    let observed = if ends { again.to_string() } else { format!("{again}, and always another page") };
    probe.claim(LISTING_SURVIVES_MOVES, ends && again == 0, subject, expected, observed, &exchanges);
    let seen = |id: &&String| before.contains(id) || later.contains(id);
    let lost = shelf.made.iter().filter(still).filter(|id| !seen(id)).count();
    let subject = "tasks that the walk left out after another task moved";
    probe.claim(LISTING_SURVIVES_MOVES, lost == 0, subject, 0, lost, &exchanges);
    Ok(())
}

fn tasks_of(page: &Answered) -> Vec<String> {
    let tasks = page.result().and_then(|page| page["tasks"].as_array()).into_iter().flatten();
    tasks.filter_map(|task| task["id"].as_str()).map(str::to_owned).collect()
}

fn ids(tasks: &[Task]) -> Vec<&str> {
    tasks.iter().map(Task::id).collect()
}
