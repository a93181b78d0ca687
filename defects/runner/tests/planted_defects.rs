//! One test a defect: what it turns red is what was predicted. Each test judges a server of its own, so that each
//! can run in a process of its own.

use a2a_assay_defects::{CATALOGUE, Defect};
use a2a_assay_mutation::{Options, mutate};
use a2a_assay_reports::{Control, text};
use libtest_mimic::{Arguments, Failed, Trial};

fn main() {
    let mut trials = vec![Trial::test("control", the_sound_server_is_green)];
    trials.extend(CATALOGUE.iter().map(|entry| {
        let defect = entry.defect;
        Trial::test(entry.name, move || as_predicted(defect))
    }));
    libtest_mimic::run(&Arguments::from_args(), trials).exit()
}

fn the_sound_server_is_green() -> Result<(), Failed> {
    let report = judge(vec![])?;
    if is_green(&report.control) { Ok(()) } else { Err(text::mutation(&report, 8).into()) }
}

fn as_predicted(defect: Defect) -> Result<(), Failed> {
    let report = judge(vec![defect])?;
    let right = is_green(&report.control) && report.defects.iter().all(|defect| defect.verdict.is_right());
    if right { Ok(()) } else { Err(text::mutation(&report, 1).into()) }
}

fn is_green(control: &Control) -> bool {
    control.red.is_empty() && control.checks > 0
}

fn judge(defects: Vec<Defect>) -> Result<a2a_assay_reports::MutationReport, Failed> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    Ok(runtime.block_on(mutate(&Options { defects, ..Options::default() }, |_| {}))?)
}
