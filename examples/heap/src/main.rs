//! The program of `docs/adding-a-game.md`, taken from there like the library.

include!(concat!(env!("OUT_DIR"), "/main.rs"));
