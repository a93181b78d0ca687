//! What a page does not do: ask anybody anything, run what others wrote, or hide what it holds.

use serde_json::{Value, json};

use super::{Test, both};
use crate::chromium::Chromium;
use crate::everywhere::written_everywhere;
use crate::markup::page;
use crate::pages::matrix;
use crate::samples::failing;
use crate::samples::hostile::{HOSTILE, written_all_over};

/// The tests, by name.
pub(crate) const TESTS: &[(&str, Test)] = &[
    ("a_page_asks_nothing_of_anybody", a_page_asks_nothing_of_anybody),
    ("what_a_page_must_not_do_is_noticed_and_prevented", what_a_page_must_not_do_is_noticed_and_prevented),
    ("hostile_words_run_nothing_and_restyle_nothing", hostile_words_run_nothing_and_restyle_nothing),
    ("without_script_everything_is_there", without_script_everything_is_there),
];

fn a_page_asks_nothing_of_anybody(browser: &mut Chromium) {
    for page in both() {
        browser.show(&page);

        assert_eq!(browser.requests(), Vec::<String>::new());
        assert_eq!(browser.complaints(), Vec::<String>::new());
        let acting = "[...document.querySelectorAll('*')].flatMap(e => e.getAttributeNames())
            .filter(name => name.startsWith('on') || ['style', 'src', 'srcset', 'action'].includes(name))";
        assert_eq!(browser.value(acting), json!([]));
        let leading_out = "[...document.links].filter(a => !a.getAttribute('href').startsWith('#')).length";
        assert_eq!(browser.value(leading_out), 0);
        assert_eq!(broken_links(browser), json!([]));
    }
}

/// Links whose goal is not in the page.
fn broken_links(browser: &mut Chromium) -> Value {
    browser.value(
        "[...document.links].map(a => a.hash.slice(1)).filter(id => !document.getElementById(decodeURIComponent(id)))",
    )
}

/// The control of the test above, and of the policy: what it allows is no more than what is there.
fn what_a_page_must_not_do_is_noticed_and_prevented(browser: &mut Chromium) {
    let smuggled = "<script>window.owned = 1</script><style>h1{display:none}</style>\
        <img src='http://127.0.0.1:9/pixel.png' onerror='window.owned = 1'><p style='display:none'>gone</p>";

    browser.show(&page(&failing()).replace("<footer>", &format!("{smuggled}<footer>")));

    let complaints = browser.complaints().join("\n");
    for what in ["script-src", "style-src", "default-src"] {
        assert!(complaints.contains(what), "{what}: {complaints}");
    }
    assert_eq!(browser.value("window.owned === undefined"), true);
    assert_eq!(browser.value("document.querySelector('h1').getClientRects().length > 0"), true);
}

fn hostile_words_run_nothing_and_restyle_nothing(browser: &mut Chromium) {
    let pages = |words: &str| {
        let agent = page(&written_all_over(words));
        let files = [page(&written_everywhere(&failing(), words)), page(&written_everywhere(&matrix(9, 30), words))];
        std::iter::once(agent).chain(files)
    };
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
        assert_eq!(broken_links(browser), json!([]));
    }
}

fn without_script_everything_is_there(browser: &mut Chromium) {
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
