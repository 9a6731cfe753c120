//! Proof that play leaves a layer: positions are struck out until none is left.

use crate::error::Stop;
use crate::gammon::board::Board;
use crate::gammon::plays::plays;
use crate::gammon::ranking::Ranking;
use crate::gammon::variant::Variant;
use crate::progress::{Phase, Report};

/// Returns the first position, by part and rank, that play need not leave; `None` if there is none.
///
/// Struck out is each position in which the game is over, and each that has a roll all of whose
/// plays lead out of the layer or to positions that are struck out already.
pub(crate) fn stays(
    variant: &Variant,
    parts: &[&Ranking],
    report: Report<'_>,
) -> Result<Option<(usize, u64)>, Stop> {
    let mut struck: Vec<Vec<bool>> =
        parts.iter().map(|ranking| vec![false; ranking.positions() as usize]).collect();
    let total = parts.iter().map(|ranking| ranking.positions()).sum();
    for round in 1.. {
        let name = format!("leaving, round {round}");
        let (phase, mut done) = (Phase::begin(report, &name, total)?, 0);
        let (mut changed, mut first) = (false, None);
        for (part, ranking) in parts.iter().enumerate() {
            for rank in 0..ranking.positions() {
                done += 1;
                phase.at(done)?;
                if struck[part][rank as usize] {
                    continue;
                }
                let Some(board) = ranking.board(rank) else { continue };
                if is_struck(variant, parts, &struck, &board) {
                    struck[part][rank as usize] = true;
                    changed = true;
                } else {
                    first = first.or(Some((part, rank)));
                }
            }
        }
        if first.is_none() || !changed {
            return Ok(first);
        }
    }
    Ok(None)
}

fn is_struck(variant: &Variant, parts: &[&Ranking], struck: &[Vec<bool>], board: &Board) -> bool {
    // What is in no part is in another layer, or the game is over.
    let leads_out = |played: &Board| {
        let next = played.turned();
        let part = parts.iter().position(|ranking| ranking.is_of(&next));
        part.is_none_or(|part| struck[part][parts[part].rank(&next) as usize])
    };
    let rolls = variant.rolls();
    board.is_dead(variant)
        || rolls.iter().any(|(roll, _)| plays(variant, board, *roll).iter().all(leads_out))
}
