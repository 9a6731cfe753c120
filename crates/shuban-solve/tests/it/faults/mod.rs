//! Faults on purpose: kills, failing disks, flipped bits, and forged files. `SECURITY.md` lists
//! what is promised of each.

mod bits;
mod errors;
mod kills;
pub(crate) mod kinds;
mod reseal;
mod resealed;
