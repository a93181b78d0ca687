//! Every command line that is written down for users is one that we understand.

use std::path::Path;

use clap::Parser;
use serde_json::Value;

use crate::cli::Cli;

/// Finds the scripts in a text.
type Scripts = fn(&str) -> Vec<String>;

/// The files that show command lines, each with what finds the scripts in it.
const FILES: &[(&str, Scripts)] = &[
    ("README.md", of_markdown),
    ("CONTRIBUTING.md", of_markdown),
    ("docs/recipes.md", of_markdown),
    ("action.yml", of_yaml),
    ("ci/gitlab.yml", of_yaml),
    (".pre-commit-hooks.yaml", of_yaml),
];

#[test]
fn every_command_line_that_is_written_down_is_understood() {
    for (file, scripts) in FILES {
        let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file));
        let lines = command_lines(&scripts(&text.unwrap_or_else(|why| panic!("{file}: {why}"))));

        // The action composes its one from what it is given; a test runs that.
        assert_eq!(lines.is_empty(), *file == "action.yml", "{file}");
        for words in &lines {
            assert_eq!(misunderstood(words), None, "{file}: {words:?}");
        }
    }
}

#[test]
fn a_command_line_is_found_wherever_it_stands() {
    let text = "
a2a-assay stands in a sentence.
```yaml
steps:
  - run: a2a-assay check --set all | tee x
  - run: |
      echo a2a-assay
      a2a-assay check $WORDS \\
        --report json=${{ file }}
```
```groovy
steps { sh 'a2a-assay check http://a.test' }
```
```sh
my-agent --print | a2a-assay check --card - # and so on
a2a-assay check --only \"a b\" || failed=$?
```
";
    let found: Vec<String> = command_lines(&of_markdown(text)).iter().map(|words| words[1..].join("|")).collect();

    assert_eq!(
        found,
        ["check|--set|all", "check|1|--report|json=1", "check|http://a.test", "check|--card|-", "check|--only|a b"]
    );
}

/// What is wrong with a command line, if anything is; to ask for help is right.
fn misunderstood(words: &[String]) -> Option<String> {
    Cli::try_parse_from(words).err().filter(clap::Error::use_stderr).map(|why| why.to_string())
}

/// The command lines of ours in scripts, each as its words; what a shell or a CI would put in stands as `1`.
fn command_lines(scripts: &[String]) -> Vec<Vec<String>> {
    scripts.iter().flat_map(|script| of_shell(script)).collect()
}

/// The scripts in the fenced blocks of a page.
fn of_markdown(text: &str) -> Vec<String> {
    let blocks = text.split("\n```").skip(1).step_by(2).filter_map(|block| block.split_once('\n'));
    let scripts = |(language, block): (&str, &str)| match language {
        "sh" => vec![block.to_owned()],
        "yaml" => of_yaml(block),
        "groovy" => block.split("sh '").skip(1).filter_map(|rest| rest.split('\'').next()).map(str::to_owned).collect(),
        _ => Vec::new(),
    };
    blocks.flat_map(scripts).collect()
}

/// The scripts in a file of some CI.
fn of_yaml(text: &str) -> Vec<String> {
    let value: Value = serde_saphyr::from_str(text).unwrap_or_else(|why| panic!("{why}: {text}"));
    let mut scripts = Vec::new();
    collect(&value, false, &mut scripts);
    // A hook is run with the names of files behind its entry.
    let hooks = value.as_array().into_iter().flatten().filter_map(|hook| hook["entry"].as_str());
    scripts.extend(hooks.map(|entry| format!("{entry} card.json")));
    scripts
}

/// Every text that is run, at any depth.
fn collect(value: &Value, is_run: bool, scripts: &mut Vec<String>) {
    match value {
        Value::String(script) if is_run => scripts.push(script.clone()),
        Value::Array(list) => list.iter().for_each(|one| collect(one, is_run, scripts)),
        Value::Object(members) => {
            for (name, member) in members {
                let runs = ["run", "script", "before_script", "args"].contains(&name.as_str());
                collect(member, runs, scripts);
            }
        }
        _ => {}
    }
}

/// The commands of ours in a script.
fn of_shell(script: &str) -> Vec<Vec<String>> {
    let script = substituted(&script.replace("\\\n", " "));
    let mut commands = Vec::new();
    for line in script.lines().filter(|line| line.contains("a2a-assay ")) {
        let words = shlex::split(line).unwrap_or_else(|| panic!("no shell reads {line:?}"));
        let ends = |word: &String| ["|", "||", "&&", "&", ";"].contains(&word.as_str());
        let ours = words.split(ends).filter(|words| words.first().is_some_and(|word| word == "a2a-assay"));
        commands.extend(ours.map(|words| words.iter().take_while(|word| *word != ">").cloned().collect()));
    }
    commands
}

/// A script with every variable and every expression replaced.
fn substituted(script: &str) -> String {
    let mut out = String::new();
    let mut rest = script;
    while let Some((before, behind)) = rest.split_once('$') {
        let ends = [("{{", "}}"), ("((", "))"), ("{", "}")];
        let closed = ends.iter().find_map(|(open, close)| Some(behind.strip_prefix(open)?.split_once(close)?.1));
        let name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        out += before;
        out += "1";
        rest = closed.unwrap_or_else(|| behind.trim_start_matches(name));
    }
    out + rest
}
