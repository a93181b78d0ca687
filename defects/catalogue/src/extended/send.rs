//! Defects of messages.

use crate::defects;
use crate::sighting::sightings;

defects! { SEND: Extended; }

sightings! { CORE_TOO:
    WORKING_MESSAGE_DROPPED {
        first: ["S12"],
        predicted: ["S12"],
    }
    RETURN_IMMEDIATELY_IGNORED {
        first: ["S12"],
        predicted: ["S12"],
    }
    STREAM_DROPS_LAST_EVENT {
        first: ["S13"],
        predicted: ["S13"],
    }
}
