//! The searches against plain twins, the literature and misuse.

mod expectimax;
mod maze;
mod multi;
mod proof;
