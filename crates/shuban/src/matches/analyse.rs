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
use shuban_core::text::without_mark;
use shuban_match::match_file::MatchFormat;
use shuban_match::match_play::DoublingOptions;
use shuban_match::{Analysis, PlayedMatch, analyse, page};
use shuban_play::{Judge, Resources, Rollouts, Valuer};

use super::flags::read_equities;

/// Limit on the size of a file of games.
const MOST_BYTES: u64 = 16 << 20;

/// Number of positions with which a cube decision in a match takes seconds.
const CUBE_POSITIONS: u32 = 30_000;

/// Analyse games that another program wrote down: what each move cost, and the luck of the rolls
///
/// The games are played through by the rules. Decisions that built databases or a short search know
/// are judged, with proven bounds; the others are estimated: by an evaluation function two moves
/// ahead or, with --rollouts, by playing on. Doubles, takes
/// and passes are judged too, and doubles that were not made: for money by databases with cubeful
/// equities, in matches by solving what can be reached.
#[derive(Args, Debug)]
pub(super) struct Analyse {
    /// The file; its ending selects the format, and an unknown one is answered with all of them
    file: PathBuf,
    /// The game, where the file does not tell which it is
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Write the analysis as an .html page too, with a drawing of each mistake
    #[arg(long, value_name = "FILE")]
    to: Option<PathBuf>,
    /// Judge the cube in matches where at most N positions can be reached; 0: nowhere
    #[arg(long, value_name = "N", default_value_t = CUBE_POSITIONS,
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

/// An analysis, and the files that were read and written.
#[derive(Serialize)]
struct Analysed {
    file: PathBuf,
    #[serde(flatten)]
    analysis: Analysis,
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<PathBuf>,
}

impl fmt::Display for Analysed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.analysis)?;
        match &self.page {
            Some(page) => write!(f, "\n\nwritten to {}", echo(&page.display().to_string(), 0)),
            None => Ok(()),
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
        let format = self.format()?;
        let text = text_of(file)?;
        let record = format.read(&text, game.as_deref()).map_err(|error| {
            let name = file.display().to_string();
            bad_file(format!("{}, {error}", echo(&name, 0)))
        })?;
        let equities = self.met.as_deref().map(read_equities).transpose()?;
        let analysis = self.analysis(&PlayedMatch::of(&record), equities.as_deref(), context)?;
        if let Some(to) = to {
            let game = catalog.game(&analysis.game)?;
            std::fs::write(to, page(&analysis, game)?).map_err(|error| io(to, &error))?;
        }
        context.answer(&Analysed { file: file.clone(), analysis, page: to.clone() })
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

    fn format(&self) -> Result<MatchFormat, Failure> {
        let ending = self.file.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let mut all = MatchFormat::ALL.into_iter();
        all.find(|format| format.ending().eq_ignore_ascii_case(ending)).ok_or_else(|| {
            let endings = MatchFormat::ALL
                .map(|format| format!(".{} ({})", format.ending(), format.about()))
                .join(", ");
            let name = self.file.display().to_string();
            Failure::usage(format!("`{}` ends in none of {endings}", echo(&name, 0)))
        })
    }
}

/// Reads the text of a file. Names of players may be in another encoding than UTF-8.
fn text_of(path: &Path) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(|error| io(path, &error))?;
    file.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(|error| io(path, &error))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(bad_file(format!("a file of games has at most {MOST_BYTES} bytes")));
    }
    Ok(without_mark(&String::from_utf8_lossy(&bytes)).to_owned())
}

fn bad_file(message: String) -> Failure {
    Failure::Said { status: Status::BadInput, kind: "bad-game-file", message }
}

fn io(path: &Path, error: &std::io::Error) -> Failure {
    let file = path.display().to_string();
    Failure::environment("io", format!("{}: {error}", echo(&file, 0)))
}
