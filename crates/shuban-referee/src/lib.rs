//! The referee: rules of the games once more, written from their documents, and held against the
//! values in database files.
//!
//! `shuban verify` checks a file by the rules that also built it. The referee shares nothing with
//! those but the reader of files, `shuban-store`: how positions are numbered, what play leads to,
//! and what has to hold for values are written again here, plainly, as `docs/format.md`,
//! `docs/certified-values.md` and the games' documents define them. So an error in the rules, the
//! order of ranks or a solver shows as a difference. It is slow, and checks a sample unless it is
//! asked for all.
//!
//! ```no_run
//! use std::path::Path;
//! use shuban_referee::{Extent, Target, check};
//! use shuban_store::Disk;
//!
//! let data = Path::new("data");
//! let target = Target::of_layer(data, "half-gammon/contact-2-1")?;
//! let checked = check(&Disk::default(), &target, data, Extent::All, &|_, _, _| true)?;
//! assert!(checked.passed, "{:?}", checked.fault);
//! # Ok::<(), shuban_referee::Error>(())
//! ```
//!
//! Each family has a folder, and a type that implements `Layer`: its parts, and the condition of
//! one position.

mod amazons;
mod cards;
mod classes;
mod counting;
mod error;
mod families;
mod files;
mod gammon;
mod histogram;
mod interval;
mod layer;
mod needs;
mod progress;
mod referee;
mod sample;
mod symmetry;
mod target;
mod trax;

pub use error::{Error, Fault};
pub use needs::needed;
pub use progress::Report;
pub use referee::{Checked, check};
pub use sample::Extent;
pub use target::Target;
