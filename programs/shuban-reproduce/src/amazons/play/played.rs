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
#[derive(Debug)]
pub(super) struct Ending {
    /// Plies until nothing is contested.
    pub(super) contested: usize,
    /// Plies until the end of the game.
    pub(super) plies: usize,
    /// Bounds of the score that values prove.
    pub(super) proven: ScoreBounds,
    /// The side to move at its beginning.
    to_move: Army,
    /// The results of best play, of search alone, and where Black or White looks up; `None` where a territory
    /// leaves it open.
    pub(super) exact: Option<EndingResult>,
    pub(super) by_search: Option<EndingResult>,
    pub(super) by_use: [[Option<EndingResult>; 2]; Use::ALL.len()],
}

/// The result of an ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EndingResult {
    /// Number of moves that Black makes more than White.
    pub(super) score: i32,
    /// The side that makes the last move.
    pub(super) winner: Army,
}

/// Gains of a use of a database in an ending that is played twice, with either side looking up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gain {
    /// Points, the mean of both sides.
    pub(super) points: f64,
    /// Times that it wins what search alone loses, and the other way round.
    pub(super) won: u32,
    pub(super) lost: u32,
}

impl Ending {
    /// Returns the winner, if the bounds that values prove tell it.
    pub(super) fn told(&self) -> Option<Army> {
        self.proven.winner(self.to_move)
    }

    /// Returns what a use of a database gains over search alone.
    pub(super) fn gain(&self, uses: Use) -> Option<Gain> {
        let alone = self.by_search?;
        let [black, white] = self.by_use[uses as usize];
        let (black, white) = (black?, white?);
        let is_won = |with: EndingResult, side| [with.winner == side, alone.winner == side];
        let won = [is_won(black, Army::Black), is_won(white, Army::White)];
        Some(Gain {
            points: f64::from(black.score - white.score) / 2.0,
            won: won.iter().filter(|won| **won == [true, false]).count() as u32,
            lost: won.iter().filter(|won| **won == [false, true]).count() as u32,
        })
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
            Army::BOTH.map(|side| result_of(&played_again(position, uses, side, search)?))
        });
        Some(Ending {
            contested: settled - ply,
            plies: boards.len() - 1 - ply,
            proven: proven(&position),
            to_move: position.to_move(),
            exact: result_of(&[position]),
            by_search: result_of(&boards[ply..=settled]),
            by_use,
        })
    };
    PlayedGame { endings: SQUARES.map(ending) }
}

/// Returns the bounds of the score that the values of the regions prove.
fn proven(position: &Position) -> ScoreBounds {
    let bound = |side| LookingUp::new(Use::Bounds, side, position).bound();
    ScoreBounds { lower: bound(Army::Black), upper: bound(Army::White) }
}

/// Plays from a board until nothing is contested, one side looking up, the other searching; `None` if a territory
/// leaves open what to play.
fn played_again(start: Position, uses: Use, side: Army, search: &Search) -> Option<Vec<Position>> {
    let mut player = LookingUp::new(uses, side, &start);
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
fn result_of(boards: &[Position]) -> Option<EndingResult> {
    let (last, before) = boards.split_last()?;
    let made: i32 =
        before.iter().map(|board| if board.to_move() == Army::Black { 1 } else { -1 }).sum();
    let left = BoardScores::new().score(last)?;
    Some(EndingResult { score: made + left, winner: winner_of_score(left, last.to_move()) })
}
