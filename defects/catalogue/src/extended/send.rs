//! Defects of messages.

use crate::defects;
use crate::sighting::sightings;

defects! { SEND: Extended; }

sightings! { CORE_TOO: }
