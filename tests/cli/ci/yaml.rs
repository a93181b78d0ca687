//! The YAML that others include: it can be read, has what its readers want, and its scripts are scripts.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

#[test]
fn every_yaml_file_can_be_read() {
    let files = yaml_files(&root());
    let names: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();

    assert!(files.len() >= 3, "{names:?}");
    for file in &files {
        read(file);
    }
}

#[test]
fn every_script_is_one_for_bash_and_nothing_from_outside_is_pasted_into_it() {
    for file in yaml_files(&root()) {
        for script in scripts(&read(&file)) {
            assert!(!script.contains("${{"), "{}: give it through env: {script}", file.display());
            let checked = Command::new("bash").args(["-n", "-c", &script]).output().expect("bash");
            assert!(checked.status.success(), "{}: {}", file.display(), String::from_utf8_lossy(&checked.stderr));
        }
    }
}

#[test]
fn the_action_has_what_the_runner_wants() {
    let action = read(&root().join("action.yml"));

    assert!(action["name"].is_string() && action["description"].is_string());
    assert_eq!(action["runs"]["using"], "composite");
    for (name, input) in action["inputs"].as_object().expect("inputs") {
        assert!(input["description"].is_string() && !input["default"].is_null(), "{name}");
    }
    for (name, output) in action["outputs"].as_object().expect("outputs") {
        assert!(output["description"].is_string() && output["value"].is_string(), "{name}");
    }
    for step in action["runs"]["steps"].as_array().expect("steps") {
        assert!(step["name"].is_string(), "{step}");
        if step["run"].is_string() {
            assert_eq!(step["shell"], "bash", "{step}");
        } else {
            let (_, version) = step["uses"].as_str().and_then(|uses| uses.split_once("@v")).expect("an action");
            assert_eq!(version.split('.').count(), 3, "{step}: name the whole version");
        }
    }
}

#[test]
fn the_action_uses_every_input_and_no_other() {
    let text = std::fs::read_to_string(root().join("action.yml")).expect("the action");
    let action = read(&root().join("action.yml"));
    let inputs = action["inputs"].as_object().expect("inputs");
    for name in inputs.keys() {
        assert!(text.contains(&format!("inputs.{name} ")), "{name} is an input that nobody reads");
    }
    for rest in text.split("inputs.").skip(1) {
        let name =
            rest.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-').next().unwrap_or_default();
        assert!(inputs.contains_key(name), "inputs.{name} is no input");
    }
}

#[test]
fn the_template_for_gitlab_keeps_its_reports_whatever_the_verdict() {
    let job = &read(&root().join("ci/gitlab.yml"))[".a2a-assay"];
    let artifacts = &job["artifacts"];

    assert!(job["script"].is_array() && job["image"].is_string());
    assert_eq!(artifacts["when"], "always");
    let junit = artifacts["reports"]["junit"].as_str().expect("a path");
    assert!(scripts(job).iter().any(|script| script.contains(&format!("--report junit={junit}"))), "{junit}");
    assert!(junit.starts_with(artifacts["paths"][0].as_str().expect("a path")), "{artifacts}");
}

#[test]
fn the_hook_judges_cards() {
    let hooks = read(&root().join(".pre-commit-hooks.yaml"));
    let hook = &hooks[0];

    for member in ["id", "name", "entry", "language", "files"] {
        assert!(hook[member].is_string(), "{member}");
    }
    assert_eq!(hook["language"], "rust");
    assert!(hook["entry"].as_str().is_some_and(|entry| entry.ends_with(" --card")), "file names come behind it");
}

#[test]
fn the_recipes_name_every_input_of_the_action_and_use_no_other() {
    let recipes = std::fs::read_to_string(root().join("docs/recipes.md")).expect("the recipes");
    let action = read(&root().join("action.yml"));
    let inputs = action["inputs"].as_object().expect("inputs");
    for name in inputs.keys().filter(|name| *name != "token") {
        assert!(recipes.contains(&format!("`{name}`")), "{name}");
    }
    let yaml = recipes.split("```yaml\n").skip(1).filter_map(|rest| rest.split("```").next());
    let workflows: Vec<Value> = yaml.map(parsed).filter(|value| value["jobs"].is_object()).collect();
    assert!(workflows.len() >= 2);
    for workflow in workflows {
        let steps = workflow["jobs"]["conformance"]["steps"].as_array().expect("steps");
        let ours = steps.iter().find(|step| step["uses"].as_str().is_some_and(|uses| uses.starts_with("a2a-assay/")));
        for name in ours.expect("our action")["with"].as_object().expect("inputs").keys() {
            assert!(inputs.contains_key(name), "{name}");
        }
    }
}

/// The value of a file.
pub(super) fn read(file: &Path) -> Value {
    parsed(&std::fs::read_to_string(file).unwrap_or_else(|why| panic!("{}: {why}", file.display())))
}

pub(super) fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// What is run, at any depth.
fn scripts(value: &Value) -> Vec<String> {
    match value {
        Value::Array(list) => list.iter().flat_map(scripts).collect(),
        Value::Object(members) => members.iter().flat_map(|(name, member)| script(name, member)).collect(),
        _ => Vec::new(),
    }
}

fn script(name: &str, member: &Value) -> Vec<String> {
    match member {
        Value::String(script) if name == "run" => vec![script.clone()],
        Value::Array(lines) if name.ends_with("script") => {
            vec![lines.iter().filter_map(Value::as_str).collect::<Vec<_>>().join("\n")]
        }
        deeper => scripts(deeper),
    }
}

fn parsed(text: &str) -> Value {
    serde_saphyr::from_str(text).unwrap_or_else(|why| panic!("{why}\n{text}"))
}

/// Every YAML file of ours.
fn yaml_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() && !["target", "node_modules", ".git", ".venv", "venv"].contains(&name.as_str()) {
            files.extend(yaml_files(&path));
        } else if [".yml", ".yaml"].iter().any(|ending| name.ends_with(ending)) {
            files.push(path);
        }
    }
    files
}
