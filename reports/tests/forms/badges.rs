//! Badges: well-formed, with their words, and green only where that is earned.

use a2a_assay_reports::{CheckReport, Form, Verdict};

use super::samples::unseen;
use super::{failing, of_every_agreement, recounted, rendered, samples_of_checks, sound, value};

fn colour(report: &CheckReport) -> String {
    value(report, Form::Shields)["color"].as_str().expect("a colour").to_owned()
}

#[test]
fn a_badge_is_green_only_where_all_was_seen_and_all_is_well() {
    let mut unseen_must = sound();
    unseen_must.checks[0] = unseen("D1", "card-valid", "discovery", Verdict::NotObserved, "no answer");
    let mut unseen_should = sound();
    unseen_should.checks[1] = unseen("D2", "card-caching", "discovery", Verdict::NotObserved, "no answer");
    let (mut part, mut cut_short, mut of_old) = (sound(), sound(), sound());
    part.set.whole += 1;
    cut_short.gate.cut_short = Some("interrupted".to_owned());
    of_old.set.whole = 0;
    let mut nothing = sound();
    nothing.checks.retain(|check| check.verdict == Verdict::NotApplicable);
    let table = [
        ("sound", sound(), "brightgreen"),
        ("a requirement unseen", recounted(unseen_must), "yellow"),
        ("a recommendation unseen", recounted(unseen_should), "brightgreen"),
        ("a part", part, "yellow"),
        ("cut short", cut_short, "yellow"),
        ("of a set of unknown size", of_old, "yellow"),
        ("failing", failing(), "red"),
        ("nothing judged", recounted(nothing), "lightgrey"),
    ];
    for (what, report, expected) in table {
        assert_eq!(colour(&report), expected, "{what}");
        assert_eq!(value(&report, Form::Shields)["isError"], expected == "red", "{what}");
    }
}

#[test]
fn a_badge_is_a_picture_with_words() {
    for report in samples_of_checks() {
        let svg = rendered(&report, Form::Badge);
        let endpoint = value(&report, Form::Shields);

        let document = roxmltree::Document::parse(&svg).expect("XML");
        let root = document.root_element();
        let title = document.descendants().find(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "title")));
        let words = format!(
            "{}: {}",
            endpoint["label"].as_str().expect("a label"),
            endpoint["message"].as_str().expect("a message")
        );
        assert_eq!(title.and_then(|title| title.text()), Some(words.as_str()));
        assert_eq!((root.attribute("role"), root.attribute("aria-label")), (Some("img"), Some(words.as_str())));
        assert_eq!(endpoint["schemaVersion"], 1);
    }
}

#[test]
fn wrong_predictions_are_red() {
    let badge = value(&of_every_agreement(), Form::Shields);

    assert_eq!((&badge["color"], &badge["message"]), (&"red".into(), &"4 of 6 caught, 4 predictions wrong".into()));
}
