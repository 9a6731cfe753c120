//! The equations of leads: play goes on to moments that tables hold, and each player on the way
//! unites the sets that it likes best.

use std::collections::HashMap;

use shuban_core::equation::{Case, EquationOf, Expression, Premises};
use shuban_core::{Domain, Equation, Game, Play, Winners};

use super::domain::LeadDomain;
use crate::table::{Action, CardTable};

const NAME: &str = "winners";

/// The equation that `backup` computes; moments between two tables are positions of their own.
pub(super) fn equation(domain: &LeadDomain, position: &CardTable) -> EquationOf<LeadDomain> {
    let mut search = Search { domain, premises: Premises::default(), found: HashMap::new() };
    let game = domain.game();
    let winners = search.winners(position).rotated(position.first(), game.seats());
    Equation::equal(vec![(NAME, winners)], search.premises, |winners: &Winners| {
        vec![(NAME, Some(winners.bits().into()))]
    })
}

struct Search<'d> {
    domain: &'d LeadDomain,
    premises: Premises<CardTable>,
    /// Moments that no table holds.
    found: HashMap<CardTable, usize>,
}

impl Search<'_> {
    /// The set of seats that may win.
    fn winners(&mut self, position: &CardTable) -> Expression {
        let game = self.domain.game();
        if let Some(payoffs) = game.outcome(position) {
            return Expression::number(Winners::leading(&payoffs, game.seats()).bits());
        }
        let mover = game.to_move(position);
        let mut moves = Vec::new();
        game.plays(position, (), &mut moves);
        let (mut plays, mut passes) = (Vec::new(), Vec::new());
        for Play { action, after } in moves {
            let of = self.after(&after);
            let case = Case::play(game.format_move(position, (), &action), of);
            let is_overlooked = self.domain.overlooks_passes() && action == Action::Pass;
            if is_overlooked { passes.push(case) } else { plays.push(case) }
        }
        Expression::United { mover, plays, otherwise: passes }
    }

    /// The set of a position after a play.
    fn after(&mut self, after: &CardTable) -> Expression {
        let (game, seats) = (self.domain.game(), self.domain.game().seats());
        if game.outcome(after).is_some() {
            return self.winners(after);
        }
        if self.domain.locate(after).is_some() {
            let stored = Expression::Stored(self.premises.stored(after), NAME);
            return stored.rotated(seats - after.first(), seats);
        }
        let place = match self.found.get(after) {
            Some(&place) => place,
            None => {
                let winners = self.winners(after);
                let place = self.premises.derived(game.format(after), vec![(NAME, winners)]);
                self.found.insert(*after, place);
                place
            }
        };
        Expression::Derived(place, NAME)
    }
}
