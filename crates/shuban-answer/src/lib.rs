//! Answers about positions of any game, as values, JSON and text: no files, threads or solvers.
//!
//! placeholder

pub mod answer;
mod any_position;
mod any_rules;
mod any_turn;
pub mod equation;
mod error;
mod game_end;
mod layer_source;
pub mod proof;
mod stored_answer;
mod stored_value;

pub use answer::{AnyAnswer, AnyEvent, AnyPlay, Detail};
pub use any_position::AnyPosition;
pub use any_rules::{AnyOpening, AnyRules};
pub use any_turn::{Act, AnyChance, AnyTurn};
pub use equation::StatedEquation;
pub use error::{AnswerError, ForeignPosition, LookUpError, RulesError};
pub use game_end::GameEnd;
pub use layer_source::{LayerSource, LayerValues, RecordBlock};
pub use stored_answer::stored_answer;
pub use stored_value::{ValueSource, stored_value};
