//! One exchange as a curl line that repeats the request as it was.
//!
//! The line will be pasted into a shell, and parts of it were written by the agent: everything is quoted, and the only
//! thing that the shell puts in are the variables that stand where the caller's secrets stood.

use crate::Exchange;
use crate::shell::quoted;

/// The line, for bash or zsh; or why no line could repeat the request.
pub fn curl(exchange: &Exchange) -> Result<String, String> {
    if let Some(length) = exchange.request_body_length {
        return Err(format!("its body of {length} bytes is not kept whole"));
    }
    if exchange.altered {
        return Err("the agent had made a caller's secret part of the request".to_owned());
    }
    let mut words = vec![format!("curl -sS{}", flags(exchange))];
    let body = body(exchange);
    if exchange.method != if body.is_some() { "POST" } else { "GET" } {
        words.push(format!("-X {}", quoted(&exchange.method)));
    }
    words.push(with_secrets(&exchange.url, &variables(exchange, None)));
    words.extend(exchange.request_headers.iter().map(|(name, value)| format!("-H {}", header(exchange, name, value))));
    if body.is_some() && !exchange.request_headers.iter().any(|(name, _)| name == "content-type") {
        // Otherwise curl says that the body is a form.
        words.push("-H content-type:".to_owned());
    }
    words.extend(body);
    let line = words.join(" ");
    Ok(match &exchange.request_body_base64 {
        Some(bytes) => format!("echo {} | base64 -d | {line}", quoted(bytes)),
        None => line,
    })
}

/// To show events as they come, and to take brackets and braces in an address literally.
fn flags(exchange: &Exchange) -> String {
    let names_events = |(_, value): &(String, String)| value.contains("text/event-stream");
    let streams = exchange.request_headers.iter().chain(&exchange.response_headers).any(names_events);
    let has_patterns = exchange.url.contains(['[', ']', '{', '}']);
    [(streams, "N"), (has_patterns, "g")].iter().filter(|(needed, _)| *needed).map(|(_, flag)| *flag).collect()
}

fn body(exchange: &Exchange) -> Option<String> {
    if exchange.request_body_base64.is_some() {
        return Some("--data-binary @-".to_owned());
    }
    // An empty body is sent as none: without a length, which curl would say.
    let body = exchange.request_body.as_ref().filter(|body| !body.is_empty());
    body.map(|body| format!("--data-raw {}", quoted(body)))
}

fn header(exchange: &Exchange, name: &str, value: &str) -> String {
    if value.is_empty() {
        // A colon with nothing behind it would take the header away.
        return quoted(&format!("{name};"));
    }
    with_secrets(&format!("{name}: {value}"), &variables(exchange, Some(name)))
}

/// The variables in the value of a header, or in the address.
fn variables<'e>(exchange: &'e Exchange, header: Option<&str>) -> Vec<&'e str> {
    let there = exchange.secrets.iter().filter(|secret| secret.header.as_deref() == header);
    there.map(|secret| secret.variable.as_str()).filter(|name| is_variable(name)).collect()
}

fn is_variable(name: &str) -> bool {
    name.starts_with(|letter: char| letter.is_ascii_uppercase() || letter == '_')
        && name.chars().all(|letter| letter.is_ascii_uppercase() || letter.is_ascii_digit() || letter == '_')
}

/// A word in which the shell puts in these variables, each where its name stands last, and nothing else.
fn with_secrets(text: &str, variables: &[&str]) -> String {
    let (mut left, mut word) = (text, String::new());
    for variable in variables.iter().rev() {
        if let Some((before, behind)) = left.rsplit_once(&format!("${variable}")) {
            let behind = if behind.is_empty() { String::new() } else { quoted(behind) };
            word = format!("\"${variable}\"{behind}{word}");
            left = before;
        }
    }
    if left.is_empty() { word } else { quoted(left) + &word }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Secret;

    #[test]
    fn only_a_callers_secret_is_left_to_the_shell() {
        let table = [
            ("Bearer $ALICE", Some("ALICE"), r#"'authorization: Bearer '"$ALICE""#),
            ("Basic $ALICE", Some("ALICE"), r#"'authorization: Basic '"$ALICE""#),
            ("$ALICE $HOME; $ALICE", Some("ALICE"), r#"'authorization: $ALICE $HOME; '"$ALICE""#),
            ("Bearer $ALICE", None, "'authorization: Bearer $ALICE'"),
            ("Bearer $ALICE`id`", Some("ALICE`id`"), "'authorization: Bearer $ALICE`id`'"),
            ("Bearer $(id)", Some("(id)"), "'authorization: Bearer $(id)'"),
            ("Bearer it's", Some("ALICE"), r"'authorization: Bearer it'\''s'"),
        ];
        for (value, variable, word) in table {
            let secret = |name: &str| Secret { variable: name.into(), header: Some("authorization".into()) };
            let exchange = Exchange { secrets: variable.map(secret).into_iter().collect(), ..Exchange::default() };
            assert_eq!(header(&exchange, "authorization", value), word);
        }
    }

    #[test]
    fn a_secret_in_the_address_is_left_to_the_shell_and_what_the_agent_wrote_there_is_not() {
        let exchange = Exchange {
            method: "GET".into(),
            url: "http://a.test/$ALICE?key=$ALICE&of=$BOB&size=1".into(),
            secrets: ["ALICE", "BOB"].map(|name| Secret { variable: name.into(), header: None }).into(),
            ..Exchange::default()
        };

        let line = r#"curl -sS 'http://a.test/$ALICE?key='"$ALICE"'&of='"$BOB"'&size=1'"#;
        assert_eq!(curl(&exchange).as_deref(), Ok(line));
    }

    #[test]
    fn a_request_that_is_not_whole_is_not_repeated() {
        let long = Exchange { request_body_length: Some(70_000), ..Exchange::default() };
        let altered = Exchange { altered: true, ..Exchange::default() };

        assert_eq!(curl(&long), Err("its body of 70000 bytes is not kept whole".to_owned()));
        assert!(curl(&altered).is_err());
    }
}
