//! Fetching layers into a data folder.

use std::path::Path;
use std::sync::Arc;

use shuban_core::Progress;
use shuban_store::{Database, Error as StoreError, FileCopy, FileSystem, layer_path, lock};

use crate::catalogue::{CATALOGUE, PublishedLayer};
use crate::error::Error;
use crate::piece_hash::PieceHash;
use crate::published_folder::read_catalogue;
use crate::ranges::{Ranges, Reading};
use crate::source::Source;
use crate::transfer::read_piece;

/// An account of what was fetched.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fetched {
    /// The layers that were fetched, in order.
    pub layers: Vec<String>,
    /// Bytes of their files.
    pub bytes: u64,
    /// Bytes of them that an earlier attempt had fetched.
    pub resumed: u64,
    /// The layers that were there already.
    pub there: Vec<String>,
}

/// Fetches a layer and all that it needs from a published folder into a data folder, in compact files where there
/// are such and `is_compact` asks for them. A layer that is there already, with the same values, is left alone.
/// Pieces are compared with their hashes as they come; a file takes its place when it is whole and was read
/// back, and one that was left off at a piece goes on there.
///
/// # Errors
/// [`Error::NotPublished`]; [`Error::OtherPiece`] if a piece is not the published one; [`Error::Store`] if a
/// file cannot be written, or one of other values is in its place; [`Error::NoSpace`] before anything is fetched;
/// errors of reading.
pub fn fetch(
    domain: &str,
    is_compact: bool,
    source: Box<dyn Source>,
    files: &Arc<dyn FileSystem>,
    data: &Path,
    progress: &dyn Progress,
) -> Result<Fetched, Error> {
    let ranges = Ranges::new(source, files, &Reading::default());
    let catalogue = read_catalogue(&ranges)?;
    let layers = catalogue.with_needs(domain, is_compact).map_err(|domain| {
        Error::NotPublished { domain: domain.to_owned(), folder: ranges.address(CATALOGUE) }
    })?;
    check_space(&layers, &**files, data)?;
    let mut account = Fetched::default();
    for (step, layer) in layers.iter().enumerate() {
        progress.layer(&layer.domain, step + 1, layers.len());
        match fetch_layer(layer, &ranges, files, data, progress)? {
            None => account.there.push(layer.domain.clone()),
            Some(resumed) => {
                account.layers.push(layer.domain.clone());
                account.bytes += layer.bytes;
                account.resumed += resumed;
            }
        }
    }
    Ok(account)
}

/// Refuses layers that do not fit onto the disk, but for what is there of them.
fn check_space(
    layers: &[&PublishedLayer],
    files: &dyn FileSystem,
    data: &Path,
) -> Result<(), Error> {
    files.create_dir_all(data).map_err(|error| StoreError::io("create folder", data, error))?;
    let mut needed = 0_u64;
    for layer in layers {
        let path = layer.path(data)?;
        let there = files.len(&path).map_err(|error| StoreError::io("look at", &path, error))?;
        if there.is_none() {
            let left = layer.bytes.saturating_sub(FileCopy::begun(files, &path)?);
            needed = needed.saturating_add(left);
        }
    }
    let free = files.free_space(data).map_err(|error| StoreError::io("look at", data, error))?;
    if needed <= free {
        return Ok(());
    }
    Err(Error::NoSpace { needed, free, folder: data.to_owned() })
}

/// Fetches one layer, and returns the bytes of it that were there from an earlier attempt; `None` if all of
/// it is there.
fn fetch_layer(
    layer: &PublishedLayer,
    ranges: &Ranges,
    files: &Arc<dyn FileSystem>,
    data: &Path,
    progress: &dyn Progress,
) -> Result<Option<u64>, Error> {
    let path = layer.path(data)?;
    // The lock of those who build it, compact or not.
    let _lock = lock(&**files, &layer_path(data, &layer.domain)?)?;
    match Database::open_as(&**files, &path, &layer.domain) {
        Ok(found) if found.manifest().content_hash == layer.content_hash => return Ok(None),
        Ok(found) => {
            let expected = format!("the values with content hash {}", layer.content_hash);
            let found = found.manifest().content_hash.clone();
            return Err(StoreError::OtherDomain { path, expected, found }.into());
        }
        Err(StoreError::NotFound { .. }) => (),
        Err(error) => return Err(error.into()),
    }
    progress.phase("fetching", layer.bytes);
    let is_begun = FileCopy::begun(&**files, &path)? > 0;
    let (copy, resumed) = match fetch_pieces(layer, &path, ranges, files, progress) {
        // What an earlier attempt had left of the piece may be at fault, and is not taken again.
        Err(Error::OtherPiece { .. }) if is_begun => {
            fetch_pieces(layer, &path, ranges, files, progress)?
        }
        fetched => fetched?,
    };
    progress.phase("reading back", layer.bytes);
    copy.publish(&layer.content_hash, &mut |done, _| progress.at(done, ""))?;
    // The catalogue may give it the name of another layer.
    if let Err(error) = Database::open_as(&**files, &path, &layer.domain) {
        files.remove(&path).map_err(|error| StoreError::io("remove", &path, error))?;
        return Err(error.into());
    }
    Ok(Some(resumed))
}

/// Fetches the pieces of a layer after those bytes that an earlier attempt has left; returns the copy, and their
/// number.
fn fetch_pieces(
    layer: &PublishedLayer,
    path: &Path,
    ranges: &Ranges,
    files: &Arc<dyn FileSystem>,
    progress: &dyn Progress,
) -> Result<(FileCopy, u64), Error> {
    let whole: Vec<u64> = (0..layer.pieces.len()).map(|piece| layer.piece_len(piece)).collect();
    let is_there = |number: usize, bytes: &[u8]| PieceHash::of(bytes) == layer.pieces[number];
    let (mut copy, sound, mut rest) = FileCopy::go_on(Arc::clone(files), path, &whole, is_there)?;
    let resumed = whole[..sound].iter().sum::<u64>() + rest.len() as u64;
    let mut done = resumed;
    for (piece, len) in layer.pieces.iter().zip(&whole).skip(sound) {
        let begun = std::mem::take(&mut rest);
        let mut take = |portion: &[u8]| {
            copy.append(portion)?;
            done += portion.len() as u64;
            progress.at(done, "");
            Ok(())
        };
        if let Err(error) = read_piece(ranges, *piece, *len, begun, &mut take) {
            // The reason of the failure is what matters.
            let _ = copy.leave();
            return Err(error);
        }
    }
    Ok((copy, resumed))
}
