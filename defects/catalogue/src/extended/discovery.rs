//! Defects of the card and what it declares.

use crate::defects;
use crate::sighting::sightings;

defects! { DISCOVERY: Extended;
    /// Writes null for a list of skills that it keeps elsewhere.
    CARD_SKILLS_NULL {
        name: "card_skills_null",
        breaks: ["card-complete"],
        first: ["D1"],
        predicted: ["D1", "DM1"],
        lesson: "DM1 goes that way as well",
    }
    /// Serves a card whose list of skills is empty.
    CARD_WITHOUT_SKILLS {
        name: "card_without_skills",
        breaks: ["card-skills"],
        first: ["D1"],
        predicted: ["D1"],
    }
    /// Lists an interface of 0.3 that is reached over plain http.
    CARD_OLD_INTERFACE_OVER_HTTP {
        name: "card_old_interface_over_http",
        breaks: ["card-https"],
        first: ["D1"],
        predicted: ["D1"],
    }
    /// Lists an interface by its path alone.
    CARD_RELATIVE_INTERFACE {
        name: "card_relative_interface",
        breaks: ["card-interface-urls"],
        first: ["D1"],
        predicted: ["D1"],
    }
    /// Lists an interface of version 1.0.0.
    CARD_VERSION_WITH_PATCH {
        name: "card_version_with_patch",
        breaks: ["card-protocol-version"],
        first: ["D1"],
        predicted: ["D1"],
    }
    /// Lists an interface of version 1.1, and speaks 1.0 there.
    CARD_LISTS_UNSPOKEN_VERSION {
        name: "card_lists_unspoken_version",
        breaks: ["interface-answers"],
        first: ["D3"],
        predicted: ["D3"],
    }
    /// Keeps url and preferredTransport of 0.3 on the card.
    CARD_KEEPS_OLD_MEMBERS {
        name: "card_keeps_old_members",
        breaks: ["card-relics"],
        first: ["D1"],
        predicted: ["D1"],
    }
    /// Writes documentation_url, as the proto file does.
    CARD_MEMBER_IN_SNAKE_CASE {
        name: "card_member_in_snake_case",
        breaks: ["card-well-formed"],
        first: ["D1"],
        predicted: ["D1", "DM1"],
        lesson: "DM1 goes that way as well",
    }
    /// Declares a security scheme as http, without the name that the union gives it.
    CARD_SCHEME_UNDER_SHORT_NAME {
        name: "card_scheme_under_short_name",
        breaks: ["card-scheme-kind"],
        first: ["D1"],
        predicted: ["D1", "DM1"],
        lesson: "DM1 goes that way as well",
    }
    /// Requires a security scheme that it does not declare.
    CARD_REQUIRES_UNDECLARED_SCHEME {
        name: "card_requires_undeclared_scheme",
        breaks: ["card-security-declared"],
        first: ["D1"],
        predicted: ["D1"],
    }
    /// Requires basic authentication on the card, and asks for a bearer token.
    CARD_REQUIRES_ANOTHER_LOGIN {
        name: "card_requires_another_login",
        breaks: ["challenge-required"],
        first: ["D4"],
        predicted: ["D4"],
    }
    /// Writes security in place of securityRequirements.
    CARD_SECURITY_MISNAMED {
        name: "card_security_misnamed",
        breaks: ["card-security-member", "security-declared"],
        first: ["D1", "D4", "A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8", "E1"],
        predicted: ["D1", "D4", "A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8", "E1"],
    }
    /// Leaves schemes and requirements out of the public card.
    CARD_SECURITY_DROPPED {
        name: "card_security_dropped",
        breaks: ["security-declared"],
        first: ["D4", "A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8", "E1"],
        predicted: ["D4", "A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8", "E1"],
    }
    /// Forgets the security of the smaller agent's card.
    MINIMAL_CARD_WITHOUT_SECURITY {
        name: "minimal_card_without_security",
        breaks: ["security-declared"],
        first: ["D4"],
        predicted: ["D4"],
    }
    /// Serves the card as text/plain.
    CARD_SERVED_AS_TEXT {
        name: "card_served_as_text",
        breaks: ["card-public"],
        first: ["D1"],
        predicted: ["D1"],
    }
    /// Makes a new ETag for every answer.
    ETAG_CHANGES {
        name: "etag_changes",
        breaks: ["card-etag"],
        first: ["D2"],
        predicted: ["D2"],
    }
    /// Answers 304 to whatever tag is named.
    ETAG_ALWAYS_MATCHES {
        name: "etag_always_matches",
        breaks: ["card-conditional-request"],
        first: ["D2"],
        predicted: ["D2"],
    }
    /// Answers 304 without the tag.
    NOT_MODIFIED_WITHOUT_ETAG {
        name: "not_modified_without_etag",
        breaks: ["card-conditional-request"],
        first: ["D2"],
        predicted: ["D2"],
    }
    /// Lets the card be cached and does not say for how long.
    CARD_WITHOUT_MAX_AGE {
        name: "card_without_max_age",
        breaks: ["card-max-age"],
        first: ["D2"],
        predicted: ["D2"],
    }
}

sightings! { CORE_TOO: }
