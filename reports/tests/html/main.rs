//! The pages: what stands in them, and what a browser makes of them.
//!
//! The browser is Debian's chromium. Without it those tests are ignored, and say so; with `A2A_ASSAY_BROWSER=required`
//! they fail.

mod browser;
mod chromium;
mod everywhere;
mod markup;
mod pages;
#[path = "../samples/mod.rs"]
mod samples;

use libtest_mimic::{Arguments, Trial};

fn main() {
    let arguments = Arguments::from_args();
    let there = chromium::is_there();
    let required = std::env::var("A2A_ASSAY_BROWSER").is_ok_and(|word| word == "required");
    if !there && !required && !arguments.list {
        eprintln!("chromium is not there, so no page is looked at: `apt-get install chromium` installs it");
    }
    let plain = markup::TESTS.iter().map(|(name, test)| {
        Trial::test(*name, || {
            test();
            Ok(())
        })
    });
    let in_a_browser = browser::tests().map(|(name, test)| {
        let trial = Trial::test(*name, || {
            browser::run(*test);
            Ok(())
        });
        let trial = trial.with_kind(if there { "browser" } else { "browser: no chromium" });
        trial.with_ignored_flag(!there && !required)
    });
    let conclusion = libtest_mimic::run(&arguments, plain.chain(in_a_browser).collect());
    browser::end();
    conclusion.exit();
}
