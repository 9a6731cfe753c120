//! Checks of rules and of bounds, by the names of games.

use shuban_core::Progress;
use shuban_core::solver::SumsOptions;

use crate::catalog::Catalog;
use crate::check::{Checked, CheckedSums};
use crate::error::Error;
use crate::names::Games;

impl Catalog {
    /// Compares the rules of games with second implementations, on random positions they share.
    ///
    /// # Errors
    /// [`Error`] if there is no second implementation; [`Error::Interrupted`].
    pub fn check(
        &self,
        games: Games<'_>,
        pairs: u64,
        seed: u64,
        progress: &dyn Progress,
    ) -> Result<Checked, Error> {
        let count = games.all().count() as u64;
        let (mut plays, mut difference) = (0, None);
        for (number, game) in (0..).zip(games.all()) {
            let share = pairs / count + u64::from(number < pairs % count);
            let checked = game.check(share, seed, progress)?;
            plays += checked.plays;
            difference = difference.or(checked.difference);
        }
        let passed = difference.is_none();
        Ok(Checked { game: games.name(), passed, pairs, seed, plays, difference })
    }

    /// Compares bounds of random sums with scores and winners that are found without them.
    ///
    /// # Errors
    /// [`Error`] if positions of the game are not sums; [`Error::Interrupted`].
    pub fn check_sums(
        &self,
        games: Games<'_>,
        options: SumsOptions,
        progress: &dyn Progress,
    ) -> Result<CheckedSums, Error> {
        let name = games.name();
        let Some(sums) = self.sums().find(|sums| sums.name() == name) else {
            let reason = format!("positions of {name} do not fall apart into sums");
            return Err(Error::refused("no-sums", reason));
        };
        sums.check(options, progress)
    }
}
