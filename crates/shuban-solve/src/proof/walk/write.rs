//! Writes a strategy as a walk.

use std::cmp::Ordering;
use std::path::Path;
use std::sync::Arc;

use serde_json::json;
use shuban_core::Provable;
use shuban_store::{ChoiceEncoder, ChoiceModel, FileSystem, Options, Published, Writer};

use super::read::WalkError;
use super::steps::{Claim, Moves, classes, walk};
use super::{LEAVES, SECTION, in_order_of_the_walk};
use crate::proof::claim::{ProofClaim, account, subject, write_root};

/// A written walk.
#[derive(Clone, Debug)]
pub struct WrittenWalk {
    /// The file.
    pub published: Published,
    /// Number of positions with a move.
    pub positions: u64,
    /// Number of positions left to plain search.
    pub leaves: u64,
}

/// Writes a proof: the question and answer at the root, and the moves of the strategy that proves
/// it, from which a reader reconstructs the positions. Positions of the strategy that the walk from
/// the root does not reach are left out.
///
/// The file is one of the store's container: the stream `root` is the root, the stream `walk` the
/// coded moves, the fact `leaves` the number of positions of the walk left to plain search.
///
/// # Errors
/// The error of the disk; or that the strategy does not hold, or the game has no such files. No
/// file is left then.
pub fn write_walk<G: Provable>(
    files: Arc<dyn FileSystem>,
    path: &Path,
    game: &G,
    claim: &ProofClaim<'_, G::Position>,
    strategy: &[(G::Position, G::Move)],
) -> Result<WrittenWalk, WalkError> {
    let root = game.record(claim.root).ok_or(WalkError::NoRecords)?;
    let order = |one: &G::Position, other: &G::Position| in_order_of_the_walk(game, one, other);
    let mut sorted: Vec<&(G::Position, G::Move)> = strategy.iter().collect();
    sorted.sort_unstable_by(|one, other| order(&one.0, &other.0));
    let mut rest = sorted.as_slice();
    let mut writer = Writer::create(files, path, subject(game, claim), Options::default())?;
    write_root(&mut writer, &root)?;
    let mut stream = writer.stream(SECTION)?;
    let mut model = ChoiceModel::new();
    let (mut positions, mut leaves) = (0, 0);
    let side = Claim { question: claim.asked.question(), answer: claim.answer };
    walk(game, claim.root, side, |met, moves, _| {
        let mut encoder = ChoiceEncoder::new();
        let chosen = met.iter().zip(moves).map(|(position, moves)| {
            let is_before =
                |one: &&&(G::Position, G::Move)| order(&one.0, position) == Ordering::Less;
            let before = rest.iter().take_while(is_before).count();
            rest = &rest[before..];
            let own = rest.first().filter(|one| one.0 == *position);
            let chosen = own.and_then(|(_, action)| number_of(game, position, moves, action));
            model.write(&mut encoder, classes(moves), chosen)
        });
        let chosen: Vec<Option<usize>> = chosen.collect();
        let with_move = chosen.iter().flatten().count() as u64;
        positions += with_move;
        leaves += chosen.len() as u64 - with_move;
        stream.push(&encoder.finish())?;
        Ok::<_, WalkError>(chosen)
    })?;
    stream.finish()?;
    let mut account = account(game, claim, SECTION, positions);
    account.facts.insert(LEAVES.to_owned(), json!(leaves));
    Ok(WrittenWalk { published: writer.publish(account)?, positions, leaves })
}

/// Returns the number of a move among the strategy's choices, or of another that leads to the same
/// position; `None` if it ends the game.
fn number_of<G: Provable>(
    game: &G,
    position: &G::Position,
    moves: &Moves<G>,
    action: &G::Move,
) -> Option<usize> {
    if let Some(number) = moves.iter().position(|one| one.action == *action) {
        return Some(number);
    }
    let mut plays = Vec::new();
    game.plays(position, (), &mut plays);
    let played = plays.into_iter().find(|play| play.action == *action)?;
    moves.iter().position(|one| one.after == played.after)
}
