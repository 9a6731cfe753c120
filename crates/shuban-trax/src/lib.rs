//! Limited TRAX: rules on bit-boards, notation, drawing, counts of positions.
//!
//! A [`Board`] is four words, the tiles that are white in the north, the east, the south and the
//! west. The cells where a tile fits, those it forces, and the chain it sets off are computed for
//! all cells together.
//!
//! * [`Trax`] is the game on boards of up to n×n, n = 2..8, as a [`Game`](shuban_core::Game);
//!   [`each_turn`](Trax::each_turn) is its fast generator, [`canonical`](Trax::canonical) the
//!   representative up to symmetry.
//! * The standard notation of moves is read and written, and positions are drawn, by its
//!   [`Present`](shuban_core::Present).
//! * [`Configurations`] is the domain of all positions of a small board, for databases.
//! * [`PlainTrax`] is the rules on a map of tiles, done the obvious way: Trax without a board, and
//!   the twin that the bit-boards are compared with.
//!
//! ```
//! use shuban_core::Game;
//! use shuban_trax::{Colour, Lines, Reason, Trax};
//!
//! // Two white curves make a U. White puts a third, which forces the fourth: a loop.
//! let trax = Trax::new(8, Lines::Full)?;
//! let position = trax.parse(r"@0/ A0\")?;
//! assert_eq!(trax.turns(&position).len(), 16);
//! let wins = trax.turns(&position).into_iter().find_map(|(_, after)| trax.ending(&after));
//! let win = wins.ok_or("white can close the loop")?;
//! assert_eq!((win.winner, win.reason), (Some(Colour::White), Reason::Loop));
//!
//! // `b` and `s` are read for `\` and `/`; an illegal move is refused with the rule it breaks.
//! assert_eq!(trax.parse("@0s a0b")?, position);
//! let error = trax.parse("@0/ A1+").unwrap_err();
//! assert_eq!(error.to_string(), "`A1+`: there is a tile already (at character 5 of `@0/ A1+`)");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answers;
mod bits;
mod board;
mod domain;
mod field;
mod figures;
mod future;
mod game;
mod index;
mod japanese;
mod lookahead;
mod notation;
mod picture;
mod plain;
mod play;
mod present;
mod record;
mod recorded;
mod register;
mod replies;
mod result;
mod rules;
#[cfg(test)]
mod sample;
mod svg;
mod terminal;
mod tile;
mod tracks;
mod transcribed;
mod walk;

pub use board::Board;
pub use domain::Configurations;
pub use notation::{format_diagram, format_move};
pub use plain::{PlainPosition, PlainTrax};
pub use play::IllegalMove;
pub use recorded::recorded;
pub use register::register;
pub use replies::LookaheadBuffers;
pub use result::{Worth, WorthCode};
pub use rules::{GameOver, Lines, Move, Position, Reason, SizeError, Trax};
pub use tile::{Colour, Shape, Tile, TileSide};
