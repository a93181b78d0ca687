//! Defects of signed cards.

use crate::defects;
use crate::sighting::sightings;

defects! { SIGNATURES: Extended;
    /// Signs the public card with the empty lists that it prints and §8.4.1 leaves out.
    SIGNATURE_COVERS_EMPTY_LISTS {
        name: "signature_covers_empty_lists",
        breaks: ["card-signature-verifies"],
        first: ["SG1"],
        predicted: ["SG1"],
    }
    /// Signs the extended card with its line breaks.
    SIGNATURE_COVERS_AN_INDENTED_CARD {
        name: "signature_covers_an_indented_card",
        breaks: ["card-signature-verifies"],
        first: ["SG1"],
        predicted: ["SG1"],
    }
    /// Leaves out of what it signs the capabilities that the smaller agent's card says it lacks.
    SIGNATURE_SKIPS_WHAT_IS_FALSE {
        name: "signature_skips_what_is_false",
        breaks: ["card-signature-defaults"],
        first: ["SG1"],
        predicted: ["SG1"],
    }
    /// Signs the public card, and rewords its description on the way out.
    CARD_EDITED_AFTER_SIGNING {
        name: "card_edited_after_signing",
        breaks: ["card-signature-verifies"],
        first: ["SG1"],
        predicted: ["SG1"],
    }
    /// Puts the signature of the public card on the card of the privileged.
    PREMIUM_CARD_BORROWS_SIGNATURE {
        name: "premium_card_borrows_signature",
        breaks: ["card-signature-verifies"],
        first: ["SG1"],
        predicted: ["SG1"],
    }
    /// Writes the signature of the strict agent's card in DER, as its library makes it.
    SIGNATURE_IN_DER {
        name: "signature_in_der",
        breaks: ["card-signature-verifies"],
        first: ["SG1"],
        predicted: ["SG1"],
    }
    /// Replaced the key, and did not sign the smaller agent's card anew.
    SIGNATURE_OF_A_RETIRED_KEY {
        name: "signature_of_a_retired_key",
        breaks: ["card-signature-verifies"],
        first: ["SG1"],
        predicted: ["SG1"],
    }
    /// Writes the protected header of the privileged's card as it is, and not in base64url.
    SIGNATURE_HEADER_NOT_ENCODED {
        name: "signature_header_not_encoded",
        breaks: ["card-signature-form"],
        first: ["SG1"],
        predicted: ["SG1"],
    }
    /// Pads the signature of the extended card.
    SIGNATURE_PADDED {
        name: "signature_padded",
        breaks: ["card-signature-form"],
        first: ["SG1"],
        predicted: ["SG1"],
    }
    /// Names the algorithm of the extended card's signature outside the protected header.
    SIGNATURE_ALGORITHM_UNPROTECTED {
        name: "signature_algorithm_unprotected",
        breaks: ["card-signature-alg"],
        first: ["SG1"],
        predicted: ["SG1"],
    }
    /// Does not say which key signed the smaller agent's card.
    SIGNATURE_WITHOUT_KEY_ID {
        name: "signature_without_key_id",
        breaks: ["card-signature-kid"],
        first: ["SG1"],
        predicted: ["SG1"],
    }
    /// Calls the signature of the public card a JWT.
    SIGNATURE_TYPED_AS_TOKEN {
        name: "signature_typed_as_token",
        breaks: ["card-signature-typ"],
        first: ["SG1"],
        predicted: ["SG1"],
    }
    /// Sends those who verify the strict agent's card to where its keys used to be.
    CARD_KEYS_ELSEWHERE {
        name: "card_keys_elsewhere",
        breaks: ["card-signature-key"],
        first: ["SG1"],
        predicted: ["SG1"],
    }
    /// Gives the place of the smaller agent's keys as a path alone.
    CARD_KEYS_AT_A_PATH {
        name: "card_keys_at_a_path",
        breaks: ["card-signature-key"],
        first: ["SG1"],
        predicted: ["SG1"],
    }
    /// Shows the key of the card under another name than the signature gives it.
    CARD_KEY_UNDER_ANOTHER_NAME {
        name: "card_key_under_another_name",
        breaks: ["card-signature-key"],
        first: ["SG1"],
        predicted: ["SG1"],
    }
    /// Keeps an older signature on the public card, whose keys are had over plain http.
    CARD_KEYS_OVER_PLAIN_HTTP {
        name: "card_keys_over_plain_http",
        breaks: ["card-signature-https"],
        first: ["SG1"],
        predicted: ["SG1"],
    }
}

sightings! { CORE_TOO: }
