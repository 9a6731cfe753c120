//! Writing a published folder.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use shuban_core::{Progress, Silent};
use shuban_store::{Database, Destination, FileSystem, ReadAt, compact_path};

use crate::catalogue::{
    CATALOGUE, Catalogue, LARGEST_OPENING, LONGEST_CATALOGUE, Opening, PIECE_BYTES, PublishedLayer,
};
use crate::error::Error;
use crate::piece_hash::PieceHash;
use crate::ranges::piece_name;

/// Bytes of block tables that a layer is opened with, at most: beyond, each look-up reads the part of a table
/// that it needs.
const TABLES: u64 = 1 << 20;

/// Bytes of streams that a layer is opened with, at most: beyond, they are read like other blocks.
const STREAMS: u64 = LARGEST_OPENING / 2;

/// Number of times that the catalogue is tried to be replaced, if others do so at the same time.
const ATTEMPTS: usize = 10;

/// Bytes that are read at once.
const READ: usize = 1 << 20;

/// The form in which layers are published.
#[derive(Clone, Debug)]
pub struct PublishOptions {
    /// The length of pieces in bytes: hosts have limits.
    pub piece_bytes: u64,
    /// The terms under which the values may be used; those that the folder states already, if `None`.
    pub licence: Option<String>,
    /// The form in which to cite them.
    pub citation: Option<String>,
    /// True if pieces are written though they are there: one in a bucket may have lost its bytes.
    pub anew: bool,
}

/// The terms, and the form in which to cite, of a folder that states none.
const TERMS: [&str; 2] = [
    env!("CARGO_PKG_LICENSE"),
    concat!("Shuban ", env!("CARGO_PKG_VERSION"), ", exact endgame databases"),
];

/// An account of what was published.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Publication {
    /// Layers of this call.
    pub layers: usize,
    /// Bytes of their files.
    pub bytes: u64,
    /// Pieces that were written.
    pub written: u64,
    /// Bytes of these.
    pub written_bytes: u64,
    /// Pieces that were there already.
    pub kept: u64,
    /// The names of all layers of the folder now.
    pub domains: Vec<String>,
}

/// Publishes files of layers in a folder, on a disk or in a bucket, beside what it has; each with its name and
/// path. Pieces come first and the catalogue last, so that what the catalogue names is there at any moment. A
/// piece that is there already is left alone, if it has its bytes, or in a bucket its length.
///
/// # Errors
/// [`Error::Store`] if a file is damaged (it is checked whole before it is published), or one cannot be
/// written; [`Error::Catalogue`] if the catalogue that is there cannot be read, or the new one would be too
/// long; [`Error::Contended`] if others replace it all the time; [`Error::PieceBytes`].
pub fn publish(
    files: &dyn FileSystem,
    layers: &[(String, PathBuf)],
    to: &dyn Destination,
    options: &PublishOptions,
    progress: &dyn Progress,
) -> Result<Publication, Error> {
    if !PIECE_BYTES.contains(&options.piece_bytes) {
        return Err(Error::PieceBytes(options.piece_bytes));
    }
    let _held = to.hold(CATALOGUE)?;
    // Before anything is written: it may be another's file.
    catalogue_of(to)?;
    let mut publisher = Publisher {
        to,
        anew: options.anew,
        progress,
        account: Publication {
            layers: layers.len(),
            bytes: 0,
            written: 0,
            written_bytes: 0,
            kept: 0,
            domains: Vec::new(),
        },
    };
    let mut published = Vec::new();
    for (step, (domain, file)) in layers.iter().enumerate() {
        progress.layer(domain, step + 1, layers.len());
        let database = Database::open_as(files, file, domain)?;
        // The folder may be all that is left one day: only sound files are published.
        progress.phase("checking", database.bytes());
        database.check(&mut |done, _| progress.at(done, ""))?;
        progress.phase("publishing", database.bytes());
        published.push(publisher.layer(&database, options.piece_bytes)?);
    }
    // Meanwhile others may have published in the same bucket: what is there now is what this is put beside.
    for _ in 0..ATTEMPTS {
        let (old, mut catalogue) = catalogue_of(to)?;
        if let Some(licence) = &options.licence {
            catalogue.licence.clone_from(licence);
        }
        if let Some(citation) = &options.citation {
            catalogue.citation.clone_from(citation);
        }
        published.iter().for_each(|layer| catalogue.put(layer.clone()));
        let new = catalogue.to_bytes();
        let fault = match new.len() as u64 > LONGEST_CATALOGUE {
            true => Some(format!("{} bytes: larger pieces make it shorter", new.len())),
            false => Catalogue::read(&new).err(),
        };
        if let Some(reason) = fault {
            return Err(Error::Catalogue { address: address_of(to), reason });
        }
        if old.as_ref() == Some(&new) || to.exchange(CATALOGUE, old.as_deref(), &new)? {
            let domains = catalogue.layers.into_iter().map(|layer| layer.domain).collect();
            return Ok(Publication { domains, ..publisher.account });
        }
    }
    Err(Error::Contended { address: address_of(to) })
}

/// Returns the catalogue of a folder, as bytes if there is one, and read.
fn catalogue_of(to: &dyn Destination) -> Result<(Option<Vec<u8>>, Catalogue), Error> {
    match to.read(CATALOGUE, LONGEST_CATALOGUE)? {
        None => Ok((None, Catalogue::new(TERMS[0], TERMS[1]))),
        Some(bytes) => match Catalogue::read(&bytes) {
            Ok(catalogue) => Ok((Some(bytes), catalogue)),
            Err(reason) => Err(Error::Catalogue { address: address_of(to), reason }),
        },
    }
}

fn address_of(to: &dyn Destination) -> String {
    to.address(CATALOGUE).display().to_string()
}

struct Publisher<'a> {
    to: &'a dyn Destination,
    anew: bool,
    progress: &'a dyn Progress,
    account: Publication,
}

impl Publisher<'_> {
    fn layer(&mut self, database: &Database, piece_bytes: u64) -> Result<PublishedLayer, Error> {
        let bytes = database.bytes();
        let mut pieces = Vec::new();
        for start in (0..bytes).step_by(piece_bytes as usize) {
            let piece = read(database, start, piece_bytes.min(bytes - start))?;
            pieces.push(self.piece(&piece)?);
            self.progress.at(start + piece.len() as u64, "");
        }
        let spans = database.opening(STREAMS, TABLES);
        let mut opening = Vec::new();
        for &(start, len) in &spans {
            opening.append(&mut read(database, start, len)?);
        }
        let opening = Opening { piece: self.piece(&opening)?, spans };
        self.account.bytes += bytes;
        let manifest = database.manifest();
        Ok(PublishedLayer {
            domain: manifest.subject.domain.clone(),
            is_compact: compact_path(Path::new(""), &manifest.subject.domain)
                .is_ok_and(|compact| database.path().ends_with(compact)),
            positions: database.positions(),
            bytes,
            content_hash: manifest.content_hash.clone(),
            needs: manifest.account.needs.clone(),
            provenance: manifest.account.provenance.clone(),
            piece_bytes,
            pieces,
            opening,
        })
    }

    /// Writes a piece, unless it is there.
    fn piece(&mut self, bytes: &[u8]) -> Result<PieceHash, Error> {
        let piece = PieceHash::of(bytes);
        let name = piece_name(piece);
        if self.anew || !is_there(self.to, &name, bytes, true)? {
            write(self.to, &name, bytes, self.progress)?;
            self.account.written += 1;
            self.account.written_bytes += bytes.len() as u64;
        } else {
            self.account.kept += 1;
        }
        Ok(piece)
    }
}

/// Writes further files beside what is published, such as pages that look it up: each with its path in
/// the folder. Returns the number of those that were not there with these bytes.
///
/// # Errors
/// [`Error::Store`] if one cannot be written.
pub fn write_beside(to: &dyn Destination, all: &[(String, Vec<u8>)]) -> Result<usize, Error> {
    let _held = to.hold(CATALOGUE)?;
    let mut written = 0;
    for (path, bytes) in all {
        written += usize::from(write_unless_there(to, path, bytes)?);
    }
    Ok(written)
}

/// Writes a file whole; returns false if it is there with these bytes already.
fn write_unless_there(to: &dyn Destination, name: &str, bytes: &[u8]) -> Result<bool, Error> {
    if is_there(to, name, bytes, false)? {
        return Ok(false);
    }
    write(to, name, bytes, &Silent).map(|()| true)
}

/// Returns true if a file is there with these bytes. From far away one that is named by its bytes is not read again
/// to compare them: its length is enough, and there is another command for the rest.
fn is_there(
    to: &dyn Destination,
    name: &str,
    bytes: &[u8],
    is_named_by_bytes: bool,
) -> Result<bool, Error> {
    match to.open(name)? {
        Some(file) if file.len() == bytes.len() as u64 => {
            let has = || has_bytes(&*file, bytes);
            let failed = |error| shuban_store::Error::io("read", &to.address(name), error);
            Ok(is_named_by_bytes && to.is_far() || has().map_err(failed)?)
        }
        _ => Ok(false),
    }
}

/// Writes a file whole, unless it is interrupted.
fn write(
    to: &dyn Destination,
    name: &str,
    bytes: &[u8],
    progress: &dyn Progress,
) -> Result<(), Error> {
    let failed = |error| shuban_store::Error::io("write", &to.address(name), error);
    let mut file = to.create(name)?;
    for portion in bytes.chunks(READ) {
        if progress.interrupted() {
            return Err(Error::Interrupted);
        }
        file.write_all(portion).map_err(failed)?;
    }
    Ok(file.finish()?)
}

/// Returns true if an open file of as many bytes has these.
fn has_bytes(file: &dyn ReadAt, bytes: &[u8]) -> io::Result<bool> {
    let mut found = vec![0; READ.min(bytes.len())];
    for (number, portion) in bytes.chunks(READ).enumerate() {
        let found = &mut found[..portion.len()];
        file.read_at(found, (number * READ) as u64)?;
        if found != portion {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Reads part of a file, in portions.
fn read(database: &Database, start: u64, len: u64) -> Result<Vec<u8>, Error> {
    let mut bytes = vec![0; len as usize];
    for (number, portion) in bytes.chunks_mut(READ).enumerate() {
        database.stored_bytes(start + (number * READ) as u64, portion)?;
    }
    Ok(bytes)
}
