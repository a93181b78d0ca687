//! What no planted defect can prove, each with the reason. At most five, and every report on the whole set shows them.

/// A check or an assertion that nothing proves.
#[derive(Clone, Copy, Debug)]
pub struct Excuse {
    /// The id of a check, or of a check and a rule joined by a space.
    pub what: &'static str,
    /// Why no defect makes it fail.
    pub reason: &'static str,
}

/// All that is excused.
pub const EXCUSED: &[Excuse] = &[];
