//! To come.

mod retrograde;

pub use retrograde::{IndexOf, Retrograde, retrograde};
