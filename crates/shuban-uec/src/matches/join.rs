//! A client of the contest's server.

use std::fmt;
use std::io::{self, Write};
use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use serde::Serialize;
use shuban_core::Progress;

use super::error::Error;
use super::link::{Missed, read_until};
use crate::players::{PlayerKind, Setup};
use crate::wire::{Client, Expected, Grid, NUMBER_BYTES, TABLE_BYTES, profile};

/// Who joins a match where.
#[derive(Clone, Debug)]
pub struct JoinOptions {
    /// The server: a name or an address.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// Who plays.
    pub player: PlayerKind,
    /// As whom it introduces itself; the player's name by default.
    pub name: Option<String>,
    /// Where its random numbers begin.
    pub seed: u64,
    /// How long it tries to reach the server.
    pub reaching: Duration,
    /// How long the server may say nothing.
    pub silence: Duration,
}

/// A match as a client saw it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct JoinReport {
    /// Who played.
    pub player: String,
    /// The number that the server gave it.
    pub number: usize,
    /// How many games were played.
    pub games: u32,
}

impl fmt::Display for JoinReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} was player {} in {} games", self.player, self.number, self.games)
    }
}

/// So long between two tries to reach the server.
const AGAIN: Duration = Duration::from_millis(50);

/// Plays a match on a server to its end, with a `setup` made for this player: before it introduces
/// itself, since servers wait for that no longer than some seconds.
///
/// # Errors
/// [`Error::Network`] if the server cannot be reached, says nothing or is gone; [`Error::Wire`] if
/// what it says means nothing; [`Error::Interrupted`].
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
        if client.games() > games {
            games = client.games();
            progress.at(games.into(), "");
        }
    }
    Ok(JoinReport { player: options.player.name().to_owned(), number: client.me(), games })
}

/// Connects, and tries again while nobody listens there yet.
fn reach(options: &JoinOptions, progress: &dyn Progress) -> Result<io::Result<TcpStream>, Error> {
    let deadline = Instant::now() + options.reaching;
    progress.phase("games", 0);
    loop {
        if progress.interrupted() {
            return Err(Error::Interrupted);
        }
        let left = deadline.saturating_duration_since(Instant::now()).max(AGAIN);
        let addresses = (options.host.as_str(), options.port).to_socket_addrs();
        let connect = |addresses: Vec<SocketAddr>| {
            let mut last = io::ErrorKind::NotFound.into();
            for address in addresses {
                match TcpStream::connect_timeout(&address, left) {
                    Ok(stream) => return Ok(stream),
                    Err(error) => last = error,
                }
            }
            Err(last)
        };
        match addresses.map(Iterator::collect).and_then(connect) {
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
