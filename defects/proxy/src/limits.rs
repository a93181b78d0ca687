//! Every bound on what an agent may make the proxy hold. What merely passes is not held, and needs none.

use std::time::Duration;

/// The bytes of a request: the judge sends none as large.
pub const REQUEST: usize = 16 * 1024 * 1024;

/// The bytes of one answer that a defect looks into; the judge reads no more itself.
pub const BODY: usize = 1024 * 1024;

/// The bytes of one event of a stream.
pub const EVENT: usize = 512 * 1024;

/// What one JSON document may take in memory, which is up to a hundred times its length.
pub const DOCUMENT: usize = 4 * 1024 * 1024;

/// The origins behind one proxy: nobody has more than a few for its bindings.
pub const ORIGINS: usize = 16;

/// The tasks that are ended after a run: the checks make less than a few hundred.
pub const LEFTOVERS: usize = 300;

/// The bytes of a task's id.
pub const ID: usize = 1_000;

/// The longest delay that can be planted.
pub const DELAY: Duration = Duration::from_secs(30);

/// The defects of one file, and the edits of one defect.
pub const DEFECTS: usize = 500;
