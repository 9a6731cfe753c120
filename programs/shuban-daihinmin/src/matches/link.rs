//! Messages over a connection, with bounded waits.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

use shuban_core::Progress;

/// The poll interval for interruptions.
const LOOK: Duration = Duration::from_millis(100);

/// Reason for missing bytes.
#[derive(Debug)]
pub(super) enum Missed {
    /// The deadline has passed; this many bytes came.
    Late(usize),
    /// The other side has disconnected.
    Gone(io::Error),
    /// The work was interrupted.
    Interrupted,
}

/// A connection whose sends and receipts take a bounded time. It asks the system as little as
/// possible: a time limit is set only when it changes.
pub(super) struct Link {
    stream: TcpStream,
    /// The time limit of a read that was set last.
    timeout: Duration,
}

impl Link {
    /// Takes over a connection; `sending` is the time limit for the other side to take what is sent.
    pub(super) fn new(stream: TcpStream, sending: Duration) -> io::Result<Self> {
        // Otherwise a message would wait for more; a refusal only makes the match slower.
        let _ = stream.set_nodelay(true);
        stream.set_write_timeout(Some(sending))?;
        Ok(Link { stream, timeout: Duration::ZERO })
    }

    /// Sends bytes.
    pub(super) fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.stream.write_all(bytes)
    }

    /// Reads at least `least` bytes until a deadline, and up to all that fit into the buffer if they
    /// are there. Returns how many came.
    pub(super) fn receive(
        &mut self,
        bytes: &mut [u8],
        least: usize,
        deadline: Instant,
        progress: &dyn Progress,
    ) -> Result<usize, Missed> {
        let mut read = 0;
        while read < least {
            if progress.interrupted() {
                return Err(Missed::Interrupted);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            // One more look when the time is over takes what came in time.
            self.wait_at_most(left.clamp(Duration::from_millis(1), LOOK)).map_err(Missed::Gone)?;
            match self.stream.read(&mut bytes[read..]) {
                Ok(0) => return Err(Missed::Gone(ErrorKind::UnexpectedEof.into())),
                Ok(more) => read += more,
                Err(error) if is_wait(&error) && left.is_zero() => return Err(Missed::Late(read)),
                Err(error) if is_wait(&error) => {}
                Err(error) => return Err(Missed::Gone(error)),
            }
        }
        Ok(read)
    }

    /// Drops what has come, up to little more than `most` bytes; returns their number.
    pub(super) fn discard(&mut self, most: usize) -> io::Result<usize> {
        let mut bytes = [0; 4_096];
        let mut dropped = 0;
        self.stream.set_nonblocking(true)?;
        while dropped <= most {
            match self.stream.read(&mut bytes) {
                Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
                Ok(read) => dropped += read,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if is_wait(&error) => break,
                Err(error) => return Err(error),
            }
        }
        self.stream.set_nonblocking(false)?;
        Ok(dropped)
    }

    /// Closes this side, and reads until the other side does so or the time is over. If bytes of the
    /// other side were left unread, the last messages might not reach it.
    pub(super) fn close(&mut self, within: Duration) {
        let deadline = Instant::now() + within;
        if self.stream.shutdown(Shutdown::Write).is_err() {
            return;
        }
        while let left = deadline.saturating_duration_since(Instant::now())
            && !left.is_zero()
            && self.wait_at_most(left).is_ok()
        {
            match self.stream.read(&mut [0; 4_096]) {
                Ok(0) => return,
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => return,
            }
        }
    }

    /// Sets the time limit of a read, unless it is set.
    fn wait_at_most(&mut self, timeout: Duration) -> io::Result<()> {
        if self.timeout != timeout {
            self.stream.set_read_timeout(Some(timeout))?;
            self.timeout = timeout;
        }
        Ok(())
    }
}

/// Returns true if the error only means that no bytes have come yet.
pub(super) fn is_wait(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted)
}
