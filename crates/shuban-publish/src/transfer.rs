//! Pieces read whole, several requests at once, and compared with their names.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use crate::error::Error;
use crate::piece_hash::PieceHash;
use crate::range_cache::PiecePart;
use crate::ranges::{Ranges, piece_name};
use crate::source::SourceError;

/// Bytes of one request.
const PORTION: u64 = 4 << 20;

/// Requests that are made at once.
const AT_ONCE: usize = 4;

/// Reads a piece of `whole` bytes, and compares it with its hash.
///
/// # Errors
/// [`Error::OtherPiece`] if it is another one; [`Error::Source`].
pub(crate) fn read_piece(
    ranges: &Ranges,
    piece: PieceHash,
    whole: u64,
    progress: &dyn Fn(u64),
) -> Result<Vec<u8>, Error> {
    let parts: Vec<PiecePart> = (0..whole)
        .step_by(PORTION as usize)
        .map(|offset| PiecePart { piece, offset, len: PORTION.min(whole - offset) })
        .collect();
    let mut bytes = vec![0; whole as usize];
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::sync_channel::<(usize, Result<Vec<u8>, SourceError>)>(AT_ONCE);
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE.min(parts.len()) {
            let (parts, next, sender) = (&parts, &next, sender.clone());
            scope.spawn(move || {
                while let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let number = (part.offset / PORTION) as usize;
                    // Nobody receives any more after an error.
                    if sender.send((number, ranges.ask(*part, whole))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut done = 0;
        for (number, read) in receiver {
            let portion = read?;
            let start = number * PORTION as usize;
            bytes[start..start + portion.len()].copy_from_slice(&portion);
            done += portion.len() as u64;
            progress(done);
        }
        Ok::<(), SourceError>(())
    })?;
    if PieceHash::of(&bytes) != piece {
        return Err(Error::OtherPiece { address: ranges.address(&piece_name(piece)) });
    }
    Ok(bytes)
}
