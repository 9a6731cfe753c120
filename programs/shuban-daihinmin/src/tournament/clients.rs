//! Tournaments with clients: players in other programs, over the contest's protocol.

use std::fmt;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use serde::Serialize;
use shuban_core::Progress;
use shuban_daihinmin_game::PLAYERS;

use super::options::TournamentOptions;
use super::plan::Plan;
use super::report::TournamentReport;
use super::score::TableScore;
use crate::matches::{AnswerLimits, Door, Entrance, Error, Guest, GuestReport, MixedTable};
use crate::players::Setup;

/// Clients of a tournament, each with an entrance of its own.
///
/// Each table is a match for a client: it comes, gets a number, plays and is let go, and comes again
/// for the next table. Which of them sits at a table is known by where it comes in. Where one has
/// several seats at a table, as many come.
pub struct Clients {
    entrances: Vec<Entrance>,
    joining: Duration,
    limits: AnswerLimits,
}

/// The result of a tournament with clients.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClientsReport {
    /// The tournament, as far as it was played.
    #[serde(flatten)]
    pub report: TournamentReport,
    /// The clients in the order of their entrances.
    pub clients: Vec<ClientReport>,
    /// The reason why the last tables were not played, if they were not.
    pub cut_short: Option<String>,
}

/// A client's part in a tournament.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ClientReport {
    /// The name that it sent first; its port if it never came.
    pub name: String,
    /// The number of seats that it had, all tables together.
    pub seats: u32,
    /// The number of its answers that were not accepted: late, missing or illegal.
    pub rejected: u32,
    /// The number of seats that it left before the end.
    pub left: u32,
    /// The time that the tournament waited for its answers.
    pub seconds: f64,
}

impl fmt::Display for ClientsReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.report)?;
        for ClientReport { name, seats, rejected, left, seconds } in &self.clients {
            write!(f, "\n{name}: seats {seats}, {seconds:.2} s")?;
            if *rejected > 0 {
                write!(f, ", {rejected} answers not taken")?;
            }
            if *left > 0 {
                write!(f, ", seats left early {left}")?;
            }
        }
        self.cut_short.iter().try_for_each(|reason| write!(f, "\nnot played to its end: {reason}"))
    }
}

impl Clients {
    /// Begins to listen on each port, 0 for any that is free.
    ///
    /// # Errors
    /// [`Error::Network`] if it cannot listen there, as if a port is named twice.
    pub fn bind(
        host: &str,
        ports: &[u16],
        joining: Duration,
        limits: AnswerLimits,
    ) -> Result<Self, Error> {
        let entrances = ports.iter().map(|&port| Entrance::open(host, port));
        Ok(Clients { entrances: entrances.collect::<Result<_, _>>()?, joining, limits })
    }

    /// Returns the addresses it listens on, in the order of the ports.
    pub fn addresses(&self) -> impl Iterator<Item = SocketAddr> {
        self.entrances.iter().map(Entrance::address)
    }

    /// Plays a tournament of the players by name and these clients, one table after the other. Tables
    /// and games are those of a [tournament](super::hold) in this process, as far as clients play like
    /// players there. If clients do not come in time for a table, the tournament ends before it.
    ///
    /// # Errors
    /// [`Error::Entrants`] for fewer than two players and clients; [`Error::TooFew`] if clients do not
    /// come to the first table; [`Error::Io`] if records cannot be written; [`Error::Interrupted`].
    /// Nothing that a client does is an error.
    pub fn hold(
        &self,
        setup: &Setup,
        options: &TournamentOptions,
        progress: &dyn Progress,
    ) -> Result<ClientsReport, Error> {
        let here = options.players.len();
        let plan = Plan::new(setup, options, here + self.entrances.len())?;
        let mut clients = vec![ClientReport::default(); self.entrances.len()];
        let (mut scores, mut cut_short): (Vec<TableScore>, _) = (Vec::new(), None);
        let mut over = 0;
        for table in 0..plan.tables() {
            let line_up = plan.line_up(table);
            let mut guests = match self.seated(here, line_up, progress) {
                Ok(guests) => guests,
                Err(error @ Error::TooFew { .. }) if table > 0 => {
                    cut_short = Some(format!("table {}: {error}", table + 1));
                    break;
                }
                Err(error) => return Err(error),
            };
            progress.phase("games", options.games.into());
            let kinds = line_up.map(|entrant| options.players.get(entrant).copied());
            let at = MixedTable {
                kinds,
                games: plan.games(table),
                seed: plan.seed(table),
                more_games: false,
            };
            let contest = at.play(setup, &mut guests, progress, || {
                over += 1;
                progress.at(over, "");
            })?;
            let seats = (0..PLAYERS).filter(|&number| line_up[number] >= here);
            let mut names =
                kinds.map(|kind| kind.map_or_else(String::new, |kind| kind.name().into()));
            for (number, guest) in seats.zip(&mut guests) {
                guest.leave();
                names[number].clone_from(&guest.name);
                clients[line_up[number] - here].add(guest.report(number));
            }
            scores.push(plan.keep(table, &contest.match_record(names))?);
        }
        for (client, entrance) in clients.iter_mut().zip(&self.entrances) {
            if client.name.is_empty() {
                client.name = format!("client at {}", entrance.address().port());
            }
        }
        let came = clients.iter().map(|client| client.name.clone());
        Ok(ClientsReport { report: plan.report(came, &scores), clients, cut_short })
    }

    /// Waits for the clients of a table; returns them in the order of their numbers.
    fn seated(
        &self,
        here: usize,
        line_up: &[usize; PLAYERS],
        progress: &dyn Progress,
    ) -> Result<Vec<Guest>, Error> {
        let doors = self.entrances.iter().enumerate().map(|(client, entrance)| {
            let numbers = (0..PLAYERS).filter(|&number| line_up[number] == here + client);
            (entrance, numbers.collect())
        });
        Door::new(doors, self.limits, progress).wait(Instant::now() + self.joining)
    }
}

impl ClientReport {
    /// Adds a seat.
    fn add(&mut self, of_seat: GuestReport) {
        if self.name.is_empty() {
            self.name = of_seat.name;
        }
        self.seats += 1;
        self.rejected += of_seat.rejected;
        self.left += u32::from(!of_seat.stayed);
        self.seconds += of_seat.seconds;
    }
}
