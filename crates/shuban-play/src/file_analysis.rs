//! Analyses of files of games: which knowledge judges the moves, and where pages are written.

use std::path::{Path, PathBuf};

use shuban_catalog::estimate::RolloutOptions;
use shuban_catalog::{Catalog, Error, with_threads};

use crate::judge::Judge;
use crate::level::Resources;
use crate::rollouts::Rollouts;
use crate::valuer::Valuer;

/// The knowledge that judges the moves of a file.
pub struct FileAnalysis<'a> {
    /// The games.
    pub catalog: &'a Catalog,
    /// The data folder.
    pub data: &'a Path,
    /// Rollouts of what no database knows, if they are wanted.
    pub rollouts: Option<RolloutOptions>,
    /// True if databases alone judge where there are no rollouts: no search, and no estimate.
    pub databases_alone: bool,
    /// Number of threads of the rollouts.
    pub threads: usize,
    /// Limit on the memory of the rollouts, in bytes.
    pub memory: u64,
}

impl FileAnalysis<'_> {
    /// Limit on the size of a file of games, in bytes.
    pub const LONGEST_FILE: u64 = 16 << 20;

    /// Runs an analysis of a game with this knowledge.
    ///
    /// # Errors
    /// [`Error`] of the analysis, or if there are no rollouts of the game.
    pub fn run<T: Send>(
        &self,
        game: &str,
        analyse: impl FnOnce(&Resources<'_>, &dyn Valuer) -> Result<T, Error> + Send,
    ) -> Result<T, Error> {
        let resources = Resources::new(self.catalog, self.data);
        let judge = || Ok::<_, Error>(Judge::new(&resources, game)?.without_rounded());
        let Some(options) = self.rollouts else {
            let judge = judge()?;
            let judge = if self.databases_alone { judge } else { judge.going_on() };
            return analyse(&resources, &judge);
        };
        with_threads(self.threads, || {
            let rollouts = Rollouts::beside(judge()?, &resources, game, options, self.memory)?;
            analyse(&resources, &rollouts)
        })?
    }

    /// Returns the page of a match, from 0, of a file: `report.html`, and `report-2.html` for the
    /// second.
    pub fn page(to: &Path, number: usize) -> PathBuf {
        let name = to.file_stem().unwrap_or_default().to_string_lossy();
        match number {
            0 => to.to_owned(),
            _ => to.with_file_name(format!("{name}-{}.html", number + 1)),
        }
    }
}
