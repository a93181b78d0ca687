//! Defects of who may do what.

use crate::defects;
use crate::sighting::sightings;

defects! { AUTH: Extended; }

sightings! { CORE_TOO: }
