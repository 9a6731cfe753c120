//! The suite that every implementation of the traits must pass.
//!
//! Each function examines one thing and returns the first [`Violation`] it finds: which position,
//! rank or layer, and which law it broke. A game's tests call them and unwrap:
//!
//! * [`game`] holds the rules to what [`Game`] promises; [`reachable`] gathers positions for it;
//! * [`board`] holds drawings whose parts are touched to what [`Present`] promises;
//! * [`hidden`] holds what seats see, and deals from it, to what [`Hidden`] promises;
//! * [`index`] holds a bijection to its two directions;
//! * [`domain`] (or [`layers`] and [`layer`], where some layers are too large to enumerate in a
//!   test) holds layers, indexes, `backup` and records to what [`Domain`] promises;
//! * [`explain`] holds the order, the fields and the equations of values to what [`Explain`]
//!   promises;
//! * [`loopy`] holds a domain in which play may go on for ever to what [`Loopy`] promises;
//! * [`sweep`] holds a [`Sweep`] to `backup`, bit for bit, and [`tabulate`] a [`Tabulate`];
//! * [`brute_force`] and [`brute_force_within`] hold solved values to a plain twin.
//!
//! [`Game`]: shuban_core::Game
//! [`Present`]: shuban_core::Present
//! [`Hidden`]: shuban_core::Hidden
//! [`Domain`]: shuban_core::Domain
//! [`Explain`]: shuban_core::Explain
//! [`Loopy`]: shuban_core::Loopy
//! [`Sweep`]: shuban_core::Sweep
//! [`Tabulate`]: shuban_core::Tabulate
//!
//! What is too large to be examined whole is sampled, evenly spread and always alike.

mod backup;
mod board;
mod domain;
mod equation;
mod explain;
mod game;
mod hidden;
mod index;
mod law;
mod loopy;
mod opened;
mod samples;
mod spread;
mod stored;
mod sweep;
mod tabulate;
mod twin;

pub use board::board;
pub use domain::{domain, layer, layers};
pub use explain::explain;
pub use game::{game, reachable};
pub use hidden::hidden;
pub use index::index;
pub use law::Violation;
pub use loopy::loopy;
pub use sweep::{sweep, sweep_sampled};
pub use tabulate::{fixed_point, tabulate};
pub use twin::{brute_force, brute_force_within};
