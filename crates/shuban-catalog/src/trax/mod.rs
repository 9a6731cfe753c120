//! Limited TRAX.

mod database;
mod ledger;
mod perft;
mod playable;
mod show;
mod solve;

pub use database::{TraxMove, TraxProbe};
pub use ledger::{LedgerRow, ProofLedger, Settled};
pub use perft::{TraxPerft, TraxPly};
pub use show::TraxShown;
use shuban_solve::Backward;
use shuban_trax::{Configurations, Lines, MAX_TABULATED, PlainTrax, Trax};
pub use solve::{SolvedQuestion, SolvedTrax, WrittenProof, resting, within, within_text};

use crate::catalog::Catalog;
use crate::family::Listed;

/// The sizes there are.
const SIZES: std::ops::RangeInclusive<usize> = 2..=8;
/// The largest board on which it is a question of the rules whether there are victory lines.
const LARGEST_WITHOUT_LINES: usize = 7;

/// Adds the game, in all sizes and in both readings of victory lines, and the databases of small boards to
/// the list.
pub(crate) fn list(catalog: &mut Catalog) {
    for (sizes, lines) in [(SIZES, Lines::Full), (*SIZES.start()..=LARGEST_WITHOUT_LINES, Lines::None)] {
        for trax in sizes.filter_map(|size| Trax::new(size, lines).ok()) {
            catalog.add_game(trax);
        }
    }
    catalog.add_game(PlainTrax::UNLIMITED);
    for domain in (*SIZES.start()..=MAX_TABULATED).filter_map(|size| Configurations::new(size).ok()) {
        catalog.add_family(Listed::new(domain, Backward));
    }
}
