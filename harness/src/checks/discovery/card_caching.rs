//! A card is asked for often and changes rarely: whoever has it must be able to learn that it is still good.

use crate::prelude::*;
use crate::probe::Page;

pub(super) static CHECK: Check = Check {
    id: "D2",
    slug: "card-caching",
    title: "the card can be cached and revalidated",
    group: Group::Discovery,
    scope: Scope::Agent,
    rules: &[CARD_ETAG, CARD_MAX_AGE, CARD_CONDITIONAL_REQUEST],
    needs: &[],
    doc: Doc {
        sends: "the card twice, then with If-None-Match: its tag, its tag in a list, its weak form, *, and another tag",
        passes: "a stable ETag and a max-age; 304 without a body and with the same tag where it matches, 200 where not",
        tolerates: "no caching headers at all are broken advice, not a broken requirement",
        causes: "a tag made anew for every answer; a framework that sends tags and ignores conditional requests",
    },
    run: |probe| Box::pin(run(probe)),
};

async fn run(probe: &Probe) -> Outcome {
    let (first, second) = (probe.public_card().await, probe.public_card().await);

    let control = first.header("cache-control").unwrap_or("no Cache-Control");
    let has_max_age = control.to_ascii_lowercase().contains("max-age=");
    probe.claim(CARD_MAX_AGE, has_max_age, "card Cache-Control", "max-age=…", control, &[first.exchange]);
    let Some(tag) = first.header("etag").map(str::to_owned) else {
        probe.claim(CARD_ETAG, false, "card ETag", "an entity tag", "no ETag", &[first.exchange]);
        return Ok(());
    };
    let unchanged = first.body != second.body || second.header("etag") == Some(&tag);
    let again = second.header("etag").unwrap_or("no ETag");
    probe.claim(CARD_ETAG, unchanged, "ETag of the same card", &tag, again, &[first.exchange, second.exchange]);

    let opaque = tag.trim_start_matches("W/");
    for matching in [tag.clone(), format!("\"another\", {tag}"), format!("W/{opaque}"), "*".to_owned()] {
        let page = probe.public_card_if_none_match(&matching).await;
        not_modified(probe, &page, &matching, &tag);
    }
    let other = probe.public_card_if_none_match("\"assay-another-tag\"").await;
    let whole = other.status == Some(200) && other.json().is_some();
    let subject = "card with a tag that does not match";
    probe.claim(CARD_CONDITIONAL_REQUEST, whole, subject, "200 and the card", &other, &[other.exchange]);
    Ok(())
}

fn not_modified(probe: &Probe, page: &Page, matching: &str, tag: &str) {
    let subject = format!("card with If-None-Match: {matching}");
    let held = page.status == Some(304) && page.body.is_empty();
    if probe.claim(CARD_CONDITIONAL_REQUEST, held, &subject, "304 without a body", page, &[page.exchange]) {
        let again = page.header("etag").unwrap_or("no ETag");
        let same = again.trim_start_matches("W/") == tag.trim_start_matches("W/");
        probe.claim(CARD_CONDITIONAL_REQUEST, same, format!("{subject}, ETag"), tag, again, &[page.exchange]);
    }
}
