//! What every object on the wire looks like (§4, §5.5 to §5.7).

use super::{Rule, rules};
use crate::agent::shape::Law;

rules! { WIRE_FORMAT:
    REQUIRED_MEMBERS = "required-members" Must "§5.7"
        "every required member is present and says something";
    REQUIRED_LISTS = "required-lists" Must "§5.7"
        "a required list has at least one element";
    MEMBER_TYPES = "member-types" Must "§5.5"
        "every member has the JSON type of its field";
    CAMEL_CASE = "camel-case" Must "§5.5"
        "members are named in camelCase";
    ENUM_NAMES = "enum-names" Must "§5.5"
        "enum values are the names of the proto file";
    UTC_TIMESTAMPS = "utc-timestamps" Must "§5.6.1"
        "timestamps are ISO 8601 in UTC and end in Z";
    ONE_OF = "one-of" Must "§4.1.6, §3.2.3"
        "exactly one member of a union is present";
    NO_RELICS = "no-relics" House "§A.2.1"
        "an object has no member that the protocol does not know";
}

/// Which rule each law of a shape belongs to.
pub(crate) const WIRE: &[(Law, Rule)] = &[
    (Law::Required, REQUIRED_MEMBERS),
    (Law::Empty, REQUIRED_LISTS),
    (Law::Type, MEMBER_TYPES),
    (Law::Naming, CAMEL_CASE),
    (Law::Enum, ENUM_NAMES),
    (Law::Timestamp, UTC_TIMESTAMPS),
    (Law::OneOf, ONE_OF),
    (Law::Unknown, NO_RELICS),
];
