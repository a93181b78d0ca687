//! The defects that one server carries.

use crate::Defect;

/// The set of defects planted in one server; empty in a sound one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Planted(Vec<Defect>);

impl Planted {
    /// No defect at all.
    pub fn none() -> Self {
        Self::default()
    }

    /// Whether this defect is planted: the question every switch point asks.
    pub fn plants(&self, defect: Defect) -> bool {
        self.0.contains(&defect)
    }

    /// The planted defects, in the order in which they were given.
    pub fn iter(&self) -> impl Iterator<Item = Defect> + '_ {
        self.0.iter().copied()
    }

    /// Whether the server is sound.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromIterator<Defect> for Planted {
    fn from_iter<I: IntoIterator<Item = Defect>>(defects: I) -> Self {
        let mut planted = Self::none();
        for defect in defects {
            if !planted.plants(defect) {
                planted.0.push(defect);
            }
        }
        planted
    }
}

impl From<Defect> for Planted {
    fn from(defect: Defect) -> Self {
        Self(vec![defect])
    }
}
