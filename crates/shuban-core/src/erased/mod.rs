//! Type erasure: domains by numbers, whatever the types of their positions and values.
//!
//! A position is a part and a rank, a value a row of numbers, one a column. [`Tables`] does with
//! these what [`Domain`](crate::Domain) does with types; solvers, checks and files use it alone, so
//! that they are compiled once and not for each domain. Types are lost here and nowhere else: this is
//! the only code besides the games' own, and hot search, that is generic over a domain.
//!
//! If a domain has a fast way, one dynamic call does one unit of it ([`SweepPlan`],
//! [`TabulatePlan`]); by `backup`, one call does one position.

mod dictionary;
mod index;
mod interval;
mod loopy;
mod records;
mod rows;
mod successors;
mod sweep;
mod tables;
mod tabulate;
mod values;

pub use dictionary::LayerDictionary;
pub use index::PartIndex;
pub use interval::{IntervalTables, OwnBounds};
pub use loopy::{BrokenLaw, LoopySuccessor, LoopyTables};
pub use records::Records;
pub use rows::{Columns, NoSuchPosition, OwnIndexes, RowSource, SolvedRows};
pub use successors::{Next, Step, Successor};
pub use sweep::{SweepPlan, SweepTables};
pub use tables::{Follows, Stored, Tables};
pub use tabulate::{SolvedRecords, TabulatePlan, TabulateTables};
pub use values::ValueList;
