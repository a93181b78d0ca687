//! What is written and what is meant, and what is said of a file that is wrong.

use serde_json::{Value, json};

use super::*;
use crate::conditions::Condition;
use crate::defect::Action;
use crate::edit::Edit;
use crate::operation::Operation;
use crate::pointer::Pointer;

#[test]
fn a_defect_says_when_and_what() {
    let text = r#"
        [[defect]]
        name = "late_states"
        story = "States come late."
        when = { operation = ["GetTask", "ListTasks"], binding = "HTTP+JSON", where = { at = "/**/state", is = "X" } }
        rewrite = [{ set = "/a", to = 1 }, { null = "/b" }, { rename = "/**/c", to = "d" }]
    "#;

    let defects = read(text).expect("a defect");

    let at = |text| Pointer::parse(text).expect("a pointer");
    let when = &defects[0].when;
    assert_eq!(when.operations, [Operation::GetTask, Operation::ListTasks]);
    assert_eq!(when.holds, [Condition { at: at("/**/state"), is: vec![json!("X")] }]);
    let edits = vec![
        Edit::Set(at("/a"), json!(1)),
        Edit::Set(at("/b"), Value::Null),
        Edit::Rename(at("/**/c"), "d".to_owned()),
    ];
    assert_eq!(defects[0].action, Action::Rewrite(edits));
}

#[test]
fn what_is_wrong_is_said_in_a_sentence_with_its_line() {
    let head = "[[defect]]\nname = \"a\"\nstory = \"A.\"\n";
    let table = [
        ("", 1, "there is no [[defect]]"),
        ("[[defect]]\nname = \n", 2, "expected"),
        (&format!("{head}drop = true\ndorp = true\n"), 5, "unknown field `dorp`"),
        (&format!("{head}when = {{ operation = \"GetTsak\" }}\ndrop = true\n"), 4, "unknown variant `GetTsak`"),
        (&format!("{head}rewrite = {{ set = \"a\", to = 1 }}\n"), 4, "does not begin with `/`"),
        (head, 1, "`a` does no things"),
        (&format!("{head}drop = true\nstatus = 500\n"), 1, "`a` does 2 things"),
        (&format!("\n\n{head}status = 42\n"), 3, "status 42"),
        (&format!("{head}delay_ms = 3600000\n"), 1, "delays longer than 30s"),
        (&format!("{head}rewrite = {{ set = \"/a\" }}\n"), 1, "an edit that is none"),
        (&format!("{head}when = {{ event = \"first\" }}\ndrop = true\n"), 1, "means the event `first`"),
        (&format!("{head}when = {{ on = \"request\", event = 1 }}\ndrop = true\n"), 1, "have no event"),
        (&format!("{head}when = {{ event = 1 }}\nstatus = 500\n"), 1, "concerns an event"),
        (&format!("{head}instead = \"GetTask\"\n"), 1, "on = \"request\""),
        (&format!("{head}drop = true\n{head}swap = true\n"), 5, "two defects are called `a`"),
        (&format!("{head}headers = {{ set = {{ \"a b\" = \"c\" }} }}\n"), 1, "`a b`, which is no header"),
    ];
    for (text, line, why) in table {
        let misread = read(text).expect_err(text);
        assert_eq!(misread.line, line, "{misread}: {text}");
        assert!(misread.why.contains(why), "{misread}: {text}");
        assert!(!misread.why.contains('\n'), "{misread}");
    }
}
