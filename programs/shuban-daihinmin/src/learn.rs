//! Learning of a policy from records of matches.

use std::path::{Path, PathBuf};
use std::{fmt, io};

use serde::Serialize;
use shuban_core::Progress;
use shuban_daihinmin_game::policy::{Decisions, Fit, LearnSetting, Policy};
use shuban_daihinmin_game::{ContestPosition, ContestRules, PLAYERS, PlayerNumber};
use shuban_store::write_bytes;

use crate::matches::{Error, io_at, read_record};
use crate::record::GameRecord;

/// Options of learning.
#[derive(Clone, Debug)]
pub struct LearnOptions {
    /// The records.
    pub files: Vec<PathBuf>,
    /// The player whose decisions are learnt; by default those of all players.
    pub player: Option<String>,
    /// The file for the weights.
    pub to: PathBuf,
    /// Settings.
    pub setting: LearnSetting,
}

/// Result of learning.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LearnReport {
    /// The number of games.
    pub games: usize,
    /// The number of decisions learnt from.
    pub decisions: usize,
    /// The number of decisions held out.
    pub held_out: usize,
    /// The share of those in which the most likely play was the one that was played.
    pub hits: f64,
    /// The mean logarithm of the probability of what was played in them.
    pub log_likelihood: f64,
    /// The number of games in each place, by class: rows for the first's to the last's.
    pub by_class: [[u32; PLAYERS]; PLAYERS],
    /// The file of the weights.
    pub file: PathBuf,
}

impl fmt::Display for LearnReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LearnReport { games, decisions, held_out, hits, log_likelihood, file, .. } = self;
        write!(
            f,
            "{decisions} decisions of {games} games; of {held_out} more the policy foretells \
             {:.1} %, with a mean log likelihood of {log_likelihood:.3}: {}",
            100.0 * hits,
            file.display()
        )
    }
}

/// Learns from records and writes the weights.
///
/// # Errors
/// [`Error::Io`], [`Error::Record`] for a record that breaks the rules, [`Error::NoDecisions`],
/// [`Error::Interrupted`]; the file stays as it was.
pub fn learn(options: &LearnOptions, progress: &dyn Progress) -> Result<LearnReport, Error> {
    may_be_written(&options.to)?;
    let mut decisions = Decisions::default();
    let mut games = 0;
    let mut by_class = [[0; PLAYERS]; PLAYERS];
    progress.phase("records", options.files.len() as u64);
    for (number, file) in (1..).zip(&options.files) {
        if progress.interrupted() {
            return Err(Error::Interrupted);
        }
        let record = read_record(file)?;
        let learns = |number: usize| {
            options.player.as_ref().is_none_or(|player| record.names[number] == *player)
        };
        for game in &record.games {
            add_game(&mut decisions, &record.rules, game, learns);
        }
        games += record.games.len();
        let places = record.places_by_class();
        let counts = by_class.iter_mut().flatten().zip(places.iter().flatten());
        counts.for_each(|(sum, count)| *sum += count);
        progress.at(number, "");
    }
    if decisions.is_empty() {
        return Err(Error::NoDecisions);
    }
    let (policy, fit) = Policy::learn(&decisions, &options.setting);
    if progress.interrupted() {
        return Err(Error::Interrupted);
    }
    write_bytes(&options.to, policy.to_string().as_bytes()).map_err(io_at(&options.to))?;
    let Fit { decisions: held_out, hits, log_likelihood } = fit;
    let decisions = decisions.len() - held_out;
    let file = options.to.clone();
    Ok(LearnReport { games, decisions, held_out, hits, log_likelihood, by_class, file })
}

/// Finds out that no file can be written there, before long work for it.
pub(crate) fn may_be_written(file: &Path) -> Result<(), Error> {
    if file.is_dir() {
        return Err(io_at(file)(io::ErrorKind::IsADirectory.into()));
    }
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let is_folder = folder.is_none_or(Path::is_dir);
    if is_folder { Ok(()) } else { Err(io_at(file)(io::ErrorKind::NotFound.into())) }
}

/// Adds the decisions of some players in a game that keeps to the rules.
pub(crate) fn add_game(
    decisions: &mut Decisions,
    rules: &ContestRules,
    game: &GameRecord,
    learns: impl Fn(PlayerNumber) -> bool,
) {
    let mut position = ContestPosition::new(rules, game.hands());
    for action in &game.actions {
        let seat = position.table.turn;
        if learns(game.seats[seat]) {
            decisions.add(rules, &position.view(seat), action.as_ref());
        }
        // Recorded actions have been played before.
        if position.play(rules, *action).is_err() {
            break;
        }
    }
}

/// Reads a policy from a file.
///
/// # Errors
/// [`Error::Io`], [`Error::Weights`] for a file that holds no policy.
pub fn read_policy(file: &Path) -> Result<Policy, Error> {
    let bytes = shuban_store::read_bytes(file, MOST_BYTES).map_err(io_at(file))?;
    let policy = String::from_utf8_lossy(&bytes).parse();
    policy.map_err(|source| Error::Weights { path: file.to_owned(), source })
}

/// Size limit of a file of weights.
const MOST_BYTES: u64 = 1 << 20;
