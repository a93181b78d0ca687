//! Streams of updates (§3.1.2, §3.1.6, §3.3.4, §3.5.2, §7.6.1, §9.4.2, §11.7).

use super::rules;

rules! { STREAMS:
    STREAM_OPENS = "stream-opens" Must "§3.1.2"
        "a valid streaming send opens an event stream";
    STREAM_STARTS_WITH_THE_TASK = "stream-starts-with-task" Must "§3.1.2"
        "a task's stream begins with the task";
    STREAM_EVENTS_ARE_WHOLE = "stream-events" Must "§9.4.2, §11.7"
        "each event is one document with exactly one member, wrapped as its binding wraps results";
    STREAM_IS_OF_ONE_TASK = "stream-one-task" Must "§3.1.2"
        "all events of a stream name its task and context";
    STREAM_HAS_UPDATES_ONLY = "stream-updates-only" Must "§3.1.2"
        "after the task come status and artifact updates; a task may come again only at the end";
    STREAM_KEEPS_THE_ORDER = "stream-order" Must "§3.5.2"
        "updates come in the order in which they happened";
    STREAM_ADDS_UP = "stream-adds-up" Must "§4.2.2, §3.5.2"
        "what a stream tells adds up to the task that GetTask shows";
    STREAM_ENDS_TERMINAL = "stream-ends-terminal" Must "§3.1.2"
        "the last update of a stream is the terminal one";
    STREAM_CLOSES = "stream-closes" Must "§3.1.2"
        "the stream closes by itself when the task is over";
    STREAM_IS_LIVE = "stream-live" Must "§3.1.2"
        "updates come while the agent still works";
    SUBSCRIPTION_OPENS = "subscription-opens" Must "§3.1.6"
        "a task that is not over can be subscribed to";
    SUBSCRIPTION_STARTS_WITH_THE_TASK = "subscription-snapshot" Must "§3.1.6"
        "a subscription begins with the task as it is now";
    SUBSCRIPTION_FOLLOWS = "subscription-follows" Must "§3.1.6"
        "a subscription tells every later update, none twice, and closes with the task";
    FINISHED_TASK_HAS_NO_STREAM = "finished-no-stream" Must "§3.1.6"
        "subscribing to a finished task is refused as UnsupportedOperation";
    UNKNOWN_TASK_HAS_NO_STREAM = "unknown-no-stream" Must "§3.1.6"
        "subscribing to an unknown task is refused as TaskNotFound";
    SUBSCRIBE_IS_ROUTED = "subscribe-routed" Must "§5.3, §11.3.2"
        "the other verb for subscribing works or is not routed, but is never taken for another operation";
    STREAMS_AGREE = "streams-agree" Must "§3.5.2"
        "all streams of a task get the same events in the same order";
    STREAMS_ARE_INDEPENDENT = "streams-independent" Must "§3.5.2"
        "dropping one stream affects neither the others nor the task";
    PAUSE_IS_STREAMED = "pause-streamed" Must "§3.1.2, §3.4.3"
        "a stream tells that the task waits for its client";
    PAUSED_TASK_GOES_ON = "paused-goes-on" Must "§3.4.3"
        "a paused task is answered with a stream that begins with it and goes on to its end";
    STREAM_CLOSES_AT_INPUT_REQUIRED = "stream-closes-paused" House "§11.7"
        "a stream closes when the task waits for input";
    MESSAGE_STREAM_IS_ONE_MESSAGE = "message-stream" Must "§3.1.2"
        "a direct answer streams exactly one message and closes";
    STREAMING_OFF = "streaming-off" Must "§3.3.4"
        "an agent that declares no streaming refuses both streaming operations as UnsupportedOperation";
    END_IS_STREAMED = "end-streamed" Must "§3.1.2, §3.1.6, §3.5.2"
        "every open stream of a task tells how it ended, whatever ended it, and closes";
    END_IS_EXPLAINED = "end-explained" Must "§3.5.2, §4.2.1"
        "the event that ends a stream has the message that GetTask shows with that status";
    DROPPED_STREAM_STOPS_NOTHING = "dropped-stream" Must "§3.5.2"
        "a task whose only stream is dropped works on to its end, and everything is stored";
    DROPPED_STREAM_LEAVES_PUSH = "dropped-stream-push" Must "§3.5.2, §4.3.3"
        "a task whose only stream is dropped is still told to its webhooks";
    SNAPSHOT_LOSES_NOTHING = "snapshot-loses-nothing" Must "§3.1.6"
        "wherever a subscription begins, its first Task shows all that is not told after it";
    SNAPSHOT_IS_NOT_TOLD_AGAIN = "snapshot-not-told-again" House "§3.1.2, §3.1.6"
        "what the first Task of a stream shows is not told by a later event again";
    LARGE_EVENTS_ARE_WHOLE = "large-events" Must "§9.4.2, §11.7"
        "an event of any size is one document";
    LARGE_EVENTS_SAY_ALL = "large-events-say-all" Must "§9.4.2, §11.7"
        "no event is left out or changed for its size";
    LATE_SUBSCRIPTION_ENDS = "late-subscription-ends" Must "§3.1.6"
        "a subscription that is opened as the task ends tells the end and closes";
    LATE_SUBSCRIPTION_IS_REFUSED = "late-subscription-refused" Must "§3.1.6"
        "a subscription that comes too late is refused as UnsupportedOperation";
    RESUMED_WORK_IS_STORED = "resumed-stored" Must "§7.6.1, §3.1.3"
        "a task that goes on by itself after AUTH_REQUIRED is shown in the state that it reaches";
    RESUMED_WORK_IS_STREAMED = "resumed-streamed" Must "§3.1.2, §3.1.6, §7.6.1"
        "a stream that stays open at AUTH_REQUIRED tells everything that comes after";
    RESUMED_WORK_IS_PUSHED = "resumed-pushed" Must "§4.3.3, §7.6.2"
        "webhooks are told what comes after AUTH_REQUIRED";
    STREAM_STAYS_AT_AUTH_REQUIRED = "stream-stays-at-auth" Should "§7.6.1"
        "a stream stays open while the task waits for authorization from elsewhere";
}
