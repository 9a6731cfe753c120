//! Rows of a ledger of proof search's answers.

use serde::{Deserialize, Serialize};

use super::question::{ProofQuestion, ProofResult};

/// One answer, and its cost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LedgerRow {
    /// The position, with one text for all its images.
    pub position: String,
    /// The question.
    pub question: ProofQuestion,
    /// The answer.
    pub result: ProofResult,
    /// The position whose search found this answer, if it was not searched for by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<String>,
    /// The nodes visited, in all runs; below this position, if it is within another's search.
    pub nodes: u64,
    /// The seconds that it took, in all runs; for a position within another's search its share by
    /// nodes.
    pub seconds: f64,
    /// The number of runs, each resuming from the last one's checkpoint.
    pub runs: u64,
    /// The number of answers of the same ledger at leaves of the search; 0 if it rests on itself
    /// alone.
    pub leaves: u64,
    /// The program and its version.
    pub program: String,
    /// The command that repeats the search.
    pub command: String,
}
