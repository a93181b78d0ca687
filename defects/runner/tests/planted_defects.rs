//! One test a defect: what it turns red, of all checks, is what was predicted. Each test judges a server of its own, so
//! that each can run in a process of its own.

use std::sync::OnceLock;

use a2a_assay_defects::{Defect, Set};
use a2a_assay_harness::agent::Binding;
use a2a_assay_harness::checks;
use a2a_assay_mutation::{Options, Settings, mutate, plant, sound};
use a2a_assay_reports::{CheckReport, text};
use libtest_mimic::{Arguments, Failed, Trial};

fn main() {
    let mut trials = vec![Trial::test("control", the_sound_server_is_green)];
    for defect in a2a_assay_defects::all() {
        trials.push(Trial::test(defect.name(), move || as_predicted(defect)));
        let escapes_the_core = defect.entry().set == Set::Core && defect.entry().predicted.is_empty();
        if escapes_the_core {
            let name = format!("{} escapes the core", defect.name());
            trials.push(Trial::test(name, move || as_predicted_in(checks::Set::Core, vec![defect])));
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit()
}

fn the_sound_server_is_green() -> Result<(), Failed> {
    as_predicted_in(checks::Set::All, vec![])
}

fn as_predicted_in(set: checks::Set, defects: Vec<Defect>) -> Result<(), Failed> {
    let options = Options { defects, ..Options::of(set) };
    let report = runtime()?.block_on(mutate(&options, |_| {}))?;
    let green = report.control.red.is_empty() && report.control.checks > 0;
    if green && report.summary.wrong == 0 { Ok(()) } else { Err(text::mutation(&report, 1).into()) }
}

fn as_predicted(defect: Defect) -> Result<(), Failed> {
    let settings = Settings { checks: checks::Set::All, ..Settings::default() };
    let (result, _) = runtime()?.block_on(plant(defect, control()?, &settings))?;
    if result.verdict.is_right() {
        return Ok(());
    }
    let saw = result.losses.iter().map(|loss| format!("{} {}", loss.check, loss.because));
    let (predicted, words) = (result.predicted.join(" "), result.verdict.words());
    Err(format!("predicted {predicted}: {words}\n{}", saw.collect::<Vec<_>>().join("\n")).into())
}

/// The sound server over every binding, judged once a process.
fn control() -> Result<&'static CheckReport, Failed> {
    static CONTROL: OnceLock<Result<CheckReport, String>> = OnceLock::new();
    let judged = CONTROL.get_or_init(|| {
        let settings = Settings { checks: checks::Set::All, bindings: Binding::ALL.into(), ..Settings::default() };
        let judged = runtime().map(|runtime| runtime.block_on(sound(&[], &settings)));
        judged.map_err(|why| why.to_string())?.map_err(|why| why.to_string())
    });
    judged.as_ref().map_err(Into::into)
}

fn runtime() -> std::io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()
}
