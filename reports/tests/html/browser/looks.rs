//! How a page looks: by day and by night, on a small screen, on paper, and to who hears it.

use a2a_assay_reports::kill_matrix::Cell;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::{Test, both};
use crate::chromium::Chromium;
use crate::markup::page;
use crate::pages::matrix;
use crate::samples::hostile::written_all_over;

/// The tests, by name.
pub(crate) const TESTS: &[(&str, Test)] = &[
    ("there_is_day_and_night", there_is_day_and_night),
    ("a_page_fits_its_screen", a_page_fits_its_screen),
    ("a_page_is_printed_on_a4", a_page_is_printed_on_a4),
    ("every_glyph_of_the_matrix_has_a_word", every_glyph_of_the_matrix_has_a_word),
    ("headings_and_tables_are_in_order", headings_and_tables_are_in_order),
];

fn there_is_day_and_night(browser: &mut Chromium) {
    for page in both() {
        let mut ground = |scheme: &str| {
            browser.screen(1280, 900, scheme);
            browser.show(&page);
            browser.value("getComputedStyle(document.body).backgroundColor")
        };
        assert_eq!((ground("light"), ground("dark")), (json!("rgb(252, 251, 249)"), json!("rgb(19, 21, 25)")));
    }
}

fn a_page_fits_its_screen(browser: &mut Chromium) {
    for page in both().into_iter().chain([page(&matrix(80, 40)), page(&written_all_over(&"long".repeat(200)))]) {
        for width in [1280, 390] {
            browser.screen(width, 844, "light");
            browser.show(&page);
            let width_of = "document.documentElement.clientWidth";
            let wider = format!("document.documentElement.scrollWidth - {width_of}");
            let which = format!(
                "[...document.querySelectorAll('body *')].filter(e => !e.closest('.scroll') && e.getBoundingClientRect().right > {width_of}).map(e => e.tagName + '.' + e.className)"
            );
            assert_eq!((browser.value(&wider), browser.value(&which)), (json!(0), json!([])), "at {width}");
        }
    }
}

fn a_page_is_printed_on_a4(browser: &mut Chromium) {
    for page in both() {
        browser.show(&page);
        let printed = browser.ask("Page.printToPDF", &json!({ "preferCSSPageSize": true, "printBackground": true }));
        let bytes = STANDARD.decode(printed["data"].as_str().expect("a file")).expect("base64");
        let pdf = String::from_utf8_lossy(&bytes);
        let boxes: Vec<&str> = pdf.split("/MediaBox [").skip(1).filter_map(|rest| rest.split(']').next()).collect();

        assert!((1..40).contains(&boxes.len()), "{} pages", boxes.len());
        for size in boxes {
            let size: Vec<f64> = size.split_whitespace().map(|number| number.parse().expect("a number")).collect();
            assert!((size[2] - 595.0).abs() < 2.0 && (size[3] - 842.0).abs() < 2.0, "{size:?}");
        }
    }
}

fn headings_and_tables_are_in_order(browser: &mut Chromium) {
    for page in both() {
        browser.show(&page);
        let levels = browser.value("[...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].map(e => +e.tagName[1])");
        let levels: Vec<i64> = serde_json::from_value(levels).expect("numbers");
        assert_eq!(levels.iter().filter(|level| **level == 1).count(), 1);
        assert!(levels.windows(2).all(|pair| pair[1] <= pair[0] + 1), "{levels:?}");
        assert_eq!(browser.value("document.querySelectorAll('th:not([scope])').length"), 0);
        assert_eq!(browser.value("document.querySelectorAll('table:not(:has(caption))').length"), 0);
        let twice = "[...document.querySelectorAll('[id]')].map(e => e.id).filter((id, place, all) => all.indexOf(id) !== place)";
        assert_eq!(browser.value(twice), json!([]));
        let unnamed = "[...document.querySelectorAll('input, select')].filter(e => !e.labels.length).length";
        assert_eq!(browser.value(unnamed), 0);
    }
}

fn every_glyph_of_the_matrix_has_a_word(browser: &mut Chromium) {
    browser.show(&page(&matrix(6, 20)));

    let tree = browser.ask("Accessibility.getFullAXTree", &json!({}));

    let nodes = tree["nodes"].as_array().expect("nodes");
    let name = |node: &Value| node["name"]["value"].as_str().unwrap_or_default().to_owned();
    let cells = nodes.iter().filter(|node| node["role"]["value"] == "cell").map(name);
    let words = Cell::ALL.map(Cell::word);
    let heard = cells.filter(|name| words.contains(&name.as_str())).count();
    assert_eq!(browser.value("document.querySelectorAll('.matrix tbody td').length"), heard);
    assert!(!nodes.iter().map(name).any(|name| ["●", "○", "·", "–"].contains(&name.as_str())));
}
