//! The search as a player, with a limit, and openings drawn at random.

use std::time::{Duration, Instant};

use shuban_amazons::play::{SearchOptions, Tree};
use shuban_amazons::{Boards, Move, Position};
use shuban_core::confidence::interval_of_share;
use shuban_core::{Present, Random};

/// Plies that are drawn at the beginning of a game, and the number of best moves each is drawn from.
const DRAWN: usize = 4;
const DRAWN_FROM: usize = 20;

/// End of the search for a move.
#[derive(Clone, Copy)]
pub(crate) enum Limit {
    /// A number of evaluated boards.
    Boards(u64),
    /// A time.
    Time(Duration),
}

impl Limit {
    /// Reads a number of boards, or milliseconds (`300ms`).
    pub(crate) fn read(text: &str) -> Self {
        match text.strip_suffix("ms") {
            Some(time) => Limit::Time(Duration::from_millis(time.parse().expect("milliseconds"))),
            None => Limit::Boards(text.parse().expect("a number of boards")),
        }
    }
}

/// Draws the first moves of a game, each among the best by the evaluation of the boards after them.
pub(crate) fn opening(start: &Position, random: &mut Random) -> Vec<Move> {
    let options = SearchOptions::default();
    let (mut position, mut moves) = (*start, Vec::new());
    for _ in 0..DRAWN {
        let tree = Tree::new(position.subgame(), position.to_move(), &options, 0);
        let mut best = tree.rated();
        best.sort_by(|one, other| other.value.total_cmp(&one.value));
        let action = best[random.place(best.len().min(DRAWN_FROM))].action;
        moves.push(action);
        position = position.after(action);
    }
    moves
}

/// Searches for a move.
pub(crate) fn chosen(position: &Position, options: &SearchOptions, limit: Limit) -> Move {
    let began = Instant::now();
    let mut tree = Tree::new(position.subgame(), position.to_move(), options, 64 << 20);
    let goes_on = |tree: &Tree<'_>| match limit {
        Limit::Boards(boards) => tree.evaluated() < boards,
        Limit::Time(time) => began.elapsed() < time,
    };
    while !tree.is_finished() && goes_on(&tree) {
        tree.grow();
    }
    tree.rated()[0].action
}

/// Returns the start of the game on a board such as `10x10`.
pub(crate) fn start(size: &str) -> Position {
    let (width, height) = size.split_once('x').expect("WIDTHxHEIGHT");
    let [width, height] = [width, height].map(|side| side.parse().expect("WIDTHxHEIGHT"));
    Boards::new(width, height).expect("a board with a start").start()
}

/// Returns the share of won games, with its interval of 95 %, as text.
pub(crate) fn share(won: u32, games: u32) -> String {
    let share = f64::from(won) / f64::from(games);
    let ends = interval_of_share(share, f64::from(games));
    format!("{:.1} % ({:.0} to {:.0})", 100.0 * share, 100.0 * ends[0], 100.0 * ends[1])
}
