//! Strategies and lines of games where symmetry makes one position of several only at the beginning.

use std::sync::atomic::{AtomicU64, Ordering};

use shuban_core::provable::FirstNumbers;
use shuban_core::{Game, NotationError, Payoffs, Play, Provable, Seat, Silent};
use shuban_search::proof::{ProofOptions, prove};

use crate::maze::{Maze, Place, ROOT, large, question, slow};

/// Number of plies up to which a position and its image are one.
const EARLY: u32 = 6;

/// A maze and its image, where some moves lead from one to the other.
struct Mirrored {
    maze: Maze,
    has_images: bool,
    /// Number of times that moves were asked for.
    asked: AtomicU64,
}

/// Place, and `true` in the image.
type Position = (Place, bool);

impl Game for Mirrored {
    type Position = Position;
    type Chance = ();
    type Move = u64;

    fn name(&self) -> String {
        "mirrored".into()
    }

    fn to_move(&self, position: &Position) -> Seat {
        self.maze.to_move(&position.0)
    }

    fn outcome(&self, position: &Position) -> Option<Payoffs> {
        self.maze.outcome(&position.0)
    }

    fn chances(&self, _: &Position) -> Vec<((), u32)> {
        vec![((), 1)]
    }

    fn plays(&self, &(place, mirrored): &Position, (): (), plays: &mut Vec<Play<Position, u64>>) {
        self.asked.fetch_add(1, Ordering::Relaxed);
        let mut inner = Vec::new();
        self.maze.plays(&place, (), &mut inner);
        plays.extend(inner.into_iter().map(|Play { action, after }| {
            let turns = after.0 <= EARLY && after.1 % 2 == 1;
            Play { action, after: (after, mirrored ^ turns) }
        }));
    }

    fn canonical(&self, &(place, mirrored): &Position) -> Position {
        (place, mirrored && place.0 > EARLY)
    }

    fn parse(&self, text: &str) -> Result<Position, NotationError> {
        self.maze.parse(text).map(|place| (place, false))
    }

    fn format(&self, position: &Position) -> String {
        format!("{position:?}")
    }

    fn format_move(&self, _: &Position, (): (), action: &u64) -> String {
        action.to_string()
    }
}

impl Provable for Mirrored {
    type Scratch = ();

    fn images(&self, &(place, mirrored): &Position) -> Vec<Position> {
        let is_late = place.0 > EARLY;
        if self.has_images && is_late { vec![(place, !mirrored)] } else { Vec::new() }
    }

    fn first_numbers(&self, position: &Position) -> FirstNumbers {
        self.maze.first_numbers(&position.0)
    }

    fn plies_left(&self, position: &Position) -> u32 {
        self.maze.plies_left(&position.0)
    }
}

#[test]
fn a_strategy_finds_what_was_searched_in_an_image() {
    let win = question(0, 1);
    let [with, without] = [true, false].map(|has_images| {
        let game = Mirrored { maze: large(), has_images, asked: AtomicU64::new(0) };
        let searched = prove(&game, &(ROOT, false), win, &slow(), None, &Silent).unwrap();
        let search = game.asked.swap(0, Ordering::Relaxed);
        let options = ProofOptions { strategy: true, ..slow() };
        let proved = prove(&game, &(ROOT, false), win, &options, None, &Silent).unwrap();
        assert_eq!(proved.outcome, searched.outcome);
        let gathered = game.asked.load(Ordering::Relaxed) - search;
        for ((place, _), action) in proved.strategy.expect("a strategy was asked for") {
            let mut plays = Vec::new();
            game.maze.plays(&place, (), &mut plays);
            let play = plays.iter().find(|play| play.action == action).unwrap();
            let after = prove(&game.maze, &play.after, win, &slow(), None, &Silent).unwrap();
            assert_eq!(after.outcome, proved.outcome, "{place:?} {action}");
        }
        gathered
    });
    assert!(with < without, "{with} {without}");
}

#[test]
fn the_line_that_is_shown_finds_what_was_searched_in_an_image() {
    // Mazes in which a line comes to an image of what was searched.
    for seed in [8, 12] {
        let is_whole = [true, false].map(|has_images| {
            let maze = Maze { seed, ..large() };
            let game = Mirrored { maze, has_images, asked: AtomicU64::new(0) };
            let found = prove(&game, &(ROOT, false), question(0, 1), &slow(), None, &Silent);
            let last =
                found.unwrap().principal.into_iter().fold((ROOT, false), |position, action| {
                    let mut plays = Vec::new();
                    game.plays(&position, (), &mut plays);
                    plays.into_iter().find(|play| play.action == action).unwrap().after
                });
            game.outcome(&last).is_some()
        });
        assert_eq!(is_whole, [true, false], "{seed}");
    }
}
