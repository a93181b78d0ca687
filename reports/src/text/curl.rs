//! One exchange as a curl command that repeats it.
//!
//! The command will be pasted into a shell, and parts of it were written by the agent: everything is quoted, and
//! the only thing the shell expands is the variable that stands for a caller's secret.

use crate::Exchange;
use crate::plain::acts;

/// Headers whose values may come from an agent; nothing in them is ever expanded.
const NEVER_SECRET: [&str; 6] =
    ["accept", "a2a-version", "a2a-extensions", "content-type", "if-none-match", "last-event-id"];

/// The command.
pub(super) fn command(exchange: &Exchange) -> String {
    let mut words = vec![if is_stream(exchange) { "curl -sSN".to_owned() } else { "curl -sS".to_owned() }];
    if exchange.method != "GET" && !(exchange.method == "POST" && exchange.request_body.is_some()) {
        words.push(format!("-X {}", quoted(&exchange.method)));
    }
    words.push(quoted(&exchange.url));
    words.extend(exchange.request_headers.iter().map(|(name, value)| format!("-H {}", header(name, value))));
    if let Some(body) = &exchange.request_body {
        words.push(format!("--data-raw {}", quoted(body)));
    }
    words.join(" ")
}

fn is_stream(exchange: &Exchange) -> bool {
    let names_events = |(_, value): &(String, String)| value.contains("text/event-stream");
    exchange.request_headers.iter().chain(&exchange.response_headers).any(names_events)
}

fn header(name: &str, value: &str) -> String {
    if !NEVER_SECRET.contains(&name) {
        let scheme = if value.starts_with("Bearer ") { "Bearer " } else { "" };
        let secret = &value[scheme.len()..];
        if let Some(variable) = secret.strip_prefix('$')
            && is_variable(variable)
        {
            return format!("{}\"${variable}\"", quoted(&format!("{name}: {scheme}")));
        }
    }
    quoted(&format!("{name}: {value}"))
}

fn is_variable(name: &str) -> bool {
    !name.is_empty()
        && name.chars().all(|letter| letter.is_ascii_uppercase() || letter.is_ascii_digit() || letter == '_')
}

/// One word of a shell, taken literally.
fn quoted(word: &str) -> String {
    if word.chars().any(acts) {
        return format!("$'{}'", word.chars().map(escaped).collect::<String>());
    }
    let harmless = |letter: char| letter.is_ascii_alphanumeric() || "-_./:@%+=,".contains(letter);
    if !word.is_empty() && word.chars().all(harmless) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

fn escaped(letter: char) -> String {
    match letter {
        '\'' | '\\' => format!("\\{letter}"),
        '\n' => "\\n".to_owned(),
        '\r' => "\\r".to_owned(),
        '\t' => "\\t".to_owned(),
        acting if acts(acting) => format!("\\U{:08x}", u32::from(acting)),
        shown => shown.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_callers_secret_is_left_to_the_shell() {
        let table = [
            ("authorization", "Bearer $ALICE", r#"'authorization: Bearer '"$ALICE""#),
            ("x-api-key", "$READER", r#"'x-api-key: '"$READER""#),
            ("a2a-version", "$HOME", "'a2a-version: $HOME'"),
            ("x-api-key", "$(id)", "'x-api-key: $(id)'"),
            ("authorization", "Bearer $A`id`", "'authorization: Bearer $A`id`'"),
            ("if-none-match", "\"it's\"", r#"'if-none-match: "it'\''s"'"#),
        ];
        for (name, value, word) in table {
            assert_eq!(header(name, value), word);
        }
    }

    #[test]
    fn what_acts_on_a_terminal_is_escaped_for_the_shell() {
        assert_eq!(quoted("a\u{1b}[2J'\n"), r"$'a\U0000001b[2J\'\n'");
    }
}
