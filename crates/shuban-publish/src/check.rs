//! Reading back all that is published.

use std::sync::Arc;

use shuban_core::Progress;
use shuban_store::FileSystem;

use crate::catalogue::PublishedLayer;
use crate::error::Error;
use crate::published_folder::read_catalogue;
use crate::ranges::{Ranges, Reading, piece_name};
use crate::source::{PAUSES, Reason, Source, SourceError, persistently};
use crate::transfer::read_piece;

/// An account of what was read back.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadBack {
    /// The layers.
    pub domains: Vec<String>,
    /// Pieces, openings included.
    pub pieces: u64,
    /// Bytes of these.
    pub bytes: u64,
}

/// Reads all that is published in a folder, and compares each piece with its name, and each opening
/// with the file that it is of.
///
/// # Errors
/// [`Error::OtherPiece`] and [`Error::OtherOpening`] with the first that is wrong; errors of reading.
pub fn read_back(
    source: Box<dyn Source>,
    files: &Arc<dyn FileSystem>,
    progress: &dyn Progress,
) -> Result<ReadBack, Error> {
    let ranges = Ranges::new(source, files, &Reading::default());
    let catalogue = read_catalogue(&ranges)?;
    let mut account = ReadBack::default();
    for (step, layer) in catalogue.layers.iter().enumerate() {
        progress.layer(&layer.domain, step + 1, catalogue.layers.len());
        progress.phase("reading back", layer.bytes);
        read_back_layer(layer, &ranges, progress)?;
        account.domains.push(layer.domain.clone());
        account.pieces += layer.pieces.len() as u64 + 1;
        account.bytes += layer.bytes + layer.opening.bytes();
    }
    Ok(account)
}

/// Reads files beside what is published, and compares them with what [`write_beside`](crate::write_beside) writes.
///
/// # Errors
/// [`Error::OtherFile`] with the first that is another; errors of reading.
pub fn read_back_beside(source: &dyn Source, all: &[(String, Vec<u8>)]) -> Result<(), Error> {
    for (path, bytes) in all {
        let is_same = match persistently(PAUSES, || source.whole(path, bytes.len() as u64)) {
            Ok(found) => found == *bytes,
            Err(SourceError { reason: Reason::TooLong(_), .. }) => false,
            Err(error) => return Err(error.into()),
        };
        if !is_same {
            return Err(Error::OtherFile { address: source.address(path) });
        }
    }
    Ok(())
}

fn read_back_layer(
    layer: &PublishedLayer,
    ranges: &Ranges,
    progress: &dyn Progress,
) -> Result<(), Error> {
    let (piece, whole) = (layer.opening.piece, layer.opening.bytes());
    let opening = read_piece(ranges, piece, whole, Vec::new(), &mut |_| Ok(()))?;
    let mut start = 0;
    for (number, piece) in layer.pieces.iter().enumerate() {
        let mut done = start;
        let mut take = |portion: &[u8]| {
            done += portion.len() as u64;
            progress.at(done, "");
            Ok(())
        };
        let whole = layer.piece_len(number);
        let bytes = read_piece(ranges, *piece, whole, Vec::new(), &mut take)?;
        // The parts of the opening that lie in this piece.
        let mut at = 0;
        for &(part, len) in &layer.opening.spans {
            let from = part.max(start);
            let to = (part + len).min(start + bytes.len() as u64);
            if from < to {
                let expected = &opening[(at + from - part) as usize..][..(to - from) as usize];
                if bytes[(from - start) as usize..(to - start) as usize] != *expected {
                    let address = ranges.address(&piece_name(layer.opening.piece));
                    return Err(Error::OtherOpening { domain: layer.domain.clone(), address });
                }
            }
            at += len;
        }
        start += bytes.len() as u64;
    }
    Ok(())
}
