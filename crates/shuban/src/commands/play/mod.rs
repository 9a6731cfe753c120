//! `play GAME`

mod asked;
mod input;
mod numbered;
pub mod series;
mod sitting;
mod told;
mod words;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use clap::Args;
use shuban_catalog::AnyGame;
use shuban_catalog::names::Games;
use shuban_core::Seat;
use shuban_core::echo::echo;
use shuban_play::{Dice, Level, Line, Resources, Saved, SearchLimits, part_seed};

use crate::context::Context;
use crate::failure::{Failure, Status};
use crate::interrupt::Parting;
use crate::levels::level;
use crate::units::{moves_text, seconds};
use series::Series;
use sitting::{Setting, Sitting, YOU};

/// Play a game against the databases, and see what your moves cost
///
/// Type moves as the game writes them, or their numbers (`moves` lists them), and, where there are
/// dice, `roll`. The other words are hint, advice, undo, board, save FILE, resign, quit and help.
/// Where no database helps, the others search or go by an estimate, or else play at random, and say
/// so. With --json every event is a JSON object on a line of its own.
#[derive(Args, Debug)]
pub struct Play {
    /// The game
    game: String,
    /// Start from this position [default: the game's start]
    #[arg(long, value_name = "POSITION", conflicts_with = "resume")]
    position: Option<String>,
    /// Your seat: its number, from 1, or its name [default: 1]
    #[arg(long, value_name = "SIDE")]
    side: Option<String>,
    /// Level of all other players: perfect, strong, casual or random [default: perfect]
    #[arg(long, value_name = "LEVEL", value_parser = level)]
    level: Option<Level>,
    /// Seed of the dice and of the other players [default: another one each time]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Time limit of the search for a move
    #[arg(long, value_name = "SECONDS", default_value_t = 5.0, value_parser = seconds)]
    time: f64,
    /// Go on with a saved game, with its seat, level and seed unless other ones are given
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
}

impl Play {
    pub(crate) fn run(&self, context: &Context<'_>) -> Result<Status, Failure> {
        self.run_with(context, |_, _| Ok(None))
    }

    /// Plays games of a series that `begin` makes from the game and the names of the players, by
    /// seat; `None` for a single game.
    ///
    /// # Errors
    /// [`Failure`]: arguments are wrong, a file cannot be read, interruption.
    pub fn run_with(
        &self,
        context: &Context<'_>,
        begin: impl FnOnce(&dyn AnyGame, &[String]) -> Result<Option<Box<dyn Series>>, Failure>,
    ) -> Result<Status, Failure> {
        let Context { catalog, common, .. } = *context;
        let games = catalog.games_named(&self.game)?;
        let saved = self.resume.as_deref().map(Saved::load).transpose()?;
        let seed = self.seed.or(saved.as_ref().map(|saved| saved.seed)).unwrap_or_else(new_seed);
        let line = match &saved {
            Some(saved) => {
                check_game(games, saved)?;
                saved.replay(catalog)?
            }
            None => match &self.position {
                Some(start) => Line::new(games.game_of(start)?, start)?,
                None => {
                    let start = games.start();
                    Line::opened(games.game_of(&start)?, &start, &Dice::of_game(seed))?
                }
            },
        };
        let played = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&played);
        context.if_interrupted(move || {
            let moves = count.load(Ordering::Relaxed);
            Parting::word(format!("the game was left after {}", moves_text(moves))).streaming()
        });
        let of_file = saved.as_ref().map(|saved| &*saved.players).unwrap_or_default();
        let you = match &self.side {
            Some(side) => seat_of(line.game(), side)?,
            None => of_file.iter().position(|player| player == YOU).unwrap_or(0),
        };
        let known = of_file.iter().find_map(|player| Level::by_name(player));
        let level = self.level.or(known).unwrap_or(Level::Perfect);
        let limits = SearchLimits {
            nodes: None,
            time: Some(Duration::from_secs_f64(self.time)),
            memory: common.memory(),
        };
        let resources = Resources::new(catalog, common.data()).within(limits);
        let conceded = saved.and_then(|saved| saved.resigned).map(|seat| (seat, "resigns"));
        let setting = Setting { you, level, seed, conceded };
        let mut sitting = Sitting::new(context, line, resources, setting, played)?;
        sitting.series = begin(sitting.line.game(), &sitting.names())?;
        sitting.play()
    }
}

/// Refuses a saved game of another game.
fn check_game(games: Games<'_>, saved: &Saved) -> Result<(), Failure> {
    if games.all().any(|game| game.name() == saved.game) {
        return Ok(());
    }
    let (name, found) = (games.name(), echo(&saved.game, 0));
    Err(Failure::usage(format!("the saved game is one of `{found}`, not of {name}")))
}

/// Returns the seat of a number, from 1, or of a name.
fn seat_of(game: &dyn AnyGame, side: &str) -> Result<Seat, Failure> {
    let names = game.seat_names();
    let by_number = side.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let found = by_number.filter(|&seat| seat < names.len());
    let found = found.or_else(|| names.iter().position(|name| name.eq_ignore_ascii_case(side)));
    found.ok_or_else(|| {
        let (side, count, names) = (echo(side, 0), names.len(), names.join(", "));
        Failure::usage(format!("there is no side `{side}`: give 1 to {count}, or one of {names}"))
    })
}

fn new_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    // Short enough to be typed again.
    part_seed(now.as_nanos() as u64, 0) % 1_000_000
}
