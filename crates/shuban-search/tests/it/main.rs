//! The searches against plain twins, the literature and misuse.

#[path = "../../../shuban-trax/examples/comparisons/deepening.rs"]
mod deepening;
mod equilibrium;
mod estimate;
mod expectimax;
mod hints;
mod images;
mod maze;
mod multi;
mod proof;
mod rollout;
mod strategy;
mod thicket;
mod transitions;
