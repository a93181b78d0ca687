//! Two defects never hide each other: one test a pair, each of which can run in a process of its own.
//!
//! A few pairs of the core by default; `A2A_ASSAY_PAIRS=all`, or a number, plants more, and `A2A_ASSAY_SEED` others.

use std::sync::OnceLock;

use a2a_assay_defects::Defect;
use a2a_assay_mutation::pairs::{Choice, chosen, observed};
use a2a_assay_mutation::{Options, Settings, sound};
use a2a_assay_reports::{CheckReport, Interaction, PairResult, Single};
use libtest_mimic::{Arguments, Failed, Trial};

/// How many pairs are planted where nothing else is said.
const FEW: usize = 6;

fn main() {
    let choice = Choice { sample: sample(), seed: number("A2A_ASSAY_SEED").unwrap_or_default(), shard: None };
    let trial = |(_, [one, other]): (usize, [Defect; 2])| {
        Trial::test(format!("{} and {}", one.name(), other.name()), move || neither_hides(one, other))
    };
    let trials = chosen(&Options::default().defects, choice).into_iter().map(trial).collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit()
}

fn sample() -> Option<usize> {
    if std::env::var("A2A_ASSAY_PAIRS").is_ok_and(|word| word == "all") {
        return None;
    }
    Some(number("A2A_ASSAY_PAIRS").and_then(|count| count.try_into().ok()).unwrap_or(FEW))
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

fn neither_hides(one: Defect, other: Defect) -> Result<(), Failed> {
    let (first, second) = (alone(one)?, alone(other)?);
    let pair = PairResult::of(0, [&first, &second], noticed(&[one, other])?);
    if pair.interaction == Interaction::Hidden {
        return Err(format!("alone {:?} and {:?}, together nobody notices", first.observed, second.observed).into());
    }
    Ok(())
}

fn alone(defect: Defect) -> Result<Single, Failed> {
    Ok(Single { name: defect.name().to_owned(), observed: noticed(&[defect])? })
}

fn noticed(defects: &[Defect]) -> Result<Vec<String>, Failed> {
    let (checks, _) = runtime()?.block_on(observed(defects, control()?, &Settings::default()))?;
    Ok(checks)
}

/// The sound server, judged once a process.
fn control() -> Result<&'static CheckReport, Failed> {
    static CONTROL: OnceLock<Result<CheckReport, String>> = OnceLock::new();
    let judged = CONTROL.get_or_init(|| {
        let judged = runtime().map(|runtime| runtime.block_on(sound(&[], &Settings::default())));
        judged.map_err(|why| why.to_string())?.map_err(|why| why.to_string())
    });
    judged.as_ref().map_err(Into::into)
}

fn runtime() -> std::io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()
}
