//! Defects of streams of updates.

use crate::defects;
use crate::sighting::sightings;

defects! { STREAMING: Extended; }

sightings! { CORE_TOO: }
