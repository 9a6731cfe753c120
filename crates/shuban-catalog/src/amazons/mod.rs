//! Amazons.

mod playable;
mod probe;
mod regions;
mod tables;

pub use probe::{Outcomes, RegionProbe};
use shuban_amazons::{Amazons, MAX_SIZE, Regions};
use shuban_solve::Retrograde;

use crate::catalog::Catalog;
use crate::family::Listed;

/// Adds the game and its domains to the list.
pub(crate) fn list(catalog: &mut Catalog) {
    catalog.add_game(Amazons);
    catalog.add_family(Listed::new(Regions::new(), Retrograde));
    catalog.add_hint(hint);
}

/// What is wrong with the name of a layer.
fn hint(name: &str) -> Option<String> {
    let size = name.strip_prefix("amazons/")?;
    let size: usize = size.split('/').next()?.parse().ok()?;
    (size == 0 || size > MAX_SIZE)
        .then(|| format!("its domains are amazons/1 to amazons/{MAX_SIZE}, by the squares of a region"))
}
