//! Bearing off as on the half-gammon page: races as fractions, and rules of thumb checked on all
//! positions.

mod conjectures;
mod exact_races;
mod fixed_policy;
mod hypothesis;

pub use conjectures::{Conjecture, SolvedSide, fewer_checkers, fewer_pips, no_gaps};
pub use exact_races::{Contact, ExactRaces};
pub use fixed_policy::front_most_first;
pub use hypothesis::{FewestRolls, JudgedPlay, WrongPlay, fewest_rolls};
