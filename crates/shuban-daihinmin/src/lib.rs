//! Daihinmin by the rules of the UEC contest.

mod random;
pub mod uec;

pub use random::Random;
