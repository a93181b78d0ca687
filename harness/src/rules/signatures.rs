//! Signed cards (§8.4).

use super::rules;

rules! { SIGNATURES:
    SIGNATURE_HAS_ITS_FORM = "card-signature-form" Must "§4.4.7, §8.4.2"
        "a signature of a card is a JSON object and a signature, each in base64url";
    SIGNATURE_NAMES_ITS_ALGORITHM = "card-signature-alg" Must "§8.4.2"
        "the protected header of a signature names its algorithm";
    SIGNATURE_NAMES_ITS_KEY = "card-signature-kid" Must "§8.4.2"
        "the protected header of a signature names its key";
    SIGNATURE_NAMES_ITS_TYPE = "card-signature-typ" Should "§8.4.2"
        "the protected header of a signature says that its type is JOSE";
    SIGNATURE_KEY_IS_FOUND = "card-signature-key" Must "§8.4.2"
        "where a signature says its keys are, there is a key set that has its key";
    SIGNATURE_KEYS_HTTPS = "card-signature-https" Should "§8.4.3"
        "the keys of a signature are had over https, beyond loopback";
    SIGNATURE_VERIFIES = "card-signature-verifies" Must "§8.4.1, §8.4.3"
        "a signature verifies over the canonical form of the card that it came with";
    SIGNATURE_KEEPS_WHAT_WAS_SAID = "card-signature-defaults" House "§8.4.1"
        "a signature covers required members and explicit optional ones also at their default";
}
