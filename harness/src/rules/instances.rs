//! One agent behind several addresses: whatever is due, is due at each of them.

use super::rules;

rules! { INSTANCES:
    INSTANCES_SHARE_TASKS = "instances-share-tasks" Must "§3.1.3, §3.1.4"
        "a task that began at one instance is shown and listed by another";
    INSTANCES_SHARE_CANCELS = "instances-share-cancels" Must "§3.1.5"
        "a task that began at one instance is canceled at another, and the first one shows it";
    INSTANCES_SHARE_STREAMS = "instances-share-streams" Must "§3.1.6"
        "a task that began at one instance can be subscribed to at another";
    INSTANCES_TELL_ENDS = "instances-tell-ends" Must "§3.1.2, §3.5.2"
        "a stream tells of the cancel that another instance took, and closes";
    INSTANCES_SHARE_CONVERSATIONS = "instances-share-conversations" Must "§3.4.3"
        "a task that asked at one instance is answered at another";
}
