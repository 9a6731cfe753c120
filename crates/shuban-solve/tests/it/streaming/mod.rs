//! Streamed layers, of numbers of any size, and of two of the miniatures in `examples/miniatures`.

mod common;
mod ledger;
mod streamed;
mod with_others;
