//! What explains itself: the demo, the manual, the completions and the help.

use crate::program::{a2a_assay, command};

#[test]
fn the_demo_shows_a_pass_and_a_failure() {
    let ended = a2a_assay(&["demo"]);

    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert!(ended.out.contains("\nCONFORMANT "), "{ended:?}");
    assert!(ended.out.contains("\n1 root cause\n FAIL  A2 wrong-audience  MUST"), "{ended:?}");
    assert!(ended.out.contains("\nNOT CONFORMANT "), "{ended:?}");
    assert!(ended.out.contains("a2a-assay serve --defect audience_unchecked"), "{ended:?}");
    assert_eq!(ended.err, "");
}

#[test]
fn every_command_that_help_names_has_a_manual_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let ended = a2a_assay(&["man", &folder.path().join("man1").display().to_string()]);
    let help = a2a_assay(&["--help"]).out;
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    // What stands further in goes on with the line above.
    let commands = commands.filter(|line| !line.starts_with("   "));
    let commands: Vec<&str> = commands.filter_map(|line| line.split_whitespace().next()).collect();

    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert!(commands.len() > 9 && !commands.contains(&"publish"), "{commands:?}");
    for command in commands.into_iter().filter(|command| *command != "help") {
        let page = folder.path().join("man1").join(format!("a2a-assay-{command}.1"));
        let page = std::fs::read_to_string(&page).unwrap_or_else(|why| panic!("{}: {why}", page.display()));
        assert!(page.contains(".TH") && page.contains(".SH SYNOPSIS"), "{command}: {page}");
    }
    assert!(a2a_assay(&["man"]).out.contains("Exit codes"));
}

#[test]
fn bash_takes_the_completions() {
    let script = a2a_assay(&["completions", "bash"]).out;
    let asked =
        "COMP_WORDS=(a2a-assay che); COMP_CWORD=1; _a2a__assay a2a-assay che a2a-assay; echo \"${COMPREPLY[*]}\"";
    let bash = std::process::Command::new("bash").args(["-c", &format!("{script}\n{asked}")]).output();
    let bash = bash.expect("bash is there: the gate runs in it");

    assert_eq!(String::from_utf8_lossy(&bash.stdout).trim(), "check", "{}", String::from_utf8_lossy(&bash.stderr));
}

#[test]
fn every_shell_has_completions() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let ended = a2a_assay(&["completions", shell]);
        assert!(ended.code == Some(0) && ended.out.contains("require-observed"), "{shell}");
    }
}

#[test]
fn without_words_the_help_says_where_to_start() {
    let ended = a2a_assay(&[]);

    assert_eq!(ended.code, Some(2));
    for start in ["a2a-assay demo", "a2a-assay init URL", "a2a-assay check URL"] {
        assert!(ended.err.contains(start), "{start}: {ended:?}");
    }
}

#[test]
fn hints_and_live_lines_are_for_terminals_alone() {
    // Everything that an agent is asked for is missing, so there would be a next step.
    let agent = crate::program::Served::start(&[]);
    let target = std::fs::read_to_string(agent.target_file()).expect("a target file");
    let url = target.lines().find_map(|line| line.strip_prefix("url = ")).expect("an address").trim_matches('"');
    let words = ["check", url, "--bearer", "alice=env:ALICE", "--only", "auth", "--reply-ms", "1000"];
    let token = std::fs::read_to_string(agent.target_file().with_file_name("alice.token")).expect("a token");

    let ended = command(&words).env("ALICE", token).output().expect("it starts");

    let report = String::from_utf8_lossy(&ended.stdout);
    assert!(report.contains("not observed: "), "{report}");
    assert_eq!(String::from_utf8_lossy(&ended.stderr), "");
}
