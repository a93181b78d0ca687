//! The conventions of the code, as far as a program can see them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use a2a_assay_harness::checks::Set;
use a2a_assay_harness::{checks, rules};
use a2a_assay_mutation::foretold;
use a2a_assay_reports::{Form, Report};

#[test]
fn the_core_is_frozen() {
    let frozen = [("D", 3), ("A", 6), ("V", 2), ("S", 11), ("T", 4), ("ST", 6), ("PN", 6), ("E", 2), ("Q", 1)];
    let expected: Vec<String> =
        frozen.iter().flat_map(|(group, count)| (1..=*count).map(move |number| format!("{group}{number}"))).collect();
    let ids: Vec<&str> = checks::core().iter().map(|check| check.id).collect();

    assert_eq!(ids, expected);
}

#[test]
fn every_check_has_names_of_its_own() {
    let mut names = BTreeSet::new();
    for check in checks::all() {
        for name in [check.id, check.slug] {
            assert!(names.insert(name.to_lowercase()), "two checks are called {name}");
        }
    }
}

#[test]
fn every_check_file_is_registered() {
    let mut files: BTreeMap<String, usize> = BTreeMap::new();
    for path in rust_files(&root().join("harness/src/checks")) {
        let count = read(&path).matches("static CHECK: Check").count();
        let group = path.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy().into_owned();
        *files.entry(group).or_default() += count;
    }
    let mut registered: BTreeMap<String, usize> = BTreeMap::new();
    for check in checks::all() {
        *registered.entry(check.group.name().to_owned()).or_default() += 1;
    }
    files.retain(|_, count| *count > 0);

    assert_eq!(files, registered);
}

#[test]
fn every_rule_is_cited_by_a_check() {
    let checks = checks::all();
    let cited = checks.iter().flat_map(|check| check.rules).chain(rules::always());
    let cited: BTreeSet<&str> = cited.map(|rule| rule.id).collect();
    let excused: BTreeSet<&str> = rules::UNWATCHED.iter().map(|(id, _)| *id).collect();
    let uncited: Vec<&str> = rules::all().map(|rule| rule.id).filter(|id| !cited.contains(id)).collect();

    assert_eq!(uncited.iter().filter(|id| !excused.contains(**id)).collect::<Vec<_>>(), Vec::<&&str>::new());
    assert!(excused.iter().all(|id| uncited.contains(id)), "a rule is excused although a check cites it");
}

#[test]
fn every_rule_has_an_id_of_its_own() {
    let mut ids = BTreeSet::new();
    for rule in rules::all() {
        assert!(ids.insert(rule.id), "two rules are called {}", rule.id);
    }
}

#[test]
fn every_defect_has_exactly_one_switch_point() {
    let server: String = rust_files(&root().join("reference-server/src")).iter().map(|path| code(path)).collect();
    for defect in a2a_assay_defects::all() {
        let switch = format!("Defect::{}", defect.name().to_uppercase());
        let points = server.match_indices(&switch).filter(|(at, _)| ends_there(&server[at + switch.len()..])).count();

        assert_eq!(points, 1, "{switch}");
    }
}

#[test]
fn every_prediction_names_a_check() {
    let ids: BTreeSet<&str> = checks::all().iter().map(|check| check.id).collect();
    for defect in a2a_assay_defects::all() {
        for id in defect.predicted().into_iter().chain(defect.first_predicted()) {
            assert!(ids.contains(id), "{defect:?} predicts {id}");
        }
    }
}

#[test]
fn every_check_has_a_defect_that_only_it_is_predicted_to_notice() {
    let alone = |id: &str| a2a_assay_defects::all().any(|defect| defect.predicted() == [id]);
    let redundant: Vec<&str> = checks::all().iter().map(|check| check.id).filter(|id| !alone(id)).collect();

    assert_eq!(redundant, Vec::<&str>::new());
}

#[test]
fn the_published_kill_matrix_is_the_one_that_the_catalogue_foretells() {
    let published = read(&root().join("reports/published/kill-matrix.md"));
    let foretold = foretold(Set::All).rendered(Form::Markdown).expect("Markdown");
    let (published, foretold) = (foretellable(&published), foretellable(&foretold));
    let differs = published.iter().zip(&foretold).find(|(published, foretold)| published != foretold);

    assert_eq!(differs, None, "out of date; write it anew with: cargo run --release -- publish");
    assert_eq!(published.len(), foretold.len(), "out of date; write it anew with: cargo run --release -- publish");
}

/// The lines of a kill matrix without what only a run can tell: by which assertion a defect was noticed.
fn foretellable(matrix: &str) -> Vec<String> {
    let line = |line: &str| {
        let plain = line.replace("**", "");
        let mut cells: Vec<&str> = plain.split(" | ").collect();
        // The table of the checks counts there how often something else was noticed.
        if cells.len() == 6 {
            cells.remove(4);
        }
        cells.join(" | ")
    };
    matrix.lines().map(line).collect()
}

#[test]
fn every_defect_breaks_rules_that_there_are() {
    for defect in a2a_assay_defects::all() {
        for id in defect.entry().breaks {
            assert!(rules::named(id).is_some(), "{defect:?} breaks {id}");
        }
    }
}

#[test]
fn the_judge_does_not_link_what_it_judges() {
    let manifest: toml::Table = read(&root().join("harness/Cargo.toml")).parse().expect("a manifest");
    let dependencies = manifest["dependencies"].as_table().expect("a table");
    let ours: Vec<&String> = dependencies.keys().filter(|name| name.starts_with("a2a-assay")).collect();

    assert_eq!(ours, ["a2a-assay-reports"]);
    assert!(!dependencies.values().any(|dependency| dependency.get("path").is_some()));
}

#[test]
fn the_kernel_speaks_no_protocol() {
    for path in rust_files(&root().join("reference-server/src/kernel")) {
        let code = code(&path);
        for word in ["axum", "http::", "json!"] {
            assert!(!code.contains(word), "{} says {word}", path.display());
        }
    }
}

#[test]
fn every_module_says_what_it_is_for() {
    for folder in ["src", "harness/src", "reference-server/src", "defects", "reports/src", "tests"] {
        for path in rust_files(&root().join(folder)) {
            assert!(read(&path).starts_with("//! "), "{}", path.display());
        }
    }
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

/// A file without its comments and its tests.
fn code(path: &Path) -> String {
    let text = read(path);
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    code.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

fn ends_there(rest: &str) -> bool {
    !rest.starts_with(|letter: char| letter.is_alphanumeric() || letter == '_')
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap_or_else(|why| panic!("{}: {why}", folder.display())) {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}
