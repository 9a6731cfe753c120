//! The contest's server.

use std::fmt;
use std::fs::File;
use std::io::{self, Write};
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::Serialize;
use shuban_core::Progress;

use super::door::Door;
use super::error::Error;
use super::guest::Guest;
use super::interval::{batch, interval};
use super::played::PlayerReport;
use super::records;
use crate::game::{Contest, ContestRules, GameRecord, MatchRecord, PLAYERS};
use crate::wire::{Server, ServerStep};

/// How the contest's server runs.
#[derive(Clone, Debug)]
pub struct HostOptions {
    /// Where it listens: a name or an address.
    pub host: String,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// How many games.
    pub games: u32,
    /// Where chance begins.
    pub seed: u64,
    /// How long it waits for five clients.
    pub joining: Duration,
    /// How long an answer may take.
    pub turn: Duration,
    /// The folder where the record goes.
    pub records: PathBuf,
}

/// A server that listens, and has not begun.
pub struct Host {
    listener: TcpListener,
    address: SocketAddr,
    options: HostOptions,
}

/// What a match over the wire came to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HostReport {
    /// How many games were played.
    pub games: u32,
    /// Where chance began.
    pub seed: u64,
    /// The players by their numbers.
    pub players: Vec<PlayerReport>,
    /// How many answers of each were not taken as they came: late, illegal or none.
    pub rejected: Vec<u32>,
    /// Who was still there at the end.
    pub stayed: Vec<bool>,
    /// The record.
    pub record: PathBuf,
}

impl fmt::Display for HostReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let HostReport { games, seed, record, .. } = self;
        let mut lines = vec![format!("{games} games, seed {seed}; record: {}", record.display())];
        let width = self.players.iter().map(|player| player.name.len()).max().unwrap_or(0);
        for (number, player) in self.players.iter().enumerate() {
            let mut line = format!(
                "{number} {:width$} {:>6} points  {:?}",
                player.name, player.points, player.places
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
    /// Listens.
    ///
    /// # Errors
    /// [`Error::Network`] if it cannot listen there.
    pub fn bind(options: HostOptions) -> Result<Self, Error> {
        let place = format!("{}:{}", options.host, options.port);
        let listening = || -> io::Result<(TcpListener, SocketAddr)> {
            let addresses: Vec<SocketAddr> =
                (options.host.as_str(), options.port).to_socket_addrs()?.collect();
            let listener = TcpListener::bind(&addresses[..])?;
            listener.set_nonblocking(true)?;
            let address = listener.local_addr()?;
            Ok((listener, address))
        };
        let (listener, address) = listening().map_err(|source| Error::Network { place, source })?;
        Ok(Host { listener, address, options })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Waits for five clients and plays the match with them.
    ///
    /// # Errors
    /// [`Error::TooFew`] if not all come in time; [`Error::Io`] if the record cannot be written;
    /// [`Error::Interrupted`]. Nothing that a client does is an error.
    pub fn run(self, progress: &dyn Progress) -> Result<HostReport, Error> {
        let HostOptions { games, seed, joining, turn, .. } = self.options;
        let guests = Door::new(&self.listener, turn, progress).wait(Instant::now() + joining)?;
        let rules = ContestRules::default();
        let names = guests.each_ref().map(|guest| guest.name.clone());
        let record = MatchRecord { rules, seed, due: games, names, games: Vec::new() };
        let (path, file) = new_file(&self.options.records)?;
        let mut at_table = AtTable {
            guests,
            server: Server::new(Contest::new(rules, games, seed)),
            rejected: vec![0; PLAYERS],
            record,
            path,
            file,
        };
        at_table.play(progress)?;
        Ok(at_table.report())
    }
}

/// A file for the record that is not there yet.
fn new_file(folder: &Path) -> Result<(PathBuf, File), Error> {
    records::make_folder(folder)?;
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

/// A match that is played.
struct AtTable {
    guests: [Guest; PLAYERS],
    server: Server,
    rejected: Vec<u32>,
    record: MatchRecord,
    path: PathBuf,
    file: File,
}

impl AtTable {
    fn play(&mut self, progress: &dyn Progress) -> Result<(), Error> {
        let games = self.server.contest().games();
        progress.phase("games", games.into());
        self.write(&self.record.head())?;
        loop {
            match self.server.step() {
                ServerStep::Send { player, message } => self.guests[player].send(&message),
                ServerStep::Receive { player } => {
                    let guest = &mut self.guests[player];
                    let answer = guest.answer(progress).map_err(|_| Error::Interrupted)?;
                    if let Err(why) = self.server.receive(answer.as_ref()) {
                        self.rejected[player] += 1;
                        if guest.is_here() {
                            let number = self.server.contest().number();
                            progress.note(&format!(
                                "game {number}: player {player} ({}): {why}",
                                guest.name
                            ));
                        }
                    }
                    for game in self.server.take_records() {
                        self.keep(game)?;
                        progress.at(self.record.games.len() as u64, "");
                    }
                    if progress.interrupted() {
                        return Err(Error::Interrupted);
                    }
                }
                ServerStep::Finished => {
                    self.guests.iter_mut().for_each(Guest::leave);
                    return Ok(());
                }
            }
        }
    }

    /// Writes a game down as soon as it is over.
    fn keep(&mut self, game: GameRecord) -> Result<(), Error> {
        self.write(&game.text(&self.record.rules))?;
        self.record.games.push(game);
        Ok(())
    }

    fn write(&self, text: &str) -> Result<(), Error> {
        (&self.file)
            .write_all(text.as_bytes())
            .map_err(|source| Error::Io { path: self.path.clone(), source })
    }

    fn report(self) -> HostReport {
        let MatchRecord { rules, seed, names, games, .. } = &self.record;
        let places = self.record.places();
        let points_of = |game: &GameRecord, player: usize| {
            let place =
                game.ranking.iter().position(|&other| other == player).unwrap_or(PLAYERS - 1);
            u64::from(rules.points[place])
        };
        let players = names.iter().enumerate().map(|(player, name)| {
            let points = games.iter().map(|game| points_of(game, player)).sum();
            let of_batch = |games: &[GameRecord]| {
                games.iter().map(|game| points_of(game, player) as f64).sum::<f64>()
            };
            let batches: Vec<f64> = games.chunks(batch(1, games.len())).map(of_batch).collect();
            PlayerReport {
                name: name.clone(),
                points,
                places: places[player],
                ci95: interval(&batches),
            }
        });
        HostReport {
            games: games.len() as u32,
            seed: *seed,
            players: players.collect(),
            rejected: self.rejected,
            stayed: self.guests.iter().map(Guest::is_here).collect(),
            record: self.path,
        }
    }
}
