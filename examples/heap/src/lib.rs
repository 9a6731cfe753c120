//! The game of `docs/adding-a-game.md`. This file is only an `include!`: the source is the
//! document, from which the build script takes the code blocks, so that every step there compiles
//! and passes its tests. To start from a crate that you can copy, take `examples/pig`.

include!(concat!(env!("OUT_DIR"), "/lib.rs"));
