//! Reads a walk: the positions of a strategy with their moves.

use std::path::PathBuf;

use rayon::prelude::*;
use shuban_core::{Game, Progress, Provable};
use shuban_store::{ChoiceDecoder, ChoiceModel, Database};

use super::steps::{Claim, Moves, Unsound, classes, walk};
use super::{LEAVES, SECTION};
use crate::proof::head::{ProofFileError, ProofHead};

/// Error of reading or writing a walk.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WalkError {
    /// The error of the disk.
    #[error(transparent)]
    Store(#[from] shuban_store::Error),
    /// The file is not a proof of the game.
    #[error(transparent)]
    File(#[from] ProofFileError),
    /// The strategy does not hold.
    #[error("the strategy does not hold: {0}")]
    Unsound(#[from] Unsound),
    /// The file's content is impossible for a walk from its root.
    #[error("{}: its walk {reason}", .path.display())]
    Walk {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: &'static str,
    },
    /// The work was interrupted.
    #[error("interrupted")]
    Interrupted,
    /// The game has no proof files.
    #[error("there are no proof files of this game")]
    NoRecords,
}

/// Reads a proof; `each` gets every position of its strategy, with its move, in the order of the
/// walk. Even in a false file the moves are legal, and no position comes twice; only `shuban-check`
/// shows whether it proves anything. The data that `each` keeps takes `held` bytes of memory.
///
/// # Errors
/// [`WalkError`]; `each` may have been called before.
pub fn read_walk<G: Provable>(
    game: &G,
    database: &Database,
    held: u64,
    progress: &dyn Progress,
    mut each: impl FnMut(&G::Position, &G::Move),
) -> Result<(), WalkError> {
    follow(game, database, held, progress, |met, moves, chosen| {
        let played = met.par_iter().zip(moves).zip(chosen).map(|((position, moves), chosen)| {
            chosen.and_then(|chosen| play_to(game, position, &moves[chosen].after))
        });
        let played: Vec<Option<G::Move>> = played.collect();
        for ((position, played), chosen) in met.iter().zip(played).zip(chosen) {
            match played {
                Some(played) => each(position, &played),
                None if chosen.is_none() => (),
                None => {
                    let (path, reason) = (database.path().to_owned(), "has an illegal move");
                    return Err(WalkError::Walk { path, reason });
                }
            }
        }
        Ok(())
    })
}

/// Follows a walk; `each` gets the positions of every record, with their moves and the numbers of
/// those that the strategy chooses. Its data takes `held` bytes of memory.
///
/// # Errors
/// [`WalkError`]; `each` may have been called before.
pub(super) fn follow<G: Provable>(
    game: &G,
    database: &Database,
    held: u64,
    progress: &dyn Progress,
    mut each: impl FnMut(&[G::Position], &[Moves<G>], &[Option<usize>]) -> Result<(), WalkError>,
) -> Result<(), WalkError> {
    let path = database.path().to_owned();
    let refused = |reason| WalkError::Walk { path: path.clone(), reason };
    let ProofHead { root, question, answer, .. } = ProofHead::read(game, database)?;
    let account = &database.manifest().account;
    let leaves = account.facts.get(LEAVES).and_then(serde_json::Value::as_u64);
    let all = leaves.and_then(|leaves| database.positions().checked_add(leaves));
    let mut left = all.ok_or_else(|| refused("does not say how many positions it comes to"))?;
    let waiting = left.saturating_mul(size_of::<G::Position>() as u64);
    database.may_take(SECTION, waiting.saturating_add(held))?;
    let stream = database.stream(SECTION)?;
    let mut model = ChoiceModel::new();
    let mut number = 0;
    walk(game, &root, Claim { question, answer }, |met, moves, waiting| {
        if progress.interrupted() {
            return Err(WalkError::Interrupted);
        }
        let rest = left.checked_sub(met.len() as u64).filter(|&left| left >= waiting as u64);
        left = rest.ok_or_else(|| refused("comes to more positions than it says"))?;
        if number == stream.len() {
            return Err(refused("ends too soon"));
        }
        let record = stream.entry(number)?;
        number += 1;
        let mut decoder = ChoiceDecoder::new(&record);
        let chosen = moves.iter().map(|moves| model.read(&mut decoder, classes(moves)));
        let chosen: Vec<Option<usize>> = chosen.collect();
        if !decoder.is_done() {
            return Err(refused("has a record that does not fit it"));
        }
        each(met, moves, &chosen)?;
        Ok(chosen)
    })?;
    match left {
        0 if number == stream.len() => Ok(()),
        _ => Err(refused("comes to fewer positions than it says")),
    }
}

/// Returns the rules' move that leads to a position: if several do, it may be another one than in
/// the choices.
fn play_to<G: Provable>(
    game: &G,
    position: &G::Position,
    after: &G::Position,
) -> Option<<G as Game>::Move> {
    let mut plays = Vec::new();
    game.plays(position, (), &mut plays);
    plays.into_iter().find(|play| play.after == *after).map(|play| play.action)
}
