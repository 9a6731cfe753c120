//! The contest's server.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::Serialize;
use shuban_core::Progress;
use shuban_daihinmin_game::{ContestRules, PLAYERS};

use super::door::{Door, Entrance};
use super::error::{Error, io_at};
use super::guest::{AnswerLimits, Guest, GuestReport};
use super::interval::batch;
use super::report::PlayerReport;
use super::seats::{Seated, play_seated};
use super::tables::{batches, player_reports};
use crate::contest::Contest;
use crate::wire::Server;

/// Options of the contest's server.
#[derive(Clone, Debug)]
pub struct HostOptions {
    /// The name or address to listen on.
    pub host: String,
    /// The port; 0 for any free one.
    pub port: u16,
    /// The number of games.
    pub games: u32,
    /// The seed of the random numbers.
    pub seed: u64,
    /// Time limit for five clients to join.
    pub joining: Duration,
    /// Time limits of answers.
    pub limits: AnswerLimits,
    /// The folder for the record.
    pub records: PathBuf,
}

/// A server that listens and has not begun.
pub struct Host {
    entrance: Entrance,
    options: HostOptions,
}

/// The result of a match over the wire.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HostReport {
    /// The number of games.
    pub games: u32,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The players by their numbers.
    pub players: Vec<PlayerReport>,
    /// The number of answers of each player that were not accepted: late, missing or illegal.
    pub rejected: Vec<u32>,
    /// True for each player that was still connected at the end.
    pub stayed: Vec<bool>,
    /// The time that the match waited for the answers of each player.
    pub seconds: Vec<f64>,
    /// The file of the record.
    pub record: PathBuf,
}

impl fmt::Display for HostReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let HostReport { games, seed, record, .. } = self;
        let mut lines = vec![format!("{games} games, seed {seed}; record: {}", record.display())];
        let width = self.players.iter().map(|player| player.name.len()).max().unwrap_or(0);
        for (number, player) in self.players.iter().enumerate() {
            let mut line = format!(
                "{number} {:width$} {:>6} points  {:?}  {:.2} s",
                player.name, player.points, player.places, self.seconds[number]
            );
            if self.rejected[number] > 0 {
                line += &format!("  {} answers not taken", self.rejected[number]);
            }
            if !self.stayed[number] {
                line += "  left early";
            }
            lines.push(line);
        }
        f.write_str(&lines.join("\n"))
    }
}

impl Host {
    /// Begins to listen.
    ///
    /// # Errors
    /// [`Error::Network`] if it cannot listen there.
    pub fn bind(options: HostOptions) -> Result<Self, Error> {
        let entrance = Entrance::open(&options.host, options.port)?;
        Ok(Host { entrance, options })
    }

    /// Returns the address it listens on.
    pub fn address(&self) -> SocketAddr {
        self.entrance.address()
    }

    /// Waits for five clients and plays the match with them. Each game is written as soon as it is
    /// over.
    ///
    /// # Errors
    /// [`Error::TooFew`] if not all come in time; [`Error::Io`] if the record cannot be written;
    /// [`Error::Interrupted`]. Nothing that a client does is an error.
    pub fn run(self, progress: &dyn Progress) -> Result<HostReport, Error> {
        let Host { entrance, options } = self;
        let HostOptions { games, seed, joining, limits, records, .. } = options;
        let door = Door::new([(&entrance, (0..PLAYERS).collect())], limits, progress);
        let mut guests = door.wait(Instant::now() + joining)?;
        let names: Vec<String> = guests.iter().map(|guest| guest.name.clone()).collect();
        let names: [String; PLAYERS] =
            names.try_into().map_err(|names: Vec<_>| Error::Players { found: names.len() })?;
        let rules = ContestRules::default();
        let mut server = Server::new(Contest::new(rules, games, seed));
        let (path, file) = new_file(&records)?;
        let write = |text: &str| (&file).write_all(text.as_bytes()).map_err(io_at(&path));
        write(&server.contest().match_record(names.clone()).head())?;
        progress.phase("games", games.into());
        let mut written = 0;
        let mut seats: Vec<Seated<'_>> = guests.iter_mut().map(Seated::Guest).collect();
        play_seated(&mut server, &mut seats, progress, |game| {
            write(&game.text(&rules))?;
            written += 1;
            progress.at(written, "");
            Ok(())
        })?;
        guests.iter_mut().for_each(Guest::leave);
        let record = server.contest().match_record(names);
        let batches = batches(&record, batch(1, record.games.len()));
        let reports = guests.iter().enumerate().map(|(number, guest)| guest.report(number));
        let reports: Vec<GuestReport> = reports.collect();
        Ok(HostReport {
            games: record.games.len() as u32,
            seed,
            players: player_reports(&record.names, &rules, &record.places(), &batches),
            rejected: reports.iter().map(|report| report.rejected).collect(),
            stayed: reports.iter().map(|report| report.stayed).collect(),
            seconds: reports.iter().map(|report| report.seconds).collect(),
            record: path,
        })
    }
}

/// Makes a new file for the record.
fn new_file(folder: &Path) -> Result<(PathBuf, File), Error> {
    fs::create_dir_all(folder).map_err(io_at(folder))?;
    let mut number = 1;
    loop {
        let path = folder.join(format!("match-{number:04}.txt"));
        match File::create_new(&path) {
            Ok(file) => return Ok((path, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            Err(source) => return Err(Error::Io { path, source }),
        }
    }
}
