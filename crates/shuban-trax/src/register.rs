//! How the games join.

use std::ops::RangeInclusive;

use shuban_core::Registry;

use crate::domain::{Configurations, MAX_TABULATED};
use crate::plain::PlainTrax;
use crate::rules::{Lines, Trax};

/// The sizes there are.
const SIZES: RangeInclusive<usize> = 2..=8;
/// The largest board on which it is a question of the rules whether there are victory lines.
const LARGEST_WITHOUT_LINES: usize = 7;

/// Adds the game, in all sizes and in both readings of victory lines, Trax without a board, and the
/// databases of small boards.
pub fn register(registry: &mut impl Registry) {
    let readings = [(SIZES, Lines::Full), (*SIZES.start()..=LARGEST_WITHOUT_LINES, Lines::None)];
    for (sizes, lines) in readings {
        for trax in sizes.filter_map(|size| Trax::new(size, lines).ok()) {
            registry.game(trax);
            registry.provable(trax);
        }
    }
    registry.game(PlainTrax::UNLIMITED);
    for size in *SIZES.start()..=MAX_TABULATED {
        if let Ok(domain) = Configurations::new(size) {
            registry.retrograde(domain);
        }
    }
}
