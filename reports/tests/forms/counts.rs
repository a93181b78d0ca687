//! Every form tells the same numbers.

use std::collections::BTreeSet;

use a2a_assay_reports::tally::kept;
use a2a_assay_reports::{CheckReport, Form, Level, MutationReport, Report, Verdict, text};
use anstream::adapter::strip_str;
use serde_json::Value;

use super::{of_every_agreement, rendered, samples_of_checks};

/// How many checks ended with one of these verdicts, as a form tells it.
type Count = (Vec<Verdict>, usize);

/// The reader of a form; it counts what the form shows and does not trust what the form says of itself alone.
fn counts(form: Form) -> fn(&str) -> Vec<Count> {
    match form {
        Form::Text => text_counts,
        Form::Json => json_counts,
        Form::Html => html_counts,
        Form::Markdown => markdown_counts,
        Form::Junit => junit_counts,
        Form::Sarif => sarif_counts,
        Form::Github => github_counts,
        Form::Events => event_counts,
        Form::Har => har_counts,
        Form::Acts => acts_counts,
        Form::InToto => in_toto_counts,
        // A badge tells of requirements alone, see below.
        Form::Badge | Form::Shields => |_| Vec::new(),
        // A form of other reports.
        Form::Matrix | Form::Elements => unreachable!("no form of this report"),
    }
}

#[test]
fn every_form_of_a_check_tells_the_same_counts() {
    for report in samples_of_checks() {
        for form in CheckReport::FORMS {
            let shown = shown(&report, *form);
            for (verdicts, count) in counts(*form)(&shown) {
                let expected: usize = verdicts.iter().map(|verdict| report.summary.count(*verdict)).sum();
                assert_eq!(count, expected, "{verdicts:?} in {}:\n{shown}", form.name());
            }
        }
    }
}

#[test]
fn every_form_that_tells_of_requirements_tells_the_same() {
    for report in samples_of_checks() {
        let must = kept(&report, Level::Must);
        for form in [Form::Text, Form::Markdown, Form::Badge, Form::Shields] {
            let shown = shown(&report, form);
            let told = shown.split("MUST ").find_map(|behind| {
                let mut words = behind.split(|letter: char| !letter.is_ascii_alphanumeric());
                let kept = words.next()?.parse::<usize>().ok()?;
                (words.next()? == "of").then_some((kept, words.next()?.parse::<usize>().ok()?))
            });
            let nothing = report.summary.judged() == 0 && [Form::Badge, Form::Shields].contains(&form);
            assert_eq!(told, (!nothing).then_some((must.kept, must.judged)), "{}:\n{shown}", form.name());
        }
    }
}

#[test]
fn every_form_of_planted_defects_tells_the_same_counts() {
    let report = of_every_agreement();
    let summary = &report.summary;
    for form in MutationReport::FORMS {
        let shown = match form {
            Form::Text => strip_str(&text::mutation(&report, 1)).to_string(),
            form => rendered(&report, *form),
        };
        for (what, count) in mutation_counts(*form, &shown) {
            let expected = match what {
                "defects" => summary.defects,
                "caught" => summary.caught,
                "wrong" => summary.wrong,
                other => panic!("{other}"),
            };
            assert_eq!(count, expected, "{what} in {}:\n{shown}", form.name());
        }
    }
}

fn shown(report: &CheckReport, form: Form) -> String {
    match form {
        Form::Text => strip_str(&text::check(report, false)).to_string(),
        form => rendered(report, form),
    }
}

fn json(shown: &str) -> Value {
    serde_json::from_str(shown).expect("JSON")
}

/// The number that stands behind these words.
fn behind(shown: &str, words: &str) -> Option<usize> {
    let (_, behind) = shown.rsplit_once(words)?;
    behind.split(|letter: char| !letter.is_ascii_digit()).next()?.parse().ok()
}

/// The number that stands before these words.
fn before(shown: &str, words: &str) -> usize {
    let (before, _) = shown.split_once(words).unwrap_or_else(|| panic!("no `{words}` in {shown}"));
    let digits: String = before.chars().rev().take_while(char::is_ascii_digit).collect();
    digits.chars().rev().collect::<String>().parse().expect("a number")
}

fn each(count: impl Fn(Verdict) -> usize) -> Vec<Count> {
    Verdict::ALL.iter().map(|verdict| (vec![*verdict], count(*verdict))).collect()
}

fn text_counts(shown: &str) -> Vec<Count> {
    let table: String = shown.lines().skip(1).take_while(|line| line.starts_with(' ')).collect();
    let last = shown.lines().last().expect("a line");
    let others = [
        (Verdict::NotObserved, "not observed "),
        (Verdict::NotApplicable, "n/a "),
        (Verdict::Warn, "warnings "),
        (Verdict::Inconclusive, "inconclusive "),
        (Verdict::Error, "errors "),
    ];
    let told = others.map(|(verdict, words)| (vec![verdict], behind(last, words).unwrap_or_default()));
    let failed = (vec![Verdict::Fail], table.matches(" FAIL").count());
    [failed].into_iter().chain(told).collect()
}

fn json_counts(shown: &str) -> Vec<Count> {
    let report = json(shown);
    let again = |verdict: Verdict| {
        let word = serde_json::to_value(verdict).expect("a word");
        report["checks"].as_array().expect("checks").iter().filter(|check| check["verdict"] == word).count()
    };
    for verdict in Verdict::ALL {
        let name = serde_json::to_value(verdict).expect("a word");
        assert_eq!(report["summary"][name.as_str().expect("a name")], again(verdict));
    }
    each(again)
}

fn html_counts(shown: &str) -> Vec<Count> {
    each(|verdict| shown.matches(&format!("<td data-value=\"{}\">", verdict.word())).count())
}

fn markdown_counts(shown: &str) -> Vec<Count> {
    let line = shown.lines().find(|line| line.starts_with("**")).expect("a line of counts");
    let mut counts = each(|verdict| before(line, &format!(" {}", verdict.word())));
    counts.push((Verdict::ALL.to_vec(), before(line, " checks**")));
    counts
}

fn junit_counts(shown: &str) -> Vec<Count> {
    let read = junit_parser::from_reader(shown.as_bytes()).expect("JUnit");
    let cases: Vec<_> = read.suites.iter().flat_map(|suite| &suite.cases).collect();
    let of = |verdict: Verdict| {
        cases
            .iter()
            .filter(|case| case.properties.hashmap.get("verdict").map(String::as_str) == Some(verdict.word()))
            .count()
    };
    let attribute = |count: u64| usize::try_from(count).expect("a count");
    let mut counts = each(of);
    counts.push((Verdict::ALL.to_vec(), attribute(read.tests)));
    counts.push((vec![Verdict::Fail, Verdict::Inconclusive], attribute(read.failures)));
    counts.push((vec![Verdict::Error], attribute(read.errors)));
    counts.push((
        vec![Verdict::NotObserved, Verdict::NotApplicable],
        cases.iter().filter(|case| case.status.is_skipped()).count(),
    ));
    counts
}

fn sarif_counts(shown: &str) -> Vec<Count> {
    let report = json(shown);
    let run = &report["runs"][0];
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let results = list(&run["results"]);
    let failed = |verdict: Verdict| {
        let here = results.iter().filter(|result| result["properties"]["verdict"] == verdict.word());
        here.map(|result| result["properties"]["check"].to_string()).collect::<BTreeSet<_>>().len()
    };
    let told = list(&run["invocations"][0]["toolExecutionNotifications"]);
    let noted = |verdict: Verdict| told.iter().filter(|note| note["properties"]["verdict"] == verdict.word()).count();
    let mut counts: Vec<Count> = [Verdict::Fail, Verdict::Warn].map(|verdict| (vec![verdict], failed(verdict))).into();
    let unjudged = [Verdict::Error, Verdict::Inconclusive, Verdict::NotObserved, Verdict::NotApplicable];
    counts.extend(unjudged.map(|verdict| (vec![verdict], noted(verdict))));
    let summary = &run["properties"]["summary"];
    counts.push((vec![Verdict::Pass], usize::try_from(summary["pass"].as_u64().expect("a count")).expect("a count")));
    counts
}

fn github_counts(shown: &str) -> Vec<Count> {
    let last = shown.lines().last().expect("a line");
    let mut counts = each(|verdict| before(last, &format!(" {}", verdict.word())));
    counts.push((Verdict::ALL.to_vec(), before(last, " checks: ")));
    counts
}

fn event_counts(shown: &str) -> Vec<Count> {
    let events: Vec<Value> = shown.lines().map(json).collect();
    let ended: Vec<&Value> = events.iter().filter(|event| event["event"] == "check-ended").collect();
    let of = |verdict: Verdict| {
        let word = serde_json::to_value(verdict).expect("a word");
        ended.iter().filter(|event| event["check"]["verdict"] == word).count()
    };
    let mut counts = each(of);
    let last = &events.last().expect("an event")["summary"];
    counts.push((vec![Verdict::Fail], usize::try_from(last["fail"].as_u64().expect("a count")).expect("a count")));
    counts
}

fn har_counts(shown: &str) -> Vec<Count> {
    let archive = json(shown);
    let pages = archive["log"]["pages"].as_array().expect("pages").iter();
    let checks: BTreeSet<&str> =
        pages.map(|page| page["id"].as_str().expect("an id").split(' ').next().expect("a check")).collect();
    vec![(vec![Verdict::Fail, Verdict::Warn], checks.len())]
}

fn acts_counts(shown: &str) -> Vec<Count> {
    let report = json(shown);
    let count = |name: &str| usize::try_from(report["summary"][name].as_u64().expect("a count")).expect("a count");
    let tests =
        report["suites"].as_array().expect("suites").iter().flat_map(|suite| suite["tests"].as_array().expect("tests"));
    vec![
        (Verdict::ALL.to_vec(), count("total")),
        (Verdict::ALL.to_vec(), tests.count()),
        (vec![Verdict::Pass], count("passed")),
        (vec![Verdict::Fail, Verdict::Warn, Verdict::Inconclusive], count("failed")),
        (vec![Verdict::NotObserved, Verdict::NotApplicable], count("skipped")),
        (vec![Verdict::Error], count("errors")),
    ]
}

fn in_toto_counts(shown: &str) -> Vec<Count> {
    let statement = json(shown);
    let count = |name: &str| statement["predicate"][name].as_array().expect("names").len();
    vec![
        (vec![Verdict::Pass], count("passedTests")),
        (vec![Verdict::Warn, Verdict::NotObserved], count("warnedTests")),
        (vec![Verdict::Fail, Verdict::Inconclusive, Verdict::Error], count("failedTests")),
    ]
}

fn mutation_counts(form: Form, shown: &str) -> Vec<(&'static str, usize)> {
    match form {
        Form::Text => {
            vec![("wrong", shown.matches("\n WRONG").count()), ("caught", behind(shown, "caught ").expect("a count"))]
        }
        Form::Json | Form::Elements => {
            let report = json(shown);
            let count = |is: &dyn Fn(&Value) -> bool, list: &Value| {
                list.as_array().expect("a list").iter().filter(|one| is(one)).count()
            };
            if form == Form::Json {
                let noticed = |defect: &Value| defect["observed"].as_array().is_some_and(|checks| !checks.is_empty());
                vec![("defects", count(&|_| true, &report["defects"])), ("caught", count(&noticed, &report["defects"]))]
            } else {
                let files = report["files"].as_object().expect("files").values();
                let killed = |mutant: &Value| mutant["status"] == "Killed";
                let caught = files.map(|file| count(&killed, &file["mutants"])).sum();
                vec![("caught", caught)]
            }
        }
        Form::Html => {
            let rows = shown.matches("<tr id=\"defect-").count();
            vec![("caught", before(shown, " of ")), ("defects", rows)]
        }
        Form::Markdown => vec![("caught", behind(shown, "caught ").expect("a count"))],
        Form::Junit => {
            let read = junit_parser::from_reader(shown.as_bytes()).expect("JUnit");
            let suites = read.suites.iter().filter(|suite| suite.name != "control");
            let cases: Vec<_> = suites.flat_map(|suite| &suite.cases).collect();
            let wrong = cases.iter().filter(|case| case.status.is_failure()).count();
            vec![("defects", cases.len()), ("wrong", wrong)]
        }
        Form::Events => {
            let events: Vec<Value> = shown.lines().map(json).collect();
            let defects: Vec<&Value> = events.iter().filter(|event| event["event"] == "defect-ended").collect();
            let noticed = |event: &&&Value| event["defect"]["observed"] != serde_json::json!([]);
            vec![("defects", defects.len()), ("caught", defects.iter().filter(noticed).count())]
        }
        Form::Badge | Form::Shields => {
            vec![("caught", before(shown, " of ")), ("wrong", before(shown, " predictions wrong"))]
        }
        // A grid of glyphs, without a number.
        Form::Matrix => Vec::new(),
        other => unreachable!("{} is no form of this report", other.name()),
    }
}
