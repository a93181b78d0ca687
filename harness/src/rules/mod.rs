//! The specification as data: one obligation a rule, one file a chapter. The only place where a level stands.

mod data;
mod discovery;
mod envelope;
mod errors;
mod instances;
mod lifecycle;
mod messages;
mod push;
mod security;
mod signatures;
mod streams;
mod tenants;
mod versions;
mod wire;

use a2a_assay_reports::Level;

pub use data::*;
pub use discovery::*;
pub use envelope::*;
pub use errors::*;
pub use instances::*;
pub use lifecycle::*;
pub use messages::*;
pub use push::*;
pub use security::*;
pub use signatures::*;
pub use streams::*;
pub use tenants::*;
pub use versions::*;
pub use wire::*;

/// One obligation.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// The name in reports and selectors.
    pub id: &'static str,
    /// How binding it is.
    pub level: Level,
    /// Where the specification says so.
    pub section: &'static str,
    /// The obligation in our words.
    pub text: &'static str,
}

/// Declares the rules of a chapter: a constant each, and the chapter's list.
macro_rules! rules {
    ($chapter:ident: $( $name:ident = $id:literal $level:ident $section:literal $text:literal; )+) => {
        $(
            #[doc = $text]
            pub const $name: $crate::rules::Rule = $crate::rules::Rule {
                id: $id,
                level: a2a_assay_reports::Level::$level,
                section: $section,
                text: $text,
            };
        )+
        /// The rules of this chapter.
        pub const $chapter: &[$crate::rules::Rule] = &[$($name),+];
    };
}
pub(crate) use rules;

/// The rules that the verbs hold whatever they see against, so that no check names them: the form of an error, and
/// the shape of an object.
pub fn always() -> impl Iterator<Item = &'static Rule> {
    [ERRORS_HAVE_THE_BINDINGS_FORM, ERROR_STATUS_IS_CURRENT, ERRORS_NAME_THE_REQUEST, UNAUTHENTICATED_IS_401]
        .iter()
        .chain(WIRE_FORMAT)
}

/// Rules that no check watches, with the reason.
pub const UNWATCHED: &[(&str, &str)] = &[];

/// Why no check names a rule, where there is a reason.
pub fn unnamed(rule: &Rule) -> Option<&'static str> {
    if always().any(|watched| watched.id == rule.id) {
        return Some("whatever a check sees is held against it");
    }
    UNWATCHED.iter().find(|(id, _)| *id == rule.id).map(|(_, reason)| *reason)
}

/// The chapters with their names.
pub const CHAPTERS: &[(&str, &[Rule])] = &[
    ("discovery", DISCOVERY),
    ("signatures", SIGNATURES),
    ("security", SECURITY),
    ("versions", VERSIONS),
    ("messages", MESSAGES),
    ("lifecycle", LIFECYCLE),
    ("streams", STREAMS),
    ("instances", INSTANCES),
    ("push", PUSH),
    ("errors", ERRORS),
    ("envelope", ENVELOPE),
    ("tenants", TENANTS),
    ("data", DATA),
    ("wire", WIRE_FORMAT),
];

/// Every rule, chapter by chapter.
pub fn all() -> impl Iterator<Item = &'static Rule> {
    CHAPTERS.iter().flat_map(|(_, rules)| *rules)
}

/// The rule with this id.
pub fn named(id: &str) -> Option<&'static Rule> {
    all().find(|rule| rule.id == id)
}
