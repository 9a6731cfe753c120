//! Faults on purpose: kills, disks that fail, bits that flip, and files that lie. `SECURITY.md`
//! says what is promised of each.

mod bits;
mod errors;
mod forge;
mod kills;
mod kinds;
mod reseal;
mod resealed;

#[path = "../loopy/graph.rs"]
mod graph;
#[path = "../streaming/numbers.rs"]
#[expect(dead_code, reason = "other tests use more of it")]
mod numbers;
