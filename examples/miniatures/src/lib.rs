//! Six tiny games, each with a feature that the large ones need. Each has its rules, its domain and
//! a twin that works differently, and its tests solve it whole: proof that the traits carry them,
//! and examples of how to add a game.
//!
//! * [`cyclic_chance`]: cycles, chance and certified intervals, with a `Sweep`, as in backgammon.
//! * [`pairs`]: values for both sides, and regions cut in two that no table holds, as in Amazons.
//! * [`interned`]: values in a dictionary that grows from layer to layer: canonical forms.
//! * [`reachable`]: positions that play can reach, in an index that the file stores, as in TRAX.
//! * [`three_players`]: three players, sets of winners, and hidden hands, as in Daihinmin.
//! * [`three_heaps`]: another game of three players, with tables of sets of winners to be probed.

pub mod cyclic_chance;
pub mod interned;
pub mod pairs;
pub mod reachable;
#[cfg(test)]
mod spine;
pub mod three_heaps;
pub mod three_players;

use shuban_core::Registry;

/// Adds the games, and the tables of those that describe their values.
pub fn register(registry: &mut impl Registry) {
    registry.game(cyclic_chance::RaceGame);
    registry.iterated(cyclic_chance::Races::default());
    registry.expectimax(cyclic_chance::Races::default());
    registry.game(reachable::NoughtsAndCrosses);
    registry.retrograde(reachable::Boards::default());
    registry.game(pairs::StripAmazons);
    registry.game(interned::Clobber);
    registry.game(three_players::Tanhinmin);
    registry.multiplayer(three_players::Tanhinmin);
    registry.game(three_heaps::ThreeNim);
    registry.multiplayer(three_heaps::ThreeNim);
    registry.retrograde(three_heaps::AllHeaps::default());
}

/// Returns a catalog of the games. All that it does with them is compiled here, and in no program that
/// calls this.
#[cfg(feature = "catalog")]
pub fn catalog() -> shuban_catalog::Catalog {
    let mut catalog = shuban_catalog::Catalog::new();
    register(&mut catalog);
    catalog
}
