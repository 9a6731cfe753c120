//! A reader of database files for engines, pages, and anything else that has its own way to read bytes.
//!
//! It does no input or output: a question is answered by [`Step::Need`], the range of the file that is
//! needed first, or by [`Step::Answer`]. The caller reads that range, gives it, and asks again. So a
//! mapped file, `pread`, range requests, a browser and a fuzzer are one path, with one check of every
//! byte: a range that is not what was written is an [`Error`] that names its place, and is needed anew.
//!
//! * [`Layer`] is a layer of a domain: positions in, values out. The rules and the numbers of positions are
//!   the game's crate's, and no solver is in the tree: twelve crates are linked.
//! * [`FileReader`] is a file without types: tables by rank, and streams.
//! * [`container`] has the documented bytes, which the crate that writes files shares; `docs/format.md` draws
//!   them. [`sections`] names the sections of a layer.
//!
//! ```
//! use shuban_core::{Domain, Game};
//! use shuban_gammon::{Contact, Variant};
//! use shuban_probe::{Layer, Step};
//!
//! let half_gammon = Contact::new(Variant::by_name("half-gammon").ok_or("no such game")?);
//! let position = half_gammon.game().parse("10|11")?;
//! let place = half_gammon.locate(&position).ok_or("no layer has it")?;
//!
//! // Wherever the bytes are: here, in memory.
//! let bytes = include_bytes!("../examples/half-gammon-contact-1-1.shuban");
//! let mut layer = Layer::new(&half_gammon, place.layer, bytes.len() as u64);
//! let value = loop {
//!     match layer.value(&position)? {
//!         Step::Answer(value) => break value.ok_or("not in this layer")?,
//!         Step::Need(range) => {
//!             let part = &bytes[range.start as usize..range.end as usize];
//!             layer.give(range.start, part.to_vec());
//!         }
//!     }
//! };
//! let [value, lower, upper] = value.numbers();
//! assert!(lower <= value && value <= upper && upper - lower < 1e-6);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Layer::value_by`] is that loop around a function that reads; `examples/probe.rs` reads a file with it.

pub mod container;
mod error;
mod file_reader;
mod in_hand;
mod kept_blocks;
mod layer;
pub mod sections;
mod step;

pub use error::Error;
pub use file_reader::{FileReader, TablePlace};
pub use layer::Layer;
pub use step::Step;
