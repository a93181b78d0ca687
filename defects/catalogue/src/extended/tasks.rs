//! Defects of tasks, their listing and their end.

use crate::defects;
use crate::sighting::sightings;

defects! { TASKS: Extended; }

sightings! { CORE_TOO:
    HISTORY_LENGTH_IGNORED {
        first: [],
        predicted: ["T7"],
        lesson: "T7 was run against it before anybody had written down what it would notice, so there is no first prediction of it",
    }
}
