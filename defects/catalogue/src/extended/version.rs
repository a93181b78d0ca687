//! Defects of the protocol version and of extensions.

use crate::defects;
use crate::sighting::sightings;

defects! { VERSION: Extended;
    /// Serves a request with an empty A2A-Version as 1.0.
    EMPTY_VERSION_ACCEPTED {
        name: "empty_version_accepted",
        breaks: ["missing-version"],
        first: ["V1"],
        predicted: ["V1"],
    }
    /// Serves version 1.9 as 1.0.
    VERSION_COMPARED_BY_MAJOR {
        name: "version_compared_by_major",
        breaks: ["unsupported-version"],
        first: ["V2"],
        predicted: ["V2"],
    }
    /// Refuses version 1.0.7.
    PATCH_VERSION_REFUSED {
        name: "patch_version_refused",
        breaks: ["patch-ignored"],
        first: ["V2"],
        predicted: ["V2"],
    }
    /// Refuses a version and does not say which it speaks.
    SUPPORTED_VERSIONS_UNNAMED {
        name: "supported_versions_unnamed",
        breaks: ["supported-versions-named"],
        first: ["V2"],
        predicted: ["V2"],
    }
    /// Looks at the version of messages and of nothing else.
    VERSION_CHECKED_ON_SENDS_ONLY {
        name: "version_checked_on_sends_only",
        breaks: ["missing-version", "unsupported-version"],
        first: ["V1", "V2", "V3", "Q1"],
        predicted: ["V1", "V2", "Q1"],
        lesson: "V3 called the letter case guilty of a version that nobody checks; it was mended to look at the declared version alone",
    }
    /// Finds A2A-Version in one letter case alone.
    HEADER_NAME_CASE_SENSITIVE {
        name: "header_name_case_sensitive",
        breaks: ["header-case"],
        first: ["V3"],
        predicted: ["V3"],
    }
    /// Does not look for the version in the address.
    VERSION_PARAMETER_IGNORED {
        name: "version_parameter_ignored",
        over: EachBinding,
        breaks: ["version-parameter"],
        first: ["V3"],
        predicted: ["V3"],
    }
    /// Finds the version in the address in one letter case alone.
    VERSION_PARAMETER_CASE_SENSITIVE {
        name: "version_parameter_case_sensitive",
        over: EachBinding,
        breaks: ["version-parameter"],
        first: ["V3"],
        predicted: ["V3"],
    }
    /// Never demands the extension that its card requires.
    REQUIRED_EXTENSION_UNCHECKED {
        name: "required_extension_unchecked",
        breaks: ["required-extension", "required-extension-everywhere"],
        first: ["X1"],
        predicted: ["X1"],
    }
    /// Demands the required extension with messages and with nothing else.
    REQUIRED_EXTENSION_ON_SENDS_ONLY {
        name: "required_extension_on_sends_only",
        breaks: ["required-extension-everywhere"],
        first: ["X1"],
        predicted: ["X1"],
    }
    /// Forgets the required extension where the answer is a stream.
    REQUIRED_EXTENSION_NOT_ON_STREAMS {
        name: "required_extension_not_on_streams",
        breaks: ["required-extension"],
        first: ["X1"],
        predicted: ["X1"],
    }
    /// Takes any version of a required extension for the required one.
    REQUIRED_EXTENSION_BY_PREFIX {
        name: "required_extension_by_prefix",
        breaks: ["required-extension"],
        first: ["X1"],
        predicted: ["X1"],
    }
    /// Refuses for a missing extension after the work has begun.
    REQUIRED_EXTENSION_REFUSED_LATE {
        name: "required_extension_refused_late",
        breaks: ["required-extension"],
        first: ["X1"],
        predicted: ["X1"],
    }
    /// Says UnsupportedOperation where a required extension is missing.
    MISSING_EXTENSION_UNSUPPORTED {
        name: "missing_extension_unsupported",
        breaks: ["required-extension"],
        first: ["X1"],
        predicted: ["X1"],
    }
    /// Compares the list of declared extensions as a whole.
    EXTENSION_LIST_NOT_SPLIT {
        name: "extension_list_not_split",
        breaks: ["declared-extension"],
        first: ["X1"],
        predicted: ["X1"],
    }
    /// Demands an extension that the card does not require.
    OPTIONAL_EXTENSION_DEMANDED {
        name: "optional_extension_demanded",
        breaks: ["declared-extension"],
        first: ["X1"],
        predicted: ["X1"],
    }
    /// Refuses a client that declares an extension it does not know.
    UNKNOWN_EXTENSION_REFUSED {
        name: "unknown_extension_refused",
        breaks: ["unknown-extension-ignored"],
        first: ["X1"],
        predicted: ["X1"],
    }
    /// Looks at the version of posted requests alone over HTTP+JSON.
    REST_VERSION_CHECKED_ON_POSTS_ONLY {
        name: "rest_version_checked_on_posts_only",
        over: EachBinding,
        breaks: ["missing-version", "unsupported-version"],
        first: ["V1", "V2", "Q1"],
        predicted: ["V1", "V2", "Q1"],
    }
    /// Does not read A2A-Extensions over HTTP+JSON.
    REST_EXTENSIONS_UNREAD {
        name: "rest_extensions_unread",
        over: EachBinding,
        breaks: ["declared-extension"],
        first: ["X1"],
        predicted: ["X1"],
    }
}

sightings! { CORE_TOO:
    UNSUPPORTED_VERSION_ACCEPTED {
        first: ["V3"],
        predicted: [],
        lesson: "V3 called the letter case guilty of a version that nobody checks; it was mended to look at the declared version alone",
    }
}
