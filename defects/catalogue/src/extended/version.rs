//! Defects of versions and extensions.

use crate::defects;
use crate::sighting::sightings;

defects! { VERSION: Extended; }

sightings! { CORE_TOO: }
