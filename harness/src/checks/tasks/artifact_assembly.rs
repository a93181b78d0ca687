//! What came in pieces is stored as one thing, with all that was said of it.

use crate::agent::transport::Event;
use crate::prelude::*;

pub(super) static CHECK: Check = Check {
    id: "T8",
    slug: "artifact-assembly",
    title: "the chunks of an artifact become one, and two artifacts stay two",
    group: Group::Tasks,
    scope: Scope::EachBinding,
    rules: &[
        CHUNKS_ARE_ONE_ARTIFACT,
        ARTIFACT_KEEPS_ITS_LABELS,
        ARTIFACTS_ARE_TOLD_APART,
        ARTIFACTS_ARE_THE_SAME_EVERYWHERE,
    ],
    needs: &[Need::Offered(Capability::Streaming), Need::Stimulus(Stream)],
    doc: Doc {
        sends: "a streaming send that leads to one artifact in chunks, and one that leads to two whose chunks alternate; \
                then GetTask and ListTasks with artifacts",
        passes: "each artifact once, its texts in the order of its chunks, with the name, description and metadata told",
        tolerates: "texts that are joined into fewer parts; labels that a later chunk replaces",
        causes: "a chunk replaces the artifact or becomes one of its own; it goes to the newest artifact instead of its \
                 own; the artifact is made anew from the last chunk",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let (one, several) = futures::join!(assembled(probe, Stimulus::Stream), assembled(probe, Several));
    // An agent that begins no second artifact does not do as it was told, and has nothing to tell apart.
    if let Some((task, 2..)) = several? {
        let ids: Vec<&str> = task.artifacts().iter().filter_map(|artifact| artifact["artifactId"].as_str()).collect();
        let apart = ids.len() > 1 && ids.iter().collect::<std::collections::BTreeSet<_>>().len() == ids.len();
        let observed = format!("{ids:?}");
        probe.claim(ARTIFACTS_ARE_TOLD_APART, apart, "/artifacts of two artifacts", "two ids", observed, &[]);
    }
    one.map(drop)
}

/// One artifact as the stream told it.
#[derive(Default)]
struct Told {
    id: String,
    texts: Vec<String>,
    labels: serde_json::Map<String, Value>,
}

/// The task after its chunks were told and stored, and how many artifacts were begun; none, where the user denied the
/// behaviour.
async fn assembled(probe: &Probe, stimulus: Stimulus) -> Result<Option<(Task, usize)>, Stop> {
    let Ok(message) = probe.say(stimulus) else { return Ok(None) };
    let alice = probe.alice();
    let Ok(stream) = alice.stream(&message).await else {
        return Err(Stop::prevented(format!("`{}` opened no stream", stimulus.name())));
    };
    let transcript = stream.to_end(probe.target().patience.finish()).await;
    let Some(id) = transcript.events.iter().find_map(Event::task_id) else {
        return Err(Stop::prevented(format!("`{}` told no task", stimulus.name())));
    };
    let task = probe.until(&alice, id, Task::is_terminal).await?;
    let exchanges = [transcript.exchange];

    for told in told(&transcript) {
        let stored: Vec<&Value> = task.artifacts().iter().filter(|stored| stored["artifactId"] == told.id).collect();
        let whole: Vec<String> = stored.iter().map(|stored| text(stored)).collect();
        let held = matches!(&whole[..], [one] if in_order(one, &told.texts));
        let expected = format!("one artifact with {:?}, in this order", told.texts);
        let observed = format!("{whole:?}");
        probe.claim(CHUNKS_ARE_ONE_ARTIFACT, held, "an artifact in chunks", expected, observed, &exchanges);
        let [stored] = stored[..] else { continue };
        let labels = told.labels.iter().map(|(name, _)| (name.clone(), stored[name].clone())).collect();
        let (expected, observed) = (Value::Object(told.labels), Value::Object(labels));
        let subject = "the labels of an artifact in chunks";
        probe.same(ARTIFACT_KEEPS_ITS_LABELS, subject, &meaning(&expected), &meaning(&observed), &exchanges);
    }
    let listing = alice.list(json!({ "contextId": task.context(), "includeArtifacts": true })).await;
    let tasks = listing.result().and_then(|listed| listed["tasks"].as_array()).into_iter().flatten();
    if let Some(listed) = tasks.into_iter().find(|listed| listed["id"] == task.id()) {
        let (due, seen) = (meaning(&json!(task.artifacts())), meaning(&listed["artifacts"]));
        let subject = "the artifacts in a listing";
        probe.same(ARTIFACTS_ARE_THE_SAME_EVERYWHERE, subject, &due, &seen, &[listing.exchange]);
    }
    let updates = transcript.events.iter().filter(|event| matches!(event.kind, EventKind::Artifact));
    let begun = updates.filter(|event| event.value["artifactUpdate"]["append"] != true).count();
    Ok(Some((task, begun)))
}

/// What the updates say of each artifact.
fn told(transcript: &Transcript) -> Vec<Told> {
    let mut all: Vec<Told> = Vec::new();
    for event in transcript.events.iter().filter(|event| matches!(event.kind, EventKind::Artifact)) {
        let update = &event.value["artifactUpdate"];
        let chunk = &update["artifact"];
        let id = chunk["artifactId"].as_str().unwrap_or_default();
        let at = all.iter().position(|told| told.id == id).unwrap_or_else(|| {
            all.push(Told { id: id.to_owned(), ..Told::default() });
            all.len() - 1
        });
        let told = &mut all[at];
        if update["append"] != true {
            *told = Told { id: id.to_owned(), ..Told::default() };
        }
        told.texts.extend(Some(text(chunk)).filter(|text| !text.is_empty()));
        for name in ["name", "description", "metadata"] {
            // Whoever merges metadata keeps what a later chunk leaves out; only what is certain is asked for.
            if let Some(label) = chunk.get(name).filter(|label| !meaning(label).is_null() && **label != json!("")) {
                told.labels.insert(name.to_owned(), label.clone());
            }
        }
    }
    all
}

fn text(artifact: &Value) -> String {
    let parts = artifact["parts"].as_array().into_iter().flatten();
    parts.filter_map(|part| part["text"].as_str()).collect()
}

/// Whether these texts occur one after the other.
fn in_order(whole: &str, texts: &[String]) -> bool {
    let mut rest = whole;
    texts.iter().all(|text| match rest.split_once(text.as_str()) {
        Some((_, after)) => {
            rest = after;
            true
        }
        None => false,
    })
}
