//! Every damage is found, and named; and nothing panics.

mod common;

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use common::{PATH, open_bytes, path, sample_bytes};
use proptest::prelude::*;
use shuban_store::testing::MemoryDisk;
use shuban_store::{Account, CodecName, Database, Error, Options, RunEntry, SectionKind, Writer};
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

const DOMAIN: &str = "half-gammon/contact-2-1";

/// A block or block table of a sound file, read by the plain description in `docs/format.md`.
#[derive(Clone, Debug)]
struct Region {
    section: String,
    /// `None`: the run's block table.
    block: Option<u64>,
    bytes: Range<usize>,
    /// Of a block: its entry in the block table.
    entry: Option<Entry>,
}

/// Where a block's checksum lies, and what must be known to forge the piece of the table around it.
#[derive(Clone, Debug)]
struct Entry {
    checksum: Range<usize>,
    piece: Range<usize>,
    /// What the piece's checksum covers besides its bytes, and the file's identity.
    place: [u8; 24],
}

impl Region {
    fn entry(&self) -> &Entry {
        self.entry.as_ref().expect("a block")
    }
}

fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |all, byte| all << 8 | u64::from(*byte))
}

/// All blocks and block tables of a sound file.
fn regions(bytes: &[u8]) -> Vec<Region> {
    let database = open_bytes(bytes.to_vec(), false).unwrap();
    let mut regions = Vec::new();
    for (number, section) in (0..).zip(&database.manifest().sections) {
        for (run, entry) in section.runs.iter().enumerate() {
            regions.extend(regions_of_run(bytes, number, &section.name, run, *entry));
        }
    }
    regions
}

fn regions_of_run(bytes: &[u8], section: u32, name: &str, run: usize, found: RunEntry) -> Vec<Region> {
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
            regions.push(Region { section, block: Some(block), bytes: start..end, entry: Some(entry) });
            start = end;
        }
        at = content.end + 8;
    }
    regions.push(Region { section: name, block: None, bytes: table..at, entry: None });
    regions
}

/// What the error must name for a damage at an offset.
fn expected(regions: &[Region], len: usize, at: usize) -> (String, Option<u64>) {
    if let Some(region) = regions.iter().find(|region| region.bytes.contains(&at)) {
        return (region.section.clone(), region.block);
    }
    let name = match at {
        0..40 => "header",
        _ if at >= len - 40 => "trailer",
        _ => "directory",
    };
    (name.to_owned(), None)
}

fn check_named(error: &Error, (section, block): &(String, Option<u64>), at: usize) {
    match error {
        Error::Damaged { path, section: found, block: found_block, .. } => {
            assert_eq!((found, found_block), (section, block), "at byte {at}: {error}");
            assert_eq!(path, Path::new(PATH));
        }
        // The first bytes tell whether it is a database at all.
        Error::Foreign { .. } => assert!(at < 8, "at byte {at}: {error}"),
        _ => panic!("at byte {at}: {error}"),
    }
}

#[test]
fn every_flipped_bit_is_found_and_its_place_named() {
    for compression in [Some(3), None] {
        let bytes = sample_bytes(DOMAIN, compression);
        let regions = regions(&bytes);
        let blocks = regions.iter().filter(|region| region.block.is_some()).count();
        assert!(blocks > 20 && bytes.len() < 8000, "{blocks} blocks, {} bytes", bytes.len());
        for at in 0..bytes.len() {
            for bit in 0..8 {
                let mut bytes = bytes.clone();
                bytes[at] ^= 1 << bit;
                let expected = expected(&regions, bytes.len(), at);
                match open_bytes(bytes, bit % 2 == 0) {
                    Err(error) => check_named(&error, &expected, at),
                    Ok(_) => panic!("bit {bit} of byte {at} was flipped, and nobody noticed"),
                }
            }
        }
    }
}

#[test]
fn a_damaged_block_spoils_no_other_block() {
    let bytes = sample_bytes(DOMAIN, None);
    let block = regions(&bytes).into_iter().find(|region| region.block == Some(2)).unwrap();
    let mut bytes = bytes;
    bytes[block.bytes.start] ^= 1;
    for mapped in [false, true] {
        let disk = if mapped { MemoryDisk::mapped() } else { MemoryDisk::default() };
        disk.put(path(), bytes.clone());
        let table = Database::open(&disk, path()).unwrap().table(&block.section).unwrap();
        let mut row = [0; 3];
        for rank in 0..table.rows() {
            let read = table.row(rank, &mut row);
            if rank / table.records_per_block() == 2 {
                assert!(matches!(read, Err(Error::Damaged { block: Some(2), .. })), "rank {rank}");
            } else {
                assert_eq!((read.is_ok(), row), (true, common::sample_row(rank)), "rank {rank}");
            }
        }
    }
}

#[test]
fn a_file_truncated_at_any_length_is_refused() {
    let bytes = sample_bytes(DOMAIN, Some(3));
    for len in 0..bytes.len() {
        match open_bytes(bytes[..len].to_vec(), len % 2 == 0) {
            Err(Error::Damaged { section, .. }) => {
                assert_eq!(section, if len < 40 { "header" } else { "trailer" }, "{len} bytes");
            }
            Err(Error::Foreign { .. }) if len == 0 => (),
            Err(error) => panic!("{len} bytes: {error}"),
            Ok(_) => panic!("{len} of {} bytes were taken for the whole", bytes.len()),
        }
    }
}

#[test]
fn bytes_behind_the_end_are_refused() {
    let bytes = sample_bytes(DOMAIN, Some(3));
    for more in [&b"\0"[..], b"\n", &[7; 100]] {
        let error = open_bytes([&bytes, more].concat(), false).map(drop).unwrap_err();
        assert!(matches!(&error, Error::Damaged { section, .. } if section == "trailer"), "{error}");
    }
}

fn exchange(bytes: &mut [u8], one: &Range<usize>, other: &Range<usize>) {
    let first = bytes[one.clone()].to_vec();
    bytes.copy_within(other.clone(), one.start);
    bytes[other.clone()].copy_from_slice(&first);
}

/// Makes the checksum of the piece around an entry of a block table fit again.
fn forge_piece(bytes: &mut [u8], entry: &Entry) {
    let place = [&bytes[16..32], &entry.place].concat();
    let checksum = xxh3_64_with_seed(&bytes[entry.piece.clone()], xxh3_64(&place));
    bytes[entry.piece.end..entry.piece.end + 8].copy_from_slice(&checksum.to_le_bytes());
}

#[test]
fn exchanged_blocks_are_found_even_where_their_checksums_go_with_them() {
    let bytes = sample_bytes(DOMAIN, None);
    let blocks: Vec<Region> = regions(&bytes).into_iter().filter(|region| region.block.is_some()).collect();
    let mut exchanged = 0;
    for (place, one) in blocks.iter().enumerate() {
        for other in &blocks[place + 1..] {
            if one.bytes.len() != other.bytes.len() {
                continue;
            }
            // Only the blocks; then their entries as well, as when a whole table was exchanged.
            let mut changed = bytes.clone();
            exchange(&mut changed, &one.bytes, &other.bytes);
            let without_entries = changed.clone();
            exchange(&mut changed, &one.entry().checksum, &other.entry().checksum);
            forge_piece(&mut changed, one.entry());
            forge_piece(&mut changed, other.entry());
            for changed in [without_entries, changed] {
                if changed == bytes {
                    continue;
                }
                match open_bytes(changed, exchanged % 2 == 0) {
                    Err(Error::Damaged { section, block, .. }) => {
                        let found = (&section, block);
                        assert!(found == (&one.section, one.block) || found == (&other.section, other.block));
                    }
                    Err(error) => panic!("{error}"),
                    Ok(_) => panic!("{one:?} and {other:?} were exchanged, and nobody noticed"),
                }
                exchanged += 1;
            }
        }
    }
    assert!(exchanged > 200, "{exchanged} exchanges");
}

#[test]
fn blocks_of_equal_bytes_have_different_checksums_in_every_place() {
    // In a raw file of zeros, all blocks are alike: only their places differ.
    let mut checksums = std::collections::BTreeSet::new();
    for domain in ["a", "b"] {
        let disk = MemoryDisk::default();
        let options = Options { block_size: 64, compression: None };
        let mut writer =
            Writer::create(Arc::new(disk.clone()), path(), common::subject(domain), options).unwrap();
        for name in ["first", "second"] {
            let byte = [common::column("byte", 8, CodecName::Unsigned, 0)];
            let mut table = writer.table(name, &byte, 64 * 100).unwrap();
            table.push_rows(&[0; 64 * 100]).unwrap();
            table.finish().unwrap();
        }
        writer.publish(Account::default()).unwrap();
        let bytes = disk.contents(path()).unwrap();
        let blocks = regions(&bytes).into_iter().filter_map(|region| region.entry);
        checksums.extend(blocks.map(|entry| number(&bytes[entry.checksum])));
    }
    assert_eq!(checksums.len(), 2 * 2 * 100);
}

#[test]
fn a_block_of_another_layers_file_is_found_even_with_its_checksum() {
    let (bytes, other) = (sample_bytes(DOMAIN, None), sample_bytes("half-gammon/contact-3-1", None));
    let (blocks, others) = (regions(&bytes), regions(&other));
    assert_eq!(blocks.len(), others.len());
    for (block, from) in blocks.iter().zip(&others) {
        let mut changed = bytes.clone();
        changed[block.bytes.clone()].copy_from_slice(&other[from.bytes.clone()]);
        if block.block.is_some() {
            assert_eq!(changed, bytes, "equal values are stored as equal bytes");
            let checksum = &other[from.entry().checksum.clone()];
            changed[block.entry().checksum.clone()].copy_from_slice(checksum);
            forge_piece(&mut changed, block.entry());
        }
        let error = open_bytes(changed, false).map(drop).unwrap_err();
        check_named(&error, &(block.section.clone(), block.block), block.bytes.start);
    }
    // The whole body of the other file under this one's header.
    let spliced = [&bytes[..40], &other[40..]].concat();
    let error = open_bytes(spliced, false).map(drop).unwrap_err();
    assert!(matches!(&error, Error::Damaged { section, .. } if section == "trailer"), "{error}");
}

#[test]
fn foreign_files_are_told_apart_from_damaged_ones() {
    let sample = sample_bytes(DOMAIN, Some(3));
    let as_text =
        sample.iter().flat_map(|&b| if b == b'\n' { vec![b'\r', b'\n'] } else { vec![b] }).collect();
    let seven_bits: Vec<u8> = sample.iter().map(|byte| byte & 0x7F).collect();
    for (bytes, reason) in [
        (Vec::new(), "the file is empty"),
        (
            b"PK\x03\x04 and so on, and so on, and so on, and so on, and so on, and so on".to_vec(),
            "not a database's",
        ),
        (as_text, "transfer as text"),
        (seven_bits, "eighth bits"),
    ] {
        match open_bytes(bytes, true) {
            Err(Error::Foreign { reason: found, .. }) => assert!(found.contains(reason), "{found}"),
            Err(error) => panic!("{error}"),
            Ok(_) => panic!("opened a foreign file"),
        }
    }
}

#[test]
fn a_file_of_another_version_is_refused_and_says_which() {
    let mut bytes = sample_bytes(DOMAIN, Some(3));
    bytes[8..12].copy_from_slice(&7_u32.to_le_bytes());
    let checksum = xxh3_64(&bytes[..32]);
    bytes[32..40].copy_from_slice(&checksum.to_le_bytes());
    let error = open_bytes(bytes, false).map(drop).unwrap_err();
    assert!(matches!(error, Error::Version { found: 7, supported: 1, .. }), "{error}");
    assert!(error.to_string().contains("format version 7, and this program reads version 1"), "{error}");
}

#[test]
fn a_file_of_another_layer_is_refused_where_one_is_asked_for() {
    let disk = MemoryDisk::default();
    disk.put(path(), sample_bytes("half-gammon/contact-3-1", None));
    let error = Database::open_as(&disk, path(), DOMAIN).map(drop).unwrap_err();
    assert_eq!(error.to_string(), format!("{PATH}: holds half-gammon/contact-3-1, not {DOMAIN}"));
    assert!(matches!(
        Database::open(&disk, Path::new("data/none.shuban")).map(drop),
        Err(Error::NotFound { path }) if path == Path::new("data/none.shuban")
    ));
}

/// Reads everything that there is, any way there is, and gives whether all went well.
fn read_everything(bytes: Vec<u8>, mapped: bool) -> Result<(), Error> {
    let disk = if mapped { MemoryDisk::mapped() } else { MemoryDisk::default() };
    disk.put(path(), bytes);
    let database = Database::open(&disk, path())?;
    let checked = database.check(&mut |_, _| ());
    for section in &database.manifest().sections {
        match section.kind {
            SectionKind::Table { rows, ref columns } => {
                let table = database.table(&section.name)?;
                let mut row = vec![0; columns.len()];
                for rank in 0..rows.min(1000) {
                    let _ = table.row(rank, &mut row);
                }
                let _ = table.for_each_row(0..rows, |_, _| ());
            }
            SectionKind::Stream { entries, .. } => {
                let stream = database.stream(&section.name)?;
                for number in 0..entries.min(1000) {
                    let _ = stream.entry(number);
                }
                let _ = stream.for_each(|_, _| ());
            }
            SectionKind::Unknown => (),
        }
    }
    checked
}

#[derive(Clone, Debug)]
enum Edit {
    Overwrite(prop::sample::Index, Vec<u8>),
    Insert(prop::sample::Index, Vec<u8>),
    Delete(prop::sample::Index, usize),
    Copy(prop::sample::Index, prop::sample::Index, usize),
}

fn edit() -> impl Strategy<Value = Edit> {
    let bytes = || prop::collection::vec(any::<u8>(), 1..20);
    let place = any::<prop::sample::Index>;
    prop_oneof![
        (place(), bytes()).prop_map(|(at, bytes)| Edit::Overwrite(at, bytes)),
        (place(), bytes()).prop_map(|(at, bytes)| Edit::Insert(at, bytes)),
        (place(), 1_usize..100).prop_map(|(at, len)| Edit::Delete(at, len)),
        (place(), place(), 1_usize..100).prop_map(|(from, to, len)| Edit::Copy(from, to, len)),
    ]
}

fn apply(edit: &Edit, bytes: &mut Vec<u8>) {
    if bytes.is_empty() {
        return;
    }
    let len = bytes.len();
    match edit {
        Edit::Overwrite(at, new) => {
            let at = at.index(len);
            let upto = len.min(at + new.len());
            bytes[at..upto].copy_from_slice(&new[..upto - at]);
        }
        Edit::Insert(at, new) => {
            let at = at.index(len);
            bytes.splice(at..at, new.iter().copied());
        }
        Edit::Delete(at, count) => {
            let at = at.index(len);
            bytes.drain(at..len.min(at + count));
        }
        Edit::Copy(from, to, count) => {
            let (from, to) = (from.index(len), to.index(len));
            let count = (*count).min(len - from).min(len - to);
            bytes.copy_within(from..from + count, to);
        }
    }
}

/// Makes header, directory and trailer fit again, as somebody would who forges a file.
fn forge(bytes: &mut [u8]) {
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn no_edit_makes_it_panic_or_passes_for_sound(
        edits in prop::collection::vec(edit(), 1..4),
        compressed in any::<bool>(),
        mapped in any::<bool>(),
    ) {
        let sound = sample_bytes(DOMAIN, compressed.then_some(3));
        let mut bytes = sound.clone();
        edits.iter().for_each(|edit| apply(edit, &mut bytes));
        prop_assert_eq!(read_everything(bytes.clone(), mapped).is_ok(), bytes == sound);
    }

    #[test]
    fn no_forged_directory_makes_it_panic(
        digits in prop::collection::vec((any::<prop::sample::Index>(), b'0'..=b'9'), 1..4),
        grow in any::<bool>(),
        mapped in any::<bool>(),
    ) {
        let mut bytes = sample_bytes(DOMAIN, Some(3));
        let trailer = bytes.len() - 40;
        let start = number(&bytes[trailer..trailer + 8]) as usize;
        for (place, digit) in digits {
            // Change a digit of a number in the directory, or put some more in front of it.
            let end = bytes.len() - 40;
            let digits: Vec<usize> = (start..end).filter(|&at| bytes[at].is_ascii_digit()).collect();
            let at = digits[place.index(digits.len())];
            bytes[at] = digit;
            if grow {
                bytes.splice(at..at, *b"98765432109");
                let len = bytes.len() - 40 - start;
                let trailer = bytes.len() - 40;
                bytes[trailer + 8..trailer + 16].copy_from_slice(&(len as u64).to_le_bytes());
            }
        }
        forge(&mut bytes);
        let _ = read_everything(bytes, mapped);
    }

    #[test]
    fn random_bytes_are_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(read_everything(bytes, false).is_err());
    }
}

#[test]
fn a_forged_header_version_and_trailer_pass_the_forgers_own_checksums() {
    // Otherwise the test of forged directories above would test nothing but a checksum.
    let mut bytes = sample_bytes(DOMAIN, Some(3));
    let sound = bytes.clone();
    bytes[33] ^= 1;
    let trailer = bytes.len() - 40;
    bytes[trailer + 17] ^= 1;
    bytes[trailer + 25] ^= 1;
    forge(&mut bytes);
    assert_eq!(bytes, sound);
}

#[test]
fn a_section_of_an_unknown_kind_is_checked_and_does_not_hide_the_others() {
    let mut bytes = sample_bytes(DOMAIN, None);
    let known = *br#""kind": "stream""#;
    let at = bytes.windows(known.len()).position(|window| window == known).unwrap();
    bytes[at..at + known.len()].copy_from_slice(br#""kind": "lichen""#);
    forge(&mut bytes);
    let database = open_bytes(bytes.clone(), false).unwrap();
    assert!(database.table("1 v 2").is_ok());
    assert!(matches!(database.stream("2 v 1 keys").map(drop), Err(Error::NoSection { .. })));
    // Its blocks are still under their checksums.
    let run = database.manifest().sections[1].runs[0];
    bytes[run.start as usize] ^= 1;
    let error = open_bytes(bytes, false).map(drop).unwrap_err();
    check_named(&error, &("2 v 1 keys".to_owned(), Some(0)), run.start as usize);
}

#[test]
fn a_forged_offset_of_a_stream_is_found_by_reading_and_by_checking() {
    // A writer with a bug, under sound checksums: the hash of the values tells.
    let bytes = sample_bytes(DOMAIN, None);
    let offsets = regions(&bytes).into_iter().filter(|region| region.section == "2 v 1 keys");
    let block = offsets.filter(|region| region.block == Some(2)).nth(1).unwrap();
    let mut refused = 0;
    for at in block.bytes.clone() {
        let mut bytes = bytes.clone();
        bytes[at] ^= 0x41;
        let place = [&bytes[16..32], &block_place(&block, 1)].concat();
        let checksum = xxh3_64_with_seed(&bytes[block.bytes.clone()], xxh3_64(&place));
        bytes[block.entry().checksum.clone()].copy_from_slice(&checksum.to_le_bytes());
        forge_piece(&mut bytes, block.entry());
        let error = read_everything(bytes, at % 2 == 0).unwrap_err();
        let named = matches!(&error, Error::Damaged { section, .. } if section == "2 v 1 keys");
        assert!(named && !error.to_string().contains("checksum"), "{error}");
        refused += 1;
    }
    assert_eq!(refused, 64);
}

/// What the checksum of a raw block covers besides its bytes, and the file's identity.
fn block_place(block: &Region, run: u32) -> [u8; 24] {
    let mut place = block.entry().place;
    place[..4].copy_from_slice(&0_u32.to_le_bytes());
    place[8..12].copy_from_slice(&run.to_le_bytes());
    place[12..16].copy_from_slice(&(block.bytes.len() as u32).to_le_bytes());
    place[16..].copy_from_slice(&block.block.unwrap().to_le_bytes());
    place
}
