//! A pack: what a lesson's servers carry, sealed against a look at the file, with a commitment to it.
//!
//! The seal keeps a learner who opens the file from reading the answers by accident. It keeps nothing from one who reads
//! this source. The commitment is the other half: it is known before the lesson, and afterwards anybody can see that the
//! answers were not changed.

use a2a_assay_defects::Defect;
use aws_lc_rs::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use aws_lc_rs::digest::{SHA256, digest};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::{Deserialize, Serialize};

use super::{Level, draw};

const FORMAT: &str = "a2a-assay/lesson";

/// A sealed lesson.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Pack {
    format: String,
    version: u32,
    /// How hard it is.
    pub level: Level,
    /// The names of its servers.
    pub servers: Vec<String>,
    /// SHA-256 over the answers, in hexadecimal.
    pub commitment: String,
    sealed: String,
}

/// One server of a lesson, opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Server {
    /// Its name in the lesson.
    pub name: String,
    /// What it carries; nothing, where it is sound.
    pub defects: Vec<Defect>,
}

/// Why there is no lesson to be had.
#[derive(Debug, thiserror::Error)]
pub enum PackError {
    /// More servers than there are defects for.
    #[error("a lesson of this level has at most {0} servers")]
    TooMany(usize),
    /// The text is no pack.
    #[error("it is no lesson pack: {0}")]
    NoPack(String),
    /// The answers are not those that were committed to.
    #[error("its answers are not those that it commits to, so it was changed or is from another version of a2a-assay")]
    Changed,
}

/// What is sealed.
#[derive(Serialize, Deserialize)]
struct Secret {
    /// Keeps the commitment from being guessed from the few answers that there are.
    salt: String,
    defects: Vec<Vec<String>>,
}

impl Pack {
    /// Draws and seals a lesson; the same words make the same pack.
    pub fn new(seed: u64, count: usize, level: Level) -> Result<Self, PackError> {
        let most = draw::most(level);
        if count > most {
            return Err(PackError::TooMany(most));
        }
        let drawn = draw::draw(seed, count, level);
        let names = drawn.iter().map(|defects| defects.iter().map(|defect| defect.name().to_owned()).collect());
        let secret = Secret { salt: hex(&hash(&format!("salt {seed}"))), defects: names.collect() };
        let plain = serde_json::to_string(&secret).map_err(|why| PackError::NoPack(why.to_string()))?;
        let commitment = hex(&hash(&plain));
        Ok(Self {
            format: FORMAT.to_owned(),
            version: 1,
            level,
            servers: (1..=count).map(|number| format!("server-{number}")).collect(),
            sealed: seal(&plain, &commitment)?,
            commitment,
        })
    }

    /// Reads a pack.
    pub fn read(text: &str) -> Result<Self, PackError> {
        let pack: Self = serde_json::from_str(text).map_err(|why| PackError::NoPack(why.to_string()))?;
        if pack.format != FORMAT || pack.version != 1 {
            return Err(PackError::NoPack(format!("its format is `{}` {}", pack.format, pack.version)));
        }
        Ok(pack)
    }

    /// Opens the seal and sees whether the answers are those that were committed to.
    pub fn open(&self) -> Result<Vec<Server>, PackError> {
        let plain = unseal(&self.sealed, &self.commitment).ok_or(PackError::Changed)?;
        let secret: Secret = serde_json::from_str(&plain).map_err(|_| PackError::Changed)?;
        if hex(&hash(&plain)) != self.commitment || secret.defects.len() != self.servers.len() {
            return Err(PackError::Changed);
        }
        let server = |(name, defects): (&String, &Vec<String>)| {
            let defects = defects.iter().map(|name| Defect::named(name)).collect::<Option<Vec<_>>>();
            defects.map(|defects| Server { name: name.clone(), defects }).ok_or(PackError::Changed)
        };
        self.servers.iter().zip(&secret.defects).map(server).collect()
    }
}

fn seal(plain: &str, commitment: &str) -> Result<String, PackError> {
    let mut bytes = plain.as_bytes().to_vec();
    let broken = |_| PackError::NoPack("it can't be sealed".to_owned());
    key().and_then(|key| key.seal_in_place_append_tag(nonce(commitment), Aad::empty(), &mut bytes)).map_err(broken)?;
    Ok(BASE64_STANDARD.encode(bytes))
}

fn unseal(sealed: &str, commitment: &str) -> Option<String> {
    let mut bytes = BASE64_STANDARD.decode(sealed).ok()?;
    let plain = key().ok()?.open_in_place(nonce(commitment), Aad::empty(), &mut bytes).ok()?;
    String::from_utf8(plain.to_vec()).ok()
}

fn key() -> Result<LessSafeKey, aws_lc_rs::error::Unspecified> {
    Ok(LessSafeKey::new(UnboundKey::new(&AES_256_GCM, &hash("a2a-assay lesson 1"))?))
}

/// The answers decide the nonce, so no two are sealed under one.
fn nonce(commitment: &str) -> Nonce {
    let mut bytes = [0; NONCE_LEN];
    bytes.copy_from_slice(&hash(commitment)[..NONCE_LEN]);
    Nonce::assume_unique_for_key(bytes)
}

fn hash(text: &str) -> [u8; 32] {
    let mut bytes = [0; 32];
    bytes.copy_from_slice(digest(&SHA256, text.as_bytes()).as_ref());
    bytes
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;

    bytes.iter().fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pack() -> Pack {
        Pack::new(5, 4, Level::Easy).expect("a pack")
    }

    #[test]
    fn a_pack_shows_no_defect_and_opens_to_what_was_drawn() {
        let text = serde_json::to_string(&pack()).expect("JSON");
        for server in Pack::read(&text).expect("a pack").open().expect("the answers") {
            assert!(!server.defects.is_empty());
            assert!(!text.contains(server.defects[0].name()));
        }
    }

    #[test]
    fn the_same_words_make_the_same_pack() {
        assert_eq!(pack().commitment, pack().commitment);
        assert_ne!(pack().commitment, Pack::new(6, 4, Level::Easy).expect("a pack").commitment);
    }

    #[test]
    fn answers_that_were_changed_do_not_open() {
        let other = Pack::new(6, 4, Level::Easy).expect("a pack");
        let forged = Pack { sealed: other.sealed, ..pack() };
        assert!(matches!(forged.open(), Err(PackError::Changed)));
    }

    #[test]
    fn there_are_no_more_servers_than_defects() {
        assert!(matches!(Pack::new(1, 10_000, Level::Easy), Err(PackError::TooMany(24))));
    }
}
