//! Which server of a lesson carries what: decided by the seed alone.

use a2a_assay_defects::{Defect, Set};

use super::Level;

/// Of so many servers of a hard lesson one is sound, and one carries two defects.
const ONE_IN: u64 = 5;

/// The defects of each server. No defect comes twice.
pub(super) fn draw(seed: u64, count: usize, level: Level) -> Vec<Vec<Defect>> {
    let mut pool = pool(level);
    let mut dice = Dice(seed);
    let mut servers = Vec::new();
    for _ in 0..count {
        let defects = match (level, dice.below(ONE_IN)) {
            (Level::Hard, 0) => 0,
            (Level::Hard, 1) => 2,
            _ => 1,
        };
        let drawn = (0..defects).filter_map(|_| take(&mut pool, &mut dice)).collect();
        servers.push(drawn);
    }
    servers
}

/// How many servers a lesson of this level can have at most.
pub(super) fn most(level: Level) -> usize {
    // A hard lesson may take two defects a server.
    if level == Level::Hard { pool(level).len() / 2 } else { pool(level).len() }
}

/// The defects that somebody notices: nobody can be asked to find the others.
fn pool(level: Level) -> Vec<Defect> {
    let checks: Vec<&str> = level.checks().checks().iter().map(|check| check.id).collect();
    let fits = |defect: &Defect| level == Level::Hard || defect.entry().set == Set::Core;
    let noticed = |defect: &Defect| defect.predicted().iter().any(|check| checks.contains(check));
    a2a_assay_defects::all().filter(fits).filter(noticed).collect()
}

fn take(pool: &mut Vec<Defect>, dice: &mut Dice) -> Option<Defect> {
    if pool.is_empty() {
        return None;
    }
    let at = usize::try_from(dice.below(pool.len() as u64)).unwrap_or_default();
    Some(pool.swap_remove(at))
}

/// SplitMix64: small, and the same everywhere.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % limit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_draws_the_same_again_and_no_defect_twice() {
        for level in [Level::Easy, Level::Hard] {
            let drawn = draw(7, 8, level);
            assert_eq!(drawn, draw(7, 8, level));
            assert_ne!(drawn, draw(8, 8, level));
            let all: Vec<Defect> = drawn.concat();
            assert!(all.iter().enumerate().all(|(at, defect)| !all[..at].contains(defect)));
        }
    }

    #[test]
    fn an_easy_server_carries_one_defect_that_the_core_notices() {
        for defects in draw(1, most(Level::Easy), Level::Easy) {
            assert_eq!(defects.len(), 1);
            assert!(!defects[0].entry().predicted.is_empty());
        }
    }

    #[test]
    fn a_hard_lesson_has_sound_servers_and_such_with_two_defects() {
        let counts: Vec<usize> = draw(3, most(Level::Hard), Level::Hard).iter().map(Vec::len).collect();
        assert!(counts.contains(&0) && counts.contains(&2), "{counts:?}");
    }
}
