//! Values that answers to the questions leave possible.

use shuban_core::{Payoffs, Seat};

use super::question::ProofQuestion;

/// The winner of a position under best play, or a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProofValue {
    /// A win of the first player.
    First,
    /// A draw.
    Draw,
    /// A win of the second player.
    Second,
}

impl ProofValue {
    /// Returns its name in answers.
    pub const fn name(self) -> &'static str {
        match self {
            ProofValue::First => "first",
            ProofValue::Draw => "draw",
            ProofValue::Second => "second",
        }
    }

    /// Returns the seat that wins; `None` for a draw.
    pub const fn winner(self) -> Option<Seat> {
        match self {
            ProofValue::First => Some(0),
            ProofValue::Draw => None,
            ProofValue::Second => Some(1),
        }
    }
}

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

    /// Returns the one value that is left; `None` if there are several.
    pub const fn value(self) -> Option<ProofValue> {
        match (self.least, self.most) {
            (1, _) => Some(ProofValue::First),
            (0, 0) => Some(ProofValue::Draw),
            (_, -1) => Some(ProofValue::Second),
            _ => None,
        }
    }

    /// Returns its name in answers: that of its value, or the two that are left; `None` if nothing
    /// is known.
    pub fn name(self) -> Option<&'static str> {
        match (self.least, self.most) {
            (0, 1) => Some("first-or-draw"),
            (-1, 0) => Some("second-or-draw"),
            _ => self.value().map(ProofValue::name),
        }
    }

    /// Returns the values as the given seat sees them.
    #[must_use]
    pub const fn for_seat(self, seat: usize) -> Self {
        let ProofStanding { least, most } = self;
        if seat == 0 { self } else { ProofStanding { least: -most, most: -least } }
    }
}
