//! Passes over a layer that several processes solve together.
//!
//! Each process has a share of the memory, and does a share of the work ([`shares`]). A pass goes step
//! by step, as it does in one process, and each step has two rounds. First all run their units of the
//! step. They send the values to those that **keep** these positions, and what units leave to those that
//! run units which read it. Then the keepers take the values, and hand on what others read: the numbers
//! of each unit's **inbox** lie with the process that runs it, in the order in which the kernel reads
//! them ([`Sweep::hands_on`](shuban_core::Sweep::hands_on)). Numbers travel without an index: both ends
//! list the same units in the same order.
//!
//! One process leads. It reads checkpoints and writes files ([`collected`], [`dealt`]), sends finished layers
//! to those that lack them ([`inputs`]), and solves what is not solved by sweeps alone.
//!
//! Steps are those of a pass in memory, sums are added chunk by chunk in the same order, and so are all
//! results the same, to the last bit, whatever the number of processes.

mod budget;
mod collected;
mod deal;
mod dealt;
mod handing;
mod incoming;
mod inputs;
mod numbered;
mod others;
mod passes;
mod places;
mod shares;

pub(crate) use budget::bytes;
pub(crate) use collected::TakeNumber;
pub(crate) use dealt::{Dealt, at_leader};
pub(crate) use inputs::{begin, take};
pub(crate) use numbered::other_numbers;
pub use others::{Others, Together};
pub(crate) use passes::SweepAcross;
