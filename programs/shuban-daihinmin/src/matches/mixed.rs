//! A match between players in this process and clients.

use std::fmt;
use std::fs;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde::Serialize;
use shuban_core::Progress;
use shuban_daihinmin_game::{PLAYERS, PlayerNumber};

use super::door::{Door, Entrance};
use super::error::{Error, io_at};
use super::guest::{AnswerLimits, Guest, GuestReport};
use super::report::MatchReport;
use super::seats::MixedTable;
use super::tables::{Tables, keep};
use crate::players::{PlayerKind, Setup};

/// Options of a match between players in this process and clients.
#[derive(Clone, Debug)]
pub struct MixedOptions {
    /// The players in this process, who have the first numbers.
    pub players: Vec<PlayerKind>,
    /// The ports of the clients, who have the other numbers: one seat for each entry. Seats of the
    /// same port are taken in the order in which clients come; 0 is any free port.
    pub clients: Vec<u16>,
    /// The name or address to listen on.
    pub host: String,
    /// The number of games.
    pub games: u32,
    /// The seed of the random numbers.
    pub seed: u64,
    /// Time limit for the clients to join.
    pub joining: Duration,
    /// Time limits of the clients' answers.
    pub limits: AnswerLimits,
    /// The folder for records, a file for each table; none are written by default.
    pub records: Option<PathBuf>,
}

/// A match between players in this process and clients, that listens and has not begun.
pub struct Mixed {
    /// Each with the numbers of the clients who come there.
    entrances: Vec<(Entrance, Vec<PlayerNumber>)>,
    options: MixedOptions,
}

/// The result of a match between players in this process and clients.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MixedReport {
    /// The match.
    #[serde(flatten)]
    pub report: MatchReport,
    /// The clients by their numbers.
    pub clients: Vec<GuestReport>,
}

impl fmt::Display for MixedReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.report)?;
        self.clients.iter().try_for_each(|client| write!(f, "\n{client}"))
    }
}

impl Mixed {
    /// Begins to listen on each port.
    ///
    /// # Errors
    /// [`Error::Players`] unless there are five seats; [`Error::Network`] if it cannot listen there.
    pub fn bind(options: MixedOptions) -> Result<Self, Error> {
        let seats = options.players.len() + options.clients.len();
        if seats != PLAYERS {
            return Err(Error::Players { found: seats });
        }
        let mut ports: Vec<(u16, Vec<PlayerNumber>)> = Vec::new();
        for (number, &port) in (options.players.len()..).zip(&options.clients) {
            match ports.iter_mut().find(|(other, _)| *other == port) {
                Some((_, numbers)) => numbers.push(number),
                None => ports.push((port, vec![number])),
            }
        }
        let open = |(port, numbers)| Ok((Entrance::open(&options.host, port)?, numbers));
        let entrances = ports.into_iter().map(open).collect::<Result<_, Error>>()?;
        Ok(Mixed { entrances, options })
    }

    /// Returns the addresses it listens on.
    pub fn addresses(&self) -> impl Iterator<Item = SocketAddr> {
        self.entrances.iter().map(|(entrance, _)| entrance.address())
    }

    /// Waits for the clients, and plays one table after the other. Games are those of a
    /// [match](super::play) in this process with the same seed, as far as clients play like the
    /// players there: for a client, all tables are one match.
    ///
    /// # Errors
    /// [`Error::TooFew`] if not all come in time; [`Error::Io`] if records cannot be written;
    /// [`Error::Interrupted`]. Nothing that a client does is an error.
    pub fn run(self, setup: &Setup, progress: &dyn Progress) -> Result<MixedReport, Error> {
        let Mixed { entrances, options } = self;
        let deadline = Instant::now() + options.joining;
        let doors = entrances.iter().map(|(entrance, numbers)| (entrance, numbers.clone()));
        let mut guests = Door::new(doors, options.limits, progress).wait(deadline)?;
        let names = options.players.iter().map(|kind| kind.name().to_owned());
        let names: Vec<String> =
            names.chain(guests.iter().map(|guest| guest.name.clone())).collect();
        let names: [String; PLAYERS] =
            names.try_into().map_err(|names: Vec<_>| Error::Players { found: names.len() })?;
        if let Some(folder) = &options.records {
            fs::create_dir_all(folder).map_err(io_at(folder))?;
        }
        let tables = Tables::new(&setup.rules, options.games, options.seed);
        progress.phase("games", options.games.into());
        let (mut results, mut over) = (Vec::new(), 0);
        for table in 0..tables.count() {
            let at = MixedTable {
                kinds: std::array::from_fn(|number| options.players.get(number).copied()),
                games: tables.games(table),
                seed: tables.seed(table),
                more_games: table + 1 < tables.count(),
            };
            let contest = at.play(setup, &mut guests, progress, || {
                over += 1;
                progress.at(over, "");
            })?;
            let record = contest.match_record(names.clone());
            if let Some(folder) = &options.records {
                keep(folder, table, &record)?;
            }
            results.push(tables.result(&record));
        }
        guests.iter_mut().for_each(Guest::leave);
        let clients = (options.players.len()..).zip(&guests);
        Ok(MixedReport {
            report: tables.sum(&names, results).report,
            clients: clients.map(|(number, guest)| guest.report(number)).collect(),
        })
    }
}
