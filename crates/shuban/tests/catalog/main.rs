//! The catalog of all games: what is found by name, asked, built, searched and exported.

mod amazons;
mod asking;
mod bearoff;
mod boards;
mod common;
mod equations;
mod export;
mod money;
mod names;
mod trax;
