//! A client as the server sees it.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

use shuban_core::Progress;

use super::link::{Missed, is_wait, read_until};
use crate::wire::{Grid, Message, TABLE_BYTES};

/// The time limit for sending a message; a client that does not read in time is gone.
const SENDING: Duration = Duration::from_secs(2);

/// The time limit for a client to close its side at the end.
const LEAVING: Duration = Duration::from_millis(500);

/// A client that sends more than this without being asked is gone.
const UNASKED: usize = 1 << 20;

/// A client at the table. Nothing that it does stops the match: if an answer is late, it loses its
/// turn, and if it is gone, it loses all remaining turns.
///
/// Tables have no framing, so a late answer could be taken for the next one. Therefore a missed
/// answer is still **owed** and skipped when it comes, and unasked bytes are dropped before the
/// next table is sent. The rest of an answer that broke off is not waited for; if one answer comes
/// where two are due, it is taken for the present one. So a single slip costs a single turn.
pub struct Guest {
    /// The name that it has sent.
    pub name: String,
    /// `None` when it is gone.
    stream: Option<TcpStream>,
    /// The number of bytes of late answers that are still to come.
    owed: usize,
    /// The time limit of an answer.
    patience: Duration,
    /// The number of answers missed in a row. Each halves the patience, so that a client that is
    /// stuck costs the others little more than the time of two turns.
    missed: u32,
}

impl Guest {
    /// Creates a client that has introduced itself.
    pub(super) fn new(name: String, stream: TcpStream, patience: Duration) -> Self {
        // Otherwise a message would wait for more; a refusal only makes the match slower.
        let _ = stream.set_nodelay(true);
        let bounded = stream.set_write_timeout(Some(SENDING));
        let stream = bounded.is_ok().then_some(stream);
        Guest { name, stream, owed: 0, patience, missed: 0 }
    }

    /// Returns true if it is still there, as far as the server knows.
    pub(super) fn is_here(&self) -> bool {
        self.stream.is_some()
    }

    /// Sends a message.
    pub(super) fn send(&mut self, message: &Message) {
        if matches!(message, Message::Table(_)) {
            self.drop_unasked();
        }
        let mut bytes = Vec::with_capacity(TABLE_BYTES);
        message.write(&mut bytes);
        if self.stream.as_mut().is_some_and(|stream| stream.write_all(&bytes).is_err()) {
            self.stream = None;
        }
    }

    /// Waits for its answer; `None` if it does not come in time.
    ///
    /// # Errors
    /// Only [`Missed::Interrupted`].
    pub(super) fn answer(&mut self, progress: &dyn Progress) -> Result<Option<Grid>, Missed> {
        let Some(stream) = &mut self.stream else { return Ok(None) };
        let deadline = Instant::now() + self.patience / 2u32.saturating_pow(self.missed);
        let mut bytes = vec![0; self.owed + TABLE_BYTES];
        match read_until(stream, &mut bytes, deadline, progress) {
            Ok(()) => {
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
                self.owed = if read < self.owed || read == 0 { bytes.len() - read } else { 0 };
                self.missed = (self.missed + 1).min(31);
                Ok(None)
            }
            Err(Missed::Gone(_)) => {
                self.stream = None;
                Ok(None)
            }
            Err(Missed::Interrupted) => Err(Missed::Interrupted),
        }
    }

    /// Lets it go at the end. Its late bytes are read, or the last messages might not reach it.
    pub(super) fn leave(&mut self) {
        let Some(stream) = &mut self.stream else { return };
        let deadline = Instant::now() + LEAVING;
        if stream.shutdown(Shutdown::Write).is_err() {
            return;
        }
        while let left = deadline.saturating_duration_since(Instant::now())
            && !left.is_zero()
            && stream.set_read_timeout(Some(left)).is_ok()
        {
            match stream.read(&mut [0; 4_096]) {
                Ok(0) => return,
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => return,
            }
        }
    }

    /// Drops unasked bytes, beginning with those that are owed, and checks if it is gone.
    pub(super) fn drop_unasked(&mut self) {
        let Some(stream) = &mut self.stream else { return };
        let mut dropped = 0;
        let mut is_here = stream.set_nonblocking(true).is_ok();
        while is_here {
            match stream.read(&mut [0; 4_096]) {
                Ok(0) => is_here = false,
                Ok(read) => {
                    dropped += read;
                    is_here = dropped <= UNASKED;
                }
                Err(error) if is_wait(&error) => break,
                Err(_) => is_here = false,
            }
        }
        if self.owed > 0 && dropped >= self.owed {
            // It was late and is not stuck.
            self.missed = 0;
        }
        self.owed = self.owed.saturating_sub(dropped);
        if !(is_here && stream.set_nonblocking(false).is_ok()) {
            self.stream = None;
        }
    }
}
