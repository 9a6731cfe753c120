//! Players of Daihinmin that can be asked for advice: [`Base`] has plain rules, [`Endgame`] asks
//! databases near the end, [`EndgamePlus`] plays deals out, [`PolicyPlayer`] plays by a learnt policy,
//! and [`Champion`] searches with it.

mod base;
pub mod champion;
mod control;
pub mod endgame;
mod learnt;
pub mod plus;
mod split;

pub use base::Base;
pub use champion::{Champion, ChampionSetting};
pub use control::{power, weakest_without_joker};
pub use endgame::Endgame;
pub use learnt::PolicyPlayer;
pub use plus::{EndgamePlus, Playouts};
pub use split::split;

use shuban_core::Seat;

use crate::{Cards, ContestTable, Meld, SeatView, Standing};

/// A player's decisions. They depend on the reported events and on its seed alone.
pub trait ContestPlayer: Send {
    /// Tells its seat and the classes before it is asked to give.
    fn before_gift(&mut self, _seat: Seat, _standing: &Standing) {}

    /// Chooses `count` of its cards to give away before a game. Any other choice is replaced by the
    /// rules.
    fn give(&mut self, hand: Cards, count: usize) -> Cards;

    /// Plays in its turn: a meld, or a pass. An illegal meld counts as a pass.
    fn play(&mut self, view: &SeatView) -> Option<Meld>;

    /// Called when a game begins, with the player's view after the exchange.
    fn begin(&mut self, _view: &SeatView) {}

    /// Reports the action of each seat, including the player's own. `table` is the table before.
    fn see(&mut self, _table: &ContestTable, _seat: Seat, _action: Option<&Meld>) {}
}

/// The weakest cards of a hand, by the strengths before a game.
pub fn weakest(hand: Cards, count: usize) -> Cards {
    hand.iter().take(count).collect()
}
