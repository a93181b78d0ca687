//! Defects of the card and what it declares.

use crate::defects;
use crate::sighting::sightings;

defects! { DISCOVERY: Extended; }

sightings! { CORE_TOO: }
