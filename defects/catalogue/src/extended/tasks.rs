//! Defects of tasks, their listing and their end.

use crate::defects;
use crate::sighting::sightings;

defects! { TASKS: Extended; }

sightings! { CORE_TOO: }
