//! A layer's file that is published in pieces, as a file.

use std::io;
use std::sync::Arc;

use shuban_core::own_file::ReadAt;

use crate::catalogue::PublishedLayer;
use crate::error::Error;
use crate::piece_hash::PieceHash;
use crate::range_cache::PiecePart;
use crate::ranges::{Ranges, piece_name};

/// A file of a published layer. What it is opened with is in memory; the rest is read as it is asked for.
pub(crate) struct PublishedFile {
    layer: PublishedLayer,
    /// Its opening: the offset in the file of each part, and its bytes.
    opening: Vec<(u64, Vec<u8>)>,
    ranges: Arc<Ranges>,
}

impl PublishedFile {
    /// Opens a layer: one request.
    pub(crate) fn open(layer: &PublishedLayer, ranges: &Arc<Ranges>) -> Result<Self, Error> {
        let opening = read_opening(layer, ranges)?;
        Ok(PublishedFile { layer: layer.clone(), opening, ranges: Arc::clone(ranges) })
    }

    /// Returns the parts of pieces that a part of the file consists of, with the length of each piece.
    fn parts(&self, offset: u64, len: u64) -> impl Iterator<Item = (PiecePart, u64)> {
        let PublishedLayer { piece_bytes, pieces, .. } = &self.layer;
        let mut at = offset;
        std::iter::from_fn(move || {
            let left = offset + len - at;
            if left == 0 {
                return None;
            }
            let number = (at / piece_bytes) as usize;
            let (offset, whole) = (at % piece_bytes, self.layer.piece_len(number));
            let part = PiecePart { piece: pieces[number], offset, len: left.min(whole - offset) };
            at += part.len;
            Some((part, whole))
        })
    }

    /// Returns the bytes of the opening from an offset on, if it has as many.
    fn opened(&self, offset: u64, len: usize) -> Option<&[u8]> {
        let next = self.opening.partition_point(|(start, _)| *start <= offset);
        let (start, bytes) = self.opening.get(next.checked_sub(1)?)?;
        let from = (offset - start) as usize;
        bytes.get(from..from.checked_add(len)?)
    }

    /// Returns true if bytes lie in the file.
    fn has(&self, offset: u64, len: usize) -> bool {
        offset.checked_add(len as u64).is_some_and(|end| end <= self.layer.bytes)
    }
}

impl ReadAt for PublishedFile {
    fn len(&self) -> u64 {
        self.layer.bytes
    }

    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        if let Some(bytes) = self.opened(offset, buffer.len()) {
            buffer.copy_from_slice(bytes);
            return Ok(());
        }
        if !self.has(offset, buffer.len()) {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let mut rest = buffer;
        for (part, whole) in self.parts(offset, rest.len() as u64) {
            let bytes = self.ranges.read(part, whole).map_err(io::Error::other)?;
            let (read, left) = rest.split_at_mut(bytes.len());
            read.copy_from_slice(&bytes);
            rest = left;
        }
        Ok(())
    }

    fn is_far(&self) -> bool {
        true
    }

    fn expect(&self, spans: &[(u64, usize)]) {
        let spans = spans
            .iter()
            .filter(|&&(offset, len)| self.has(offset, len) && self.opened(offset, len).is_none());
        let parts = spans.flat_map(|&(offset, len)| self.parts(offset, len as u64));
        self.ranges.expect(parts.collect());
    }

    fn forget(&self, offset: u64, len: usize) -> bool {
        if !self.has(offset, len) {
            return false;
        }
        self.parts(offset, len as u64).for_each(|(part, _)| self.ranges.forget(&part));
        true
    }
}

/// Reads the opening of a layer, which is a piece of its own with a hash that is its name.
fn read_opening(layer: &PublishedLayer, ranges: &Ranges) -> Result<Vec<(u64, Vec<u8>)>, Error> {
    let (piece, len) = (layer.opening.piece, layer.opening.bytes());
    let part = PiecePart { piece, offset: 0, len };
    let mut bytes = ranges.read(part, len)?;
    if PieceHash::of(&bytes) != piece {
        // The copy on the disk may be wrong, or the answer was.
        ranges.forget(&part);
        bytes = ranges.read(part, len)?;
        if PieceHash::of(&bytes) != piece {
            return Err(Error::OtherPiece { address: ranges.address(&piece_name(piece)) });
        }
    }
    let mut rest = &bytes[..];
    let parts = layer.opening.spans.iter().map(|&(start, len)| {
        // Their sum is the piece's length.
        let (part, left) = rest.split_at(len as usize);
        rest = left;
        (start, part.to_vec())
    });
    Ok(parts.collect())
}
