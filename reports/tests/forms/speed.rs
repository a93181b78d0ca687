//! How long rendering takes: a hundred checks, two hundred defects, every form.

use std::time::{Duration, Instant};

use a2a_assay_reports::{CheckReport, Form, Level, MutationReport, Report, Verdict, text};

use super::samples::{broken, check_report, defect, mutation_report, rule, stream_ends_early};
use super::{info, rendered};

/// The limit for all forms together; without optimisation there is more time.
const LIMIT: Duration = if cfg!(debug_assertions) { Duration::from_secs(20) } else { Duration::from_secs(1) };

#[test]
fn every_form_is_rendered_in_no_time() {
    let (check, mutation) = (large_check(), large_mutation());

    let mut times = times(&check, "check", |report| text::check(report, true));
    times.extend(self::times(&mutation, "mutation", |report| text::mutation(report, 1)));

    for (name, took, bytes) in &times {
        println!("{name:20} {took:>10.1?} {bytes:>9} bytes");
    }
    let whole: Duration = times.iter().map(|(_, took, _)| took).sum();
    println!("{:20} {whole:>10.1?}", "all");
    assert!(whole < LIMIT, "{whole:?}");
}

fn times<R: Report>(report: &R, what: &str, text: fn(&R) -> String) -> Vec<(String, Duration, usize)> {
    let render = |form: Form| if form == Form::Text { text(report) } else { rendered(report, form) };
    let time = |form: &Form| {
        let began = Instant::now();
        let shown = render(*form);
        (format!("{what} {}", form.name()), began.elapsed(), shown.len())
    };
    R::FORMS.iter().map(time).collect()
}

fn large_check() -> CheckReport {
    let one = |number: usize| {
        let mut violations = vec![stream_ends_early("JSONRPC"), stream_ends_early("HTTP+JSON")];
        for violation in &mut violations {
            violation.rule = format!("rule-{number}");
            violation.exchanges = vec![violation.exchanges[0].clone(); 8];
        }
        broken(&format!("S{number}"), "send", "send", Verdict::Fail, violations)
    };
    check_report((0..100).map(one).collect())
}

fn large_mutation() -> MutationReport {
    let ids: Vec<String> = (0..100).map(|number| format!("S{number}")).collect();
    let one = |number: usize| {
        let noticed: Vec<&str> = (0..8).map(|step| ids[(number + step * 7) % 100].as_str()).collect();
        let mut defect = defect(&format!("defect_{number}"), &noticed, &noticed);
        defect.assertions = noticed.iter().map(|id| format!("{id} some-rule somewhere.rs:1")).collect();
        defect.not_applicable = ids.iter().skip(number % 90).take(10).cloned().collect();
        defect
    };
    let mut report = mutation_report(Vec::new(), (0..200).map(one).collect());
    report.checks = ids.iter().map(|id| info(id)).collect();
    report.rules = vec![rule("some-rule", Level::Must)];
    report
}
