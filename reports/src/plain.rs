//! Makes what an agent wrote harmless to look at.
//!
//! Everything that an agent, a card or an answer contributes to a text passes through here, so that no agent can
//! move the cursor, colour its own verdict, or turn a line around.

/// The text in one line, with every character that would act on a terminal written as a visible escape.
pub fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            acting if acts(acting) => out.extend(acting.escape_unicode()),
            harmless => out.push(harmless),
        }
    }
    out
}

/// The beginning of a text as [`plain`] writes it, cut after about this many characters.
pub fn brief(text: &str, longest: usize) -> String {
    let mut kept: String = text.chars().take(longest).collect();
    if kept.len() < text.len() {
        kept.push('…');
    }
    plain(&kept)
}

/// Whether a character does something to a terminal or to the order of its neighbours instead of being shown.
pub(crate) fn acts(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{ad}'
                | '\u{61c}'
                | '\u{180e}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                // These two are no letters, and no XML has them.
                | '\u{fffe}'..='\u{ffff}'
                | '\u{e0000}'..='\u{e0fff}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_an_agent_writes_acts_on_a_terminal() {
        let table = [
            ("\u{1b}[32mpass", "\\u{1b}[32mpass"),
            ("two\nlines\r\tdone", "two\\nlines\\r\\tdone"),
            ("\u{9b}2J", "\\u{9b}2J"),
            ("\u{202e}ssap", "\\u{202e}ssap"),
            ("\u{2066}x\u{2069}", "\\u{2066}x\\u{2069}"),
            ("\u{7f}\u{0}", "\\u{7f}\\u{0}"),
            ("grüße, 世界 🎉", "grüße, 世界 🎉"),
        ];
        for (written, shown) in table {
            assert_eq!(plain(written), shown);
        }
    }

    #[test]
    fn a_long_text_is_cut_between_characters() {
        assert_eq!(brief("grüße", 3), "grü…");
        assert_eq!(brief("grüße", 5), "grüße");
    }
}
