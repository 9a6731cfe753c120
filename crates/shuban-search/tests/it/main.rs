//! The searches against plain twins, the literature and misuse.

mod equilibrium;
mod estimate;
mod expectimax;
mod maze;
mod multi;
mod proof;
mod rollout;
