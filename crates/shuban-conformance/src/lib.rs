//! The suite that every implementation of the traits must pass.
//!
//! Each function examines one thing and returns the first [`Violation`] it finds: the position,
//! rank or layer, and the law. A game's tests call them and unwrap:
//!
//! * [`game`] checks the rules against [`Game`]; [`reachable`] gathers positions for it;
//! * [`board`] checks drawings whose parts are touched against [`Capabilities`];
//! * [`hidden`] checks views of seats, and deals from them, against [`Hidden`];
//! * [`index`] checks both directions of a bijection;
//! * [`domain`] (or [`layers`] and [`layer`], if some layers are too large to enumerate in a test)
//!   checks layers, indexes, `backup` and records against [`Domain`];
//! * [`explain`] checks the order, the fields and the equations of values against [`Explain`];
//! * [`loopy`] checks a domain in which play may be endless against [`Loopy`];
//! * [`sweep`] checks a [`Sweep`] against `backup`, bit for bit, and [`tabulate`] a [`Tabulate`];
//! * [`brute_force`] and [`brute_force_within`] check solved values against a plain twin.
//!
//! [`Game`]: shuban_core::Game
//! [`Capabilities`]: shuban_core::present::Capabilities
//! [`Hidden`]: shuban_core::Hidden
//! [`Domain`]: shuban_core::Domain
//! [`Explain`]: shuban_core::Explain
//! [`Loopy`]: shuban_core::Loopy
//! [`Sweep`]: shuban_core::Sweep
//! [`Tabulate`]: shuban_core::Tabulate
//!
//! Domains too large to be examined whole are sampled, evenly spread and always alike.

mod backup;
mod board;
mod domain;
mod equation;
mod explain;
mod game;
mod hidden;
mod inbox;
mod index;
mod law;
mod loopy;
mod opened;
mod preview;
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
