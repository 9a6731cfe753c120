//! Published tables and figures, recomputed and compared with the print, with the methods that only
//! they use.
//!
//! [`PAPERS`] lists all of them, for `shuban reproduce`. Each computes everything anew and reports
//! one row for each printed number, with a verdict: a result that differs from the print is
//! `print-wrong` only if an explanation of the print is computed too.
//!
//! The methods:
//!
//! * [`graph`] holds the transitions of a layer for methods that visit positions often:
//!   [`valued()`] is backward induction in spite of cycles, and [`learning`] sets Monte-Carlo with
//!   exploring starts beside value iteration, policy iteration and temporal differences;
//! * [`restricted_after_positions`] generates plays as one paper did, some of them overlooked;
//! * [`RandomPlay`] plays random games on small boards, and [`MonteCarloTree`] grows by random
//!   playouts, with Coulom's backup operators;
//! * [`ZddIndex`] numbers positions of backgammon by a zero-suppressed decision diagram;
//! * [`bearing_off`] computes races as fractions and checks rules of thumb;
//! * [`count_placements`] counts the ways to lay tiles of TRAX, and [`sample_placements`] estimates
//!   them.

mod ablation;
mod amazons;
pub mod bearing_off;
mod databases;
mod durations;
mod finding;
mod gammon;
pub mod graph;
mod ladder;
pub mod learning;
mod line_ups;
mod mean;
mod monte_carlo_tree;
mod paper;
mod paper_list;
mod papers;
mod placements;
mod plot;
mod random_games;
mod restricted;
mod seats;
mod share;
mod tanhinmin;
mod trax;
mod trend;
mod valued;
mod zdd;

pub use durations::all_take;
pub use finding::{Findings, Reproduced};
pub use monte_carlo_tree::{BackupOperator, MonteCarloTree};
pub use paper::{Paper, ReproduceOptions};
pub use paper_list::{PaperList, paper};
pub use papers::PAPERS;
pub use placements::{Samples, Touching, count_placements, sample_placements, weigh_placements};
pub use random_games::{DiceRules, RandomChoice, RandomGame, RandomPlay, RandomScratch};
pub use restricted::restricted_after_positions;
pub use valued::{Valuation, ValuedState, valued, valued_layers};
pub use zdd::ZddIndex;
