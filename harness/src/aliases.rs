//! The names that checks once had: a report or a baseline may be older than a name.

/// Old names of checks, each with the one that came after it. No name is ever used again for another check.
pub const RENAMED: &[(&str, &str)] = &[];

/// The name that a check has now.
pub fn now_called(id: &str) -> &str {
    followed(RENAMED, id)
}

/// Follows a name through a table of renamings to the last one.
pub fn followed<'a>(renamed: &[(&'a str, &'a str)], id: &'a str) -> &'a str {
    let mut name = id;
    // No name is followed further than the table is long, so that a circle ends.
    for _ in renamed {
        match renamed.iter().find(|(old, _)| *old == name) {
            Some((_, new)) => name = new,
            None => break,
        }
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_followed_to_the_last_one() {
        let table = [("S1", "S1a"), ("S1a", "SB1"), ("T9", "T10")];

        assert_eq!(followed(&table, "S1"), "SB1");
        assert_eq!(followed(&table, "T10"), "T10");
        assert_eq!(followed(&[("A", "B"), ("B", "A")], "A"), "A");
    }

    #[test]
    fn what_was_renamed_is_no_check_and_what_it_became_is_one() {
        let checks = crate::checks::all();
        let is_check = |id: &str| checks.iter().any(|check| check.id == id);
        for (old, _) in RENAMED {
            assert!(!is_check(old) && is_check(now_called(old)), "{old}");
        }
    }
}
