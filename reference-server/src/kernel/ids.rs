//! Where new identifiers come from.

/// Makes identifiers that nobody can guess.
pub(crate) trait Ids: Send + Sync {
    fn fresh(&self) -> String;
}

/// Random UUIDs.
pub(crate) struct RandomIds;

impl Ids for RandomIds {
    fn fresh(&self) -> String {
        uuid::Uuid::new_v4().to_string()
    }
}
