//! Certified bounds from an approximate solution.
//!
//! Interval iteration proves its bounds at every moment, and pays for that with two bounds that
//! meet slowly. Here values are computed without proof, fast and by any trick, and a certificate is
//! made afterwards, which rests on none of that:
//!
//! 1. [`solve`]: values V, until a sweep changes none by more than a little;
//! 2. [`widen`]: half-widths w such that V − w and V + w should be inductive with some **slack**;
//! 3. [`repair`]: sweeps over both bounds that widen where they are not, until one changes nothing.
//!    That last one *is* the proof.
//!
//! Inductive means l ≤ T⁻u and T⁺l ≤ u, where T⁻ and T⁺ back up and round outward. With a unit of
//! slack, l + 1 ≤ T⁻u and T⁺l ≤ u − 1, wherever a bound is not the least or the largest possible
//! value, nothing more is needed: a player by the bounds gains a unit every turn on a bounded
//! quantity, so that play need not be shown to leave the layer. (`docs/certified-values.md` has the
//! proof.)
//!
//! The published file depends only on the order of all these sweeps, not on threads.

mod history;
mod passes;
mod repair;
mod solve;
mod widen;

pub(crate) use passes::CHUNK;
pub use passes::{Arrays, Certificate, ChunkSums, NO_BOUND, Passes};
pub use repair::{Repaired, repair};
pub use solve::{Solved, solve};
pub use widen::{Widened, widen};

pub use crate::kept::{Kept, Room};
