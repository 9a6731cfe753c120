//! Questions about a position, and their answers.

use serde::{Deserialize, Serialize};
use shuban_core::provable::Question;

/// One of the two questions that decide a value: a position is worth a win, a draw or a loss.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum ProofQuestion {
    /// The question whether the first player wins or draws.
    #[default]
    DrawOrBetter,
    /// The question whether the first player wins.
    Win,
}

impl ProofQuestion {
    /// Both questions, in the order in which they are asked.
    pub const ALL: [ProofQuestion; 2] = [ProofQuestion::DrawOrBetter, ProofQuestion::Win];

    /// Returns its name in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            ProofQuestion::Win => "win",
            ProofQuestion::DrawOrBetter => "draw-or-better",
        }
    }

    /// Returns the question for a proof search: the first player's seat is 0, a draw is worth 0.
    pub const fn question(self) -> Question {
        Question { seat: 0, at_least: matches!(self, ProofQuestion::Win) as i16 }
    }
}

/// A question that a search was asked about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AskedQuestion {
    /// The question.
    pub question: ProofQuestion,
    /// The answer; `None` if the search was stopped before it found one.
    pub result: Option<ProofResult>,
    /// True if a proof of it was written.
    pub has_proof: bool,
}

/// The answer to a decided question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProofResult {
    /// The answer is yes.
    Proven,
    /// The answer is no.
    Disproven,
}

impl ProofResult {
    /// Returns the result of an answer.
    pub const fn of(is_yes: bool) -> Self {
        if is_yes { ProofResult::Proven } else { ProofResult::Disproven }
    }

    /// Returns its name in files and answers.
    pub const fn name(self) -> &'static str {
        match self {
            ProofResult::Proven => "proven",
            ProofResult::Disproven => "disproven",
        }
    }

    /// Returns true if the answer is yes.
    pub const fn is_yes(self) -> bool {
        matches!(self, ProofResult::Proven)
    }
}
