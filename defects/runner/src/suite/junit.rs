//! Reads JUnit reports, as many kinds of tools write them.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use roxmltree::{Document, Node, ParsingOptions};

/// The largest report that is read, in bytes.
const LARGEST: u64 = 64 * 1024 * 1024;

/// The most elements and texts that a report may hold.
const MOST_NODES: u32 = 4_000_000;

/// How much is kept of what a failure says, in characters.
const LONGEST: usize = 500;

/// How one test ended. The later one here counts where a name occurs twice.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Outcome {
    /// It was left out.
    Skipped,
    /// It passed.
    Passed,
    /// It failed, or could not be run, and said this.
    Failed(String),
}

/// The tests of a report by name.
pub(super) type Tests = BTreeMap<String, Outcome>;

/// Reads the report in a file, or says why it can't be read.
pub(super) fn read(path: &Path) -> Result<Tests, String> {
    let file = File::open(path).map_err(|_| "no JUnit report was written".to_owned())?;
    let unreadable = |why: &dyn std::fmt::Display| format!("the JUnit report can't be read: {why}");
    let mut bytes = Vec::new();
    file.take(LARGEST + 1).read_to_end(&mut bytes).map_err(|why| unreadable(&why))?;
    if bytes.len() as u64 > LARGEST {
        return Err(unreadable(&"it is too large"));
    }
    parse(&String::from_utf8_lossy(&bytes)).map_err(|why| unreadable(&why))
}

/// Takes every `testcase`, however deep in `testsuite` and `testsuites` it stands.
fn parse(text: &str) -> Result<Tests, roxmltree::Error> {
    let options = ParsingOptions { nodes_limit: MOST_NODES, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text.trim_start_matches(['\u{feff}', ' ', '\r', '\n']), options)?;
    let mut tests = Tests::new();
    for case in document.descendants().filter(|node| node.tag_name().name() == "testcase") {
        let outcome = outcome(case);
        match tests.entry(name(case)) {
            Entry::Vacant(place) => {
                place.insert(outcome);
            }
            Entry::Occupied(mut place) if outcome > *place.get() => {
                place.insert(outcome);
            }
            Entry::Occupied(_) => {}
        }
    }
    Ok(tests)
}

/// The class, or where there is none the suites around the test, and its own name.
fn name(case: Node<'_, '_>) -> String {
    let name = case.attribute("name").unwrap_or("unnamed");
    if let Some(class) = case.attribute("classname").filter(|class| !class.is_empty()) {
        return format!("{class}::{name}");
    }
    let suites = case.ancestors().filter(|node| node.tag_name().name() == "testsuite");
    let mut names: Vec<&str> = suites.filter_map(|suite| suite.attribute("name")).collect();
    names.reverse();
    names.push(name);
    names.join("::")
}

fn outcome(case: Node<'_, '_>) -> Outcome {
    let child = |names: &[&str]| case.children().find(|node| names.contains(&node.tag_name().name()));
    if let Some(fault) = child(&["failure", "error"]) {
        return Outcome::Failed(message(fault));
    }
    let word = |attribute| case.attribute(attribute).unwrap_or_default().to_lowercase();
    let (status, result) = (word("status"), word("result"));
    let says = |words: &[&str]| words.contains(&status.as_str()) || words.contains(&result.as_str());
    if says(&["failed", "failure", "error"]) {
        Outcome::Failed("failed".to_owned())
    } else if child(&["skipped"]).is_some() || says(&["skipped", "notrun", "disabled", "suppressed"]) {
        Outcome::Skipped
    } else {
        Outcome::Passed
    }
}

/// What a failure says, in one line.
fn message(fault: Node<'_, '_>) -> String {
    let attribute = fault.attribute("message").unwrap_or_default();
    let lines = attribute.lines().chain(fault.text().unwrap_or_default().lines());
    let line = lines.map(str::trim).find(|line| !line.is_empty());
    let line = line.unwrap_or(fault.tag_name().name());
    line.chars().take(LONGEST).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failed(why: &str) -> Outcome {
        Outcome::Failed(why.to_owned())
    }

    #[test]
    fn a_report_of_any_tool_is_understood() {
        let table: &[(&str, &str, &str, Outcome)] = &[
            ("pytest", r#"<testcase classname="a.b" name="c" time="1"/>"#, "a.b::c", Outcome::Passed),
            (
                "a failure",
                r#"<testcase classname="a" name="c"><failure message="&#10; x &lt; y">trace</failure></testcase>"#,
                "a::c",
                failed("x < y"),
            ),
            (
                "an error without a message",
                "<testcase classname='a' name='c'><error>\n  boom\n  at line 1</error></testcase>",
                "a::c",
                failed("boom"),
            ),
            ("a bare error", "<testcase classname='a' name='c'><error/></testcase>", "a::c", failed("error")),
            ("no class", r#"<testcase name="c"/>"#, "inner::c", Outcome::Passed),
            ("skipped", r#"<testcase classname="a" name="c"><skipped/></testcase>"#, "a::c", Outcome::Skipped),
            ("not run", r#"<testcase classname="a" name="c" status="notrun"/>"#, "a::c", Outcome::Skipped),
            (
                "mended by a repetition",
                r#"<testcase classname="a" name="c"><flakyFailure message="once"/></testcase>"#,
                "a::c",
                Outcome::Passed,
            ),
        ];
        for (kind, case, name, outcome) in table {
            for (before, after) in [
                ("<testsuite name='inner'>", "</testsuite>"),
                (
                    "<?xml version='1.0' encoding='utf-8'?><testsuites><testsuite name='inner'>",
                    "</testsuite></testsuites>",
                ),
            ] {
                let tests = parse(&format!("{before}{case}{after}")).expect(kind);

                assert_eq!(tests.into_iter().collect::<Vec<_>>(), [((*name).to_owned(), outcome.clone())], "{kind}");
            }
        }
    }

    #[test]
    fn suites_in_suites_name_their_tests() {
        let tests = parse(
            "<testsuites><testsuite name='a'><testsuite name='b'><testcase name='x'/></testsuite>
             <testcase name='y'/></testsuite></testsuites>",
        );

        assert_eq!(tests.expect("a report").into_keys().collect::<Vec<_>>(), ["a::b::x", "a::y"]);
    }

    #[test]
    fn the_worst_of_two_tests_of_one_name_counts() {
        let tests = parse(
            "<testsuite><testcase classname='a' name='x'/>
             <testcase classname='a' name='x'><error message='in tearing down'/></testcase>
             <testcase classname='a' name='x'/></testsuite>",
        );

        assert_eq!(tests.expect("a report")["a::x"], failed("in tearing down"));
    }

    #[test]
    fn what_is_no_report_is_said_to_be_none() {
        for text in ["", "<testsuite>", "{}", "<!DOCTYPE x [<!ENTITY a 'b'>]><testsuite/>"] {
            assert!(parse(text).is_err(), "{text}");
        }
        let nowhere = read(Path::new("/nowhere/report.xml"));
        assert_eq!(nowhere, Err("no JUnit report was written".to_owned()));
    }
}
