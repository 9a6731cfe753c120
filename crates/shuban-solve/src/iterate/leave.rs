//! The proof that play leaves a layer, whatever both sides do.

use rayon::prelude::*;
use shuban_core::{Domain, Game, IndexOf, LayerId, Play, PositionOf, Unanswered};

/// Marks of a layer, by part and rank: 1 for a position that is left, 0 for one struck out.
pub type Marks = Vec<Vec<i32>>;

/// How many of the positions that are left a file names.
pub(crate) const STATED: usize = 8;

/// What striking out came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaving {
    /// Rounds until nothing more was struck out.
    pub rounds: u32,
    /// Ranks that are left, by part: nothing, if play leaves the layer almost surely.
    pub left: Vec<Vec<u64>>,
}

impl Leaving {
    /// Whether play leaves the layer almost surely whatever both sides do.
    pub fn is_proven(&self) -> bool {
        self.left.iter().all(Vec::is_empty)
    }

    /// The first few ranks that are left of a part, as files state them.
    pub(crate) fn first(&self, part: usize) -> &[u64] {
        let left = &self.left[part];
        &left[..left.len().min(STATED)]
    }
}

/// Starts with all positions of the layer and strikes out, round after round, each that has a
/// chance event all of whose plays lead out of what is left. If nothing is left, then from every
/// position, whatever both sides do, some sequence of chance events leads out within `rounds`
/// turns; so play ends almost surely, every pair of policies is proper, the Bellman operator has
/// one fixed point, and inductive bounds enclose it.
///
/// `marks` are those before the first round: all 1, but where the game is over by definition.
/// `strike` does one round, as [`Operator::strike`](super::Operator::strike).
///
/// # Errors
/// [`Unanswered`] if `strike` could not do its work.
pub fn leave(
    mut marks: Marks,
    mut strike: impl FnMut(&Marks) -> Result<Marks, Unanswered>,
) -> Result<Leaving, Unanswered> {
    let mut rounds = 0;
    loop {
        let next = strike(&marks)?;
        if next == marks {
            break;
        }
        marks = next;
        rounds += 1;
    }
    let left = (marks.iter())
        .map(|marks| {
            (0..).zip(marks).filter(|&(_, &mark)| mark != 0).map(|(rank, _)| rank).collect()
        })
        .collect();
    Ok(Leaving { rounds, left })
}

/// One round of striking out, from the rules of the game alone.
///
/// # Errors
/// [`Unanswered`] if an index gives no position for one of its ranks.
pub(crate) fn strike_by_rules<D: Domain>(
    domain: &D,
    layer: LayerId,
    indexes: &[IndexOf<D>],
    marks: &[Vec<i32>],
) -> Result<Marks, Unanswered> {
    let game = domain.game();
    // A position that no table holds may lead back into the layer, unless the game is over.
    let leads_out = |after: &PositionOf<D>| match domain.locate(after) {
        _ if game.outcome(after).is_some() => true,
        Some(place) if place.layer == layer => {
            let rank = indexes[place.part].rank(after);
            rank.is_some_and(|rank| marks[place.part][rank as usize] == 0)
        }
        Some(_) => true,
        None => false,
    };
    let strike = |position: &PositionOf<D>| {
        let mut plays: Vec<Play<PositionOf<D>, <D::Game as Game>::Move>> = Vec::new();
        game.outcome(position).is_some()
            || game.chances(position).into_iter().any(|(chance, _)| {
                plays.clear();
                game.plays(position, chance, &mut plays);
                plays.iter().all(|play| leads_out(&play.after))
            })
    };
    (indexes.iter().zip(marks))
        .map(|(index, marks)| {
            (marks.par_iter().enumerate())
                .map(|(rank, &mark)| {
                    let position = index.unrank(rank as u64).ok_or_else(Unanswered::default)?;
                    Ok(if mark == 1 && strike(&position) { 0 } else { mark })
                })
                .collect()
        })
        .collect()
}
