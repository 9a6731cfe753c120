//! Retrograde analysis of a cyclic layer: the values that follow from known values.

use rayon::prelude::*;
use shuban_core::erased::{Next, RowSource, Step, Successor, Tables};
use shuban_core::sweep::Status;
use shuban_core::{LayerId, PartId, Unanswered};

use super::leave::Marks;
use crate::solved::SolvedLayers;

/// The result of retrograde analysis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settled {
    /// Number of rounds until nothing more was valued.
    pub rounds: u32,
    /// The codes of [`Status`], by part and rank.
    pub statuses: Vec<Vec<i8>>,
}

impl Settled {
    /// Returns the number of valued positions of a part.
    pub fn valued(&self, part: usize) -> u64 {
        let valued =
            self.statuses[part].iter().filter(|&&code| i32::from(code) != Status::Unknown.code());
        valued.count() as u64
    }
}

/// A layer under retrograde analysis by the rules alone.
#[derive(Clone, Copy)]
pub(crate) struct StatusRules<'a> {
    pub(crate) domain: &'a dyn Tables,
    pub(crate) layer: LayerId,
    /// The indexes of the layer and of finished ones.
    pub(crate) rows: &'a dyn RowSource,
    /// The finished layers.
    pub(crate) solved: &'a SolvedLayers<'a>,
}

impl StatusRules<'_> {
    /// Returns the code of a position's [`Status`] that follows from those of its successors, by
    /// the rules alone: `statuses` are those of the same layer by part and rank.
    ///
    /// # Errors
    /// [`Unanswered`] if a finished layer cannot be read, or an index has no position.
    pub(crate) fn status(
        &self,
        statuses: &[Vec<i32>],
        part: usize,
        rank: u64,
    ) -> Result<i32, Unanswered> {
        let part = PartId { layer: self.layer, part };
        let (mut best, mut of_chance, mut is_unknown) = (Vec::new(), None, false);
        let over = self.domain.successors(part, rank, self.rows, &mut |step| {
            match step {
                Step::Play(after) => of_chance = of_chance.max(Some(self.code(statuses, after)?)),
                Step::EndOfEvent(_) if of_chance == Some(Status::Unknown.code()) => {
                    is_unknown = true;
                    return Ok(Next::Stop);
                }
                Step::EndOfEvent(_) => best.extend(of_chance.take()),
            }
            Ok(Next::Step)
        })?;
        Ok(match over {
            Some(payoff) => Status::of_sign(payoff.into()).code(),
            None if is_unknown => Status::Unknown.code(),
            None => Status::of_best(best),
        })
    }

    /// Returns the code of a play that leads to a position.
    fn code(&self, statuses: &[Vec<i32>], after: Successor) -> Result<i32, Unanswered> {
        if let Some(payoff) = after.over {
            return Ok(Status::of_sign(payoff.into()).code());
        }
        let (part, rank) = after.part.zip(after.rank).ok_or_else(Unanswered::default)?;
        let code = match part.layer == self.layer {
            true => statuses[part.part][rank as usize],
            false => self.solved.status(part, rank)?.code(),
        };
        Ok(if after.same_side { code } else { Status::after(code) })
    }

    /// Does one round of retrograde analysis, part after part; returns the number of positions
    /// valued. Known statuses stay.
    ///
    /// # Errors
    /// As [`status`](StatusRules::status).
    pub(crate) fn settle(&self, statuses: &mut Marks) -> Result<u64, Unanswered> {
        let mut changed = 0;
        for part in 0..statuses.len() {
            let next = statuses[part].par_iter().enumerate().map(|(rank, &status)| {
                if status != Status::Unknown.code() {
                    return Ok(status);
                }
                self.status(statuses, part, rank as u64)
            });
            let next: Vec<i32> = next.collect::<Result<_, _>>()?;
            changed +=
                next.iter().zip(&statuses[part]).filter(|(next, before)| next != before).count();
            statuses[part] = next;
        }
        Ok(changed as u64)
    }
}

/// Returns the least fixed point of the rule that a position is valued once, for every chance
/// event, some play leads to a known certain win, or the values of all plays are known (Algorithm 1
/// of Sanno and Hoki's backgammon endgame databases). Positions of finished layers are known. It
/// does not depend on the order in which positions are valued; the number of rounds does.
///
/// `round` does one round, as [`Operator::settle`](super::Operator::settle).
///
/// # Errors
/// [`Unanswered`] from `round`.
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
