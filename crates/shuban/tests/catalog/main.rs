//! The catalog of all games: names, questions, builds, searches and exports.

mod amazons;
mod asking;
mod bearoff;
mod boards;
mod common;
mod equations;
mod export;
mod many;
mod money;
mod names;
mod pages;
mod trax;
