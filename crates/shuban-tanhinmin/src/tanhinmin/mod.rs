//! Tanhinmin: Daihinmin with single cards and open hands (Nishino and Nishino, 2010).
//!
//! [`Rules`] has the parameters; [`Tanhinmin`] is the [`Game`](shuban_core::Game), a [`Table`] its position.
//! Reduced patterns are [`Word`]s over an [`Alphabet`], numbered without gaps by [`Numbering`].

mod domain;
mod draw;
mod game;
mod hand;
mod in_memory;
mod notation;
mod numbering;
mod pattern;
mod reduce;
mod rules;
mod sweep;
mod table;
mod totals;

pub use domain::{Deal, LeadRecord, Leads, most_cards};
pub use draw::{draw_svg, draw_table};
pub use game::{Seen, Tanhinmin};
pub use hand::{Hand, MAX_HAND};
pub use notation::{MAX_STRENGTH, format_table, parse_table};
pub use numbering::{Numbering, Ranked};
pub use pattern::{Alphabet, Counts, Group, Letter, MAX_CARDS, Word};
pub use rules::{Clearing, MAX_PLAYERS, Passing, Rules, RulesError};
pub(crate) use sweep::Cut;
pub use sweep::{Plan, Scratch};
pub use table::{Action, Table, Trick};
