//! "Did you mean": the known name that a mistyped one resembles.

/// How alike two names must be to be worth mentioning, from 0 to 1.
const ALIKE: f64 = 0.75;

/// What is wrong with a name, what it may have been, and where the names are listed.
pub(crate) fn unknown<'a>(kind: &str, name: &str, known: impl IntoIterator<Item = &'a str>, listed: &str) -> String {
    let meant = meant(name, known).map_or_else(String::new, |meant| format!("did you mean `{meant}`? "));
    format!("no {kind} is called `{name}`; {meant}`a2a-assay list {listed}` names them all")
}

/// The known name that one resembles.
pub(crate) fn meant<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let name = name.to_lowercase();
    known
        .into_iter()
        .map(|known| (strsim::jaro_winkler(&name, &known.to_lowercase()), known))
        .filter(|(alike, _)| *alike >= ALIKE)
        .max_by(|(left, _), (right, _)| left.total_cmp(right))
        .map(|(_, known)| known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_recognised_and_a_stranger_is_not() {
        let known = ["stream_drops_last_event", "no_push_retry"];

        assert_eq!(meant("stream-drops-last", known), Some("stream_drops_last_event"));
        assert_eq!(meant("quixotic", known), None);
    }
}
