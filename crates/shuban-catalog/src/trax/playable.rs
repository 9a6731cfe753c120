//! The game as people look at it.

use std::collections::BTreeSet;

use shuban_core::{Game, NotationError, Progress, Random};
use shuban_trax::{
    Lines, Picture, PlainMove, PlainPosition, PlainTrax, Position, Trax, draw_board, draw_svg, parse_game,
    perft as count_positions, perft_plain,
};

use super::solve::TraxSolver;
use super::{perft, show};
use crate::error::Error;
use crate::perft::PerftOptions;
use crate::report::Answer;
use crate::room::Playable;
use crate::solve::{PositionSolver, SolveSetting};

impl Playable for Trax {
    fn describe(&self) -> String {
        let size = self.size();
        let lines = match self.lines() {
            Lines::Full => "loops and victory lines win",
            Lines::None => "only loops win",
        };
        format!("limited TRAX on boards of up to {size} by {size} tiles; {lines}")
    }

    fn start(&self) -> Position {
        Position::START
    }

    fn has_chance(&self) -> bool {
        false
    }

    fn draw(&self, position: &Position, _colour: bool) -> String {
        draw_board(&Picture::of(self, position, None)).trim_end().to_owned()
    }

    fn draw_svg(&self, position: &Position) -> String {
        draw_svg(&Picture::of(self, position, None))
    }

    /// With the last turn marked.
    fn draw_text(&self, text: &str, _colour: bool) -> Result<String, NotationError> {
        let played = parse_game(self, text)?;
        Ok(draw_board(&Picture::of(self, &played.position, played.last.as_ref())).trim_end().to_owned())
    }

    fn draw_text_svg(&self, text: &str) -> Result<String, NotationError> {
        let played = parse_game(self, text)?;
        Ok(draw_svg(&Picture::of(self, &played.position, played.last.as_ref())))
    }

    fn show_text(&self, text: &str, _colour: bool) -> Result<Box<dyn Answer>, NotationError> {
        Ok(Box::new(show::shown(self, text)?))
    }

    fn count(&self, options: PerftOptions, progress: &dyn Progress) -> Result<Box<dyn Answer>, Error> {
        Ok(Box::new(perft::count(self, count_positions, options, progress)?))
    }

    /// Proof search.
    fn solver<'a>(&'a self, setting: &SolveSetting<'a>) -> Result<Box<dyn PositionSolver + 'a>, Error> {
        Ok(Box::new(TraxSolver::new(*self, *setting)))
    }

    fn count_plays(&self, position: &Position) -> u64 {
        let mut count = 0;
        if self.outcome(position).is_none() {
            self.each_turn(position, |_, _| {
                count += 1;
                true
            });
        }
        count
    }

    /// Positions of random games on bit-boards and on a map of tiles.
    fn compare(&self, pairs: u64, seed: u64) -> Result<u64, String> {
        let plain = PlainTrax::of(self);
        let mut random = Random::new(seed);
        let mut position = Position::START;
        let mut compared = 0;
        for _ in 0..pairs {
            let twin = PlainPosition::from(&position);
            let differ = |what: &str| Err(format!("{position:?}: {what} differ"));
            let ending = self.ending(&position);
            if ending != plain.ending(&twin) {
                return differ("outcomes");
            }
            if ending.is_some() {
                position = Position::START;
                continue;
            }
            let mut fast = BTreeSet::new();
            let mut after = Vec::new();
            self.each_turn(&position, |played, next| {
                let (row, column) = (played.row.into(), played.column.into());
                fast.insert((PlainMove { row, column, tile: played.tile }, PlainPosition::from(&next)));
                after.push(next);
                true
            });
            if fast != plain.moves(&twin).into_iter().collect() {
                return differ("moves");
            }
            compared += fast.len() as u64;
            position = after[random.place(after.len())];
        }
        Ok(compared)
    }
}

/// Trax without a board.
impl Playable for PlainTrax {
    fn describe(&self) -> String {
        "Trax without a board: loops and victory lines win".to_owned()
    }

    fn start(&self) -> PlainPosition {
        PlainPosition::start()
    }

    fn has_chance(&self) -> bool {
        false
    }

    fn draw(&self, position: &PlainPosition, _colour: bool) -> String {
        draw_board(&Picture::plain(self, position, None)).trim_end().to_owned()
    }

    fn draw_svg(&self, position: &PlainPosition) -> String {
        draw_svg(&Picture::plain(self, position, None))
    }

    /// With the last turn marked.
    fn draw_text(&self, text: &str, _colour: bool) -> Result<String, NotationError> {
        let played = self.played(text)?;
        let picture = Picture::plain(self, &played.position, played.last.as_ref());
        Ok(draw_board(&picture).trim_end().to_owned())
    }

    fn draw_text_svg(&self, text: &str) -> Result<String, NotationError> {
        let played = self.played(text)?;
        Ok(draw_svg(&Picture::plain(self, &played.position, played.last.as_ref())))
    }

    fn show_text(&self, text: &str, _colour: bool) -> Result<Box<dyn Answer>, NotationError> {
        Ok(Box::new(show::shown_plain(self, text)?))
    }

    fn count(&self, options: PerftOptions, progress: &dyn Progress) -> Result<Box<dyn Answer>, Error> {
        Ok(Box::new(perft::count(self, perft_plain, options, progress)?))
    }

    /// On boards of 8 by 8, as long as games are on those.
    fn compare(&self, pairs: u64, seed: u64) -> Result<u64, String> {
        let board = Trax::new(8, Lines::Full).map_err(|error| error.to_string())?;
        Playable::compare(&board, pairs, seed)
    }
}
