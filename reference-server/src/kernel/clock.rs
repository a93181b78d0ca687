//! Time as the kernel needs it: stamps that never repeat and never run backwards.

use std::time::{SystemTime, UNIX_EPOCH};

/// A moment, in microseconds since the epoch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Stamp(pub(crate) i64);

/// Tells the time.
pub(crate) trait Clock: Send + Sync {
    fn now(&self) -> Stamp;
}

/// The computer's clock.
pub(crate) struct WallClock;

impl Clock for WallClock {
    fn now(&self) -> Stamp {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Stamp(i64::try_from(since.as_micros()).unwrap_or(i64::MAX))
    }
}

/// Makes any clock strictly increasing.
pub(crate) struct Ticker {
    clock: Box<dyn Clock>,
    last: Stamp,
}

impl Ticker {
    pub(crate) fn new(clock: Box<dyn Clock>) -> Self {
        Self { clock, last: Stamp(0) }
    }

    /// The next moment: later than every one before it.
    pub(crate) fn tick(&mut self) -> Stamp {
        self.last = self.clock.now().max(Stamp(self.last.0 + 1));
        self.last
    }

    /// The last moment that was handed out.
    pub(crate) fn last(&self) -> Stamp {
        self.last
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Stopped;

    impl Clock for Stopped {
        fn now(&self) -> Stamp {
            Stamp(7)
        }
    }

    #[test]
    fn no_two_stamps_are_alike_even_when_the_clock_stands_still() {
        let mut ticker = Ticker::new(Box::new(Stopped));
        assert_eq!([ticker.tick(), ticker.tick(), ticker.tick()], [Stamp(7), Stamp(8), Stamp(9)]);
    }
}
