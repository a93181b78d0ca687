//! Every bound on what an agent may make us hold. Time has its bounds in `Patience`.
//!
//! They are far above what an agent that means well needs, and so low that all conversations of a run together, each
//! at its worst, stay within what a small machine has. Whoever exceeds one is told so by its number.

/// The bytes of one answer: a listing of a hundred tasks has ten kilobytes for each of them.
pub const BODY: usize = 1024 * 1024;

/// The bytes of one answer up to which any number of them is read at once; what is larger waits its turn, for there
/// may be hundreds.
pub const SMALL_BODY: usize = 64 * 1024;

/// How many answers larger than that are read at once.
pub const LARGE_BODIES: usize = 8;

/// What one JSON document may take in memory, which is up to a hundred times its length: a listing of a hundred tasks
/// has half a dozen messages or artifacts for each of them.
pub const DOCUMENT: usize = 2 * 1024 * 1024;

/// The bytes of one stream: it can't wait its turn, and a conversation may hold several.
pub const STREAM: usize = 512 * 1024;

/// What the events of one stream may take in memory, all together: a thousand of the usual size.
pub const STREAMED: usize = 2 * 1024 * 1024;

/// The events of one stream, so that tiny ones end as well.
pub const EVENTS: usize = 1_000;

/// The bytes of answers that one conversation keeps whole as evidence; of later ones it keeps the beginning.
pub const EVIDENCE: usize = 2 * 1024 * 1024;

/// The bytes of the headers of one answer: servers commonly take no more themselves.
pub const HEADERS: usize = 64 * 1024;

/// The characters of one text that a report repeats.
pub const TEXT: usize = 2_000;

/// How often one assertion is shown to have failed.
pub const OCCURRENCES: usize = 20;

/// The bytes of an address, and of what else of a card goes into every request: servers commonly take no more.
pub const ADDRESS: usize = 8_000;

/// The interfaces of a card that are called: nobody has more than a few for each binding and tenant.
pub const INTERFACES: usize = 32;

/// The signatures of a card that are verified: nobody has more than one for each key that is being replaced.
pub const SIGNATURES: usize = 16;

/// The keys of one name that are tried on a signature.
pub const KEYS: usize = 8;

/// How often one request is sent again because the agent had too much to do.
pub const WAITS: u32 = 8;

/// The tasks that a walk through a listing collects: the checks make less than ten.
pub const LISTED: usize = 300;

/// The bytes of one notification.
pub const NOTIFICATION: usize = 1024 * 1024;

/// The notifications that one inbox takes: a task of the checks leads to less than ten, one that streams to some more.
pub const DELIVERIES: usize = 200;

/// What the notifications of all inboxes may take in memory, all together.
pub const INBOXES: usize = 16 * 1024 * 1024;

/// The connections that the webhook listener holds at once; more wait for one of them to end.
pub const CONNECTIONS: usize = 128;

/// The bytes of the head of a notification.
pub const HEAD: usize = 64 * 1024;

/// The beginning of a text, as far as a report repeats it.
pub fn shown(text: &str) -> String {
    match text.char_indices().nth(TEXT) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
