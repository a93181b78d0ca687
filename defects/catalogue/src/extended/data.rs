//! Defects of what every object looks like, on every binding.

use crate::defects;
use crate::sighting::sightings;

defects! { DATA: Extended; }

sightings! { CORE_TOO: }
