//! A client of the contest's server.

use std::fmt;
use std::io::{self, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use serde::Serialize;
use shuban_core::Progress;

use super::error::Error;
use super::link::{Missed, read_until};
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
    let mut stream = reach(options, progress)?.map_err(lost)?;
    let name = options.name.as_deref().unwrap_or(options.player.name());
    let mut client = Client::new(setup.rules, options.player.player(&setup, 0));
    let send =
        |stream: &mut TcpStream, grid: &Grid| stream.write_all(&grid.to_bytes()).map_err(lost);
    stream
        .set_nodelay(true)
        .and_then(|()| stream.set_write_timeout(Some(options.silence)))
        .map_err(lost)?;
    send(&mut stream, &profile(name))?;
    let mut games = 0;
    loop {
        let mut bytes = [0; TABLE_BYTES];
        let len = match client.expects() {
            Expected::Nothing => break,
            Expected::Number => NUMBER_BYTES,
            Expected::Table => TABLE_BYTES,
        };
        let deadline = Instant::now() + options.silence;
        read_until(&mut stream, &mut bytes[..len], deadline, progress).map_err(|missed| {
            match missed {
                Missed::Late(_) => lost(io::ErrorKind::TimedOut.into()),
                Missed::Gone(source) => lost(source),
                Missed::Interrupted => Error::Interrupted,
            }
        })?;
        match bytes[..len].first_chunk() {
            Some(number) if len == NUMBER_BYTES => client.number(i32::from_be_bytes(*number))?,
            _ => {
                if let Some(answer) = client.table(&Grid::from_bytes(&bytes))? {
                    send(&mut stream, &answer)?;
                }
            }
        }
        if client.games > games {
            games = client.games;
            progress.at(games.into(), "");
        }
    }
    Ok(JoinReport { player: options.player.name().to_owned(), number: client.me, games })
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
