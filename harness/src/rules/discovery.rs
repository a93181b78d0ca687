//! The agent card and how it is found (§4.4, §4.5, §8, §14.3).

use super::rules;

rules! { DISCOVERY:
    CARD_IS_PUBLIC = "card-public" Must "§8.2, §14.3"
        "the card is served as JSON at /.well-known/agent-card.json to anybody who asks";
    CARD_IS_COMPLETE = "card-complete" Must "§4.4.1, §5.7"
        "the card has every required member, and no required list is empty";
    CARD_LISTS_A_SKILL = "card-skills" House "§5.7"
        "the card lists at least one skill";
    CARD_IS_WELL_FORMED = "card-well-formed" Must "§5.5"
        "the card's members have the names and types of the specification";
    CARD_SECURITY_MEMBER = "card-security-member" Must "§4.4.1"
        "security requirements stand in the member securityRequirements";
    CARD_INTERFACE_URLS = "card-interface-urls" Must "§8.3.1"
        "the address of each interface is absolute, and host:port for gRPC";
    CARD_HTTPS = "card-https" Should "§7.1"
        "interfaces beyond loopback are reached over https";
    CARD_SECURITY_DECLARED = "card-security-declared" Must "§4.5"
        "every scheme that a security requirement names is declared";
    CARD_SCHEME_KIND = "card-scheme-kind" Must "§4.5.1"
        "a security scheme is of exactly one of the five kinds";
    CARD_VERSION_HAS_TWO_PARTS = "card-protocol-version" Should "§3.6"
        "a protocolVersion is Major.Minor";
    CARD_HAS_NO_RELICS = "card-relics" House "§A.2"
        "the card has no member that only older revisions know";
    CARD_ETAG = "card-etag" Should "§8.6.1"
        "the card comes with an ETag that stays while the card stays";
    CARD_MAX_AGE = "card-max-age" Should "§8.6.1"
        "the card comes with Cache-Control and a max-age";
    CARD_CONDITIONAL_REQUEST = "card-conditional-request" Must "RFC 9110 §13.1.2"
        "a conditional request is answered with 304 if the tag matches, and with the card if it does not";
    SECURITY_IS_DECLARED = "security-declared" Must "§7.3, §7.4"
        "an agent that turns away who shows nothing declares on its card what must be shown";
    CHALLENGE_IS_REQUIRED = "challenge-required" Should "§3.3.2, §7.3"
        "the challenge names a scheme that a security requirement of the card leads to";
    INTERFACE_ANSWERS = "interface-answers" Must "§8.3.1, §5.2"
        "every listed interface speaks the binding and version it declares";
    EXTENDED_CARD_NEEDS_CREDENTIALS = "extended-card-authenticated" Must "§13.3"
        "the extended card is given only to an authenticated caller";
    EXTENDED_CARD_IS_A_CARD = "extended-card-valid" Must "§3.1.11"
        "GetExtendedAgentCard answers with a complete card";
    EXTENDED_CARD_BY_PERMISSION = "extended-card-by-permission" Must "§13.3"
        "what an extended card shows only to the privileged is shown to nobody else";
    EXTENDED_CARD_OFF = "extended-card-off" Must "§3.3.4, §3.1.11"
        "an agent that declares no extended card answers UnsupportedOperation";
}
