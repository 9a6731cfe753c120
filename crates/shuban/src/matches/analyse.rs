//! `analyse FILE`

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use shuban::{Context, Failure, Parting, Status};
use shuban_catalog::estimate::RolloutOptions;
use shuban_catalog::{Error, with_threads};
use shuban_core::echo::echo;
use shuban_match::match_file::{MatchFileError, ReadOptions, read_file};
use shuban_match::match_play::DoublingOptions;
use shuban_match::{Analysis, PlayedMatch, analyse};
use shuban_play::{Judge, Resources, Rollouts, Valuer};

use super::flags::read_equities;

/// Limit on the size of a file of games.
const MOST_BYTES: u64 = 16 << 20;

/// Analyse games that another program wrote down: what each move cost, and the luck of the rolls
///
/// The games are played through by the rules; one that does not fit is left out, and the report says
/// why. Decisions that built databases or a short search know are judged, with proven bounds; the
/// others are estimated, by an evaluation function up to two moves ahead. With --rollouts, all that
/// no database knows is estimated by playing on. Doubles, takes
/// and passes are judged too, and doubles that were not made: for money by databases with cubeful
/// equities, in matches by solving what can be reached.
#[derive(Args, Debug)]
pub(super) struct Analyse {
    /// The file: .mat text or SGF, whatever its name
    file: PathBuf,
    /// The game, where the file does not tell which it is
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Refuse the file if a game of it does not fit the rules, instead of leaving that game out
    #[arg(long)]
    strict: bool,
    /// The match was played without the Crawford rule, whatever the file says
    #[arg(long)]
    no_crawford: bool,
    /// Write the analysis as an .html page too, with a drawing of each mistake
    #[arg(long, value_name = "FILE")]
    to: Option<PathBuf>,
    /// Judge the cube in matches where at most N positions can be reached; 0: nowhere
    #[arg(long, value_name = "N", default_value_t = 30_000,
          value_parser = clap::value_parser!(u32).range(..=1_000_000))]
    cube_positions: u32,
    /// Judge the cube by the match equities in this file of GNU Backgammon, instead of those of a
    /// simple model
    #[arg(long, value_name = "FILE")]
    met: Option<PathBuf>,
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
struct Analysed {
    file: PathBuf,
    #[serde(flatten)]
    found: Found,
}

/// One match, as nearly all files have, or several.
#[derive(Serialize)]
#[serde(untagged)]
enum Found {
    One(Box<OneMatch>),
    Several { matches: Vec<OneMatch> },
}

/// An analysis, and the file that was written.
#[derive(Serialize)]
struct OneMatch {
    #[serde(flatten)]
    analysis: Analysis,
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<PathBuf>,
}

impl fmt::Display for OneMatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.analysis)?;
        match &self.page {
            Some(page) => write!(f, "\n\nwritten to {}", echo(&page.display().to_string(), 0)),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Analysed {
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
    pub(super) fn run(&self, context: &Context<'_>) -> Result<Status, Failure> {
        let Analyse { file, game, to, .. } = self;
        let catalog = context.catalog;
        if let Some(to) = to.as_ref().filter(|to| to.extension().is_none_or(|end| end != "html")) {
            let name = to.display().to_string();
            let reason = format!("cannot write `{}`: the file must end in .html", echo(&name, 0));
            return Err(Failure::usage(reason));
        }
        context.if_interrupted(|| Parting::word("the analysis was not finished"));
        if let Some(game) = game {
            catalog.game(game)?;
        }
        let bytes = bytes_of(file)?;
        let bad = |error: &MatchFileError| {
            let name = file.display().to_string();
            bad_file(format!("{}, {error}", echo(&name, 0)))
        };
        let options = ReadOptions { game: game.as_deref(), no_crawford: self.no_crawford };
        let records = read_file(&bytes, &options).map_err(|error| bad(&error))?;
        if self.strict {
            let left_out = records.iter().flat_map(|record| &record.left_out);
            let warnings = records.iter().flat_map(|record| &record.warnings);
            if let Some(error) = left_out.map(|game| &game.error).chain(warnings).next() {
                return Err(bad(error));
            }
        }
        let equities = self.met.as_deref().map(read_equities).transpose()?;
        let mut matches = Vec::with_capacity(records.len());
        for (number, record) in (1..).zip(&records) {
            let analysis = self.analysis(&PlayedMatch::of(record), equities.as_deref(), context)?;
            let page = to.as_ref().map(|to| page_of(to, number));
            if let Some(to) = &page {
                let game = catalog.game(&analysis.game)?;
                std::fs::write(to, shuban_match::page(&analysis, game)?)
                    .map_err(|error| io(to, &error))?;
            }
            matches.push(OneMatch { analysis, page });
        }
        let found = match matches.len() {
            1 => Found::One(Box::new(matches.remove(0))),
            _ => Found::Several { matches },
        };
        context.answer(&Analysed { file: file.clone(), found })
    }

    fn analysis(
        &self,
        played: &PlayedMatch,
        equities: Option<&str>,
        context: &Context<'_>,
    ) -> Result<Analysis, Error> {
        let (catalog, common) = (context.catalog, context.common);
        let meter = context.meter();
        let game = played.variant.name();
        let resources = Resources::new(catalog, &common.data);
        let most_positions = self.cube_positions as usize;
        let doubling = DoublingOptions { most_positions, equities };
        let judged = |valuer: &dyn Valuer| analyse(&resources, played, valuer, &doubling, &meter);
        let judge = || Ok::<_, Error>(Judge::new(&resources, game)?.without_rounded());
        let Some(trials) = self.rollouts else {
            let judge = judge()?;
            return judged(&if self.no_search { judge } else { judge.going_on() });
        };
        let (seed, turns) = (self.seed, self.turns);
        let options = RolloutOptions { trials, seed, turns, ..RolloutOptions::default() };
        with_threads(common.threads(), || {
            let memory = common.memory();
            judged(&Rollouts::beside(judge()?, &resources, game, options, memory)?)
        })?
    }
}

/// The page of a match: `report.html`, and `report-2.html` for the second of a file.
fn page_of(to: &Path, number: usize) -> PathBuf {
    let name = to.file_stem().unwrap_or_default().to_string_lossy();
    match number {
        1 => to.to_owned(),
        _ => to.with_file_name(format!("{name}-{number}.html")),
    }
}

fn bytes_of(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(|error| io(path, &error))?;
    file.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(|error| io(path, &error))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(bad_file(format!("a file of games has at most {MOST_BYTES} bytes")));
    }
    Ok(bytes)
}

fn bad_file(message: String) -> Failure {
    Failure::Said { status: Status::BadInput, kind: "bad-game-file", message }
}

fn io(path: &Path, error: &std::io::Error) -> Failure {
    let file = path.display().to_string();
    Failure::environment("io", format!("{}: {error}", echo(&file, 0)))
}
