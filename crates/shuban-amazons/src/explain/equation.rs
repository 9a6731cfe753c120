//! The equations of regions: a = 1 + the largest b after a move of Black's, b = -1 + the smallest a
//! after one of White's; disconnected subgames are expanded in between.

use rustc_hash::FxHashMap;
use shuban_cgt::sums::ScorePair;
use shuban_core::Equation;
use shuban_core::equation::{Case, EquationOf, Expression, Number, Premises};

use crate::domain::Regions;
use crate::notation::{format_move, format_position};
use crate::position::Position;
use crate::subgame::{Army, Subgame};

/// Black begins; White begins.
const NAMES: [&str; 2] = ["a", "b"];

/// The equation that `backup` computes.
pub(super) fn equation(position: &Position) -> EquationOf<Regions> {
    let (premises, found) = (Premises::default(), FxHashMap::default());
    let mut search = Search { position, premises, found };
    let pair = search.pair(position.subgame());
    let numbers = NAMES.into_iter().zip(pair).collect();
    Equation::equal(numbers, search.premises, |value: &ScorePair| {
        let number = |number: Option<i32>| -> Number { number.map(i128::from) };
        vec![(NAMES[0], number(value.a)), (NAMES[1], number(value.b))]
    })
}

/// a and b.
type Pair = [Expression; 2];

struct Search<'p> {
    position: &'p Position,
    premises: Premises<Position>,
    found: FxHashMap<Subgame, Pair>,
}

impl Search<'_> {
    /// The pair of a subgame from those after each move.
    fn pair(&mut self, subgame: &Subgame) -> Pair {
        let black = self.cases(subgame, Army::Black);
        [Expression::Max(black), Expression::Min(self.cases(subgame, Army::White))]
    }

    fn cases(&mut self, subgame: &Subgame, side: Army) -> Vec<Case> {
        let own = if side == Army::Black { 1 } else { -1 };
        let mut cases = Vec::new();
        for action in subgame.moves(side) {
            let after = subgame.after(side, action).without_empty_regions();
            let of = Expression::Sum(vec![Expression::number(own), self.after(&after, side)]);
            cases.push(Case::play(format_move(self.position, &action), of));
        }
        cases
    }

    /// The subgame after a side's move: the other one begins, or passes without a move.
    fn after(&mut self, subgame: &Subgame, side: Army) -> Expression {
        if subgame.squares().is_empty() {
            return Expression::number(0);
        }
        let [a, b] = self.looked_up(subgame);
        let (first, second) = if side == Army::Black { (b, a) } else { (a, b) };
        Expression::FirstOf(vec![first, second, Expression::number(0)])
    }

    fn looked_up(&mut self, subgame: &Subgame) -> Pair {
        if let Some(found) = self.found.get(subgame) {
            return found.clone();
        }
        let held = subgame.squares().is_connected().then(|| Regions::lookup(subgame)).flatten();
        let pair = if let Some((held, is_swapped)) = held {
            let place = self.premises.stored(&held);
            let [a, b] = NAMES.map(|name| Expression::Stored(place, name));
            if is_swapped { [b.negated(), a.negated()] } else { [a, b] }
        } else {
            let numbers = NAMES.into_iter().zip(self.pair(subgame)).collect();
            let text = Position::around(*subgame, Army::Black);
            let text = text.as_ref().map(format_position).unwrap_or_default();
            let place = self.premises.derived(text, numbers);
            NAMES.map(|name| Expression::Derived(place, name))
        };
        self.found.insert(*subgame, pair.clone());
        pair
    }
}
