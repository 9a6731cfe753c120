//! The game as people look at it.

use shuban_amazons::{Amazons, MAX_AMAZONS, MAX_BOARD, Position};
use shuban_core::{Game, Progress};

use super::solve::SumSolver;
use super::sums_check::check_sums;
use crate::error::Error;
use crate::room::Playable;
use crate::solve::{CheckedSums, PositionSolver, ProofSetting, SolveSetting, SumsOptions};

impl Playable for Amazons {
    fn describe(&self) -> String {
        format!(
            "boards and regions up to {MAX_BOARD} by {MAX_BOARD}, up to {MAX_AMAZONS} amazons a side; whoever \
             cannot move loses"
        )
    }

    fn start(&self) -> Position {
        Position::start()
    }

    fn has_chance(&self) -> bool {
        false
    }

    fn draw(&self, position: &Position, colour: bool) -> String {
        shuban_core::Present::draw(&Amazons, position, None, shuban_core::Medium::Terminal { colour })
    }

    fn draw_svg(&self, position: &Position) -> String {
        shuban_core::Present::draw(self, position, None, shuban_core::Medium::Svg)
    }

    /// Sums of regions, or a board that is divided into them.
    fn solver<'a>(&'a self, setting: &SolveSetting<'a>) -> Result<Box<dyn PositionSolver + 'a>, Error> {
        let mut others = setting.proof.clone();
        others.options.nodes = None;
        if others != ProofSetting::default() {
            let reason =
                "sums of amazons are solved by their scores: there is no question to prove".to_owned();
            return Err(Error::NotAsked(reason));
        }
        Ok(Box::new(SumSolver::new(setting)))
    }

    fn count_plays(&self, position: &Position) -> u64 {
        let mut count = 0;
        if self.outcome(position).is_none() {
            position.subgame().for_each_move(position.to_move(), |_| count += 1);
        }
        count
    }

    fn compare(&self, pairs: u64, seed: u64) -> Result<u64, String> {
        shuban_core::Present::compare_with_plain(self, pairs, seed).unwrap_or(Ok(0))
    }

    fn check_sums(&self, options: SumsOptions, progress: &dyn Progress) -> Result<CheckedSums, Error> {
        check_sums(options, progress)
    }
}
