//! One name for a game of any number of players: the hands that are written down tell how many there are.

use shuban_core::{NotationError, Progress};

use crate::bench::PlayTiming;
use crate::error::Error;
use crate::perft::PerftOptions;
use crate::report::Answer;
use crate::room::{Checked, GameRoom};
use crate::solve::{CheckedSums, PositionSolver, SolveSetting, SumsOptions};

/// A game for each number of players, under one name.
pub(super) struct AnyNumber {
    name: &'static str,
    start: &'static str,
    /// By the number of players, ascending.
    games: Vec<(usize, Box<dyn GameRoom>)>,
}

impl AnyNumber {
    pub(super) fn new<G: GameRoom + 'static>(
        name: &'static str,
        start: &'static str,
        games: impl Iterator<Item = (usize, G)>,
    ) -> Self {
        let boxed = |(players, game): (usize, G)| (players, Box::new(game) as Box<dyn GameRoom>);
        AnyNumber { name, start, games: games.map(boxed).collect() }
    }

    /// The game of as many players as a text has hands.
    fn of(&self, position: &str) -> Result<&dyn GameRoom, Error> {
        let hands = position.matches('|').count() + 1;
        let found = self.games.iter().find(|(players, _)| *players == hands);
        found.map(|(_, game)| &**game).ok_or_else(|| {
            let [fewest, most] = [self.games.first(), self.games.last()].map(|game| game.map_or(0, |g| g.0));
            let reason = format!("{hands} hands; it is played by {fewest} to {most}");
            Error::position(NotationError::new(position, 0, reason))
        })
    }

    fn first(&self) -> &dyn GameRoom {
        &*self.games[0].1
    }
}

impl GameRoom for AnyNumber {
    fn name(&self) -> String {
        self.name.to_owned()
    }

    fn describe(&self) -> String {
        let names: Vec<String> = self.games.iter().map(|(_, game)| game.name()).collect();
        let [first, .., last] = &names[..] else { return String::new() };
        format!("{} ({first} to {last})", self.first().describe())
    }

    fn start(&self) -> String {
        self.start.to_owned()
    }

    fn written(&self, position: &str) -> Result<String, Error> {
        self.of(position)?.written(position)
    }

    fn roll(&self, roll: &str) -> Result<String, Error> {
        self.first().roll(roll)
    }

    fn draw(&self, position: &str, colour: bool) -> Result<String, Error> {
        self.of(position)?.draw(position, colour)
    }

    fn svg(&self, position: &str) -> Result<String, Error> {
        self.of(position)?.svg(position)
    }

    fn show(&self, position: &str, colour: bool) -> Result<Box<dyn Answer>, Error> {
        self.of(position)?.show(position, colour)
    }

    fn solver<'a>(&'a self, setting: &SolveSetting<'a>) -> Result<Box<dyn PositionSolver + 'a>, Error> {
        Ok(Box::new(AnySolver { game: self, setting: *setting }))
    }

    /// From the position that stands for all.
    fn perft(&self, options: PerftOptions, progress: &dyn Progress) -> Result<Box<dyn Answer>, Error> {
        self.of(self.start)?.perft(options, progress)
    }

    /// All numbers of players in turn, until there is a difference.
    fn check(&self, pairs: u64, seed: u64, progress: &dyn Progress) -> Result<Checked, Error> {
        let mut all =
            Checked { game: self.name.to_owned(), passed: true, pairs, seed, plays: 0, difference: None };
        let count = self.games.len() as u64;
        for (number, (_, game)) in (0..).zip(&self.games) {
            let share = pairs / count + u64::from(number < pairs % count);
            let checked = game.check(share, seed, progress)?;
            all.plays += checked.plays;
            if !checked.passed {
                return Ok(Checked { plays: all.plays, pairs, ..checked });
            }
        }
        Ok(all)
    }

    fn check_sums(&self, _options: SumsOptions, _progress: &dyn Progress) -> Result<CheckedSums, Error> {
        Err(Error::NoSums(self.name.to_owned()))
    }

    fn time_plays(&self, seconds: f64, seed: u64) -> PlayTiming {
        self.of(self.start).unwrap_or(self.first()).time_plays(seconds, seed)
    }
}

/// Solves each position by the game of its number of players.
struct AnySolver<'a> {
    game: &'a AnyNumber,
    setting: SolveSetting<'a>,
}

impl PositionSolver for AnySolver<'_> {
    fn solve(&mut self, position: &str, to_move: Option<&str>) -> Result<Box<dyn Answer>, Error> {
        self.game.of(position)?.solver(&self.setting)?.solve(position, to_move)
    }
}
