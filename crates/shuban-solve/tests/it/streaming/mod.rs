//! Layers that are streamed, of numbers as large as that wants, and of two of the miniatures in
//! `examples/miniatures`.

mod common;
mod ledger;
mod streamed;
