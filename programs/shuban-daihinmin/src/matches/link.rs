//! Messages over a connection, with bounded waits.

use std::io::{self, ErrorKind, Read};
use std::net::TcpStream;
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

/// Fills the buffer, until a deadline.
pub(super) fn read_until(
    stream: &mut TcpStream,
    bytes: &mut [u8],
    deadline: Instant,
    progress: &dyn Progress,
) -> Result<(), Missed> {
    let mut read = 0;
    while read < bytes.len() {
        if progress.interrupted() {
            return Err(Missed::Interrupted);
        }
        let left = deadline.saturating_duration_since(Instant::now());
        // One more look when the time is over takes what came in time.
        let wait = left.clamp(Duration::from_millis(1), LOOK);
        stream.set_read_timeout(Some(wait)).map_err(Missed::Gone)?;
        match stream.read(&mut bytes[read..]) {
            Ok(0) => return Err(Missed::Gone(ErrorKind::UnexpectedEof.into())),
            Ok(more) => read += more,
            Err(error) if is_wait(&error) && left.is_zero() => return Err(Missed::Late(read)),
            Err(error) if is_wait(&error) => {}
            Err(error) => return Err(Missed::Gone(error)),
        }
    }
    Ok(())
}

/// Returns true if the error only means that no bytes have come yet.
pub(super) fn is_wait(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted)
}
