//! What is asked of a position, and what comes out.

use serde::{Deserialize, Serialize};
use shuban_core::Question;
use shuban_search::proof::ProofOutcome;

/// One of the two questions whose answers make a value: a position is worth a win, a draw or a
/// loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProofQuestion {
    /// Does the first player win or draw?
    DrawOrBetter,
    /// Does the first player win?
    Win,
}

impl ProofQuestion {
    /// Both, in the order in which they are asked.
    pub const ALL: [ProofQuestion; 2] = [ProofQuestion::DrawOrBetter, ProofQuestion::Win];

    /// As it is written.
    pub const fn name(self) -> &'static str {
        match self {
            ProofQuestion::Win => "win",
            ProofQuestion::DrawOrBetter => "draw-or-better",
        }
    }

    /// As it is asked of a proof search, where the first player's seat is 0 and a draw is worth 0.
    pub const fn question(self) -> Question {
        let at_least = match self {
            ProofQuestion::Win => 1,
            ProofQuestion::DrawOrBetter => 0,
        };
        Question { seat: 0, at_least }
    }

    /// The question of this name.
    pub fn by_name(name: &str) -> Option<Self> {
        ProofQuestion::ALL.into_iter().find(|question| question.name() == name)
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
    /// Of a search that came to its end.
    pub const fn of(outcome: ProofOutcome) -> Option<Self> {
        match outcome {
            ProofOutcome::Proven => Some(ProofResult::Proven),
            ProofOutcome::Disproven => Some(ProofResult::Disproven),
            ProofOutcome::Unknown { .. } => None,
        }
    }

    /// Of an answer.
    pub const fn from_yes(is_yes: bool) -> Self {
        if is_yes { ProofResult::Proven } else { ProofResult::Disproven }
    }

    /// As it is written.
    pub const fn name(self) -> &'static str {
        match self {
            ProofResult::Proven => "proven",
            ProofResult::Disproven => "disproven",
        }
    }

    /// The answer, yes or no.
    pub const fn is_yes(self) -> bool {
        matches!(self, ProofResult::Proven)
    }
}
