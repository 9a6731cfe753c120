//! A client as the server sees it.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

use shuban_core::Progress;

use super::link::{Missed, is_wait, read_until};
use crate::wire::{Grid, Message, TABLE_BYTES};

/// So long a message may take to be sent; who does not read is gone.
const SENDING: Duration = Duration::from_secs(2);

/// So long a client may take to close its side at the end.
const LEAVING: Duration = Duration::from_millis(500);

/// Whoever sends more than this without being asked is gone.
const UNASKED: usize = 1 << 20;

/// A client at the table. Nothing that it does or leaves undone stops the match: when an answer
/// does not come in time it has lost its turn, and when it is gone it loses all turns that are
/// left.
///
/// Tables have no framing, so that a late answer could be taken for the next one. Therefore a
/// missed answer is still **owed**, and skipped when it comes; and what was sent without being
/// asked for is dropped before the next table is sent. An answer that began and broke off is not
/// waited for, and of a client that has sent one answer where two were awaited that one is taken:
/// so a single slip costs a single turn.
pub(super) struct Guest {
    pub(super) name: String,
    /// `None` when it is gone.
    stream: Option<TcpStream>,
    /// How many bytes of late answers are still to come.
    owed: usize,
    /// How long an answer may take.
    patience: Duration,
    /// How many answers in a row did not come: each halves the patience, so that a client that is
    /// stuck costs the others little more than two turns' time.
    missed: u32,
}

impl Guest {
    /// A client that has introduced itself.
    pub(super) fn new(name: String, stream: TcpStream, patience: Duration) -> Self {
        // Without it a message would wait for others; a system that refuses only makes the match
        // slower.
        let _ = stream.set_nodelay(true);
        let bounded = stream.set_write_timeout(Some(SENDING));
        let stream = bounded.is_ok().then_some(stream);
        Guest { name, stream, owed: 0, patience, missed: 0 }
    }

    /// Whether it is still there, as far as is known.
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
    /// [`Missed::Interrupted`] alone.
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
                // What is left of an answer that came in part is dropped with all that was not
                // asked for.
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

    /// Lets it go at the end: what it has not read yet still reaches it, for which what it sent
    /// late must be read.
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

    /// Drops what has come without being asked for, first of all what was owed; and sees whether it
    /// is gone.
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
            // It was late, and is not stuck.
            self.missed = 0;
        }
        self.owed = self.owed.saturating_sub(dropped);
        if !(is_here && stream.set_nonblocking(false).is_ok()) {
            self.stream = None;
        }
    }
}
