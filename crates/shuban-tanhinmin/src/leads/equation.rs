//! The equations of leads: play goes on to moments that tables hold, and each player on the way
//! unites the sets that it likes best.

use std::collections::HashMap;

use shuban_core::{Case, Domain, Equation, EquationOf, Expression, Play, Premises, Winners};

use super::domain::LeadDomain;
use super::game::LeadGame;

const NAME: &str = "winners";

/// The equation of what `backup` gives; moments between two tables are positions of their own.
pub(super) fn equation<G: LeadGame>(
    domain: &LeadDomain<G>,
    position: &G::Position,
) -> EquationOf<LeadDomain<G>> {
    let mut search = Search { domain, premises: Premises::default(), found: HashMap::new() };
    let game = domain.game();
    let winners = search.winners(position).rotated(game.first(position), game.seats());
    Equation::equal(vec![(NAME, winners)], search.premises, |winners: &Winners| {
        vec![(NAME, Some(winners.bits().into()))]
    })
}

struct Search<'d, G: LeadGame> {
    domain: &'d LeadDomain<G>,
    premises: Premises<G::Position>,
    /// Moments that no table holds.
    found: HashMap<G::Position, usize>,
}

impl<G: LeadGame> Search<'_, G> {
    /// The set of seats that may win.
    fn winners(&mut self, position: &G::Position) -> Expression {
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
            let is_overlooked = game.overlooks_passes() && game.is_pass(&action);
            if is_overlooked { passes.push(case) } else { plays.push(case) }
        }
        Expression::United { mover, plays, otherwise: passes }
    }

    /// The set of a position after a play.
    fn after(&mut self, after: &G::Position) -> Expression {
        let (game, seats) = (self.domain.game(), self.domain.game().seats());
        if game.outcome(after).is_some() {
            return self.winners(after);
        }
        if self.domain.locate(after).is_some() {
            let stored = Expression::Stored(self.premises.stored(after), NAME);
            return stored.rotated(seats - game.first(after), seats);
        }
        let place = match self.found.get(after) {
            Some(&place) => place,
            None => {
                let winners = self.winners(after);
                let place = self.premises.derived(game.format(after), vec![(NAME, winners)]);
                self.found.insert(after.clone(), place);
                place
            }
        };
        Expression::Derived(place, NAME)
    }
}
