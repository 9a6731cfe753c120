//! Passes over layers larger than memory.
//!
//! The values of a layer, and what sweeps keep of each position, are on the disk by rank, and go
//! through memory in the order of the passes ([`Kept`](crate::Kept)). Units read in another order: so
//! each value is also written where it is read. The units of a pass form [`groups`](group), whose
//! **inboxes** fit into memory. What one group computes and another reads is a **tile**: it is written
//! in one piece after the first group, and read together with all other tiles of the second before
//! that begins ([`tiles`]). Within a group values go from inbox to inbox in memory, step by step.
//!
//! The numbers that units carry over to the next stage are on the disk unit by unit. As many as fit
//! into memory stay there; since it is known which will be read when, those that will not be read for
//! the longest time make room for others, which is best ([`carried`]; L. A. Belady, *A study of
//! replacement algorithms for a virtual-storage computer*, 1966).
//!
//! Steps, and with them the results, are the same as in memory, to the last bit.

mod budget;
mod carried;
mod group;
mod numbers;
mod passes;
mod tiles;

pub(crate) use budget::{Budget, on_disk};
pub(crate) use passes::SweepOnDisk;
