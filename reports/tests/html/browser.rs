//! What a browser makes of the pages.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::chromium::Chromium;
use crate::everywhere::written_everywhere;
use crate::markup::page;
use crate::pages::matrix;
use crate::samples::failing;
use crate::samples::hostile::{HOSTILE, written_all_over};

/// The tests, by name.
pub(crate) const TESTS: &[(&str, fn())] = &[
    ("a_page_asks_nothing_of_anybody", a_page_asks_nothing_of_anybody),
    ("what_a_page_must_not_do_is_noticed_and_prevented", what_a_page_must_not_do_is_noticed_and_prevented),
    ("hostile_words_run_nothing_and_restyle_nothing", hostile_words_run_nothing_and_restyle_nothing),
    ("without_script_everything_is_there", without_script_everything_is_there),
    ("the_failing_exchange_is_one_click_away", the_failing_exchange_is_one_click_away),
    ("a_table_is_sorted_with_the_keyboard", a_table_is_sorted_with_the_keyboard),
    ("a_table_is_filtered", a_table_is_filtered),
    ("a_link_to_what_is_filtered_away_shows_it", a_link_to_what_is_filtered_away_shows_it),
    ("there_is_day_and_night", there_is_day_and_night),
    ("a_page_fits_its_screen", a_page_fits_its_screen),
    ("a_page_is_printed_on_a4", a_page_is_printed_on_a4),
    ("headings_and_tables_are_in_order", headings_and_tables_are_in_order),
];

fn both() -> [String; 2] {
    [page(&failing()), page(&matrix(24, 60))]
}

fn a_page_asks_nothing_of_anybody() {
    let mut browser = Chromium::start();
    for page in both() {
        browser.show(&page);

        assert_eq!(browser.requests(), Vec::<String>::new());
        assert_eq!(browser.complaints(), Vec::<String>::new());
        let acting = "[...document.querySelectorAll('*')].flatMap(e => e.getAttributeNames())
            .filter(name => name.startsWith('on') || ['style', 'src', 'srcset', 'action'].includes(name))";
        assert_eq!(browser.value(acting), json!([]));
        let leading_out = "[...document.links].filter(a => !a.getAttribute('href').startsWith('#')).length";
        assert_eq!(browser.value(leading_out), 0);
        assert_eq!(broken_links(&mut browser), json!([]));
    }
}

/// Links whose goal is not in the page.
fn broken_links(browser: &mut Chromium) -> Value {
    browser.value(
        "[...document.links].map(a => a.hash.slice(1)).filter(id => !document.getElementById(decodeURIComponent(id)))",
    )
}

/// The control of the test above, and of the policy: what it allows is no more than what is there.
fn what_a_page_must_not_do_is_noticed_and_prevented() {
    let smuggled = "<script>window.owned = 1</script><style>h1{display:none}</style>\
        <img src='http://127.0.0.1:9/pixel.png' onerror='window.owned = 1'><p style='display:none'>gone</p>";
    let mut browser = Chromium::start();

    browser.show(&page(&failing()).replace("<footer>", &format!("{smuggled}<footer>")));

    let complaints = browser.complaints().join("\n");
    for what in ["script-src", "style-src", "default-src"] {
        assert!(complaints.contains(what), "{what}: {complaints}");
    }
    assert_eq!(browser.value("window.owned === undefined"), true);
    assert_eq!(browser.value("document.querySelector('h1').getClientRects().length > 0"), true);
}

fn hostile_words_run_nothing_and_restyle_nothing() {
    let pages = |words: &str| {
        let agent = page(&written_all_over(words));
        let files = [page(&written_everywhere(&failing(), words)), page(&written_everywhere(&matrix(9, 30), words))];
        std::iter::once(agent).chain(files)
    };
    let mut browser = Chromium::start();
    for (harmless, hostile) in pages("words").zip(pages(HOSTILE)) {
        let shape =
            "[...document.querySelectorAll('body *')].map(e => e.tagName + e.className + e.getAttributeNames()).join()";
        let dress = "[...document.querySelectorAll('body *')].map(e => getComputedStyle(e).display + getComputedStyle(e).color).join()";
        browser.show(&harmless);
        let (harmless_shape, harmless_dress) = (browser.value(shape), browser.value(dress));

        browser.show(&hostile);

        assert_eq!(browser.value("window.owned === undefined"), true);
        assert_eq!(browser.requests(), Vec::<String>::new());
        assert_eq!(browser.complaints(), Vec::<String>::new());
        assert_eq!(browser.value(shape), harmless_shape);
        assert_eq!(browser.value(dress), harmless_dress);
        assert_eq!(broken_links(&mut browser), json!([]));
    }
}

fn without_script_everything_is_there() {
    let mut browser = Chromium::start();
    for page in both() {
        let said = "document.querySelector('main').textContent";
        let shown = "[...document.querySelectorAll('main tr, main article, main li')].filter(e => e.hidden).length";
        browser.run_scripts(false);
        browser.show(&page);
        let controls = browser.value("document.querySelectorAll('button, input, select').length");
        assert_eq!((controls, browser.value(shown)), (json!(0), json!(0)));
        let without = browser.value(said).to_string();

        browser.run_scripts(true);
        browser.show(&page);
        browser.value("document.querySelectorAll('.filter').forEach(e => e.remove())");

        assert_eq!(browser.value(said).to_string(), without);
    }
}

fn the_failing_exchange_is_one_click_away() {
    let mut browser = Chromium::start();
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

fn a_table_is_sorted_with_the_keyboard() {
    let mut browser = Chromium::start();
    browser.show(&page(&matrix(24, 60)));
    browser.value("document.querySelector('#defects th.num button').focus()");
    let counts = "[...document.querySelectorAll('#defects tbody td.num')].map(e => +e.textContent)";
    let sorted = |browser: &mut Chromium| {
        let counts: Vec<u64> = serde_json::from_value(browser.value(counts)).expect("numbers");
        (counts.len(), counts.is_sorted(), counts.iter().rev().is_sorted())
    };
    assert_eq!(sorted(&mut browser), (60, false, false));

    browser.press("Enter");
    assert_eq!(sorted(&mut browser), (60, true, false));
    assert_eq!(browser.value("document.querySelector('#defects th.num').ariaSort"), "ascending");

    browser.press("Enter");
    assert_eq!(sorted(&mut browser), (60, false, true));
    let ring = "getComputedStyle(document.activeElement).outlineStyle";
    assert_eq!(browser.value(ring), "solid", "who has the focus is seen");
}

fn a_table_is_filtered() {
    let mut browser = Chromium::start();
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

fn a_link_to_what_is_filtered_away_shows_it() {
    let mut browser = Chromium::start();
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

fn there_is_day_and_night() {
    let mut browser = Chromium::start();
    for page in both() {
        let mut ground = |scheme: &str| {
            browser.screen(1280, 900, scheme);
            browser.show(&page);
            browser.value("getComputedStyle(document.body).backgroundColor")
        };
        assert_eq!((ground("light"), ground("dark")), (json!("rgb(252, 251, 249)"), json!("rgb(19, 21, 25)")));
    }
}

fn a_page_fits_its_screen() {
    let mut browser = Chromium::start();
    for page in both().into_iter().chain([page(&matrix(80, 40)), page(&written_all_over(&"long".repeat(200)))]) {
        for width in [1280, 390] {
            browser.screen(width, 844, "light");
            browser.show(&page);
            let width_of = "document.documentElement.clientWidth";
            let wider = format!("document.documentElement.scrollWidth - {width_of}");
            let which = format!(
                "[...document.querySelectorAll('main *')].filter(e => !e.closest('.scroll') && e.getBoundingClientRect().right > {width_of}).map(e => e.tagName + '.' + e.className)"
            );
            assert_eq!((browser.value(&wider), browser.value(&which)), (json!(0), json!([])), "at {width}");
        }
    }
}

fn a_page_is_printed_on_a4() {
    let mut browser = Chromium::start();
    for page in both() {
        browser.show(&page);
        let printed = browser.ask("Page.printToPDF", json!({ "preferCSSPageSize": true, "printBackground": true }));
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

fn headings_and_tables_are_in_order() {
    let mut browser = Chromium::start();
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
