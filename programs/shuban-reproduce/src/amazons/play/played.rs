//! Games of search against itself, and their endings played again by players who look up.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use shuban_amazons::sum::{ScoreBounds, winner_of_score};
use shuban_amazons::{Army, Boards, Position};
use shuban_catalog::Error;
use shuban_core::{Present, Random};

use super::ending::{BoardScores, SQUARES, largest};
use super::looking_up::{LookingUp, Use};
use super::search::Search;
use crate::paper::Recomputation;

/// Seed of the games' beginnings.
const SEED: u64 = 46;

/// A game of search against itself.
pub(super) struct PlayedGame {
    /// Its endings with contested regions of up to each of [`SQUARES`], if there are such.
    pub(super) endings: [Option<Ending>; SQUARES.len()],
}

/// An ending: from the first board on whose contested regions are all small.
pub(super) struct Ending {
    /// Plies until nothing is contested.
    pub(super) contested: usize,
    /// Plies until the end of the game.
    pub(super) plies: usize,
    /// The winner, where the bounds that values prove tell it.
    pub(super) told: Option<Army>,
    /// The outcomes of best play, of search alone, and where Black or White looks up; `None` where a territory
    /// leaves it open.
    pub(super) exact: Option<Outcome>,
    pub(super) by_search: Option<Outcome>,
    pub(super) by_use: [[Option<Outcome>; 2]; Use::ALL.len()],
}

/// The outcome of an ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Outcome {
    /// Number of moves that Black makes more than White.
    pub(super) score: i32,
    /// The side that makes the last move.
    pub(super) winner: Army,
}

impl Outcome {
    /// Returns what a side gains over another outcome: points, and games won.
    fn gain(self, over: Outcome, side: Army) -> [f64; 2] {
        let sign = if side == Army::Black { 1 } else { -1 };
        let won = |outcome: Outcome| f64::from(u8::from(outcome.winner == side));
        [f64::from(sign * (self.score - over.score)), won(self) - won(over)]
    }
}

impl Ending {
    /// Returns what a use of a database gains over search alone, the mean of both sides: points, and games won.
    pub(super) fn gain(&self, uses: Use) -> Option<[f64; 2]> {
        let alone = self.by_search?;
        let [black, white] = self.by_use[uses as usize];
        let gains = [(black?, Army::Black), (white?, Army::White)];
        let [black, white] = gains.map(|(outcome, side)| outcome.gain(alone, side));
        Some([(black[0] + white[0]) / 2.0, (black[1] + white[1]) / 2.0])
    }
}

/// Plays games on a board of this width and height, and their endings.
pub(super) fn games(
    run: &Recomputation<'_>,
    (width, height): (usize, usize),
    games: u64,
    evaluated: u64,
) -> Result<Vec<PlayedGame>, Error> {
    let start = Boards::new(width, height).map(|boards| boards.start());
    let start =
        start.ok_or_else(|| Error::TooMuch(format!("there is no start on {width}×{height}")))?;
    let (search, done) = (Search::new(evaluated), AtomicU64::new(0));
    run.progress.phase(&format!("games of {evaluated} boards a move"), games);
    let played = (0..games).into_par_iter().map(|game| {
        run.check()?;
        let boards = search.game(start, &mut Random::of_part(SEED, game));
        let played = game_of(&boards, &search);
        run.progress.at(done.fetch_add(1, Ordering::Relaxed) + 1, "");
        Ok(played)
    });
    played.collect()
}

/// Finds the endings of a game, and plays them again.
fn game_of(boards: &[Position], search: &Search) -> PlayedGame {
    let sizes: Vec<usize> = boards.iter().map(largest).collect();
    let settled = sizes.iter().position(|&size| size == 0).unwrap_or(boards.len() - 1);
    let ending = |squares: usize| {
        let ply = sizes.iter().position(|&size| size <= squares).filter(|&ply| ply < settled)?;
        let position = boards[ply];
        let by_use = Use::ALL.map(|uses| {
            Army::BOTH.map(|side| outcome(&played_again(position, uses, side, search)?))
        });
        Some(Ending {
            contested: settled - ply,
            plies: boards.len() - 1 - ply,
            told: told(&position),
            exact: outcome(&[position]),
            by_search: outcome(&boards[ply..=settled]),
            by_use,
        })
    };
    PlayedGame { endings: SQUARES.map(ending) }
}

/// Returns the winner, if the bounds that values prove tell it.
fn told(position: &Position) -> Option<Army> {
    let bound = |side| LookingUp::new(Use::Bounds, side).bound(position);
    let known = ScoreBounds { lower: bound(Army::Black), upper: bound(Army::White) };
    known.winner(position.to_move())
}

/// Plays from a board until nothing is contested, one side looking up, the other searching; `None` if a territory
/// leaves open what to play.
fn played_again(start: Position, uses: Use, side: Army, search: &Search) -> Option<Vec<Position>> {
    let mut player = LookingUp::new(uses, side);
    let mut boards = vec![start];
    let mut position = start;
    while largest(&position) > 0 && position.subgame().can_move(position.to_move()) {
        let action = if position.to_move() == side {
            player.chosen(&position)?
        } else {
            let action = search.chosen(&position)?;
            player.opponent_moved(action);
            action
        };
        position = position.after(action);
        boards.push(position);
    }
    Some(boards)
}

/// Returns what comes of play through some boards, and of best play from the last one on.
fn outcome(boards: &[Position]) -> Option<Outcome> {
    let (last, before) = boards.split_last()?;
    let made: i32 =
        before.iter().map(|board| if board.to_move() == Army::Black { 1 } else { -1 }).sum();
    let left = BoardScores::new().score(last)?;
    Some(Outcome { score: made + left, winner: winner_of_score(left, last.to_move()) })
}
