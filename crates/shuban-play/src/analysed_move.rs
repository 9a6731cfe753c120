//! Analysed moves, with their costs.

use serde::Serialize;
use shuban_core::Seat;

use crate::bounds::Bounds;
use crate::estimated_cost::EstimatedCost;

/// State of knowledge about a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decision {
    /// There was no choice.
    Forced,
    /// The values of all moves are known.
    Known,
    /// The values of all moves are estimated.
    Estimated,
    /// The value of some move is unknown.
    Unknown,
}

/// A move that was analysed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AnalysedMove {
    /// Number of the move in the game, from 1.
    pub number: usize,
    /// The player.
    pub seat: Seat,
    /// The position before it.
    pub position: String,
    /// The roll; `None` where chance plays no part.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roll: Option<String>,
    /// The move.
    #[serde(rename = "move")]
    pub action: String,
    /// Events before it in the same turn.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub before: String,
    /// State of knowledge about the decision.
    pub decision: Decision,
    /// The source of the values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The best move, if this one is certainly worse, or is so by a clear estimate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<String>,
    /// Value of the best move less that of this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<Bounds>,
    /// The same where it is only estimated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimated_cost: Option<EstimatedCost>,
    /// The name of such a mistake.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<&'static str>,
    /// The value of the roll less the mean of all rolls.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub luck: Option<Bounds>,
}
