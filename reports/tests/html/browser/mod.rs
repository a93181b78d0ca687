//! What a browser makes of the pages.

mod looks;
mod quiet;
mod using;

use std::sync::{Mutex, PoisonError};

use crate::chromium::Chromium;
use crate::markup::page;
use crate::pages::matrix;
use crate::samples::failing;

/// A test of what a browser makes of a page.
pub(crate) type Test = fn(&mut Chromium);

/// The one browser in which all pages are shown, one after the other: starting it takes longest.
static BROWSER: Mutex<Option<Chromium>> = Mutex::new(None);

/// The tests, by name.
pub(crate) fn tests() -> impl Iterator<Item = &'static (&'static str, Test)> {
    [quiet::TESTS, using::TESTS, looks::TESTS].into_iter().flatten()
}

fn both() -> [String; 2] {
    [page(&failing()), page(&matrix(24, 60))]
}

/// Runs a test in the browser, as it is after its start.
pub(crate) fn run(test: Test) {
    // A test that failed leaves nothing that the next one would not set anew.
    let mut browser = BROWSER.lock().unwrap_or_else(PoisonError::into_inner);
    let browser = browser.get_or_insert_with(Chromium::start);
    browser.begin();
    test(browser);
}

/// Ends the browser, if it was started.
pub(crate) fn end() {
    drop(BROWSER.lock().unwrap_or_else(PoisonError::into_inner).take());
}
