//! Short combinatorial games: canonical forms, sums, comparison, thermographs, and who wins a sum.

mod canonical;
mod comparisons;
mod dyadic;
mod forms;
mod infinitesimal;
mod outcome;
mod sum;
mod text;
mod thermograph;

pub use dyadic::Dyadic;
pub use forms::{FormId, Forms};
pub use infinitesimal::NumberUpStar;
pub use outcome::{Outcome, Player};
pub use text::MAX_BIRTHDAY;
pub use thermograph::{Thermograph, Wall};
