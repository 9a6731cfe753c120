//! Games by name.

use rayon::prelude::*;
use serde::Serialize;
use shuban_core::{Game, NotationError, Progress, grouped};

use crate::bench::{self, PlayTiming};
use crate::error::Error;
use crate::perft::{self, PerftOptions};
use crate::report::{Answer, Report};
use crate::show;
use crate::solve::{CheckedSums, PositionSolver, SolveSetting, SumsOptions};

/// What a game adds to its rules, so that people can look at it.
pub trait Playable: Game + Sized {
    /// What it is, in a line.
    fn describe(&self) -> String;

    /// The position in which a game starts.
    fn start(&self) -> Self::Position;

    /// Whether chance plays a part. Where it does not, moves are listed without rolls, and a roll is refused.
    fn has_chance(&self) -> bool {
        true
    }

    /// What chance brought, as text; for games in which it plays a part.
    fn chance_text(&self, _chance: Self::Chance) -> String {
        String::new()
    }

    /// Reads what chance brought.
    ///
    /// # Errors
    /// [`NotationError`] with the place and the reason; always, if chance plays no part.
    fn parse_chance(&self, text: &str) -> Result<Self::Chance, NotationError> {
        Err(NotationError::new(text, 0, format!("nothing is rolled in {}", self.name())))
    }

    /// Draws a position for a terminal, in ANSI colours or without.
    fn draw(&self, position: &Self::Position, colour: bool) -> String;

    /// Draws a position as an SVG document.
    fn draw_svg(&self, position: &Self::Position) -> String;

    /// Draws what a text stands for, for a terminal: where it says more than the position, such as the last
    /// move, that may be drawn too.
    ///
    /// # Errors
    /// [`NotationError`] with the place and the reason.
    fn draw_text(&self, text: &str, colour: bool) -> Result<String, NotationError> {
        Ok(self.draw(&self.parse(text)?, colour))
    }

    /// Draws what a text stands for as an SVG document.
    ///
    /// # Errors
    /// [`NotationError`] with the place and the reason.
    fn draw_text_svg(&self, text: &str) -> Result<String, NotationError> {
        Ok(self.draw_svg(&self.parse(text)?))
    }

    /// A position with its outcome and its legal moves: as a [`Shown`](crate::Shown), unless players of the game
    /// ask for something else.
    ///
    /// # Errors
    /// [`NotationError`] with the place and the reason.
    fn show_text(&self, text: &str, colour: bool) -> Result<Box<dyn Answer>, NotationError> {
        Ok(Box::new(show::shown(self, text, colour)?))
    }

    /// Counts ply by ply: move sequences, as a [`Perft`](crate::Perft), unless the game counts more.
    ///
    /// # Errors
    /// [`Error::TooMuch`], [`Error::Memory`], [`Error::Interrupted`].
    fn count(&self, options: PerftOptions, progress: &dyn Progress) -> Result<Box<dyn Answer>, Error> {
        Ok(Box::new(perft::perft(self, options, progress)?))
    }

    /// Opens what solves positions by search.
    ///
    /// # Errors
    /// [`Error::NoSolver`] if nothing does.
    fn solver<'a>(&'a self, _setting: &SolveSetting<'a>) -> Result<Box<dyn PositionSolver + 'a>, Error> {
        Err(Error::NoSolver(self.name()))
    }

    /// Generates the plays of every chance event, as fast as the game can; gives how many.
    fn count_plays(&self, position: &Self::Position) -> u64 {
        let mut plays = Vec::new();
        for (chance, _) in self.chances(position) {
            self.plays(position, chance, &mut plays);
        }
        plays.len() as u64
    }

    /// Compares the rules as implemented for speed with a plain implementation on `pairs` random
    /// positions; gives how many plays were compared, or the first difference.
    ///
    /// # Errors
    /// The difference, in words.
    fn compare(&self, pairs: u64, seed: u64) -> Result<u64, String>;

    /// Holds bounds of random sums against scores and winners that are found without them.
    ///
    /// # Errors
    /// [`Error::NoSums`] if positions of the game are no sums; [`Error::Interrupted`].
    fn check_sums(&self, _options: SumsOptions, _progress: &dyn Progress) -> Result<CheckedSums, Error> {
        Err(Error::NoSums(self.name()))
    }
}

/// A game, whatever its types.
pub trait GameRoom: Send + Sync {
    /// Its name, as the command line writes it.
    fn name(&self) -> String;

    /// What it is, in a line.
    fn describe(&self) -> String;

    /// The position in which a game starts, as text.
    fn start(&self) -> String;

    /// The text of a position as the game writes it.
    ///
    /// # Errors
    /// [`Error::Notation`] if it is no position.
    fn written(&self, position: &str) -> Result<String, Error>;

    /// The text of a roll as the game writes it.
    ///
    /// # Errors
    /// [`Error::Notation`] if it is no roll.
    fn roll(&self, roll: &str) -> Result<String, Error>;

    /// The position drawn for a terminal.
    ///
    /// # Errors
    /// [`Error::Notation`] if it is no position.
    fn draw(&self, position: &str, colour: bool) -> Result<String, Error>;

    /// The position drawn as an SVG document.
    ///
    /// # Errors
    /// [`Error::Notation`] if it is no position.
    fn svg(&self, position: &str) -> Result<String, Error>;

    /// The position with its outcome and its legal moves, drawn in ANSI colours or without.
    ///
    /// # Errors
    /// [`Error::Notation`] if it is no position.
    fn show(&self, position: &str, colour: bool) -> Result<Box<dyn Answer>, Error>;

    /// Opens what solves positions by search.
    ///
    /// # Errors
    /// [`Error::NoSolver`] if nothing does.
    fn solver<'a>(&'a self, setting: &SolveSetting<'a>) -> Result<Box<dyn PositionSolver + 'a>, Error>;

    /// Counts move sequences from the start, ply by ply.
    ///
    /// # Errors
    /// [`Error::TooMuch`], [`Error::Memory`], [`Error::Interrupted`].
    fn perft(&self, options: PerftOptions, progress: &dyn Progress) -> Result<Box<dyn Answer>, Error>;

    /// Compares the rules as implemented for speed with a plain implementation on random positions,
    /// the same ones for the same seed.
    ///
    /// # Errors
    /// [`Error::Interrupted`].
    fn check(&self, pairs: u64, seed: u64, progress: &dyn Progress) -> Result<Checked, Error>;

    /// Holds bounds of random sums against scores and winners that are found without them.
    ///
    /// # Errors
    /// [`Error::NoSums`] if positions of the game are no sums; [`Error::Interrupted`].
    fn check_sums(&self, options: SumsOptions, progress: &dyn Progress) -> Result<CheckedSums, Error>;

    /// Measures how fast plays are generated, on positions of random games, for about so long.
    fn time_plays(&self, seconds: f64, seed: u64) -> PlayTiming;
}

/// The outcome of a comparison of two implementations of the rules.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Checked {
    /// The game's name.
    pub game: String,
    /// Whether both gave the same in every position.
    pub passed: bool,
    /// How many random positions with a roll were asked for.
    pub pairs: u64,
    /// The seed they were drawn with.
    pub seed: u64,
    /// How many positions after a play were compared.
    pub plays: u64,
    /// The first difference.
    pub difference: Option<String>,
}

impl Report for Checked {
    fn text(&self) -> String {
        let Checked { game, pairs, seed, plays, .. } = self;
        match &self.difference {
            None => format!(
                "{game}: both implementations agree on {} plays of {} positions (seed {seed})",
                grouped(*plays),
                grouped(*pairs),
            ),
            Some(difference) => format!("{game}: the implementations differ: {difference}"),
        }
    }
}

/// Pairs that are compared in one go: each such chunk has a seed of its own, so that the positions do
/// not depend on the threads.
const CHECK_CHUNK: u64 = 10_000;

impl<G: Playable> GameRoom for G {
    fn name(&self) -> String {
        Game::name(self)
    }

    fn describe(&self) -> String {
        Playable::describe(self)
    }

    fn start(&self) -> String {
        self.format(&Playable::start(self))
    }

    fn written(&self, position: &str) -> Result<String, Error> {
        Ok(self.format(&self.parse(position).map_err(Error::position)?))
    }

    fn roll(&self, roll: &str) -> Result<String, Error> {
        Ok(self.chance_text(self.parse_chance(roll).map_err(Error::roll)?))
    }

    fn draw(&self, position: &str, colour: bool) -> Result<String, Error> {
        self.draw_text(position, colour).map_err(Error::position)
    }

    fn svg(&self, position: &str) -> Result<String, Error> {
        self.draw_text_svg(position).map_err(Error::position)
    }

    fn show(&self, position: &str, colour: bool) -> Result<Box<dyn Answer>, Error> {
        self.show_text(position, colour).map_err(Error::position)
    }

    fn solver<'a>(&'a self, setting: &SolveSetting<'a>) -> Result<Box<dyn PositionSolver + 'a>, Error> {
        Playable::solver(self, setting)
    }

    fn perft(&self, options: PerftOptions, progress: &dyn Progress) -> Result<Box<dyn Answer>, Error> {
        self.count(options, progress)
    }

    fn check(&self, pairs: u64, seed: u64, progress: &dyn Progress) -> Result<Checked, Error> {
        progress.phase("comparing plays", pairs);
        let done = std::sync::atomic::AtomicU64::new(0);
        let chunks: Vec<Result<u64, String>> = (0..pairs.div_ceil(CHECK_CHUNK))
            .into_par_iter()
            .map(|chunk| {
                if progress.interrupted() {
                    return Ok(0);
                }
                let count = CHECK_CHUNK.min(pairs - chunk * CHECK_CHUNK);
                // Far apart in the generator's sequence: an odd multiplier never brings two together.
                let plays = self.compare(count, (seed ^ chunk << 32).wrapping_mul(0xD134_2543_DE82_EF95));
                let done = done.fetch_add(count, std::sync::atomic::Ordering::Relaxed) + count;
                progress.at(done, "");
                plays
            })
            .collect();
        if progress.interrupted() {
            return Err(Error::Interrupted);
        }
        let plays = chunks.iter().flatten().sum();
        let difference = chunks.into_iter().find_map(Result::err);
        Ok(Checked { game: Game::name(self), passed: difference.is_none(), pairs, seed, plays, difference })
    }

    fn check_sums(&self, options: SumsOptions, progress: &dyn Progress) -> Result<CheckedSums, Error> {
        Playable::check_sums(self, options, progress)
    }

    fn time_plays(&self, seconds: f64, seed: u64) -> PlayTiming {
        bench::time_plays(self, seconds, seed)
    }
}
