//! What is asked of a position, and what comes out.

use serde::{Deserialize, Serialize};
use shuban_core::Question;
use shuban_search::proof::ProofOutcome;

/// One of the two questions whose answers make a value: a position is worth a win, a draw or a
/// loss.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProofQuestion {
    /// Does the first player win or draw?
    #[default]
    DrawOrBetter,
    /// Does the first player win?
    Win,
}

impl ProofQuestion {
    /// Both, in the order in which they are asked.
    pub const ALL: [ProofQuestion; 2] = [ProofQuestion::DrawOrBetter, ProofQuestion::Win];

    /// Its name in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            ProofQuestion::Win => "win",
            ProofQuestion::DrawOrBetter => "draw-or-better",
        }
    }

    /// The question for a proof search, where the first player's seat is 0 and a draw is worth 0.
    pub const fn question(self) -> Question {
        Question { seat: 0, at_least: matches!(self, ProofQuestion::Win) as i16 }
    }
}

/// The answer to a question that is settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProofResult {
    /// The answer is yes.
    Proven,
    /// The answer is no.
    Disproven,
}

impl ProofResult {
    /// The result of a search; `None` if it was stopped before it had one.
    pub const fn of(outcome: ProofOutcome) -> Option<Self> {
        match outcome {
            ProofOutcome::Proven => Some(ProofResult::Proven),
            ProofOutcome::Disproven => Some(ProofResult::Disproven),
            ProofOutcome::Unknown { .. } => None,
        }
    }

    /// Its name in files and answers.
    pub const fn name(self) -> &'static str {
        match self {
            ProofResult::Proven => "proven",
            ProofResult::Disproven => "disproven",
        }
    }

    /// Whether the answer is yes.
    pub const fn is_yes(self) -> bool {
        matches!(self, ProofResult::Proven)
    }
}
