//! Amazons.

mod playable;

use shuban_amazons::Amazons;

use crate::catalog::Catalog;

/// Adds the game and its domains to the list.
pub(crate) fn list(catalog: &mut Catalog) {
    catalog.add_game(Amazons);
}
