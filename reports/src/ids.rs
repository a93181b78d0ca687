//! Ids as texts tell them: left out where they would make equal things differ, taken together where there are many.

/// A text with every long run of hexadecimal digits and dashes left out: ids differ, mistakes don't.
pub(crate) fn without_ids(text: &str) -> String {
    const SHORTEST: usize = 16;
    let mut out = String::with_capacity(text.len());
    let mut run = String::new();
    let end_run = |out: &mut String, run: &mut String| {
        if run.len() >= SHORTEST && run.contains(|letter: char| letter.is_ascii_digit()) {
            out.push('#');
        } else {
            out.push_str(run);
        }
        run.clear();
    };
    for letter in text.chars() {
        if letter.is_ascii_hexdigit() || letter == '-' {
            run.push(letter);
        } else {
            end_run(&mut out, &mut run);
            out.push(letter);
        }
    }
    end_run(&mut out, &mut run);
    out
}

/// The ids of checks, three or more that follow each other as the first and the last.
pub(crate) fn compact<'a>(ids: impl IntoIterator<Item = &'a str>) -> String {
    let mut runs: Vec<Vec<&str>> = Vec::new();
    for id in ids {
        match runs.last_mut() {
            Some(run) if run.last().is_some_and(|last| follows(last, id)) => run.push(id),
            _ => runs.push(vec![id]),
        }
    }
    let told = |run: &Vec<&str>| match run[..] {
        [first, _, .., last] => format!("{first}-{last}"),
        _ => run.join(" "),
    };
    runs.iter().map(told).collect::<Vec<_>>().join(" ")
}

/// Whether an id is the next one of the same group.
fn follows(before: &str, id: &str) -> bool {
    let (group, number) = split(before);
    let (same, next) = split(id);
    group == same && number.zip(next).is_some_and(|(number, next)| number.checked_add(1) == Some(next))
}

fn split(id: &str) -> (&str, Option<u32>) {
    let group = id.trim_end_matches(|letter: char| letter.is_ascii_digit());
    (group, id[group.len()..].parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_left_out_and_words_are_not() {
        let one = without_ids("task 7b1c2d3e-0000-4a4a-8b8b-1234567890ab is WORKING, code -32001");

        assert_eq!(one, "task # is WORKING, code -32001");
    }

    #[test]
    fn checks_that_follow_each_other_are_taken_together() {
        let ids = ["D3", "A1", "A2", "A3", "A5", "S9", "S10", "S11", "T1", "ST2", "card", "E1", "E2"];

        assert_eq!(compact(ids), "D3 A1-A3 A5 S9-S11 T1 ST2 card E1 E2");
    }
}
