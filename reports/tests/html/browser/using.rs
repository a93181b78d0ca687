//! What a reader does with a page.

use serde_json::json;

use super::Test;
use crate::chromium::Chromium;
use crate::markup::page;
use crate::pages::matrix;
use crate::samples::failing;

/// The tests, by name.
pub(crate) const TESTS: &[(&str, Test)] = &[
    ("the_failing_exchange_is_one_click_away", the_failing_exchange_is_one_click_away),
    ("a_table_is_sorted_with_the_keyboard", a_table_is_sorted_with_the_keyboard),
    ("a_table_is_filtered", a_table_is_filtered),
    ("a_link_to_what_is_filtered_away_shows_it", a_link_to_what_is_filtered_away_shows_it),
];

fn the_failing_exchange_is_one_click_away(browser: &mut Chromium) {
    browser.screen(1280, 900, "light");
    browser.show(&page(&failing()));
    let link = "document.querySelector('#failed li a')";
    assert_eq!(browser.value(&format!("{link}.getBoundingClientRect().bottom < innerHeight")), true, "it is in view");

    browser.value(&format!("{link}.click()"));

    let card = "document.querySelector(':target')";
    let answer = format!("{card}.querySelector('.transcript li:last-child pre:last-of-type')");
    assert_eq!(browser.value(&format!("{answer}.checkVisibility()")), true);
    for told in [
        "§3.1.2",
        "a terminal status update",
        "end of stream after 2 events",
        "statusUpdate",
        "curl -sSN",
        "--only ST1,ST3",
    ] {
        assert_eq!(browser.value(&format!("{card}.innerText.includes({})", json!(told))), true, "{told}");
    }
}

fn a_table_is_sorted_with_the_keyboard(browser: &mut Chromium) {
    browser.show(&page(&matrix(24, 60)));
    browser.value("document.querySelector('#defects th.num button').focus()");
    let counts = "[...document.querySelectorAll('#defects tbody td.num')].map(e => +e.textContent)";
    let sorted = |browser: &mut Chromium| {
        let counts: Vec<u64> = serde_json::from_value(browser.value(counts)).expect("numbers");
        (counts.len(), counts.is_sorted(), counts.iter().rev().is_sorted())
    };
    assert_eq!(sorted(browser), (60, false, false));

    browser.press("Enter");
    assert_eq!(sorted(browser), (60, true, false));
    assert_eq!(browser.value("document.querySelector('#defects th.num').ariaSort"), "ascending");

    browser.press("Enter");
    assert_eq!(sorted(browser), (60, false, true));
    let ring = "getComputedStyle(document.activeElement).outlineStyle";
    assert_eq!(browser.value(ring), "solid", "who has the focus is seen");
}

fn a_table_is_filtered(browser: &mut Chromium) {
    browser.show(&page(&matrix(24, 60)));
    let shown = "[...document.querySelectorAll('#defects tbody tr')].filter(e => e.checkVisibility()).map(e => e.id)";

    browser.value("document.querySelector('#defects input').focus()");
    browser.write("manner_of_17");

    assert_eq!(browser.value(shown), json!(["defect-answers_wrongly_in_the_manner_of_17"]));
    assert_eq!(browser.value("document.querySelector('#defects output').value"), "1 of 60");

    browser.value("document.querySelector('#defects input').select()");
    browser.write("survived");
    assert_eq!(browser.value(&format!("{shown}.length")), 2);
}

fn a_link_to_what_is_filtered_away_shows_it(browser: &mut Chromium) {
    browser.show(&page(&matrix(24, 60)));
    browser.value("document.querySelector('#defects input').focus()");
    browser.write("manner_of_17");
    let goal = "document.getElementById('defect-answers_wrongly_in_the_manner_of_3')";
    assert_eq!(browser.value(&format!("{goal}.checkVisibility()")), false);

    let changed = "new Promise(done => addEventListener('hashchange', () => done(), { once: true }))";
    let link = "document.querySelector('.matrix a[href$=manner_of_3]')";
    browser.value(&format!("(async () => {{ const changed = {changed}; {link}.click(); await changed; }})()"));

    assert_eq!(browser.value(&format!("{goal}.checkVisibility()")), true);
}
