//! A client of the contest's server.

use std::fmt;
use std::io;
use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use serde::Serialize;
use shuban_core::Progress;

use super::error::Error;
use super::link::{Link, Missed};
use crate::players::{PlayerKind, Setup};
use crate::wire::{Client, Expected, Grid, NUMBER_BYTES, TABLE_BYTES, profile};

/// Options of a client: its server and its player.
#[derive(Clone, Debug)]
pub struct JoinOptions {
    /// The server: a name or an address.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// The player.
    pub player: PlayerKind,
    /// The name that it sends; the player's name by default.
    pub name: Option<String>,
    /// The seed of the player's random numbers.
    pub seed: u64,
    /// Time limit for connecting to the server.
    pub reaching: Duration,
    /// Time limit for silence of the server.
    pub silence: Duration,
}

/// A match as a client saw it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct JoinReport {
    /// The player.
    pub player: String,
    /// The number that the server gave it.
    pub number: usize,
    /// The number of games.
    pub games: u32,
}

impl fmt::Display for JoinReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} was player {} in {} games", self.player, self.number, self.games)
    }
}

/// The time between two tries to reach the server.
const AGAIN: Duration = Duration::from_millis(50);

/// Plays a match on a server to its end. The `setup` for this player is made before, since servers
/// wait only some seconds for a client to introduce itself.
///
/// # Errors
/// [`Error::Network`] if the server cannot be reached, is silent or disconnects; [`Error::Wire`] if
/// its messages are invalid; [`Error::Interrupted`].
pub fn join(
    options: &JoinOptions,
    setup: &Setup,
    progress: &dyn Progress,
) -> Result<JoinReport, Error> {
    let setup = Setup { seed: options.seed, ..setup.clone() };
    let place = format!("{}:{}", options.host, options.port);
    let lost = |source| Error::Network { place: place.clone(), source };
    let stream = reach(options, progress)?.map_err(lost)?;
    let mut link = Link::new(stream, options.silence).map_err(lost)?;
    let name = options.name.as_deref().unwrap_or(options.player.name());
    let mut client = Client::new(setup.rules, options.player.player(&setup, 0));
    link.send(&profile(name).to_bytes()).map_err(lost)?;
    let mut inbox = Inbox::default();
    let mut games = 0;
    loop {
        let len = match client.expects() {
            Expected::Nothing => break,
            Expected::Number => NUMBER_BYTES,
            Expected::Table => TABLE_BYTES,
        };
        let deadline = Instant::now() + options.silence;
        let message =
            inbox.next(len, &mut link, deadline, progress).map_err(|missed| match missed {
                Missed::Late(_) => lost(io::ErrorKind::TimedOut.into()),
                Missed::Gone(source) => lost(source),
                Missed::Interrupted => Error::Interrupted,
            })?;
        if let Some(table) = message.first_chunk() {
            if let Some(answer) = client.table(&Grid::from_bytes(table))? {
                link.send(&answer.to_bytes()).map_err(lost)?;
            }
        } else if let Some(number) = message.first_chunk() {
            client.number(i32::from_be_bytes(*number))?;
        }
        if client.games > games {
            games = client.games;
            progress.at(games.into(), "");
        }
    }
    Ok(JoinReport { player: options.player.name().to_owned(), number: client.me, games })
}

/// Bytes that have come and were not taken yet: a server may send several messages at once.
#[derive(Default)]
struct Inbox {
    bytes: Vec<u8>,
    /// The number of bytes taken.
    taken: usize,
}

/// Bytes of the messages of a turn: a verdict, the table, a number and the next hand.
const OF_A_TURN: usize = 2 * (TABLE_BYTES + NUMBER_BYTES);

impl Inbox {
    /// Returns the next message, of this length.
    fn next(
        &mut self,
        len: usize,
        link: &mut Link,
        deadline: Instant,
        progress: &dyn Progress,
    ) -> Result<&[u8], Missed> {
        let have = self.bytes.len() - self.taken;
        if have < len {
            self.bytes.drain(..self.taken);
            self.taken = 0;
            self.bytes.resize(OF_A_TURN, 0);
            let read = link.receive(&mut self.bytes[have..], len - have, deadline, progress)?;
            self.bytes.truncate(have + read);
        }
        self.taken += len;
        Ok(&self.bytes[self.taken - len..self.taken])
    }
}

/// Connects, and tries again while nothing listens there yet.
fn reach(options: &JoinOptions, progress: &dyn Progress) -> Result<io::Result<TcpStream>, Error> {
    let deadline = Instant::now() + options.reaching;
    progress.phase("games", 0);
    loop {
        if progress.interrupted() {
            return Err(Error::Interrupted);
        }
        let left = deadline.saturating_duration_since(Instant::now()).max(AGAIN);
        let connect = || {
            let mut reached = Err(io::ErrorKind::NotFound.into());
            let addresses = (options.host.as_str(), options.port).to_socket_addrs()?;
            for address in addresses {
                reached = TcpStream::connect_timeout(&address, left);
                if reached.is_ok() {
                    break;
                }
            }
            reached
        };
        match connect() {
            Err(error)
                if error.kind() == io::ErrorKind::ConnectionRefused
                    && Instant::now() < deadline =>
            {
                std::thread::sleep(AGAIN);
            }
            reached => return Ok(reached),
        }
    }
}
