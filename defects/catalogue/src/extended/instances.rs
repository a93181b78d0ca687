//! Defects of an agent that has several addresses.

use crate::defects;
use crate::sighting::sightings;

defects! { INSTANCES: Extended;
    /// Does not find at its other address, on GetTask alone, what began at the first.
    TASKS_UNKNOWN_ELSEWHERE {
        name: "tasks_unknown_elsewhere",
        breaks: ["instances-share-tasks"],
        first: ["C2"],
        predicted: ["C2"],
    }
    /// Lists no task at its other address.
    LISTING_EMPTY_ELSEWHERE {
        name: "listing_empty_elsewhere",
        breaks: ["instances-share-tasks"],
        first: ["C2"],
        predicted: ["C2"],
    }
    /// Does not find at its other address what it should cancel.
    CANCEL_REFUSED_ELSEWHERE {
        name: "cancel_refused_elsewhere",
        breaks: ["instances-share-cancels"],
        first: ["C2"],
        predicted: ["C2"],
    }
    /// Cancels at its other address, and lets the streams just end.
    CANCEL_UNTOLD_FROM_ELSEWHERE {
        name: "cancel_untold_from_elsewhere",
        breaks: ["instances-tell-ends"],
        first: ["C2"],
        predicted: ["C2"],
    }
    /// Does not find at its other address what somebody subscribes to.
    SUBSCRIPTION_REFUSED_ELSEWHERE {
        name: "subscription_refused_elsewhere",
        breaks: ["instances-share-streams"],
        first: ["C2"],
        predicted: ["C2"],
    }
    /// Shows the task to who subscribes at its other address, and follows nothing.
    SUBSCRIPTION_STANDS_STILL_ELSEWHERE {
        name: "subscription_stands_still_elsewhere",
        breaks: ["instances-tell-ends"],
        first: ["C2"],
        predicted: ["C2"],
    }
    /// Begins a new task with an answer at its other address.
    ANSWER_OPENS_NEW_TASK_ELSEWHERE {
        name: "answer_opens_new_task_elsewhere",
        breaks: ["instances-share-conversations"],
        first: ["C2"],
        predicted: ["C2"],
    }
}

sightings! { CORE_TOO:
    STREAM_DROPS_LAST_EVENT {
        first: [],
        predicted: ["C2"],
        lesson: "the streams of another instance end like all others, and C2 waits for their last event",
    }
}
