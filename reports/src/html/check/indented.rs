//! JSON laid out to be read. Only blanks are added: what the agent wrote stays in its order and its spelling.

use serde::de::IgnoredAny;

/// The shortest text that is worth it.
const SHORTEST: usize = 60;

/// A text laid out, if it is JSON of some length; otherwise as it is.
pub(super) fn indented(text: &str) -> String {
    let worth_it = text.len() >= SHORTEST && text.starts_with(['{', '[']);
    if !worth_it || is_deep(text) || serde_json::from_str::<IgnoredAny>(text).is_err() {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len() * 2);
    let (mut depth, mut quoted, mut escaped) = (0_usize, false, false);
    let mut letters = text.chars().filter(|letter| *letter != '\r').peekable();
    while let Some(letter) = letters.next() {
        if quoted {
            out.push(letter);
            quoted = escaped || letter != '"';
            escaped = !escaped && letter == '\\';
            continue;
        }
        match letter {
            '"' => {
                quoted = true;
                out.push(letter);
            }
            '{' | '[' => {
                out.push(letter);
                while letters.next_if(char::is_ascii_whitespace).is_some() {}
                if let Some(end) = letters.next_if(|next| matches!(next, '}' | ']')) {
                    out.push(end);
                } else {
                    depth += 1;
                    next_line(&mut out, depth);
                }
            }
            '}' | ']' => {
                depth = depth.saturating_sub(1);
                next_line(&mut out, depth);
                out.push(letter);
            }
            ',' => {
                out.push(letter);
                next_line(&mut out, depth);
            }
            ':' => out.push_str(": "),
            blank if blank.is_ascii_whitespace() => {}
            other => out.push(other),
        }
    }
    out
}

/// Whether it goes deeper than anybody reads: each line would be as long as it is deep.
fn is_deep(text: &str) -> bool {
    const DEEPEST: i32 = 40;
    let mut depth = 0;
    text.bytes().any(|byte| {
        depth += i32::from(matches!(byte, b'{' | b'[')) - i32::from(matches!(byte, b'}' | b']'));
        depth > DEEPEST
    })
}

fn next_line(out: &mut String, depth: usize) {
    out.push('\n');
    out.push_str(&"  ".repeat(depth));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_laid_out_and_nothing_in_it_changes() {
        let json = r#"{"b": [],"a":{"text":"it, {said}: \"[x]\" \\","n":1.50},"list":[1,{}, [2] ]}"#;

        let laid_out = indented(json);

        let lines = [
            "{",
            "  \"b\": [],",
            "  \"a\": {",
            r#"    "text": "it, {said}: \"[x]\" \\","#,
            "    \"n\": 1.50",
            "  },",
            "  \"list\": [",
            "    1,",
            "    {},",
            "    [",
            "      2",
            "    ]",
            "  ]",
            "}",
        ];
        assert_eq!(laid_out.lines().collect::<Vec<_>>(), lines);
    }

    #[test]
    fn what_is_too_deep_stays_as_it_is() {
        let deep = format!("{}1{}", "[".repeat(2000), "]".repeat(2000));

        assert_eq!(indented(&deep), deep);
    }

    #[test]
    fn what_is_no_json_stays_as_it_is() {
        let broken = format!("{{\"a\": [{}", "1, ".repeat(40));

        assert_eq!(indented(&broken), broken);
        assert_eq!(indented("{\"short\":1}"), "{\"short\":1}");
    }
}
