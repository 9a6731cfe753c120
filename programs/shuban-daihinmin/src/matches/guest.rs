//! A client as the server sees it.

use std::fmt;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde::Serialize;
use shuban_core::Progress;
use shuban_daihinmin_game::PlayerNumber;

use super::link::{Link, Missed};
use crate::wire::{Grid, Message, Rejected, TABLE_BYTES};

/// The time limit for sending messages; a client that does not read in time is gone.
const SENDING: Duration = Duration::from_secs(2);

/// The time limit for a client to close its side at the end.
const LEAVING: Duration = Duration::from_millis(500);

/// A client that sends more than this without being asked is gone.
const UNASKED: usize = 1 << 20;

/// Time limits of a client's answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnswerLimits {
    /// The time limit of an answer.
    pub turn: Duration,
    /// The time limit of all answers together, if there is one.
    pub budget: Option<Duration>,
}

/// A client's part in a match.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GuestReport {
    /// Its number.
    pub number: PlayerNumber,
    /// The name that it has sent.
    pub name: String,
    /// The number of its answers that were not accepted: late, missing or illegal.
    pub rejected: u32,
    /// True if it was still connected at the end.
    pub stayed: bool,
    /// The time that the match waited for its answers.
    pub seconds: f64,
}

/// Formats a client of a match.
impl fmt::Display for GuestReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GuestReport { number, name, rejected, stayed, seconds } = self;
        write!(f, "player {number} ({name}): {seconds:.2} s")?;
        if *rejected > 0 {
            write!(f, ", {rejected} answers not taken")?;
        }
        if !stayed {
            f.write_str(", left early")?;
        }
        Ok(())
    }
}

/// A client at the table. Nothing that it does stops the match: if an answer is late, it loses its
/// turn, and if it is gone, it loses all remaining turns.
///
/// Tables have no framing, so a late answer could be taken for the next one. Therefore a missed
/// answer is still **owed** and skipped when it comes, and unasked bytes are dropped before the
/// next table that asks for an answer is sent. The rest of an answer that broke off is not waited
/// for; if one answer comes where two are due, it is taken for the present one. So a single slip
/// costs a single turn.
pub struct Guest {
    /// The name that it has sent.
    pub name: String,
    /// `None` when it is gone.
    link: Option<Link>,
    /// Messages to send with the next [`flush`](Guest::flush).
    unsent: Vec<u8>,
    /// True if one of them asks for an answer.
    asks: bool,
    /// The number of bytes of late answers that are still to come.
    owed: usize,
    limits: AnswerLimits,
    /// The time that the match waited for its answers.
    used: Duration,
    /// The number of its answers that were not accepted.
    rejected: u32,
    /// True if it has used up its time and a note has told so.
    spent_told: bool,
    /// The number of answers missed in a row. Each halves the patience, so that a client that is
    /// stuck costs the others little more than the time of two turns.
    missed: u32,
}

impl Guest {
    /// Creates a client that has introduced itself.
    pub(super) fn new(name: String, stream: TcpStream, limits: AnswerLimits) -> Self {
        Guest {
            name,
            link: Link::new(stream, SENDING).ok(),
            unsent: Vec::new(),
            asks: false,
            owed: 0,
            limits,
            used: Duration::ZERO,
            rejected: 0,
            spent_told: false,
            missed: 0,
        }
    }

    /// Returns its part in the match.
    pub(crate) fn report(&self, number: PlayerNumber) -> GuestReport {
        GuestReport {
            number,
            name: self.name.clone(),
            rejected: self.rejected,
            stayed: self.is_here(),
            seconds: self.used.as_secs_f64(),
        }
    }

    /// Returns the time that is left for all its answers together.
    fn left(&self) -> Duration {
        self.limits.budget.map_or(Duration::MAX, |budget| budget.saturating_sub(self.used))
    }

    /// Counts an answer that was not accepted. Returns the words for a note, if it is worth one: a
    /// client that is gone is not told of, and the end of its time once.
    pub(super) fn reject(&mut self, why: &Rejected) -> Option<String> {
        self.rejected += 1;
        if !self.is_here() {
            return None;
        }
        if *why == Rejected::Missing && self.left().is_zero() {
            let told = std::mem::replace(&mut self.spent_told, true);
            return (!told).then(|| "its time is used up; it passes from now on".to_owned());
        }
        Some(why.to_string())
    }

    /// Returns true if it is still there, as far as the server knows.
    pub(super) fn is_here(&self) -> bool {
        self.link.is_some()
    }

    /// Adds a message to those of the next [`flush`](Guest::flush).
    pub(super) fn send(&mut self, message: &Message) {
        message.write(&mut self.unsent);
        self.asks |= message.asks();
    }

    /// Sends all messages at once.
    pub(super) fn flush(&mut self) {
        if std::mem::take(&mut self.asks) {
            self.drop_unasked();
        }
        if !self.unsent.is_empty()
            && let Some(link) = &mut self.link
            && link.send(&self.unsent).is_err()
        {
            self.link = None;
        }
        self.unsent.clear();
    }

    /// Waits for its answer; `None` if it does not come in time. If its time is used up, an answer is
    /// late at once.
    ///
    /// # Errors
    /// Only [`Missed::Interrupted`].
    pub(super) fn answer(&mut self, progress: &dyn Progress) -> Result<Option<Grid>, Missed> {
        let left = self.left();
        let Some(link) = &mut self.link else { return Ok(None) };
        if left.is_zero() {
            self.owed += TABLE_BYTES;
            return Ok(None);
        }
        let begin = Instant::now();
        let patience = self.limits.turn / 2u32.saturating_pow(self.missed);
        let deadline = begin + patience.min(left);
        let mut bytes = vec![0; self.owed + TABLE_BYTES];
        let all = bytes.len();
        let received = link.receive(&mut bytes, all, deadline, progress);
        self.used += begin.elapsed();
        match received {
            Ok(_) => {
                let table = bytes.split_off(self.owed);
                (self.owed, self.missed) = (0, 0);
                Ok(table.first_chunk().map(Grid::from_bytes))
            }
            Err(Missed::Late(read)) if self.owed > 0 && read >= TABLE_BYTES => {
                let table = &bytes[read - TABLE_BYTES..];
                (self.owed, self.missed) = (0, 0);
                Ok(table.first_chunk().map(Grid::from_bytes))
            }
            Err(Missed::Late(read)) => {
                // The rest of an answer that came in part is dropped with unasked bytes.
                self.owed = if read < self.owed || read == 0 { all - read } else { 0 };
                self.missed = (self.missed + 1).min(31);
                Ok(None)
            }
            Err(Missed::Gone(_)) => {
                self.link = None;
                Ok(None)
            }
            Err(Missed::Interrupted) => Err(Missed::Interrupted),
        }
    }

    /// Lets it go at the end.
    pub(crate) fn leave(&mut self) {
        self.flush();
        if let Some(link) = &mut self.link {
            link.close(LEAVING);
        }
    }

    /// Drops unasked bytes, beginning with those that are owed, and checks if it is gone.
    pub(super) fn drop_unasked(&mut self) {
        let Some(link) = &mut self.link else { return };
        match link.discard(UNASKED) {
            Ok(dropped) if dropped <= UNASKED => {
                if self.owed > 0 && dropped >= self.owed {
                    // It was late and is not stuck.
                    self.missed = 0;
                }
                self.owed = self.owed.saturating_sub(dropped);
            }
            Ok(_) | Err(_) => self.link = None,
        }
    }
}
