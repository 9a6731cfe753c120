//! Registration of the games.

use shuban_core::{Game, Registry};

use crate::domain::{Configurations, MAX_TABULATED};
use crate::plain::PlainTrax;
use crate::recorded::recorded;
use crate::rules::{Lines, Trax};

/// Adds the game, in all sizes and in both readings of victory lines, Trax without a board, and the
/// databases of small boards.
pub fn register(registry: &mut impl Registry) {
    // On 8×8 lines have the length of eight in either reading.
    let readings = [(2..=8, Lines::Full), (2..=7, Lines::None)];
    for (sizes, lines) in readings {
        for trax in sizes.filter_map(|size| Trax::new(size, lines).ok()) {
            registry.game(trax);
            registry.provable(trax);
            if let Some(ledger) = recorded(&trax) {
                registry.recorded(&trax.name(), ledger);
            }
        }
    }
    registry.game(PlainTrax::UNLIMITED);
    for domain in (2..=MAX_TABULATED).filter_map(|size| Configurations::new(size).ok()) {
        registry.retrograde(domain);
    }
}
