//! Words as a shell takes them, for commands that are printed to be run again.

use a2a_assay_reports::shell::quoted;

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
