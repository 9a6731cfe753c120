//! Sound files taken apart, and damaged ones that pass every checksum.

use std::ops::Range;
use std::sync::LazyLock;

use shuban_probe::{FileReader, Step};
use shuban_store::{Database, Error, RunEntry, SectionKind};
use shuban_store_testing::MemoryDisk;
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use super::{open_bytes, path, sample_bytes};

/// A block or block table of a sound file, read by the plain description in `docs/format.md`.
#[derive(Clone, Debug)]
pub(crate) struct Region {
    pub(crate) section: String,
    /// The number of a block; `None` for the run's block table.
    pub(crate) block: Option<u64>,
    pub(crate) bytes: Range<usize>,
    /// A block's entry in the block table.
    pub(crate) entry: Option<Entry>,
}

/// The place of a block's checksum, and the data to forge the piece of the table around it.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) checksum: Range<usize>,
    pub(crate) piece: Range<usize>,
    /// The bytes that the piece's checksum covers besides its own, and the file's identity.
    pub(crate) place: [u8; 24],
}

impl Region {
    pub(crate) fn entry(&self) -> &Entry {
        self.entry.as_ref().expect("a block")
    }
}

pub(crate) fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |all, byte| all << 8 | u64::from(*byte))
}

/// Returns all blocks and block tables of a sound file.
pub(crate) fn regions(bytes: &[u8]) -> Vec<Region> {
    let database = open_bytes(bytes.to_vec()).unwrap();
    let mut regions = Vec::new();
    for (number, section) in (0..).zip(&database.manifest().sections) {
        for (run, entry) in section.runs.iter().enumerate() {
            regions.extend(regions_of_run(bytes, number, &section.name, run, *entry));
        }
    }
    regions
}

pub(crate) fn regions_of_run(
    bytes: &[u8],
    section: u32,
    name: &str,
    run: usize,
    found: RunEntry,
) -> Vec<Region> {
    let name = name.to_owned();
    let table = found.table as usize;
    let mut regions = Vec::new();
    let mut at = table;
    for (piece, first) in (0_u64..).zip((0..found.blocks).step_by(64)) {
        let base = found.start as usize + number(&bytes[at..at + 8]) as usize;
        let upto = found.blocks.min(first + 64);
        let content = at..at + 8 + (upto - first) as usize * 12;
        let mut place = [0; 24];
        place[..4].copy_from_slice(&1_u32.to_le_bytes());
        place[4..8].copy_from_slice(&section.to_le_bytes());
        place[8..12].copy_from_slice(&(run as u32).to_le_bytes());
        place[16..].copy_from_slice(&piece.to_le_bytes());
        let mut start = base;
        for (block, at) in (first..upto).zip((at + 8..).step_by(12)) {
            let end = base + (number(&bytes[at..at + 4]) & 0x7FFF_FFFF) as usize;
            let entry = Entry { checksum: at + 4..at + 12, piece: content.clone(), place };
            let section = name.clone();
            regions.push(Region {
                section,
                block: Some(block),
                bytes: start..end,
                entry: Some(entry),
            });
            start = end;
        }
        at = content.end + 8;
    }
    regions.push(Region { section: name, block: None, bytes: table..at, entry: None });
    regions
}

/// Makes the checksum of the piece around an entry of a block table valid again.
pub(crate) fn forge_piece(bytes: &mut [u8], entry: &Entry) {
    let place = [&bytes[16..32], &entry.place].concat();
    let checksum = xxh3_64_with_seed(&bytes[entry.piece.clone()], xxh3_64(&place));
    bytes[entry.piece.end..entry.piece.end + 8].copy_from_slice(&checksum.to_le_bytes());
}

/// Makes the checksums of a block and of the piece around its entry valid again.
pub(crate) fn forge_block(bytes: &mut [u8], block: &Region) {
    let entry = block.entry();
    let compressed =
        number(&bytes[entry.checksum.start - 4..entry.checksum.start]) as u32 & 0x8000_0000;
    let mut place = entry.place;
    place[..4].copy_from_slice(&0_u32.to_le_bytes());
    place[12..16].copy_from_slice(&(block.bytes.len() as u32 | compressed).to_le_bytes());
    place[16..].copy_from_slice(&block.block.unwrap().to_le_bytes());
    let place = [&bytes[16..32], &place].concat();
    let checksum = xxh3_64_with_seed(&bytes[block.bytes.clone()], xxh3_64(&place));
    bytes[entry.checksum.clone()].copy_from_slice(&checksum.to_le_bytes());
    forge_piece(bytes, entry);
}

/// Makes header, directory and trailer valid again, as a forger would.
pub(crate) fn forge(bytes: &mut [u8]) {
    let place = |identity: &[u8], what: u8| {
        let mut place = [0; 40];
        place[..16].copy_from_slice(identity);
        place[16] = what;
        xxh3_64(&place)
    };
    if bytes.len() < 80 {
        return;
    }
    let checksum = xxh3_64(&bytes[..32]);
    bytes[32..40].copy_from_slice(&checksum.to_le_bytes());
    let (identity, trailer) = (bytes[16..32].to_vec(), bytes.len() - 40);
    let start = number(&bytes[trailer..trailer + 8]) as usize;
    if let Some(directory) = bytes.get(start..trailer) {
        let checksum = xxh3_64_with_seed(directory, place(&identity, 2));
        bytes[trailer + 16..trailer + 24].copy_from_slice(&checksum.to_le_bytes());
    }
    let checksum = xxh3_64_with_seed(&bytes[trailer..trailer + 24], place(&identity, 3));
    bytes[trailer + 24..trailer + 32].copy_from_slice(&checksum.to_le_bytes());
}

/// Asks the reader of engines, and gives it what it needs.
fn answer<T>(
    engine: &mut FileReader,
    bytes: &[u8],
    mut ask: impl FnMut(&mut FileReader) -> Result<Step<T>, shuban_probe::Error>,
) -> Result<T, shuban_probe::Error> {
    for _ in 0..100 {
        match ask(engine)? {
            Step::Answer(answer) => return Ok(answer),
            Step::Need(Range { start, end }) => {
                engine.give(start, bytes[start as usize..end as usize].to_vec());
            }
        }
    }
    panic!("it does not come to an answer");
}

/// Returns true if the decoder of compressed blocks refused a block.
fn by_decoder(error: &Error) -> bool {
    // The number of its run, if there are several, is said first.
    matches!(error, Error::Damaged { reason, .. } if reason.split(": ").any(|part| part == "zstd"))
}

/// Reads everything in every possible way; returns the first error. The reader of engines is asked too: it
/// finds what this one does.
pub(crate) fn read_everything(bytes: &[u8]) -> Result<(), Error> {
    let disk = MemoryDisk::default();
    disk.put(path(), bytes.to_owned());
    let database = Database::open(&disk, path());
    let mut engine = FileReader::new(bytes.len() as u64);
    let opened = answer(&mut engine, bytes, FileReader::open);
    let database = match database {
        // It has no BLAKE3, and compares the name and the parameters with the domain's own instead.
        Err(Error::Damaged { ref reason, .. }) if reason.contains("header's identity") => {
            return database.map(drop);
        }
        found => {
            assert_eq!(opened.is_ok(), found.is_ok(), "{opened:?}, {:?}", found.err());
            found?
        }
    };
    let checked = database.check(&mut |_, _| ());
    for section in &database.manifest().sections {
        match section.kind {
            SectionKind::Table { rows, ref columns } => {
                let table = database.table(&section.name)?;
                let place = answer(&mut engine, bytes, |file| file.table(&section.name)).unwrap();
                let (mut row, mut other) = (vec![0; columns.len()], vec![0; columns.len()]);
                for rank in 0..rows.min(1000) {
                    let found = table.row(rank, &mut row);
                    let there =
                        answer(&mut engine, bytes, |file| file.row(&place, rank, &mut other));
                    // Of frames that no encoder writes, its decoder reads some that zstd refuses.
                    let is_refused_by_zstd = found.as_ref().is_err_and(by_decoder);
                    if !(is_refused_by_zstd && there.is_ok()) {
                        assert_eq!(there.is_ok(), found.is_ok(), "{there:?}, {found:?}");
                    }
                    assert!(found.is_err() || row == other, "{rank}: {row:?}, {other:?}");
                }
                let _ = table.for_each_row(0..rows, |_, _| ());
            }
            SectionKind::Stream { entries, .. } => {
                let stream = database.stream(&section.name)?;
                for number in 0..entries.min(1000) {
                    let _ = stream.entry(number);
                }
                let mut all = Vec::new();
                let found = stream.for_each(|_, entry| all.push(entry.to_vec()));
                let there = answer(&mut engine, bytes, |file| file.entries(&section.name));
                if found.as_ref().is_err_and(by_decoder) && there.is_ok() {
                    continue;
                }
                assert_eq!(there.is_ok(), found.is_ok(), "{there:?}, {found:?}");
                assert!(there.is_ok_and(|there| there == all) || found.is_err());
            }
            SectionKind::Unknown => (),
        }
    }
    checked
}

/// Reads a file that a fuzzer generated; this must not panic.
///
/// The first byte of `script` selects the meaning of the rest: the bytes of a file, or changes of a
/// sound file, three bytes each (place, value). After the changes every checksum is made valid, so
/// that the code after the checksum tests is reached too.
pub(crate) fn read_scripted(script: &[u8]) -> Result<(), Error> {
    static SOUND: LazyLock<[(Vec<u8>, Vec<Region>); 2]> = LazyLock::new(|| {
        [None, Some(3)].map(|compression| {
            let bytes = sample_bytes("half-gammon/contact-2-1", compression);
            let regions = regions(&bytes);
            (bytes, regions)
        })
    });
    let (mode, rest) = script.split_first().unwrap_or((&0, &[]));
    let bytes = match mode % 4 {
        0 => rest.to_vec(),
        1 => {
            let mut bytes = rest.to_vec();
            forge(&mut bytes);
            bytes
        }
        which => {
            let (mut bytes, regions) = SOUND[usize::from(which - 2)].clone();
            for change in rest.chunks_exact(3) {
                let place = number(&change[..2]) as usize % bytes.len();
                bytes[place] = change[2];
            }
            let blocks = regions.iter().filter(|region| region.block.is_some());
            blocks.for_each(|block| forge_block(&mut bytes, block));
            forge(&mut bytes);
            bytes
        }
    };
    read_everything(&bytes)
}
