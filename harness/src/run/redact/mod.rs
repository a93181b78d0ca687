//! Puts the names of secrets in the secrets' place, however an agent wrote them.

mod spelling;

use a2a_assay_reports::Foreign;

use spelling::Spelling;

/// Shorter secrets are left alone: they stand in harmless words as well, and a report in which those are replaced can't
/// be read, and tells the secret.
const SHORTEST: usize = 4;

/// Knows the secrets of a run, and what to say for each.
#[derive(Default)]
pub(crate) struct Redactor {
    spellings: Vec<Spelling>,
    /// The letters with which they begin, each once.
    firsts: Vec<char>,
}

impl Redactor {
    /// Replaces these secrets, each given with its name.
    pub(crate) fn of(secrets: impl IntoIterator<Item = (String, String)>) -> Self {
        let telling = |(_, secret): &(String, String)| secret.chars().count() >= SHORTEST;
        let mut spellings: Vec<Spelling> =
            secrets.into_iter().filter(telling).flat_map(|(name, secret)| Spelling::all(&name, &secret)).collect();
        // Where one secret begins with another, the longer one is meant.
        spellings.sort_by_key(|spelling| std::cmp::Reverse(spelling.length()));
        let mut firsts: Vec<char> = spellings.iter().flat_map(Spelling::firsts).collect();
        firsts.sort_unstable();
        firsts.dedup();
        Self { spellings, firsts }
    }

    /// The same part of a report without any secret.
    pub(crate) fn redacted<T: Foreign>(&self, mut part: T) -> T {
        part.each_foreign_text(&mut |text| self.redact(text));
        part
    }

    /// Takes every secret out of a text.
    pub(super) fn redact(&self, text: &mut String) {
        let mut safe = String::new();
        let (mut copied, mut at) = (0, 0);
        while let Some(first) = text[at..].chars().next() {
            let mut fitting = self.spellings.iter().filter(|one| one.may_begin(first));
            if self.firsts.contains(&first)
                && let Some((spelling, length)) = fitting.find_map(|one| Some((one, one.begins(&text[at..])?)))
            {
                safe.push_str(spelling.without_edge(&text[copied..at]));
                safe.push_str(spelling.name());
                at += length;
                copied = at;
            } else {
                at += first.len_utf8();
            }
        }
        if copied > 0 {
            safe.push_str(&text[copied..]);
            *text = safe;
        }
    }
}

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE, URL_SAFE_NO_PAD};

    use super::*;

    const TOKEN: &str = "s3cret/with+signs=\"and\\more\" ü?>~";

    fn redacted(text: &str) -> String {
        let secrets = [("ALICE", TOKEN), ("BOB", "token"), ("BOB_TOO", "token-of-bob"), ("PIN", "123")];
        let redactor = Redactor::of(secrets.map(|(name, secret)| (name.to_owned(), secret.to_owned())));
        let mut text = text.to_owned();
        redactor.redact(&mut text);
        text
    }

    #[test]
    fn a_secret_is_found_however_it_is_written() {
        let upper = TOKEN.bytes().fold(String::new(), |text, byte| text + &format!("%{byte:02X}"));
        let form: String = url::form_urlencoded::byte_serialize(TOKEN.as_bytes()).collect();
        let json = serde_json::Value::from(TOKEN).to_string();
        let units = TOKEN.encode_utf16().fold(String::new(), |text, unit| text + &format!("\\u{unit:04X}"));
        let table = [
            TOKEN.to_owned(),
            upper.to_lowercase(),
            upper.replace('%', "%25"),
            upper,
            form.to_lowercase(),
            form,
            json.trim_matches('"').replace('/', "\\/"),
            format!("{json:?}").trim_matches(['"', '\\']).to_owned(),
            units.to_lowercase().replace("\\U", "\\u"),
            units,
        ];
        for written in table {
            assert_eq!(redacted(&format!("<{written}>")), "<$ALICE>", "{written}");
        }
    }

    #[test]
    fn a_secret_inside_a_longer_base64_text_leaves_no_bit() {
        let engines = [&STANDARD, &STANDARD_NO_PAD, &URL_SAFE, &URL_SAFE_NO_PAD];
        for prefix in ["", "u", "us", "user:", "Bearer "] {
            for suffix in ["", "!", "!!", "!!!", " and so on"] {
                for engine in engines {
                    let written = engine.encode(format!("{prefix}{TOKEN}{suffix}"));

                    let shown = redacted(&format!("Basic {written}."));

                    let first_bit = 8 * prefix.len();
                    let end_bit = first_bit + 8 * TOKEN.len();
                    let (before, behind) = (&written[..first_bit / 6], &written[end_bit.div_ceil(6)..]);
                    assert_eq!(shown, format!("Basic {before}$ALICE{behind}."), "{prefix}/{suffix}");
                }
            }
        }
    }

    #[test]
    fn a_secret_that_was_cut_is_not_half_told() {
        assert_eq!(redacted("refused s3cret/wi… (900 bytes in all)"), "refused $ALICE… (900 bytes in all)");
        assert_eq!(redacted("a?t=s3cret%2Fwith%2…"), "a?t=$ALICE…");
        assert_eq!(redacted("s3…"), "s3…");
    }

    #[test]
    fn the_longest_secret_is_meant() {
        assert_eq!(redacted("token-of-bob, token-of-alice"), "$BOB_TOO, $BOB-of-alice");
    }

    #[test]
    fn a_short_secret_is_left_alone() {
        assert_eq!(redacted("1234"), "1234");
    }
}
