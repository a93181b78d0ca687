//! The defects that one server carries.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use crate::Defect;

/// The set of defects planted in one server; empty in a sound one.
#[derive(Clone, Debug, Default)]
pub struct Planted {
    defects: Vec<Defect>,
    reached: Option<Reached>,
}

/// The defects whose switch points a server came by; clones share one note.
#[derive(Clone, Debug, Default)]
pub struct Reached(Arc<Mutex<HashSet<Defect>>>);

impl Reached {
    /// Those that it came by since this was last asked.
    pub fn since(&self) -> HashSet<Defect> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn note(&self, defect: Defect) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(defect);
    }
}

impl Planted {
    /// No defect at all.
    pub fn none() -> Self {
        Self::default()
    }

    /// No defect, and a note of every switch point that the server comes by.
    pub fn none_noting(reached: &Reached) -> Self {
        Self { defects: Vec::new(), reached: Some(reached.clone()) }
    }

    /// Whether this defect is planted: the question every switch point asks, and asks last. Where it would make no
    /// difference it is not asked, for whoever never asks can't notice the defect.
    pub fn plants(&self, defect: Defect) -> bool {
        if let Some(reached) = &self.reached {
            reached.note(defect);
        }
        self.defects.contains(&defect)
    }

    /// The planted defects, in the order in which they were given.
    pub fn iter(&self) -> impl Iterator<Item = Defect> + '_ {
        self.defects.iter().copied()
    }

    /// Whether no switch point need be asked: the server is sound, and nobody notes where it comes by.
    pub fn is_empty(&self) -> bool {
        self.defects.is_empty() && self.reached.is_none()
    }
}

impl FromIterator<Defect> for Planted {
    fn from_iter<I: IntoIterator<Item = Defect>>(defects: I) -> Self {
        let mut planted = Self::none();
        for defect in defects {
            if !planted.plants(defect) {
                planted.defects.push(defect);
            }
        }
        planted
    }
}

impl From<Defect> for Planted {
    fn from(defect: Defect) -> Self {
        Self { defects: vec![defect], reached: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_that_notes_is_sound_and_tells_what_it_asked_since() {
        let [one, other] = [Defect::ETAG_CHANGES, Defect::ETAG_IGNORED];
        let reached = Reached::default();
        let planted = Planted::none_noting(&reached);

        assert!(!planted.clone().plants(one) && !planted.is_empty());

        assert_eq!(reached.since(), HashSet::from([one]));
        assert!(!planted.plants(other));
        assert_eq!(reached.since(), HashSet::from([other]));
    }
}
