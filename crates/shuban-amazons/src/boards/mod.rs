//! Whole boards, won or lost: the game of which proof search asks who makes the last move.

mod certain;
mod endings;
mod game;
mod lead;
mod prove;
mod record;
mod setup;

pub(crate) use certain::Certain;
pub use game::Boards;
pub(crate) use setup::name_of_size;
