//! Admits clients until there are five.

use std::io::{self, ErrorKind, Read};
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use shuban_core::Progress;
use shuban_daihinmin_game::PlayerNumber;

use super::error::Error;
use super::guest::{AnswerLimits, Guest};
use super::link::is_wait;
use crate::wire::{Grid, Message, TABLE_BYTES, read_profile};

/// The time limit for a client to introduce itself, as in the contest.
const PROFILE: Duration = Duration::from_secs(3);

/// The poll interval.
const LOOK: Duration = Duration::from_millis(5);

/// The most clients that may be about to introduce themselves at an entrance; others wait to be
/// accepted.
const NEWCOMERS: usize = 64;

/// An address to listen on.
pub struct Entrance {
    listener: TcpListener,
    address: SocketAddr,
}

impl Entrance {
    /// Begins to listen on a name or address and a port.
    ///
    /// # Errors
    /// [`Error::Network`] if it cannot listen there.
    pub fn open(host: &str, port: u16) -> Result<Self, Error> {
        let listening = || -> io::Result<(TcpListener, SocketAddr)> {
            let addresses: Vec<SocketAddr> = (host, port).to_socket_addrs()?.collect();
            let listener = TcpListener::bind(&addresses[..])?;
            listener.set_nonblocking(true)?;
            let address = listener.local_addr()?;
            Ok((listener, address))
        };
        let place = format!("{host}:{port}");
        let (listener, address) = listening().map_err(|source| Error::Network { place, source })?;
        Ok(Entrance { listener, address })
    }

    /// Returns the address.
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

/// Admits clients, all at the same time, so that a slow one does not hold up the others. They are
/// numbered in the order in which they introduce themselves, with the numbers of their entrance; one
/// that leaves before the match begins leaves its number to the next.
pub struct Door<'a> {
    entrances: Vec<&'a Entrance>,
    /// The time limit for a client to introduce itself.
    introduction: Duration,
    /// The time limits of answers in the match.
    limits: AnswerLimits,
    newcomers: Vec<Newcomer<'a>>,
    seats: Vec<Seat<'a>>,
    progress: &'a dyn Progress,
}

/// A seat for a client.
struct Seat<'a> {
    number: PlayerNumber,
    entrance: &'a Entrance,
    guest: Option<Guest>,
}

impl<'a> Door<'a> {
    /// Creates a door with these entrances, each for players of these numbers.
    pub fn new(
        entrances: impl IntoIterator<Item = (&'a Entrance, Vec<PlayerNumber>)>,
        limits: AnswerLimits,
        progress: &'a dyn Progress,
    ) -> Self {
        let (mut seats, mut doors) = (Vec::new(), Vec::new());
        for (entrance, numbers) in entrances {
            doors.push(entrance);
            seats.extend(numbers.into_iter().map(|number| Seat { number, entrance, guest: None }));
        }
        let (entrances, newcomers) = (doors, Vec::new());
        Door { entrances, introduction: PROFILE, limits, newcomers, seats, progress }
    }

    /// Sets another time limit for a client to introduce itself.
    #[must_use]
    pub fn introducing_within(self, introduction: Duration) -> Self {
        Door { introduction, ..self }
    }

    /// Waits until all seats are taken; returns the clients by their numbers.
    ///
    /// # Errors
    /// [`Error::TooFew`] if that takes too long; [`Error::Interrupted`].
    pub fn wait(mut self, deadline: Instant) -> Result<Vec<Guest>, Error> {
        let wanted = self.seats.len();
        self.progress.phase("waiting for clients", wanted as u64);
        loop {
            if self.progress.interrupted() {
                return Err(Error::Interrupted);
            }
            let came = self.let_in() | self.introduce() | self.free();
            let taken = self.seats.iter().filter(|seat| seat.guest.is_some()).count();
            self.progress.at(taken as u64, "");
            if taken == wanted {
                // Other newcomers are turned away.
                self.seats.sort_by_key(|seat| seat.number);
                return Ok(self.seats.into_iter().filter_map(|seat| seat.guest).collect());
            }
            if Instant::now() >= deadline {
                return Err(Error::TooFew { came: taken, wanted });
            }
            if !came {
                std::thread::sleep(LOOK);
            }
        }
    }

    /// Accepts connections; returns true if there was one.
    fn let_in(&mut self) -> bool {
        let before = self.newcomers.len();
        // Clients without a seat at this table are not let in yet.
        let has_seat = |entrance: &&Entrance| {
            let is_free =
                |seat: &Seat<'_>| seat.guest.is_none() && std::ptr::eq(seat.entrance, *entrance);
            self.seats.iter().any(is_free)
        };
        for entrance in self.entrances.iter().copied().filter(has_seat) {
            let is_here = |newcomer: &&Newcomer<'_>| std::ptr::eq(newcomer.entrance, entrance);
            while self.newcomers.iter().filter(is_here).count() < NEWCOMERS {
                match entrance.listener.accept() {
                    Ok((stream, from)) => {
                        match Newcomer::new(stream, from, entrance, self.introduction) {
                            Ok(newcomer) => self.newcomers.push(newcomer),
                            Err(error) => {
                                self.progress.note(&format!("{from} was turned away: {error}"));
                            }
                        }
                    }
                    Err(error) if is_wait(&error) => break,
                    // A client that was gone before it was accepted.
                    Err(error) => {
                        self.progress.note(&format!("a client could not be let in: {error}"));
                        break;
                    }
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
            let is_free = |seat: &&mut Seat<'_>| {
                seat.guest.is_none() && std::ptr::eq(seat.entrance, newcomer.entrance)
            };
            let Some(seat) = self.seats.iter_mut().find(is_free) else {
                waiting.push(newcomer);
                continue;
            };
            let number = seat.number;
            let from = newcomer.from;
            let note = match newcomer.name() {
                Ok(None) => {
                    waiting.push(newcomer);
                    continue;
                }
                Ok(Some(name)) => {
                    let note = format!("player {number}: {name} from {from}");
                    seat.guest = newcomer.seated(name, number, self.limits);
                    match seat.guest {
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
        for Seat { number, guest, .. } in &mut self.seats {
            if let Some(here) = guest {
                here.drop_unasked();
                if !here.is_here() {
                    self.progress.note(&format!("player {number} ({}) has left", here.name));
                    (*guest, freed) = (None, true);
                }
            }
        }
        freed
    }
}

/// A client that has not introduced itself yet.
struct Newcomer<'a> {
    entrance: &'a Entrance,
    stream: TcpStream,
    from: SocketAddr,
    deadline: Instant,
    profile: [u8; TABLE_BYTES],
    /// The number of bytes of it that have come.
    read: usize,
}

impl<'a> Newcomer<'a> {
    fn new(
        stream: TcpStream,
        from: SocketAddr,
        entrance: &'a Entrance,
        introduction: Duration,
    ) -> io::Result<Self> {
        stream.set_nonblocking(true)?;
        let deadline = Instant::now() + introduction;
        Ok(Newcomer { entrance, stream, from, deadline, profile: [0; TABLE_BYTES], read: 0 })
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
    fn seated(self, name: String, number: PlayerNumber, limits: AnswerLimits) -> Option<Guest> {
        self.stream.set_nonblocking(false).ok()?;
        let mut guest = Guest::new(name, self.stream, limits);
        guest.send(&Message::Number(number as i32));
        guest.flush();
        guest.is_here().then_some(guest)
    }
}
