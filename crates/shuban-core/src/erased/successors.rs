//! A layer as a graph: the successors of a position, by numbers.

use crate::domain::{Domain, PartId, PositionOf, Unanswered};
use crate::game::{Game, Play};

use super::rows::{RowSource, typed_index};

/// The successor that a play leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Successor {
    /// True if the same player is to move.
    pub same_side: bool,
    /// The payoff to the player who makes the play, if the game is over.
    pub over: Option<i16>,
    /// The part that holds the position; `None` if no table does.
    pub part: Option<PartId>,
    /// Its rank there, if the part's layer is open and has one.
    pub rank: Option<u64>,
}

/// A step through the plays of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A play of a chance event leads there.
    Play(Successor),
    /// All plays of the chance event, which has this weight, have been visited.
    EndOfEvent(u32),
}

/// The step that a visitor wants next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The next step.
    Step,
    /// The first play of the next chance event.
    Event,
    /// No step: the visit ends.
    Stop,
}

pub(super) fn successors<D: Domain>(
    domain: &D,
    part: PartId,
    rank: u64,
    rows: &dyn RowSource,
    visit: &mut dyn FnMut(Step) -> Result<Next, Unanswered>,
) -> Result<Option<i16>, Unanswered> {
    let game = domain.game();
    let index = typed_index::<D>(rows.index(part)?)?;
    let position = index.unrank(rank).ok_or_else(Unanswered::default)?;
    let mover = game.to_move(&position);
    if let Some(payoffs) = game.outcome(&position) {
        return Ok(Some(payoffs.of(mover)));
    }
    let mut plays: Vec<Play<PositionOf<D>, <D::Game as Game>::Move>> = Vec::new();
    'events: for (chance, weight) in game.chances(&position) {
        plays.clear();
        game.plays(&position, chance, &mut plays);
        for Play { after, .. } in &plays {
            let part = domain.locate(after);
            let rank = match part.map(|part| rows.index(part)) {
                Some(Ok(index)) => typed_index::<D>(index)?.rank(after),
                _ => None,
            };
            let successor = Successor {
                same_side: game.to_move(after) == mover,
                over: game.outcome(after).map(|payoffs| payoffs.of(mover)),
                part,
                rank,
            };
            match visit(Step::Play(successor))? {
                Next::Step => {}
                Next::Event => continue 'events,
                Next::Stop => return Ok(None),
            }
        }
        if visit(Step::EndOfEvent(weight))? == Next::Stop {
            return Ok(None);
        }
    }
    Ok(None)
}
