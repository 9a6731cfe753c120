//! Values that answers to the questions leave possible.

use shuban_core::Payoffs;

use super::question::ProofQuestion;

/// The possible values of a position for the first player, given answers: 1 for a win, 0 for a
/// draw, -1 for a loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ProofStanding {
    /// The least.
    pub least: i8,
    /// The most.
    pub most: i8,
}

impl ProofStanding {
    /// Nothing is known.
    pub const UNKNOWN: ProofStanding = ProofStanding { least: -1, most: 1 };

    /// Returns the values that the answers to the two questions leave possible.
    pub fn of(answer: impl Fn(ProofQuestion) -> Option<bool>) -> Self {
        let (draws, wins) = (answer(ProofQuestion::DrawOrBetter), answer(ProofQuestion::Win));
        let least = match (draws, wins) {
            (_, Some(true)) => 1,
            (Some(true), _) => 0,
            _ => -1,
        };
        let most = match (draws, wins) {
            (Some(false), _) => -1,
            (_, Some(false)) => 0,
            _ => 1,
        };
        // Answers that contradict each other are ignored.
        if least > most { ProofStanding::UNKNOWN } else { ProofStanding { least, most } }
    }

    /// Returns the value of a finished game.
    pub fn over(payoffs: &Payoffs) -> Self {
        ProofStanding::of(|question| Some(question.question().holds(payoffs)))
    }

    /// Returns its name in answers: `first` or `second` for a win of that player, `draw`, or the
    /// two that are left; `None` if nothing is known.
    pub const fn name(self) -> Option<&'static str> {
        match (self.least, self.most) {
            (1, _) => Some("first"),
            (0, 1) => Some("first-or-draw"),
            (0, _) => Some("draw"),
            (_, 1) => None,
            (_, 0) => Some("second-or-draw"),
            _ => Some("second"),
        }
    }

    /// Returns the values as the given seat sees them.
    #[must_use]
    pub const fn for_seat(self, seat: usize) -> Self {
        let ProofStanding { least, most } = self;
        if seat == 0 { self } else { ProofStanding { least: -most, most: -least } }
    }
}
