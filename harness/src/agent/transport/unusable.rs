//! Why an exchange brought nothing that can be judged, in words that are the same for every request that met the fault.

use crate::agent::beginning;

/// How an exchange ends when the agent hangs up, told by one layer or another depending on the moment.
const HUNG_UP: [&str; 5] = [
    "connection closed before message completed",
    "end of file before message length reached",
    "unexpected EOF during chunk size line",
    "Connection reset by peer",
    "Broken pipe",
];

/// The words, without what differs from request to request: times, and details in brackets at the end.
pub(super) fn cause(why: &str) -> String {
    if HUNG_UP.iter().any(|ending| why.contains(ending)) {
        return "the connection was closed before an answer was complete".to_owned();
    }
    // An event of a stream comes with no status of its own, and may have the same fault.
    let why = why.strip_prefix("HTTP 200, ").unwrap_or(why);
    let why = why.strip_suffix(')').and_then(|why| why.split_once(" (")).map_or(why, |(words, _)| words);
    let words: Vec<&str> = why.split(' ').map(|word| if is_time(word) { "its time" } else { word }).collect();
    beginning(&words.join(" "))
}

/// Whether a word is a time as durations are written, such as `1.5s`.
fn is_time(word: &str) -> bool {
    let number = word.trim_end_matches(|letter: char| letter.is_alphabetic());
    number.parse::<f64>().is_ok() && ["s", "ms", "µs", "ns"].contains(&&word[number.len()..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_from_request_to_request_is_left_out() {
        let table = [
            ("no answer within 5s", "no answer within its time"),
            ("no answer within 1.5s", "no answer within its time"),
            ("Connection refused (os error 111)", "Connection refused"),
            ("Connection reset by peer (os error 104)", "the connection was closed before an answer was complete"),
            ("HTTP 502 with a body that is no JSON (\"text/html (x)\")", "HTTP 502 with a body that is no JSON"),
            ("HTTP 200, another id than was asked (7 where \"r-9\" was asked)", "another id than was asked"),
            ("content type \"text/html\"", "content type \"text/html\""),
        ];
        for (why, words) in table {
            assert_eq!(cause(why), words);
        }
    }
}
