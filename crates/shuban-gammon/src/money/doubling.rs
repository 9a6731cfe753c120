//! The decision of a player who may double, as values of positions tell it.

use shuban_core::worth::{WeighedDecision, WeighedOption};

use super::cube::CubeAction;
use super::fixed::PointInterval;

/// The options of a player about to roll who may double: what each is worth, and what is best.
pub struct Doubling<'a> {
    /// The circumstances by name and in words.
    pub case: [&'static str; 2],
    /// Values of no double, of a double that is taken, and of one that is passed.
    pub numbers: [f64; 3],
    /// The best action by name.
    pub action: &'static str,
    /// Writes a value.
    pub written: &'a dyn Fn(f64) -> String,
}

impl Doubling<'_> {
    /// Returns the decision for pages, programs and terminals.
    pub fn decision(self) -> WeighedDecision {
        let Doubling { case: [case, when], numbers, action, written } = self;
        let named = [CubeAction::NoDouble, CubeAction::DoubleTake, CubeAction::DoublePass];
        let option = |(action, number): (CubeAction, f64)| WeighedOption {
            name: action.name(),
            number,
            text: written(number),
        };
        let best = match action {
            _ if action == CubeAction::TooGood.name() => Some(0),
            _ => named.iter().position(|one| one.name() == action),
        };
        WeighedDecision {
            case,
            when,
            action,
            best,
            options: named.into_iter().zip(numbers).map(option).collect(),
        }
    }
}

/// Names of the circumstances in which a player may double, for programs and in words.
pub(crate) const CENTRED: [&str; 2] = ["centred", "in the middle"];
pub(crate) const JACOBY: [&str; 2] = ["jacoby", "by Jacoby's rule"];
pub(crate) const OWNED: [&str; 2] = ["owned", "in hand"];

/// The decision of a player who has `no_double` without doubling, and `taken` for each point of a
/// cube that the opponent takes.
pub(super) fn doubling_for_money(
    case: [&'static str; 2],
    no_double: PointInterval,
    taken: PointInterval,
) -> WeighedDecision {
    let numbers = [no_double.midpoint(), 2.0 * taken.midpoint(), 1.0];
    let action = CubeAction::new(no_double, taken).name();
    Doubling { case, numbers, action, written: &|number| format!("{number:+.4}") }.decision()
}
