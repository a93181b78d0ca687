//! One way to write a secret, found letter by letter: each letter may stand as it is, or as URLs and JSON escape it.

use base64::Engine;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};

use super::SHORTEST;

/// A text that tells a secret, and what is shown for it.
pub(super) struct Spelling {
    letters: Vec<char>,
    shown: String,
    /// Whether the base64 digit before holds bits of the secret as well.
    edge_before: bool,
    /// Whether the base64 digit behind does.
    edge_behind: bool,
}

impl Spelling {
    /// A secret as it is, and as a part of longer texts in base64.
    pub(super) fn all(name: &str, secret: &str) -> Vec<Self> {
        let shown = format!("${name}");
        let letters = secret.chars().collect();
        let mut all = vec![Self { letters, shown: shown.clone(), edge_before: false, edge_behind: false }];
        for engine in [STANDARD_NO_PAD, URL_SAFE_NO_PAD] {
            for before in 0..3 {
                let spelling = Self::in_base64(&engine, shown.clone(), secret, before);
                if all.iter().all(|known| known.letters != spelling.letters) {
                    all.push(spelling);
                }
            }
        }
        all
    }

    /// The digits that the secret alone decides where so many other bytes stand before it in its group of three.
    fn in_base64(engine: &impl Engine, shown: String, secret: &str, before: usize) -> Self {
        let (first_bit, end_bit) = (8 * before, 8 * (before + secret.len()));
        let digits = engine.encode([&vec![0; before], secret.as_bytes()].concat());
        let letters = digits[first_bit.div_ceil(6)..end_bit / 6].chars().collect();
        Self { letters, shown, edge_before: first_bit % 6 > 0, edge_behind: end_bit % 6 > 0 }
    }

    /// What stands for it, `$` and all.
    pub(super) fn name(&self) -> &str {
        &self.shown
    }

    /// The letters with which a text begins that begins with it: its own first one, or what escapes one.
    pub(super) fn firsts(&self) -> impl Iterator<Item = char> {
        "%+\\".chars().chain([self.letters[0]])
    }

    /// Whether a text that begins with this letter may begin with it.
    pub(super) fn may_begin(&self, letter: char) -> bool {
        self.firsts().any(|first| first == letter)
    }

    /// How long it is.
    pub(super) fn length(&self) -> usize {
        self.letters.len()
    }

    /// The text before it, without the base64 digit that tells a part of it.
    pub(super) fn without_edge<'t>(&self, before: &'t str) -> &'t str {
        if self.edge_before { before.strip_suffix(is_digit).unwrap_or(before) } else { before }
    }

    /// How much of a text it takes up, where the text begins with it, or with as much of it as was kept of a longer text.
    pub(super) fn begins(&self, text: &str) -> Option<usize> {
        let mut rest = text;
        for (count, letter) in self.letters.iter().enumerate() {
            match after(rest, *letter) {
                Some(further) => rest = further,
                None if count >= SHORTEST => {
                    rest = cut(rest)?;
                    return Some(text.len() - rest.len());
                }
                None => return None,
            }
        }
        if self.edge_behind {
            rest = rest.strip_prefix(is_digit).unwrap_or(rest);
        }
        Some(text.len() - rest.len())
    }
}

fn is_digit(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || "+/-_".contains(letter)
}

/// What follows a letter, in whatever way the text writes it.
fn after(text: &str, letter: char) -> Option<&str> {
    let escaped = match text.as_bytes().first()? {
        b'%' => after_percent(text, letter),
        b'+' if letter == ' ' => Some(&text[1..]),
        b'\\' => after_backslash(text, letter),
        _ => None,
    };
    escaped.or_else(|| text.strip_prefix(letter))
}

/// `%2F`, in either case; `%252F`, where it was encoded twice.
fn after_percent(text: &str, letter: char) -> Option<&str> {
    let mut bytes = [0; 4];
    let mut rest = text;
    for byte in letter.encode_utf8(&mut bytes).bytes() {
        rest = rest.strip_prefix('%')?;
        rest = loop {
            match after_hex(rest, u32::from(byte), 2) {
                Some(further) => break further,
                None => rest = rest.strip_prefix("25")?,
            }
        };
    }
    Some(rest)
}

/// What follows backslashes: the letter, or its number. More than one stand there where a quotation was quoted.
fn after_backslash(text: &str, letter: char) -> Option<&str> {
    let mut units = [0; 2];
    let mut rest = text.trim_start_matches('\\');
    if letter != '\\' && rest.starts_with(letter) {
        return rest.strip_prefix(letter);
    }
    for unit in letter.encode_utf16(&mut units).iter() {
        rest = rest.trim_start_matches('\\').strip_prefix('u')?;
        rest = after_hex(rest, u32::from(*unit), 4)?;
    }
    Some(rest)
}

/// What follows a number in so many hexadecimal digits.
fn after_hex(text: &str, number: u32, digits: usize) -> Option<&str> {
    let written = text.get(..digits).filter(|written| written.bytes().all(|digit| digit.is_ascii_hexdigit()))?;
    (u32::from_str_radix(written, 16) == Ok(number)).then(|| &text[digits..])
}

/// The mark that a text was cut here, in front of which half an escape may stand.
fn cut(text: &str) -> Option<&str> {
    const LONGEST_ESCAPE: usize = 8;
    let at = text.find('…')?;
    let half = &text[..at];
    let is_escape = half.len() < LONGEST_ESCAPE && half.starts_with(['%', '\\', '\u{fffd}']);
    (half.is_empty() || is_escape).then(|| &text[at..])
}
