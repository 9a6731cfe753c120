//! The game of `docs/adding-a-game.md`. Its source is the document: the build script takes the code
//! blocks out of it, so that every step there compiles and passes its tests.

include!(concat!(env!("OUT_DIR"), "/lib.rs"));
