//! Words for a shell, in lines that are printed to be pasted into one.
//!
//! Parts of such lines were written by agents: a word is taken literally by the shell, and by the terminal that shows it.

use std::fmt::Write;

use crate::plain::acts;

/// One word, taken literally.
pub fn quoted(word: &str) -> String {
    if word.chars().any(acts) {
        return format!("$'{}'", word.chars().map(escaped).collect::<String>());
    }
    let harmless = |letter: char| letter.is_ascii_alphanumeric() || "-_./:@%+=,".contains(letter);
    if !word.is_empty() && word.chars().all(harmless) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// A letter inside `$'…'`. Given by its bytes, so that the locale of the shell does not matter.
fn escaped(letter: char) -> String {
    if !acts(letter) && !"'\\!".contains(letter) {
        return letter.to_string();
    }
    let mut bytes = [0; 4];
    letter.encode_utf8(&mut bytes).bytes().fold(String::new(), |mut escapes, byte| {
        // A string takes whatever is written.
        let _ = write!(escapes, "\\x{byte:02x}");
        escapes
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_taken_literally() {
        let table =
            [("plain-word.1", "plain-word.1"), ("", "''"), ("it's $HOME", r"'it'\''s $HOME'"), ("`id`", "'`id`'")];
        for (word, written) in table {
            assert_eq!(quoted(word), written);
        }
    }

    #[test]
    fn what_acts_on_a_terminal_is_escaped_for_the_shell() {
        assert_eq!(quoted("a\u{1b}[2J'\n\u{202e}!"), r"$'a\x1b[2J\x27\x0a\xe2\x80\xae\x21'");
    }
}
