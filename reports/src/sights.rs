//! What was seen of one cause, places that look alike taken together.

use crate::Violation;
use crate::causes::Cause;
use crate::ids::without_ids;

/// What was seen in one or more places alike.
pub(crate) struct Sight<'a> {
    /// The first place, which stands for all.
    pub(crate) violation: &'a Violation,
    /// What was looked at, each once.
    pub(crate) subjects: Vec<&'a str>,
    /// The bindings over which it was seen, each once.
    pub(crate) bindings: Vec<&'a str>,
}

/// The sights of a cause, in the order of their first places.
pub(crate) fn sights<'a>(cause: &Cause<'a>) -> Vec<Sight<'a>> {
    let mut sights: Vec<Sight<'_>> = Vec::new();
    for (check, violation) in &cause.shows {
        let binding = if check.binding.is_empty() { "" } else { &violation.binding };
        let alike = |sight: &&mut Sight<'_>| {
            // Unusable answers are unusable in the same way, whatever else differs in them.
            let same =
                cause.unusable.is_some() || without_ids(&sight.violation.observed) == without_ids(&violation.observed);
            sight.violation.expected == violation.expected && same
        };
        if let Some(sight) = sights.iter_mut().find(alike) {
            sight.add(&violation.subject, binding);
        } else {
            let mut sight = Sight { violation, subjects: Vec::new(), bindings: Vec::new() };
            sight.add(&violation.subject, binding);
            sights.push(sight);
        }
    }
    sights
}

impl<'a> Sight<'a> {
    fn add(&mut self, subject: &'a str, binding: &'a str) {
        for (all, one) in [(&mut self.subjects, subject), (&mut self.bindings, binding)] {
            if !one.is_empty() && !all.contains(&one) {
                all.push(one);
            }
        }
    }
}
