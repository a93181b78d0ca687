//! Defects of push notifications.

use crate::defects;
use crate::sighting::sightings;

defects! { PUSH: Extended; }

sightings! { CORE_TOO: }
