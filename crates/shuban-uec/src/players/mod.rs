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

use crate::game::{Awaited, Cards, Contest, ContestTable, Meld, PLAYERS, SeatView};

/// A player's decisions. They depend on what it was told and on its seed alone.
pub trait ContestPlayer: Send {
    /// Chooses `count` of its cards to give away before a game. Any other choice is replaced by the
    /// rules.
    fn give(&mut self, hand: Cards, count: usize) -> Cards;

    /// Plays in its turn: a meld, or a pass. An illegal meld counts as a pass.
    fn play(&mut self, view: &SeatView) -> Option<Meld>;

    /// Called when a game begins, with the player's view after the exchange.
    fn begin(&mut self, _view: &SeatView) {}

    /// Called for the action of each seat, including the player's own. `table` is the table before.
    fn see(&mut self, _table: &ContestTable, _seat: Seat, _action: Option<&Meld>) {}
}

/// Plays a match to its end.
pub fn play_match(contest: &mut Contest, players: &mut [Box<dyn ContestPlayer>; PLAYERS]) {
    let mut begun = 0;
    loop {
        match contest.awaits() {
            Awaited::Gift { player, count } => {
                let gift = players[player].give(contest.hand(player), count);
                // The contest replaces a bad choice.
                let _ = contest.give(gift);
            }
            Awaited::Action { player } => {
                let number = contest.record().number;
                if begun < number {
                    begun = number;
                    (0..PLAYERS).for_each(|player| players[player].begin(&contest.view(player)));
                }
                let view = contest.view(player);
                let action = players[player].play(&view);
                let action = if contest.play(action).is_ok() { action } else { None };
                for player in players.iter_mut() {
                    player.see(&view.table, view.seat, action.as_ref());
                }
            }
            Awaited::NextGame => contest.next_game(),
            Awaited::Nothing => return,
        }
    }
}

/// The weakest cards of a hand, by the strengths before a game.
fn weakest(hand: Cards, count: usize) -> Cards {
    hand.iter().take(count).collect()
}
