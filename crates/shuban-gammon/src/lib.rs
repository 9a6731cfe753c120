//! The backgammon family: rules, notation, drawing, index, domain, sweep.
//!
//! A [`Variant`] holds the numbers of one member: points, checkers, faces of a die, home, start.
//! Each side counts the points from its own bear-off edge; a [`Position`] is always seen by the
//! player about to roll.
//!
//! * [`MoveGenerator`] generates the plays of a roll, each distinct after-position once; [`Gammon`]
//!   is the whole as a [`Game`](shuban_core::Game).
//! * Positions are written as lists of points ([`parse_position`]), GNUBG position IDs
//!   ([`parse_position_id`]) or XGIDs ([`parse_xgid`]); moves in the usual way ([`parse_move`]).
//! * [`draw_board`] draws for a terminal, [`draw_svg`] for a page.
//! * [`TermEvaluation`] estimates the expected result, for forward search.
//! * [`Contact`] is the domain of all positions by the checkers left, with a fast sweep.
//! * [`bearoff`] holds the domains of bearing off, alone and against each other, and races as
//!   fractions.
//! * [`money`] is hypergammon for money, with gammons and a cube, and races of backgammon with a cube.
//! * [`twin`] is the plain reference implementation that the fast one is compared with.
//!
//! ```
//! use shuban_core::Game;
//! use shuban_core::dice::Roll;
//! use shuban_gammon::{Gammon, Variant, parse_move};
//!
//! let game = Gammon::new(Variant::by_name("half-gammon").unwrap());
//! let position = game.parse("10|4,9").unwrap(); // lone opponents on the mover's 9 and 4
//!
//! // A 2-1 leads to 7 by way of 9, where it hits, or of 8, where it does not.
//! let mut plays = Vec::new();
//! game.plays(&position, Roll::new(2, 1), &mut plays);
//! let written: Vec<String> = plays
//!     .iter()
//!     .map(|play| game.format_move(&position, Roll::new(2, 1), &play.action))
//!     .collect();
//! assert_eq!(written, ["10/7", "10/9*/7"]);
//!
//! // The opponent is about to roll then; what was hit is on the bar.
//! let (_, after) = parse_move(&game.variant, &position, Roll::new(2, 1), "10/9*/7").unwrap();
//! assert_eq!(game.format(&after), "9,bar|7");
//! ```

mod as_numbers;
pub mod bearoff;
mod board;
mod by_hand;
mod by_parts;
mod colon_fields;
mod contact;
mod equity;
pub mod evaluation;
mod explain;
mod figures;
mod game;
mod game_state;
mod gnubg;
mod instructions;
mod introduction;
mod japanese;
mod layout;
pub mod money;
mod move_notation;
mod moves;
mod notation;
mod pasted;
mod payoff;
mod position;
mod present;
mod preview;
mod reader;
mod register;
mod situation;
mod svg;
mod sweep;
pub mod twin;
mod variant;
mod won;
mod xgid;

pub use board::draw_board;
pub use by_hand::after_move;
pub use contact::Contact;
pub use evaluation::TermEvaluation;
pub use game::Gammon;
pub use game_state::{Cube, GameState, Offer, Score};
pub use gnubg::{
    format_gnubg_board, format_match_id, format_position_id, parse_position_id,
    parse_position_id_state,
};
pub use instructions::Instructions;
pub use move_notation::{format_move, parse_move};
pub use moves::{CheckerStep, Move, MoveGenerator, PlayScratch, is_dead};
pub use notation::{format_position, parse_position, parse_roll, parse_state, place_name};
pub use payoff::Payoff;
pub use position::Position;
pub use register::{register, register_tables};
pub use svg::draw_svg;
pub use sweep::{ContactPlan, ContactScratch};
pub use variant::{Variant, VariantError};
pub use won::Won;
pub use xgid::{format_xgid, format_xgid_state, parse_xgid, parse_xgid_state};
