//! The table `[card]`.

use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::Deserialize;

use super::super::{Target, secret};
use super::{TargetError, unusable};
use crate::agent::KeySet;

/// What is known of the agent's card.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Table {
    /// The file of the public keys that the card is signed with, as a JWK Set: for a card that does not say where they
    /// are, or says a place where the judge does not go.
    keys: Option<PathBuf>,
}

impl Table {
    pub(super) fn fill(self, target: &mut Target, folder: &Path) -> Result<(), TargetError> {
        let Some(file) = self.keys else { return Ok(()) };
        let file = folder.join(file);
        let text = secret::read(&file).map_err(|why| unusable("card.keys", why))?;
        match KeySet::read(text.as_bytes()) {
            Ok(keys) if !keys.is_empty() => target.keys = keys,
            Ok(_) => return Err(unusable("card.keys", format!("{} has no key", file.display()))),
            Err(why) => return Err(unusable("card.keys", format!("{}: {why}", file.display()))),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_beside_the_target_file() {
        let folder = std::env::temp_dir().join(format!("a2a-assay-keys-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        std::fs::write(folder.join("one.json"), r#"{"keys":[{"kty":"EC","kid":"one"}]}"#).expect("a file");
        std::fs::write(folder.join("none.json"), r#"{"keys":[]}"#).expect("a file");
        let read = |file: &str| {
            let mut target = Target::default();
            Table { keys: Some(file.into()) }.fill(&mut target, &folder).map(|()| target.keys)
        };

        assert_eq!(read("one.json").expect("it is sound").named(Some("one")).len(), 1);
        for wrong in ["none.json", "missing.json"] {
            let why = read(wrong).expect_err(wrong).to_string();
            assert!(why.contains("card.keys") && why.contains(wrong), "{why}");
        }
        std::fs::remove_dir_all(&folder).expect("it was there");
    }
}
