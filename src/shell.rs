//! Words as a shell takes them, for commands that are printed to be run again.

/// One word, quoted where it has to be.
pub(crate) fn quoted(word: &str) -> String {
    let harmless = |letter: char| letter.is_ascii_alphanumeric() || "-_./:@%+=,".contains(letter);
    if !word.is_empty() && word.chars().all(harmless) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// A command.
pub(crate) fn command(words: &[String]) -> String {
    words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_stays_one_word() {
        assert_eq!(command(&["--say".into(), "hold=don't stop".into()]), r"--say 'hold=don'\''t stop'");
    }
}
