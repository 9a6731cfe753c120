//! Short combinatorial games: canonical forms, sums, comparison, thermographs, and who wins a sum.
//!
//! Two sides, Left and Right, move in turn; a side without a move loses. A game is its options, and
//! every game equals one smallest, its *canonical form*. [`Forms`] is a store of canonical forms in
//! which equal games are one [`FormId`]: options go in ([`Forms::form`]) or a text
//! ([`Forms::parse`]), games are added, negated and compared, and [`Forms::winner`] finds the
//! winner of a sum of many without adding them up. Numbers are exact throughout ([`Dyadic`]).
//!
//! The terms are those of Siegel, *Combinatorial Game Theory* (2013), and of Berlekamp, Conway and
//! Guy, *Winning Ways*.
//!
//! ```
//! use shuban_cgt::{FormId, Forms, CgtOutcome, Player};
//!
//! let forms = Forms::new();
//! let zero = FormId::ZERO;
//! let star = forms.form(&[zero], &[zero]);
//! let up = forms.form(&[zero], &[star]);
//! assert_eq!(forms.text(forms.sum(up, up)), "^^");
//! assert_eq!(forms.outcome(forms.sum(up, star)), CgtOutcome::Next);
//!
//! let hot = forms.parse("{4|{2|0}}").unwrap();
//! let thermograph = forms.thermograph(hot);
//! assert_eq!(thermograph.mean.to_string(), "5/2");
//! assert_eq!(thermograph.temperature.to_string(), "3/2");
//!
//! // Left takes 4, Right answers in the other copy: that is 4 + 2 - 5.
//! let five = forms.parse("-5").unwrap();
//! assert_eq!(forms.winner(&[hot, hot, five], Player::Left), Player::Left);
//! assert_eq!(forms.winner(&[hot, hot, five], Player::Right), Player::Right);
//! ```
//!
//! [`sums`] scores disconnected positions by the number of moves, and bounds their scores.

mod at_most;
mod canonical;
mod comparisons;
mod dyadic;
mod effort;
mod form_id;
mod forms;
mod infinitesimal;
mod outcome;
mod sum;
pub mod sums;
mod sync;
mod text;
mod thermograph;
mod winner;

pub use dyadic::Dyadic;
pub use effort::Effort;
pub use form_id::FormId;
pub use forms::Forms;
pub use infinitesimal::NumberUpStar;
pub use outcome::{CgtOutcome, Player};
pub use text::MAX_BIRTHDAY;
pub use thermograph::{Thermograph, Wall};
