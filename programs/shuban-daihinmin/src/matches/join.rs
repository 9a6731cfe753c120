//! A client of the contest's server.

use std::fmt;
use std::io;
use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use serde::Serialize;
use shuban_core::Progress;
use shuban_daihinmin_game::PlayerNumber;

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
    /// True if it joins again after each match, until the server has no other one.
    pub again: bool,
}

/// A match, or several one after the other, as a client saw it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct JoinReport {
    /// The player.
    pub player: String,
    /// The number that the server gave it, in the last match.
    pub number: PlayerNumber,
    /// The number of matches.
    pub matches: u32,
    /// The number of games of all of them.
    pub games: u32,
}

impl fmt::Display for JoinReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let JoinReport { player, number, matches, games } = self;
        match matches {
            1 => write!(f, "{player} was player {number} in {games} games"),
            _ => write!(f, "{player} played {games} games of {matches} matches"),
        }
    }
}

/// The time between two tries to reach the server.
const AGAIN: Duration = Duration::from_millis(50);

/// Plays a match on a server to its end; [again](JoinOptions::again) and again if wanted. The `setup`
/// for this player is made before, since servers wait only some seconds for a client to introduce
/// itself.
///
/// # Errors
/// [`Error::Network`] if the server cannot be reached, is silent or disconnects; [`Error::Wire`] if
/// its messages are invalid; [`Error::Interrupted`].
pub fn join(
    options: &JoinOptions,
    setup: &Setup,
    progress: &dyn Progress,
) -> Result<JoinReport, Error> {
    let player = options.player.name().to_owned();
    let mut report = JoinReport { player, number: 0, matches: 0, games: 0 };
    loop {
        let seed = options.seed.wrapping_add(report.matches.into());
        let setup = Setup { seed, ..setup.clone() };
        let mut client = Client::new(setup.rules, options.player.player(&setup, 0));
        let opened = match options.again {
            true => Line::open_again(options, &mut client, report.matches == 0, progress),
            false => Line::open(options, &mut client, progress),
        };
        let mut line = match opened {
            Ok(line) => line,
            // Nothing listens there any more: that was the last match.
            Err(Error::Network { source, .. }) if report.matches > 0 && is_refused(&source) => {
                return Ok(report);
            }
            Err(error) => return Err(error),
        };
        let (mut games, mut is_heard) = (0, false);
        loop {
            match line.pass_on(&mut client, progress) {
                Ok(true) => is_heard = true,
                Ok(false) => break,
                // A table that others stayed away from did not begin.
                Err(Error::Network { .. }) if options.again && !is_heard => break,
                Err(error) => return Err(error),
            }
            if client.games > games {
                games = client.games;
                progress.at((report.games + games).into(), "");
            }
        }
        if !is_heard {
            continue;
        }
        report.games += client.games;
        (report.number, report.matches) = (client.me, report.matches + 1);
        if !options.again {
            return Ok(report);
        }
    }
}

/// A connection to a server.
struct Line {
    place: String,
    link: Link,
    inbox: Inbox,
    silence: Duration,
}

impl Line {
    /// Reaches a server, introduces itself and passes its number on to the client.
    fn open(
        options: &JoinOptions,
        client: &mut Client,
        progress: &dyn Progress,
    ) -> Result<Self, Error> {
        let place = format!("{}:{}", options.host, options.port);
        let lost = |source| Error::Network { place: place.clone(), source };
        let stream = reach(options, progress)?.map_err(lost)?;
        let mut link = Link::new(stream, options.silence).map_err(lost)?;
        let name = options.name.as_deref().unwrap_or(options.player.name());
        link.send(&profile(name).to_bytes()).map_err(lost)?;
        let silence = options.silence;
        let mut line = Line { place, link, inbox: Inbox::default(), silence };
        line.pass_on(client, progress)?;
        Ok(line)
    }

    /// Does so where a server has several matches. One that begins a match with others turns it away,
    /// or lets it wait, and has another match later; so it tries again while anything listens there.
    /// Before the `first` match it does so no longer than the server may be silent.
    fn open_again(
        options: &JoinOptions,
        client: &mut Client,
        first: bool,
        progress: &dyn Progress,
    ) -> Result<Self, Error> {
        let deadline = Instant::now() + options.silence;
        loop {
            match Line::open(options, client, progress) {
                Err(Error::Network { source, .. })
                    if is_turned_away(&source) && (!first || Instant::now() < deadline) =>
                {
                    std::thread::sleep(AGAIN);
                }
                opened => return opened,
            }
        }
    }

    /// Passes the next message on to the client, and its answer to the server. Returns false if the
    /// match is over.
    fn pass_on(&mut self, client: &mut Client, progress: &dyn Progress) -> Result<bool, Error> {
        let len = match client.expects() {
            Expected::Nothing => return Ok(false),
            Expected::Number => NUMBER_BYTES,
            Expected::Table => TABLE_BYTES,
        };
        let message = self.message(len, progress)?;
        if let Some(table) = message.first_chunk() {
            if let Some(answer) = client.table(&Grid::from_bytes(table))? {
                let lost = |source| Error::Network { place: self.place.clone(), source };
                self.link.send(&answer.to_bytes()).map_err(lost)?;
            }
        } else if let Some(number) = message.first_chunk() {
            client.number(i32::from_be_bytes(*number))?;
        }
        Ok(true)
    }

    /// Waits for a message of this length.
    fn message(&mut self, len: usize, progress: &dyn Progress) -> Result<&[u8], Error> {
        let deadline = Instant::now() + self.silence;
        let Line { place, link, inbox, .. } = self;
        inbox.next(len, link, deadline, progress).map_err(|missed| {
            let source = match missed {
                Missed::Late(_) => io::ErrorKind::TimedOut.into(),
                Missed::Gone(source) => source,
                Missed::Interrupted => return Error::Interrupted,
            };
            Error::Network { place: place.clone(), source }
        })
    }
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

/// Returns true if nothing listens there.
fn is_refused(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::ConnectionRefused
}

/// Returns true if the server has closed the connection, or was silent.
fn is_turned_away(error: &io::Error) -> bool {
    use io::ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset, TimedOut, UnexpectedEof};
    let kinds = [BrokenPipe, ConnectionAborted, ConnectionReset, TimedOut, UnexpectedEof];
    kinds.contains(&error.kind())
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
            Err(error) if is_refused(&error) && Instant::now() < deadline => {
                std::thread::sleep(AGAIN);
            }
            reached => return Ok(reached),
        }
    }
}
