//! The concepts that every game, table and solver of Shuban shares: no I/O, no threads.
//!
//! * [`Game`] is the rules: positions, chance, plays, outcome, notation.
//! * [`Domain`] is a family of positions cut into [layers](Layer), each part numbered by an
//!   [`Index`]. Its [`backup`](Domain::backup) *defines* the value of a position from the values of
//!   its successors; solvers, verifiers and players all go through it.
//! * A rich `Value` becomes a stored [`Record`] of fixed-width [columns](Column), with a
//!   [`Dictionary`] where values are interned.
//! * [`Equation`] is what `backup` does at one position, as data that anybody can recompute.
//! * [`Sweep`] is a domain's own fast way to do what `backup` defines where intervals are narrowed,
//!   [`Tabulate`] where exact values follow at once.
//! * [`Loopy`] is a domain without chance in which play may be endless; its values are
//!   [`Receding`].
//! * [`LeafOracle`] is the source of a [`Bound`] of a value, or none, at a leaf of a forward search.
//! * [`Hidden`] adds a seat's view of a position, and dealing the rest at random.
//! * [`Provable`] adds to a game the needs of proof search; [`Winners`] are values of games of
//!   several players.
//! * The crate `shuban-conformance` is the suite that every implementation of these traits must
//!   pass.
//!
//! The traits to implement for a new game, with examples; the first four are enough for every
//! command. `docs/adding-a-game.md` goes through them step by step.
//!
//! | trait | what it adds | implemented by |
//! | --- | --- | --- |
//! | [`Game`] | rules and notation | every game |
//! | [`Present`] | start, names, drawing: `show`, `draw`, `perft` | every game |
//! | those of [`Capabilities`](present::Capabilities) | moves on the drawing, an editor, sums, … | some games |
//! | [`Index`], [`Domain`] | tables: `build`, `verify` | gammon, Amazons, TRAX, Tanhinmin |
//! | [`Explain`] | values in words: `probe`, `info`, `export` | every domain |
//! | [`OwnFiles`](own_file::OwnFiles) | files of other programs | some domains |
//! | [`IntervalDomain`] | certified bounds where play can go in circles | gammon's `Contact` |
//! | [`Loopy`] | exact values where it can do so without chance | the example Awari |
//! | [`Sweep`] | such bounds faster than by `backup` | gammon's `Contact` |
//! | [`Tabulate`] | exact values faster than by `backup` | Amazons, Tanhinmin |
//! | [`Provable`] | `solve` by proof search | TRAX |
//! | [`PositionSolver`] | `solve` by a search of one's own | Amazons |
//! | [`Hidden`] | a seat's view | Daihinmin |
//! | [`adviser::Adviser`] | `/advice`: the choice of a player of this game, and why; may play | Tanhinmin, Daihinmin, Amazons |
//! | [`SumGame`](solver::SumGame) | `check --sums` | Amazons |
//!
//! A domain that implements neither `Sweep` nor `Tabulate` is registered with
//! [`Registry::retrograde`], [`Registry::loopy`] or [`Registry::iterated_by_backup`], and is built
//! by `backup` alone.
//!
//! Building blocks that many share are here too: [dice](dice::Roll), the closed-form index of two armies
//! that share no point ([`TwoSided`]), [random numbers](Random), and [progress](Progress) reports.
//!
//! ```
//! use shuban_core::TwoSided;
//! use shuban_core::checkers::Checkers;
//!
//! // One checker against two on the 12 points of half-gammon: 1,027 positions.
//! let index = TwoSided::new(12, 1, 2).unwrap();
//! assert_eq!(index.len(), 1_027);
//!
//! // A bijection: every rank is one position, every position one rank.
//! let mover = Checkers::from_places([3]);
//! let opponent = Checkers::from_places([2, 13]); // own point 2 and the bar
//! let rank = index.rank(mover, opponent).unwrap();
//! assert_eq!(index.unrank(rank), Some((mover, opponent)));
//! ```

pub mod advice;
pub mod adviser;
mod answer;
pub mod backup;
pub mod checkers;
pub mod combinatorics;
pub mod confidence;
pub mod dice;
mod dictionary;
mod domain;
pub mod drawing;
pub mod echo;
pub mod equation;
pub mod erased;
pub mod evaluation;
mod explain;
pub mod field_columns;
mod fields;
mod game;
mod hidden;
mod histogram;
mod index;
pub mod interval;
pub mod introduction;
mod leaf_oracle;
pub mod loopy;
pub mod own_file;
mod phrases;
mod plot;
pub mod present;
mod progress;
pub mod provable;
mod random;
mod receding;
mod record;
mod registry;
mod scratch;
pub mod shelf;
pub mod solver;
pub mod sweep;
pub mod tabulate;
pub mod text;
mod two_sided;
mod winners;
pub mod worth;

pub use answer::{Answer, ChanceEvent, ValuedPlay};
pub use dictionary::Dictionary;
pub use domain::{
    Ask, Domain, IndexOf, IntervalDomain, Layer, LayerId, Part, PartId, PositionOf, Unanswered,
};
pub use drawing::Medium;
pub use equation::Equation;
pub use evaluation::Evaluation;
pub use explain::{Cost, Explain, FamilyFacts, ValueSearch, ask};
pub use fields::{Datum, Field, Fields};
pub use game::{Game, MAX_SEATS, NotationError, Payoffs, Play, Seat};
pub use hidden::{Hidden, shuffle};
pub use histogram::{Class, Histogram};
pub use index::{Index, IndexError, Section};
pub use interval::{Interval, ONE};
pub use leaf_oracle::{Bound, LeafOracle};
pub use loopy::Loopy;
pub use phrases::{Japanese, Phrase, rephrased};
pub use present::Present;
pub use progress::{Interruptible, Progress, Saving, Silent};
pub use provable::Provable;
pub use random::Random;
pub use receding::Receding;
pub use record::{Coarse, Codec, Column, Record};
pub use registry::{Example, Group, Registry};
pub use solver::PositionSolver;
pub use sweep::Sweep;
pub use tabulate::Tabulate;
pub use two_sided::TwoSided;
pub use winners::Winners;
