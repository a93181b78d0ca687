//! Negotiation of the protocol version and of extensions (§3.2.6, §3.6, §4.6).

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
    HEADER_NAMES_HAVE_NO_CASE = "header-case" Must "§3.2.6"
        "a service parameter counts in whatever letter case its name is written";
    VERSION_AS_PARAMETER = "version-parameter" House "§3.6.1"
        "a version that a parameter of the address names counts like one in the header";
    REQUIRED_EXTENSION_IS_DEMANDED = "required-extension" Must "§3.3.4, §4.6.3"
        "a message from a client that does not declare a required extension is refused for that";
    REQUIRED_EXTENSION_EVERYWHERE = "required-extension-everywhere" House "§3.3.4"
        "so is every other operation";
    DECLARED_EXTENSION_IS_ENOUGH = "declared-extension" Must "§3.3.4, §4.6.1"
        "a client that declares the required extension is not refused for lack of it";
    UNKNOWN_EXTENSION_IS_IGNORED = "unknown-extension-ignored" Should "§4.6.3"
        "an extension that the agent does not know is ignored";
}
