//! Defects of how refusals are written.

use crate::defects;
use crate::sighting::sightings;

defects! { ERRORS: Extended; }

sightings! { CORE_TOO: }
