//! The order and the steps of a walk.

use std::collections::BTreeMap;

use rayon::prelude::*;
use shuban_core::Provable;
use shuban_core::provable::{Choice, Question};

use super::MOST_IN_A_RECORD;

/// The claim that a strategy proves: question and answer.
#[derive(Clone, Copy)]
pub(super) struct Claim {
    pub(super) question: Question,
    pub(super) answer: bool,
}

/// The refutation of a strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsound {
    /// A reply ends the game otherwise, or leaves the strategy's side only moves that do.
    #[error("a reply settles the game against the claim")]
    Reply,
    /// The game has no proof files of moves alone.
    #[error("there are no such files of this game")]
    NoChoices,
}

/// The moves among which the strategy chooses in a position.
pub(super) type Moves<G> =
    Vec<Choice<<G as shuban_core::Game>::Position, <G as shuban_core::Game>::Move>>;

/// Returns the classes of moves, by which choices are coded.
pub(super) fn classes<P, M>(moves: &[Choice<P, M>]) -> impl ExactSizeIterator<Item = u16> + Clone {
    moves.iter().map(|one| one.class)
}

/// Goes through a walk, record by record. `choose` gets the positions of each, with the moves that
/// the strategy may choose, and returns its choices, or an error that ends the walk.
pub(super) fn walk<G: Provable, E: From<Unsound>>(
    game: &G,
    root: &G::Position,
    claim: Claim,
    mut choose: impl FnMut(&[G::Position], &[Moves<G>], usize) -> Result<Vec<Option<usize>>, E>,
) -> Result<(), E> {
    let is_own = (game.to_move(root) == claim.question.seat) == claim.answer;
    let mut levels = Levels { by_plies_left: BTreeMap::new() };
    if is_own {
        levels.add(game, vec![game.canonical(root)]);
    } else {
        levels.add(game, after_replies(game, root, claim, &mut G::Scratch::default())?);
    }
    while let Some(level) = levels.next() {
        for positions in level.chunks(MOST_IN_A_RECORD) {
            let moves: Option<Vec<Moves<G>>> =
                positions.par_iter().map(|position| game.choices(position)).collect();
            let moves = moves.ok_or(Unsound::NoChoices)?;
            let waiting = levels.by_plies_left.values().map(|level| level.distinct).sum();
            let chosen = choose(positions, &moves, waiting)?;
            let played: Vec<&G::Position> = moves
                .iter()
                .zip(chosen)
                .filter_map(|(moves, chosen)| Some(&moves[chosen?].after))
                .collect();
            let next = played.par_iter().map_init(G::Scratch::default, |scratch, after| {
                after_replies(game, after, claim, scratch)
            });
            let next: Vec<Result<Vec<G::Position>, Unsound>> = next.collect();
            for next in next {
                levels.add(game, next?);
            }
        }
    }
    Ok(())
}

/// The positions that the walk will visit.
struct Levels<P> {
    by_plies_left: BTreeMap<u32, Level<P>>,
}

struct Level<P> {
    positions: Vec<P>,
    /// The number when each was there once.
    distinct: usize,
}

impl<P: Ord + Send> Levels<P> {
    fn add<G: Provable<Position = P>>(&mut self, game: &G, positions: Vec<P>) {
        for position in positions {
            let empty = || Level { positions: Vec::new(), distinct: 0 };
            let level = self.by_plies_left.entry(game.plies_left(&position)).or_insert_with(empty);
            level.positions.push(position);
            if level.positions.len() > 2 * level.distinct + MOST_IN_A_RECORD {
                level.settle();
            }
        }
    }

    /// Returns those with the most plies left, each once, in order.
    fn next(&mut self) -> Option<Vec<P>> {
        let (_, mut level) = self.by_plies_left.pop_last()?;
        level.settle();
        Some(level.positions)
    }
}

impl<P: Ord + Send> Level<P> {
    fn settle(&mut self) {
        self.positions.par_sort_unstable();
        self.positions.dedup();
        self.distinct = self.positions.len();
    }
}

/// Returns the positions after each reply in which the walk goes on.
fn after_replies<G: Provable>(
    game: &G,
    position: &G::Position,
    claim: Claim,
    scratch: &mut G::Scratch,
) -> Result<Vec<G::Position>, Unsound> {
    let mut after = Vec::new();
    // Strategies are gathered from canonical positions; a game may tell few images from each other later on.
    let position = game.canonical(position);
    match game.replies(&position, &claim.question, scratch, &mut after) {
        Some(answer) if answer != claim.answer => Err(Unsound::Reply),
        Some(_) => Ok(Vec::new()),
        None => Ok(after.iter().map(|after| game.canonical(after)).collect()),
    }
}
