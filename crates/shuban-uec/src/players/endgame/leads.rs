//! What the player wants of a database.

use shuban_tanhinmin::GroupCounts;

/// Whoever knows which leads win: tables, or a solver.
pub trait WinningLeads: Send + Sync {
    /// Whether deals of so many cards to so many players are known, none of whom has an empty hand.
    fn holds(&self, players: usize, cards: usize) -> bool;

    /// With which groups player 0 can lead and force to be the first without cards, whatever the
    /// others do: bit i for the i-th one. `groups` are the strengths from the weakest, each with
    /// how many cards of it each player holds; players follow each other in the order of turns, and
    /// all hands are open. `None` if the deal is not [held](WinningLeads::holds).
    fn winning_leads(&self, players: usize, groups: &[GroupCounts]) -> Option<u32>;
}
