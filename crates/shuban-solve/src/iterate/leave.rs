//! The proof that play leaves a layer, under any strategies.

use rayon::prelude::*;
use shuban_core::erased::{Next, OwnIndexes, PartIndex, Step, Successor, Tables};
use shuban_core::{LayerId, PartId, Unanswered};

/// Marks of a layer, by part and rank: 1 for a position that is left, 0 for one struck out.
pub type Marks = Vec<Vec<i32>>;

/// Number of left positions that a file names.
pub(crate) const STATED: usize = 8;

/// The result of striking out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaving {
    /// Rounds until nothing more was struck out.
    pub rounds: u32,
    /// The ranks that are left, by part: none, if play leaves the layer almost surely.
    pub left: Vec<Vec<u64>>,
}

impl Leaving {
    /// Returns true if play leaves the layer almost surely under any strategies.
    pub fn is_proven(&self) -> bool {
        self.left.iter().all(Vec::is_empty)
    }

    /// Returns the first few ranks that are left of a part, as files state them.
    pub(crate) fn first(&self, part: usize) -> &[u64] {
        let left = &self.left[part];
        &left[..left.len().min(STATED)]
    }
}

/// Starts with all positions of the layer and strikes out, round after round, each that has a
/// chance event all of whose plays lead out of the rest. If none is left, then from every position,
/// under any strategies, some sequence of chance events leads out within `rounds` turns; so play
/// ends almost surely, every pair of policies is proper, the Bellman operator has one fixed point,
/// and inductive bounds enclose it.
///
/// `marks` are those before the first round: all 1, unless the game is over by definition. `strike`
/// does one round, as [`Operator::strike`](super::Operator::strike).
///
/// # Errors
/// [`Unanswered`] from `strike`.
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

/// Does one round of striking out, from the rules of the game alone: `indexes` are those of the
/// layer's parts.
///
/// # Errors
/// [`Unanswered`] if an index gives no position for one of its ranks.
pub(crate) fn strike_by_rules(
    domain: &dyn Tables,
    layer: LayerId,
    indexes: &[PartIndex],
    marks: &[Vec<i32>],
) -> Result<Marks, Unanswered> {
    let rows = OwnIndexes { layer, indexes };
    // A position that no table holds may lead back into the layer, unless the game is over.
    let leads_out = |after: Successor| match after {
        Successor { over: Some(_), .. } => true,
        Successor { part: Some(place), rank, .. } if place.layer == layer => {
            rank.is_some_and(|rank| marks[place.part][rank as usize] == 0)
        }
        Successor { part, .. } => part.is_some(),
    };
    let strike = |part: PartId, rank: u64| {
        let mut struck = false;
        let over = domain.successors(part, rank, &rows, &mut |step| {
            Ok(match step {
                Step::Play(after) if leads_out(after) => Next::Step,
                Step::Play(_) => Next::Event,
                Step::EndOfEvent(_) => {
                    struck = true;
                    Next::Stop
                }
            })
        })?;
        Ok::<_, Unanswered>(struck || over.is_some())
    };
    (marks.iter().enumerate())
        .map(|(part, marks)| {
            let part = PartId { layer, part };
            (marks.par_iter().enumerate())
                .map(|(rank, &mark)| {
                    Ok(if mark == 1 && strike(part, rank as u64)? { 0 } else { mark })
                })
                .collect()
        })
        .collect()
}
