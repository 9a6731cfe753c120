//! The games as people look at them.

use shuban_core::{Game, Medium, Present};
use shuban_tanhinmin::{CardTable, OpenDaihinmin, OpenTable, Passing, Tanhinmin};

use super::solve::SearchSolver;
use crate::error::Error;
use crate::room::Playable;
use crate::solve::{PositionSolver, SolveSetting};

impl Playable for Tanhinmin {
    fn describe(&self) -> String {
        self.about()
    }

    fn start(&self) -> CardTable {
        Present::start(self)
    }

    fn has_chance(&self) -> bool {
        false
    }

    fn draw(&self, table: &CardTable, colour: bool) -> String {
        Present::draw(self, table, None, Medium::Terminal { colour })
    }

    fn draw_svg(&self, table: &CardTable) -> String {
        Present::draw(self, table, None, Medium::Svg)
    }

    /// The print's shortcut is no rule of play: values by it are in its tables alone.
    fn solver<'a>(&'a self, setting: &SolveSetting<'a>) -> Result<Box<dyn PositionSolver + 'a>, Error> {
        match self.rules.passing() {
            Passing::Print => Err(Error::NoSolver(Game::name(self))),
            _ => Ok(Box::new(SearchSolver::new(self, setting))),
        }
    }

    fn compare(&self, pairs: u64, seed: u64) -> Result<u64, String> {
        let nothing = || Err(format!("nothing to compare {} with", Game::name(self)));
        self.compare_with_plain(pairs, seed).unwrap_or_else(nothing)
    }
}

impl Playable for OpenDaihinmin {
    fn describe(&self) -> String {
        self.about()
    }

    fn start(&self) -> OpenTable {
        Present::start(self)
    }

    fn has_chance(&self) -> bool {
        false
    }

    fn draw(&self, table: &OpenTable, colour: bool) -> String {
        Present::draw(self, table, None, Medium::Terminal { colour })
    }

    fn draw_svg(&self, table: &OpenTable) -> String {
        Present::draw(self, table, None, Medium::Svg)
    }

    fn solver<'a>(&'a self, setting: &SolveSetting<'a>) -> Result<Box<dyn PositionSolver + 'a>, Error> {
        Ok(Box::new(SearchSolver::new(self, setting)))
    }

    fn compare(&self, pairs: u64, seed: u64) -> Result<u64, String> {
        self.compare_with_plain(pairs, seed).unwrap_or(Ok(0))
    }
}
