//! Admits clients until there are five.

use std::io::{self, ErrorKind, Read};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::time::{Duration, Instant};

use shuban_core::Progress;
use shuban_daihinmin_game::PLAYERS;

use super::error::Error;
use super::guest::Guest;
use super::link::is_wait;
use crate::wire::{Grid, Message, TABLE_BYTES, read_profile};

/// The time limit for a client to introduce itself, as in the contest.
const PROFILE: Duration = Duration::from_secs(3);

/// The poll interval.
const LOOK: Duration = Duration::from_millis(5);

/// The most clients that may be about to introduce themselves; others wait to be accepted.
const NEWCOMERS: usize = 64;

/// Admits clients, all at the same time, so that a slow one does not hold up the others. They are
/// numbered in the order in which they introduce themselves; one that leaves before the match
/// begins leaves its number to the next.
pub struct Door<'a> {
    listener: &'a TcpListener,
    /// The time limit for a client to introduce itself.
    introduction: Duration,
    /// The time limit of an answer in the match.
    patience: Duration,
    newcomers: Vec<Newcomer>,
    seats: [Option<Guest>; PLAYERS],
    progress: &'a dyn Progress,
}

impl<'a> Door<'a> {
    /// Creates the door of a listener that does not block.
    pub fn new(listener: &'a TcpListener, patience: Duration, progress: &'a dyn Progress) -> Self {
        let (newcomers, seats) = (Vec::new(), Default::default());
        Door { listener, introduction: PROFILE, patience, newcomers, seats, progress }
    }

    /// Sets another time limit for a client to introduce itself.
    #[must_use]
    pub fn introducing_within(self, introduction: Duration) -> Self {
        Door { introduction, ..self }
    }

    /// Waits until all seats are taken.
    ///
    /// # Errors
    /// [`Error::TooFew`] if that takes too long; [`Error::Interrupted`].
    pub fn wait(mut self, deadline: Instant) -> Result<[Guest; PLAYERS], Error> {
        self.progress.phase("waiting for clients", PLAYERS as u64);
        loop {
            if self.progress.interrupted() {
                return Err(Error::Interrupted);
            }
            let came = self.let_in() | self.introduce() | self.free();
            let taken = self.seats.iter().flatten().count();
            self.progress.at(taken as u64, "");
            if taken == PLAYERS {
                // Other newcomers are turned away.
                return Ok(self.seats.map(|seat| seat.expect("all are taken")));
            }
            if Instant::now() >= deadline {
                return Err(Error::TooFew { came: taken, wanted: PLAYERS });
            }
            if !came {
                std::thread::sleep(LOOK);
            }
        }
    }

    /// Accepts connections; returns true if there was one.
    fn let_in(&mut self) -> bool {
        let before = self.newcomers.len();
        while self.newcomers.len() < NEWCOMERS {
            match self.listener.accept() {
                Ok((stream, from)) => match Newcomer::new(stream, from, self.introduction) {
                    Ok(newcomer) => self.newcomers.push(newcomer),
                    Err(error) => self.progress.note(&format!("{from} was turned away: {error}")),
                },
                Err(error) if is_wait(&error) => break,
                // A client that was gone before it was accepted.
                Err(error) => {
                    self.progress.note(&format!("a client could not be let in: {error}"));
                    break;
                }
            }
        }
        self.newcomers.len() > before
    }

    /// Seats the newcomers who have introduced themselves; returns true if there was one.
    fn introduce(&mut self) -> bool {
        let before = self.newcomers.len();
        let mut waiting = Vec::with_capacity(before);
        for mut newcomer in std::mem::take(&mut self.newcomers) {
            let Some(number) = self.seats.iter().position(Option::is_none) else {
                waiting.push(newcomer);
                continue;
            };
            let from = newcomer.from;
            let note = match newcomer.name() {
                Ok(None) => {
                    waiting.push(newcomer);
                    continue;
                }
                Ok(Some(name)) => {
                    let note = format!("player {number}: {name} from {from}");
                    self.seats[number] = newcomer.seated(name, number, self.patience);
                    match self.seats[number] {
                        Some(_) => note,
                        None => format!("{from} was turned away: it is gone"),
                    }
                }
                Err(why) => format!("{from} was turned away: {why}"),
            };
            self.progress.note(&note);
        }
        self.newcomers = waiting;
        self.newcomers.len() < before
    }

    /// Frees the seats of those who have left; returns true if there was one.
    fn free(&mut self) -> bool {
        let mut freed = false;
        for (number, seat) in self.seats.iter_mut().enumerate() {
            if let Some(guest) = seat {
                guest.drop_unasked();
                if !guest.is_here() {
                    self.progress.note(&format!("player {number} ({}) has left", guest.name));
                    (*seat, freed) = (None, true);
                }
            }
        }
        freed
    }
}

/// A client that has not introduced itself yet.
struct Newcomer {
    stream: TcpStream,
    from: SocketAddr,
    deadline: Instant,
    profile: [u8; TABLE_BYTES],
    /// The number of bytes of it that have come.
    read: usize,
}

impl Newcomer {
    fn new(stream: TcpStream, from: SocketAddr, introduction: Duration) -> io::Result<Self> {
        stream.set_nonblocking(true)?;
        let deadline = Instant::now() + introduction;
        Ok(Newcomer { stream, from, deadline, profile: [0; TABLE_BYTES], read: 0 })
    }

    /// Reads available bytes. Returns its name once the profile is complete; else an error.
    fn name(&mut self) -> Result<Option<String>, String> {
        while self.read < TABLE_BYTES {
            match self.stream.read(&mut self.profile[self.read..]) {
                Ok(0) => return Err(io::Error::from(ErrorKind::UnexpectedEof).to_string()),
                Ok(more) => self.read += more,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if is_wait(&error) && Instant::now() < self.deadline => return Ok(None),
                Err(error) if is_wait(&error) => {
                    return Err(format!("{} bytes of its profile came in time", self.read));
                }
                Err(error) => return Err(error.to_string()),
            }
        }
        read_profile(&Grid::from_bytes(&self.profile)).map(Some).map_err(|error| error.to_string())
    }

    /// Sends it its number; `None` if it is gone.
    fn seated(self, name: String, number: usize, patience: Duration) -> Option<Guest> {
        self.stream.set_nonblocking(false).ok()?;
        let mut guest = Guest::new(name, self.stream, patience);
        guest.send(&Message::Number(number as i32));
        guest.is_here().then_some(guest)
    }
}
