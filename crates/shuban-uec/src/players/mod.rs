//! Players of Daihinmin, from one that plays at random to one that knows endgames.

mod at_random;
mod base;
mod control;
pub mod endgame;
mod kind;
mod plain;
mod plus;
mod split;

pub use at_random::AtRandom;
pub use base::Base;
pub use endgame::Endgame;
pub use kind::{PlayerKind, Setup};
pub use plain::PlainPlayer;
pub use plus::{EndgamePlus, Playouts};
pub use split::split;

use shuban_core::Seat;

use crate::game::{Awaited, Cards, Contest, ContestTable, GameRecord, Meld, PLAYERS, SeatView};

/// Whoever can play for a seat. What it does depends on what it was told and on its seed alone.
pub trait Player: Send {
    /// Chooses so many of its cards to give away before a game. Another choice than so many cards
    /// of the hand is replaced by the rules.
    fn give(&mut self, hand: Cards, count: usize) -> Cards;

    /// Plays in its turn: a meld, or a pass. What is illegal counts as a pass.
    fn play(&mut self, view: &SeatView) -> Option<Meld>;

    /// Is told that a game begins, with what it knows after the exchange.
    fn begin(&mut self, _view: &SeatView) {}

    /// Is told what a seat did: itself or another one. `table` is how it was before.
    fn see(&mut self, _table: &ContestTable, _seat: Seat, _action: Option<&Meld>) {}
}

/// Plays a match to its end and hands each game's record to `each` when it is over.
pub fn play_match(
    contest: &mut Contest,
    players: &mut [Box<dyn Player>; PLAYERS],
    each: &mut dyn FnMut(&GameRecord),
) {
    let mut begun = 0;
    loop {
        match contest.awaits() {
            Awaited::Gift { player, count } => {
                let gift = players[player].give(contest.hand(player), count);
                // A bad choice is replaced, as the rules have it.
                let _ = contest.give(Some(gift));
            }
            Awaited::Action { player } => {
                if begun < contest.number() {
                    begun = contest.number();
                    (0..PLAYERS).for_each(|player| players[player].begin(&contest.view(player)));
                }
                let view = contest.view(player);
                let action = players[player].play(&view);
                let action = if contest.play(action).is_ok() { action } else { None };
                players
                    .iter_mut()
                    .for_each(|player| player.see(&view.table, view.seat, action.as_ref()));
            }
            Awaited::NextGame => {
                each(contest.record());
                contest.next_game();
            }
            Awaited::Nothing => {
                each(contest.record());
                return;
            }
        }
    }
}

/// The weakest cards of a hand, strengths as before a game.
fn weakest(hand: Cards, count: usize) -> Cards {
    hand.iter().take(count).collect()
}

#[cfg(test)]
mod tests;
