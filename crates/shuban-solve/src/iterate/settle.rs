//! Retrograde analysis of a cyclic layer: the values that follow from known values.

use rayon::prelude::*;
use shuban_core::{Domain, Game, IndexOf, LayerId, Play, PositionOf, Status, Unanswered};

use super::Marks;
use crate::tables::Tables;

/// What retrograde analysis came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settled {
    /// Rounds until nothing more was valued.
    pub rounds: u32,
    /// The codes of [`Status`], by part and rank.
    pub statuses: Vec<Vec<i8>>,
}

impl Settled {
    /// How many positions of a part are valued.
    pub fn valued(&self, part: usize) -> u64 {
        let valued =
            self.statuses[part].iter().filter(|&&code| i32::from(code) != Status::Unknown.code());
        valued.count() as u64
    }
}

/// The code of a position's [`Status`] that follows from those of its successors, by the rules
/// alone: `statuses` are those of the same layer by part and rank, `tables` the finished layers.
///
/// # Errors
/// [`Unanswered`] if a finished layer could not be read, or an index does not hold what it should.
pub(crate) fn status_by_rules<D: Domain>(
    tables: &Tables<'_, D>,
    layer: LayerId,
    indexes: &[IndexOf<D>],
    statuses: &[Vec<i32>],
    position: &PositionOf<D>,
) -> Result<i32, Unanswered> {
    let (domain, game) = (tables.domain(), tables.domain().game());
    let mover = game.to_move(position);
    let of_payoff = |payoff: i16| Status::of_sign(payoff.into()).code();
    if let Some(payoffs) = game.outcome(position) {
        return Ok(of_payoff(payoffs.of(mover)));
    }
    let code = |after: &PositionOf<D>| -> Result<i32, Unanswered> {
        if let Some(payoffs) = game.outcome(after) {
            return Ok(of_payoff(payoffs.of(mover)));
        }
        match domain.locate(after) {
            Some(place) if place.layer == layer => {
                let rank = indexes[place.part].rank(after).ok_or_else(Unanswered::default)?;
                Ok(Status::after(statuses[place.part][rank as usize]))
            }
            _ => Ok(Status::after(tables.ask_status(after)?.code())),
        }
    };
    let mut best = Vec::new();
    let mut plays: Vec<Play<PositionOf<D>, <D::Game as Game>::Move>> = Vec::new();
    for (chance, _) in game.chances(position) {
        plays.clear();
        game.plays(position, chance, &mut plays);
        let mut of_chance = None;
        for play in &plays {
            of_chance = of_chance.max(Some(code(&play.after)?));
        }
        if of_chance == Some(Status::Unknown.code()) {
            return Ok(Status::Unknown.code());
        }
        best.extend(of_chance);
    }
    Ok(Status::of_best(best))
}

/// One round of retrograde analysis, part after part, by the rules of the game alone; gives how many
/// positions were valued. What is known stays.
///
/// # Errors
/// As [`status_by_rules`].
pub(crate) fn settle_by_rules<D: Domain>(
    tables: &Tables<'_, D>,
    layer: LayerId,
    indexes: &[IndexOf<D>],
    statuses: &mut Marks,
) -> Result<u64, Unanswered> {
    let mut changed = 0;
    for (part, index) in indexes.iter().enumerate() {
        let next = statuses[part].par_iter().enumerate().map(|(rank, &status)| {
            if status != Status::Unknown.code() {
                return Ok(status);
            }
            let position = index.unrank(rank as u64).ok_or_else(Unanswered::default)?;
            status_by_rules(tables, layer, indexes, statuses, &position)
        });
        let next: Vec<i32> = next.collect::<Result<_, _>>()?;
        changed += next.iter().zip(&statuses[part]).filter(|(next, before)| next != before).count();
        statuses[part] = next;
    }
    Ok(changed as u64)
}

/// The least fixed point of: a position is valued once, for every chance event, some play leads to
/// a known certain win, or the values of all plays are known (Algorithm 1 of Sanno and Hoki's
/// backgammon endgame databases). Positions of finished layers are known. It does not depend on the
/// order in which positions are valued; the number of rounds does.
///
/// `round` does one round, as [`Operator::settle`](super::Operator::settle).
///
/// # Errors
/// [`Unanswered`] if `round` could not do its work.
pub fn settle(
    lens: &[usize],
    mut round: impl FnMut(&mut Marks) -> Result<u64, Unanswered>,
) -> Result<Settled, Unanswered> {
    let mut statuses: Marks = lens.iter().map(|&len| vec![Status::Unknown.code(); len]).collect();
    let mut rounds = 0;
    while round(&mut statuses)? > 0 {
        rounds += 1;
    }
    let small = |part: Vec<i32>| part.into_iter().map(|code| code as i8).collect();
    Ok(Settled { rounds, statuses: statuses.into_iter().map(small).collect() })
}
