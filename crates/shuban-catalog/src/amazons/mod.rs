//! Amazons.

mod canonical;
mod forms;
mod okada;
mod playable;
mod probe;
mod regions;
mod solve;
mod solved;
mod sums_check;
mod tables;

pub use canonical::{CanonicalProbe, Walls};
pub use probe::RegionProbe;
use shuban_amazons::{Amazons, CanonicalRegions, MAX_CANONICAL_SIZE, MAX_SIZE, Regions};
use shuban_solve::Tabulation;
pub use solved::{SolvedRegion, SolvedSum};

use crate::catalog::Catalog;
use crate::family::Listed;

/// Adds the game and its domains to the list.
pub(crate) fn list(catalog: &mut Catalog) {
    catalog.add_game(Amazons);
    catalog.add_family(Listed::new(Regions::new(), Tabulation));
    catalog.add_family(Listed::new(CanonicalRegions::new(), Tabulation));
    catalog.add_hint(hint);
}

/// What is wrong with the name of a layer.
fn hint(name: &str) -> Option<String> {
    let size = name.strip_prefix("amazons/")?;
    let size: usize = size.split('/').next()?.parse().ok()?;
    let most = if name.ends_with("/canonical") { MAX_CANONICAL_SIZE } else { MAX_SIZE };
    (size == 0 || size > most).then(|| {
        format!(
            "its domains are amazons/1 to amazons/{MAX_SIZE}, by the squares of a region, and \
             amazons/1/canonical to amazons/{MAX_CANONICAL_SIZE}/canonical"
        )
    })
}
