//! Negotiation of the protocol version (§3.6).

use super::rules;

rules! { VERSIONS:
    MISSING_VERSION_IS_0_3 = "missing-version" Must "§3.6.2"
        "a request that names no version is one of 0.3, which an interface of 1.0 alone refuses";
    UNSUPPORTED_VERSION_IS_REFUSED = "unsupported-version" Must "§3.6.2"
        "a version that the interface does not support is refused on every operation";
    PATCH_IS_IGNORED = "patch-ignored" Must "§3.6"
        "a patch number does not count when versions are negotiated";
    SUPPORTED_VERSIONS_ARE_NAMED = "supported-versions-named" House "§3.6.2"
        "the refusal of a version names the supported ones";
}
