//! What is wrong with the words is said in a sentence, and the exit code says the same.

use crate::program::{a2a_assay, answering};

#[test]
fn bad_input_gets_one_sentence_and_its_exit_code() {
    let html = answering("text/html", "<html>hello</html>");
    let folder = tempfile::tempdir().expect("a folder");
    let broken = folder.path().join("broken.toml");
    std::fs::write(&broken, "url = \"http://127.0.0.1:1\"\nbindigs = []\n").expect("a file");
    let broken = broken.display().to_string();
    let defects = folder.path().join("defects.toml");
    std::fs::write(&defects, "[[defect]]\nname = \"a\"\nstory = \"A.\"\ndorp = true\n").expect("a file");
    let defects = defects.display().to_string();
    let table: &[(&[&str], i32, &str)] = &[
        (&["check", "nonsense"], 2, "`nonsense` is no http or https address"),
        (&["check", "http://127.0.0.1:1"], 3, "nobody answers at http://127.0.0.1:1/"),
        (&["check", &html], 3, "there is no agent card at"),
        (&["check", &html, "--only", "S99"], 2, "no check, group or level is called `S99`"),
        (&["check", &html, "--skip", "S99"], 2, "no check, group or level is called `S99`"),
        (&["check", &html, "--only", "ST* and"], 2, "something is missing at its end"),
        (&["check", &html, "--only", "V1 and ST1"], 2, "no check is meant by `V1 and ST1`"),
        (&["check", &html, "--only", "@99"], 2, "no rule of a check stands in section 99"),
        (&["list", "rules", "--only", "ST*"], 2, "only checks are chosen so"),
        (&["check", &html, "--baseline", "nowhere.json"], 2, "the baseline `nowhere.json` can't be read"),
        (&["check", &html, "--baseline", &defects], 2, "is refused as a baseline"),
        (&["rerun", "nowhere.json"], 2, "`nowhere.json` can't be read as a report"),
        (&["diff", "nowhere.json", "nowhere.json"], 2, "`nowhere.json` can't be read as a report"),
        (&["baseline", "prune", "nowhere.json", "--baseline", "b.json"], 2, "`nowhere.json` can't be read as a report"),
        (&["baseline", "update", "r.json", "--baseline", "b", "--reason", " "], 2, "a failure is borne for a reason"),
        (
            &["baseline", "update", "r.json", "--baseline", "b", "--reason", "x", "--expires", "2001-01-01"],
            2,
            "--expires 2001-01-01 is over",
        ),
        (&["check", &html, "--target", "nowhere.toml"], 2, "the target file nowhere.toml can't be read"),
        (&["check", "--target", &broken], 2, "unknown field `bindigs`"),
        (&["check", &html, "--binding", "SOAP"], 2, "no binding is called `SOAP`"),
        (&["check", &html, "--bearer", "alice"], 2, "has no `=`"),
        (&["check", &html, "--bearer", "alice=s3cret"], 2, "does not say where the token is"),
        (&["check", &html, "--bearer", "mallory=command:echo x"], 2, "no principal is called `mallory`"),
        (&["check", &html, "--bearer", "alice=env:NO_SUCH_VARIABLE"], 4, "the environment has no NO_SUCH_VARIABLE"),
        (&["check", &html, "--say", "dance=please"], 2, "no stimulus is called `dance`"),
        (&["check", &html, "--webhook", "192.0.2.1:1"], 2, "the judge can't listen"),
        (&["check", &html, "--card", "card.json"], 2, "an address and --card were given"),
        (&["check", "--card", "nowhere.json"], 2, "the card nowhere.json can't be read"),
        (&["check", "--card", &broken], 3, "broken.toml: expected value at line 1 column 1"),
        (&["check", "--card", &broken, "--only", "S1"], 2, "of a card alone only D1 can be judged"),
        (&["check", "--card", &broken, &defects, "--report", "json=-"], 2, "a report is of one card"),
        (&["check", "--card", "-", "--watch"], 2, "standard input can't be watched"),
        (&["publish", "/no/such/folder"], 2, "there is no folder `/no/such/folder`"),
        (&["check", &html, "--report", "json=/no/such/folder/r.json"], 2, "no report can be written to"),
        (&["mutate", "--defect", "stream_drops_last"], 2, "did you mean `stream_drops_last_event`?"),
        (&["mutate", "--with", "no-such-suite {url}"], 2, "there is no program `no-such-suite`"),
        (&["mutate", "--with", "suite '{url}"], 2, "a quotation in `suite '{url}` does not end"),
        (&["mutate", "--with", "true", "--forgive-control"], 2, "an exit code can't be forgiven in part"),
        (&["mutate", "--with", "true {junit}", "--junit", "j.xml"], 2, "one of them is enough"),
        (&["mutate", "--with", "true", "--junit", "j.xml", "--jobs", "2"], 2, "the reports of several servers"),
        (&["mutate", "--with", "true", "--report", "elements"], 2, "there is no report in the form `elements`"),
        (&["mutate", "--target", "nonsense://"], 2, "`nonsense://` is no http or https address"),
        (&["mutate", "--target", "http://127.0.0.1:1"], 3, "nobody answers at http://127.0.0.1:1/"),
        (&["mutate", "--target", &html, "--target", &html], 2, "--target was given two agents"),
        (&["mutate", "--target", &html, "--defect", "cancel_only"], 2, "did you mean `cancel_only_looks`?"),
        (&["mutate", "--target", &html, "--defects", &defects], 2, "defects.toml, line 4: unknown field `dorp`"),
        (&["mutate", "--target", &html, "--defects", "nowhere.toml"], 2, "the defects in nowhere.toml can't be read"),
        (&["list", "rules", "--set", "core"], 2, "only checks and the reference agent's defects are in a set"),
        (&["list", "rules", "--wire"], 2, "only defects stand on the wire"),
        (&["serve", "--defect", "quixotic"], 2, "`a2a-assay list defects` names them all"),
        (&["explain", "no_push_retri"], 2, "did you mean `no_push_retry`?"),
        (&["list", "defects", "--unproven"], 2, "only checks can be unproven"),
    ];
    for (words, code, sentence) in table {
        let ended = a2a_assay(words);

        assert_eq!(ended.code, Some(*code), "{words:?}: {ended:?}");
        assert!(ended.err.contains(sentence), "{words:?}: {ended:?}");
        assert!(ended.err.starts_with("a2a-assay: ") && ended.err.lines().count() == 1, "{words:?}: {ended:?}");
        assert_eq!(ended.out, "", "{words:?}: {ended:?}");
    }
}

#[test]
fn what_is_no_command_line_is_said_to_be_none() {
    let html = answering("text/html", "");
    let table: &[&[&str]] = &[
        &[],
        &["judge"],
        &["check"],
        &["check", &html, "--jobs", "0"],
        &["check", &html, "--fail-on", "may"],
        &["check", &html, "--report", "xml=r.xml"],
        &["check", &html, "--deadline", "30"],
        &["check", &html, "--repeat", "0"],
        &["baseline", "update", "r.json", "--baseline", "b.json"],
        &["baseline", "update", "r.json", "--baseline", "b.json", "--reason", "x", "--expires", "soon"],
        &["diff", "one.json"],
        &["check", &html, "--webhook", "nowhere"],
        &["check", &html, "--quiet", "--verbose"],
        &["mutate", "--junit", "j.xml"],
        &["mutate", "--with", "true", "--order", "2"],
        &["mutate", "--with", "true", "--at-least", "101"],
        &["list", "clouds"],
        &["explain"],
    ];
    for words in table {
        let ended = a2a_assay(words);

        assert_eq!(ended.code, Some(2), "{words:?}: {ended:?}");
        assert_eq!(ended.out, "", "{words:?}: {ended:?}");
        assert!(!ended.err.contains("backtrace"), "{words:?}: {ended:?}");
    }
}

#[test]
fn a_secret_on_the_command_line_is_not_repeated() {
    let ended = a2a_assay(&["check", "http://127.0.0.1:1", "--bearer", "alice=s3cret"]);

    assert!(!ended.err.contains("s3cret"), "{ended:?}");
}
