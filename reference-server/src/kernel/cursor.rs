//! Page tokens: they say where a listing goes on, and only for the one who asked the same question.

use aws_lc_rs::{hmac, rand::SystemRandom};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;

use super::clock::Stamp;

/// How many bytes of the seal a token carries.
const SEAL: usize = 16;

/// Where a listing goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cursor {
    /// When the first page was read: later moves do not shift the following pages.
    pub(super) seen_at: Stamp,
    /// The place of the last task that was listed.
    pub(super) after: Stamp,
}

/// Seals page tokens, so that none can be made up.
pub(super) struct CursorKey(hmac::Key);

impl CursorKey {
    pub(super) fn random() -> Self {
        let key =
            hmac::Key::generate(hmac::HMAC_SHA256, &SystemRandom::new()).expect("the system's random source works");
        Self(key)
    }

    /// The token for a cursor, good for this question only.
    pub(super) fn seal(&self, cursor: Cursor, question: &str) -> String {
        let mut token = cursor.bytes().to_vec();
        token.extend(&self.mark(cursor, question).as_ref()[..SEAL]);
        BASE64_URL_SAFE_NO_PAD.encode(token)
    }

    /// The cursor in a token, if it was sealed here for this question.
    pub(super) fn open(&self, token: &str, question: &str) -> Option<Cursor> {
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(token).ok()?;
        let (seen_at, rest) = bytes.split_first_chunk::<8>()?;
        let (after, seal) = rest.split_first_chunk::<8>()?;
        let cursor = Cursor { seen_at: Stamp(i64::from_be_bytes(*seen_at)), after: Stamp(i64::from_be_bytes(*after)) };
        let expected = self.mark(cursor, question);
        let genuine = aws_lc_rs::constant_time::verify_slices_are_equal(&expected.as_ref()[..SEAL], seal);
        genuine.is_ok().then_some(cursor)
    }

    fn mark(&self, cursor: Cursor, question: &str) -> hmac::Tag {
        let mut context = hmac::Context::with_key(&self.0);
        context.update(&cursor.bytes());
        context.update(question.as_bytes());
        context.sign()
    }
}

impl Cursor {
    fn bytes(self) -> [u8; 16] {
        let mut bytes = [0; 16];
        bytes[..8].copy_from_slice(&self.seen_at.0.to_be_bytes());
        bytes[8..].copy_from_slice(&self.after.0.to_be_bytes());
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CURSOR: Cursor = Cursor { seen_at: Stamp(9), after: Stamp(5) };

    #[test]
    fn a_token_opens_only_for_the_question_it_was_sealed_for() {
        let key = CursorKey::random();
        let token = key.seal(CURSOR, "alice");
        assert_eq!(key.open(&token, "alice"), Some(CURSOR));
        assert_eq!(key.open(&token, "bob"), None);
    }

    #[test]
    fn a_made_up_token_opens_nothing() {
        let key = CursorKey::random();
        for token in ["", "x", "AAAA", &CursorKey::random().seal(CURSOR, "alice")] {
            assert_eq!(key.open(token, "alice"), None);
        }
    }
}
