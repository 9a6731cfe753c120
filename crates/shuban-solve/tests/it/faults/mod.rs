//! Faults on purpose: kills, disks that fail, bits that flip, and files that lie. `SECURITY.md`
//! says what is promised of each.

mod bits;
mod errors;
mod kills;
pub(crate) mod kinds;
mod reseal;
mod resealed;
