//! Games for money: gammons and backgammons, with a cube and without.
//!
//! [`Money`] is the domain of hypergammon with up to three checkers a side. All its positions are
//! one layer: every mover against every opponent, by number. The values of all movers against one
//! side that waits follow from tables of single dice, with the bounds of all kinds of equities side
//! by side; bounds are narrowed until nothing changes, to a fixed point that depends on no order and
//! no thread. The best plays without a cube then give the chances of how a game ends.

mod chances;
mod cube;
mod decisions;
mod domain;
mod doubling;
mod equities;
mod explain;
mod fields;
mod file;
mod fixed;
mod fixed_point;
mod lanes;
mod plays;
mod race;
mod sides;
mod tables;
mod value;

pub use cube::CubeAction;
pub use domain::Money;
pub use doubling::Doubling;
pub(crate) use doubling::{CENTRED, OWNED};
pub(crate) use fields::cubeless_rating;
pub use fixed::{POINT, PointInterval, Points, between};
pub use race::{MoneyRaces, RaceEquities};
pub use value::{Chances, MoneyEquities, MoneyValue};

/// Value of a turn in which no checker can be moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dances {
    /// The same as after a play: the opponent may double before rolling.
    AsPlays,
    /// The value of `makehyper` of GNU Backgammon 1.07, for comparison with it: the opponent does
    /// not double, and owns the cube if the player about to roll owned it, or the other way round.
    AsGnubg,
}
