//! The program of `docs/adding-a-game.md`.

include!(concat!(env!("OUT_DIR"), "/main.rs"));
