//! A move, and what it cost.

use serde::Serialize;
use shuban_core::Seat;

use crate::bounds::Bounds;
use crate::estimated_cost::EstimatedCost;

/// The knowledge about a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decision {
    /// There was nothing to choose.
    Forced,
    /// What all moves are worth is known.
    Known,
    /// What all moves are worth is estimated.
    Estimated,
    /// What some move is worth is not known.
    Unknown,
}

/// A move that was analysed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AnalysedMove {
    /// Its number in the game, from 1.
    pub number: usize,
    /// Who made it.
    pub seat: Seat,
    /// The position before it.
    pub position: String,
    /// What chance had brought.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roll: Option<String>,
    /// The move.
    #[serde(rename = "move")]
    pub action: String,
    /// What happened before it in the same turn.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub before: String,
    /// What is known of the decision.
    pub decision: Decision,
    /// Who knows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The best move, if this one is certainly worse, or an estimate says so clearly enough.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<String>,
    /// What the best move is worth less what this one is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<Bounds>,
    /// The same where it is only estimated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimated_cost: Option<EstimatedCost>,
    /// The name of such a mistake.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<&'static str>,
    /// What the roll is worth less what all rolls are on average.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub luck: Option<Bounds>,
}
