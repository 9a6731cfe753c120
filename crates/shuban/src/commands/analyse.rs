//! `analyse FILE`

use std::fmt;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use shuban_catalog::Error;
use shuban_catalog::estimate::RolloutOptions;
use shuban_core::echo::echo;
use shuban_play::report::{Analysis, Extras, page};
use shuban_play::{FileAnalysis, ReplayedGames, Resources, Valuer};
use shuban_store::{read_bytes, write_bytes};

use crate::context::Context;
use crate::failure::{Failure, Status};
use crate::interrupt::Parting;
use crate::meter::Meter;

/// Analyse games that another program wrote down: what each move cost, and the luck of the rolls
///
/// The games are played through by the rules; one that does not fit is left out, and the report
/// says why. Decisions that built databases or a short search know are judged, with proven bounds;
/// the others are estimated, by an evaluation function up to two moves ahead. With --rollouts, all
/// that no database knows is estimated by playing on.
#[derive(Args, Debug)]
pub struct Analyse {
    /// The file: lists of moves, numbered or not, SGF, or what else a game reads, whatever its name
    file: PathBuf,
    /// The game, where the file does not tell which it is
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Refuse the file if a game of it does not fit the rules, instead of leaving that game out
    #[arg(long)]
    strict: bool,
    /// Write the analysis as an .html page too, with a drawing of each mistake
    #[arg(long, value_name = "FILE")]
    to: Option<PathBuf>,
    /// Judge what databases do not know by N rollouts of each move, at least 16: estimates, with
    /// their standard errors
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(16..=10_000_000))]
    rollouts: Option<u64>,
    /// Judge by databases alone: no search, and no estimate
    #[arg(long, conflicts_with = "rollouts")]
    no_search: bool,
    /// Seed of the rollouts
    #[arg(long, value_name = "S", default_value_t = 1, requires = "rollouts")]
    seed: u64,
    /// Cut rollouts off after N turns, with the estimate of the position [default: 1000]
    #[arg(long, value_name = "N", requires = "rollouts",
          value_parser = clap::value_parser!(u32).range(..=1_000))]
    turns: Option<u32>,
}

/// The analyses of a file.
#[derive(Serialize)]
#[serde(bound = "")]
struct Analysed<E: Extras> {
    file: PathBuf,
    #[serde(flatten)]
    found: Found<E>,
}

/// One match, as nearly all files have, or several.
#[derive(Serialize)]
#[serde(untagged, bound = "")]
enum Found<E: Extras> {
    One(Box<OneMatch<E>>),
    Several { matches: Vec<OneMatch<E>> },
}

/// An analysis, and the file that was written.
#[derive(Serialize)]
#[serde(bound = "")]
struct OneMatch<E: Extras> {
    #[serde(flatten)]
    analysis: Analysis<E>,
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<PathBuf>,
}

impl<E: Extras> fmt::Display for OneMatch<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.analysis)?;
        match &self.page {
            Some(page) => write!(f, "\n\nwritten to {}", echo(&page.display().to_string(), 0)),
            None => Ok(()),
        }
    }
}

impl<E: Extras> fmt::Display for Analysed<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.found {
            Found::One(one) => one.fmt(f),
            Found::Several { matches } => (1..).zip(matches).try_for_each(|(number, one)| {
                let gap = if number > 1 { "\n\n" } else { "" };
                write!(f, "{gap}match {number} of {}: {one}", matches.len())
            }),
        }
    }
}

impl Analyse {
    /// Analyses the records of games in the file.
    pub(crate) fn run(&self, context: &Context<'_>) -> Result<Status, Failure> {
        let bytes = self.bytes(context)?;
        self.of_transcripts(&bytes, context)?.ok_or_else(|| {
            bad_file(format!("{}: no record of a game that is known here", self.file_name()))
        })
    }

    /// Reads the file, after a look at the other arguments.
    ///
    /// # Errors
    /// [`Failure`] if the file cannot be read, or arguments are wrong.
    pub fn bytes(&self, context: &Context<'_>) -> Result<Vec<u8>, Failure> {
        let to = self.to.as_ref().filter(|to| to.extension().is_none_or(|end| end != "html"));
        if let Some(to) = to {
            let name = to.display().to_string();
            let reason = format!("cannot write `{}`: the file must end in .html", echo(&name, 0));
            return Err(Failure::usage(reason));
        }
        if let Some(game) = self.game() {
            context.catalog.game(game)?;
        }
        context.if_interrupted(|| Parting::word("the analysis was not finished"));
        bytes_of(&self.file)
    }

    /// Returns the game that is named for files that do not tell.
    pub fn game(&self) -> Option<&str> {
        self.game.as_deref()
    }

    /// Returns true if games that do not fit are refused.
    pub fn is_strict(&self) -> bool {
        self.strict
    }

    /// Returns the name of the file for messages.
    pub fn file_name(&self) -> String {
        echo(&self.file.display().to_string(), 0).into_owned()
    }

    /// Analyses the content of a file if it is a record of games as the catalog's games read them;
    /// `None` if it is not. Names of players may be in another encoding than UTF-8.
    ///
    /// # Errors
    /// [`Failure`] if no game of it fits the rules, or a database cannot be read.
    pub fn of_transcripts(
        &self,
        bytes: &[u8],
        context: &Context<'_>,
    ) -> Result<Option<Status>, Failure> {
        let meter = context.meter();
        let read = ReplayedGames::of_file(context.catalog, bytes, self.game(), self.strict, &meter);
        let all = read.map_err(|error| match error {
            Error::Refused { kind: "bad-game-file", message } => {
                bad_file(format!("{}, {message}", self.file_name()))
            }
            error => error.into(),
        })?;
        let Some(all) = all else { return Ok(None) };
        let analysed = all.iter().map(|games| {
            self.judged(&games.game.name(), context, |_, valuer, meter| {
                games.analyse(valuer, meter)
            })
        });
        let analysed = analysed.collect::<Result<Vec<_>, Error>>()?;
        self.answer(analysed, context).map(Some)
    }

    /// Runs an analysis of a game with the source of values that the arguments select.
    ///
    /// # Errors
    /// [`Error`] of the analysis, or if there are no rollouts of the game.
    pub fn judged<T: Send>(
        &self,
        game: &str,
        context: &Context<'_>,
        analyse: impl FnOnce(&Resources<'_>, &dyn Valuer, &Meter) -> Result<T, Error> + Send,
    ) -> Result<T, Error> {
        let common = context.common;
        let (seed, turns) = (self.seed, self.turns);
        let options = |trials| RolloutOptions { trials, seed, turns, ..RolloutOptions::default() };
        let analysis = FileAnalysis {
            catalog: context.catalog,
            data: common.data(),
            rollouts: self.rollouts.map(options),
            databases_alone: self.no_search,
            threads: common.threads(),
            memory: common.memory(),
        };
        let meter = context.meter();
        analysis.run(game, |resources, valuer| analyse(resources, valuer, &meter))
    }

    /// Prints analyses, and writes their pages.
    ///
    /// # Errors
    /// [`Failure`] if a page or the output cannot be written.
    pub fn answer<E: Extras>(
        &self,
        analysed: Vec<Analysis<E>>,
        context: &Context<'_>,
    ) -> Result<Status, Failure> {
        let mut matches = Vec::with_capacity(analysed.len());
        for (number, analysis) in analysed.into_iter().enumerate() {
            let to = self.to.as_ref().map(|to| FileAnalysis::page(to, number));
            if let Some(to) = &to {
                let game = context.catalog.game(&analysis.game)?;
                let page = page(&analysis, game)?;
                write_bytes(to, page.as_bytes()).map_err(|error| Failure::of_file(to, &error))?;
            }
            matches.push(OneMatch { analysis, page: to });
        }
        let found = match matches.len() {
            1 => Found::One(Box::new(matches.remove(0))),
            _ => Found::Several { matches },
        };
        context.answer(&Analysed { file: self.file.clone(), found })
    }
}

fn bytes_of(path: &Path) -> Result<Vec<u8>, Failure> {
    let bytes = read_bytes(path, FileAnalysis::LONGEST_FILE);
    bytes.map_err(|error| Failure::of_file(path, &error))
}

fn bad_file(message: String) -> Failure {
    Failure::Said { status: Status::BadInput, kind: "bad-game-file", message }
}
