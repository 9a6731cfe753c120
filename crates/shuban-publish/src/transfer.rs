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

/// Reads a piece of `whole` bytes from where it was left off, and compares it with its hash. `begun` are the bytes
/// that are there of it; the others are given to `take` in order, as they come.
///
/// # Errors
/// [`Error::OtherPiece`] if it is another one; [`Error::Source`]; those of `take`.
pub(crate) fn read_piece(
    ranges: &Ranges,
    piece: PieceHash,
    whole: u64,
    begun: Vec<u8>,
    take: &mut dyn FnMut(&[u8]) -> Result<(), Error>,
) -> Result<Vec<u8>, Error> {
    let parts: Vec<PiecePart> = (begun.len() as u64..whole)
        .step_by(PORTION as usize)
        .map(|offset| PiecePart { piece, offset, len: PORTION.min(whole - offset) })
        .collect();
    let mut bytes = begun;
    bytes.resize(whole as usize, 0);
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::sync_channel::<(usize, Result<Vec<u8>, SourceError>)>(AT_ONCE);
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE.min(parts.len()) {
            let (parts, next, sender) = (&parts, &next, sender.clone());
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(part) = parts.get(number) else { return };
                    // Nobody receives any more after an error.
                    if sender.send((number, ranges.ask(*part, whole))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut is_here = vec![false; parts.len()];
        let mut taken = 0;
        for (number, read) in receiver {
            let span = |part: &PiecePart| part.offset as usize..(part.offset + part.len) as usize;
            bytes[span(&parts[number])].copy_from_slice(&read?);
            is_here[number] = true;
            while is_here.get(taken) == Some(&true) {
                take(&bytes[span(&parts[taken])])?;
                taken += 1;
            }
        }
        Ok::<(), Error>(())
    })?;
    if PieceHash::of(&bytes) != piece {
        return Err(Error::OtherPiece { address: ranges.address(&piece_name(piece)) });
    }
    Ok(bytes)
}
