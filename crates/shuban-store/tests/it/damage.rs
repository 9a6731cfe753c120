//! Every damage is found and named, and nothing panics.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use proptest::prelude::*;
use shuban_store::{Account, CodecName, Database, Error, Options, Writer};
use shuban_store_testing::MemoryDisk;
use shuban_store_testing::with_directory;
use xxhash_rust::xxh3::xxh3_64;

use crate::common;
use crate::common::forge::{
    Region, forge, forge_block, forge_piece, number, read_everything, read_scripted, regions,
};
use crate::common::{PATH, open_bytes, path, sample_bytes};
use crate::corpus::kept;

const DOMAIN: &str = "half-gammon/contact-2-1";

/// Returns what the error must name for a damage at an offset.
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
        // The first bytes show whether it is a database at all.
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
                match open_bytes(bytes) {
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
    let disk = MemoryDisk::default();
    disk.put(path(), bytes);
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

#[test]
fn a_file_truncated_at_any_length_is_refused() {
    let bytes = sample_bytes(DOMAIN, Some(3));
    for len in 0..bytes.len() {
        match open_bytes(bytes[..len].to_vec()) {
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
        let error = open_bytes([&bytes, more].concat()).map(drop).unwrap_err();
        assert!(
            matches!(&error, Error::Damaged { section, .. } if section == "trailer"),
            "{error}"
        );
    }
}

fn exchange(bytes: &mut [u8], one: &Range<usize>, other: &Range<usize>) {
    let first = bytes[one.clone()].to_vec();
    bytes.copy_within(other.clone(), one.start);
    bytes[other.clone()].copy_from_slice(&first);
}

#[test]
fn exchanged_blocks_are_found_even_where_their_checksums_go_with_them() {
    let bytes = sample_bytes(DOMAIN, None);
    let blocks: Vec<Region> =
        regions(&bytes).into_iter().filter(|region| region.block.is_some()).collect();
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
                match open_bytes(changed) {
                    Err(Error::Damaged { section, block, .. }) => {
                        let found = (&section, block);
                        assert!(
                            found == (&one.section, one.block)
                                || found == (&other.section, other.block)
                        );
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
    // In a raw file of zeros all blocks are equal; only their places differ.
    let mut checksums = std::collections::BTreeSet::new();
    for domain in ["a", "b"] {
        let disk = MemoryDisk::default();
        let options = Options { block_size: 64, compression: None };
        let mut writer =
            Writer::create(Arc::new(disk.clone()), path(), common::subject(domain), options)
                .unwrap();
        for name in ["first", "second"] {
            let byte = [common::column("byte", 8, CodecName::Unsigned, 0)];
            let mut table = writer.table(name, &byte, 64 * 100).unwrap();
            common::push_rows(&mut table, &[0; 64 * 100], 1);
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
    let (bytes, other) =
        (sample_bytes(DOMAIN, None), sample_bytes("half-gammon/contact-3-1", None));
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
        let error = open_bytes(changed).map(drop).unwrap_err();
        check_named(&error, &(block.section.clone(), block.block), block.bytes.start);
    }
    // The whole body of the other file under this one's header.
    let spliced = [&bytes[..40], &other[40..]].concat();
    let error = open_bytes(spliced).map(drop).unwrap_err();
    assert!(matches!(&error, Error::Damaged { section, .. } if section == "trailer"), "{error}");
}

#[test]
fn foreign_files_are_told_apart_from_damaged_ones() {
    let sample = sample_bytes(DOMAIN, Some(3));
    let as_text = sample
        .iter()
        .flat_map(|&b| if b == b'\n' { vec![b'\r', b'\n'] } else { vec![b] })
        .collect();
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
        match open_bytes(bytes) {
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
    let error = open_bytes(bytes).map(drop).unwrap_err();
    assert!(matches!(error, Error::Version { found: 7, supported: 1, .. }), "{error}");
    assert!(
        error.to_string().contains("format version 7, and this program reads version 1"),
        "{error}"
    );
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn no_edit_makes_it_panic_or_passes_for_sound(
        edits in prop::collection::vec(edit(), 1..4),
        compressed in any::<bool>(),
    ) {
        let sound = sample_bytes(DOMAIN, compressed.then_some(3));
        let mut bytes = sound.clone();
        edits.iter().for_each(|edit| apply(edit, &mut bytes));
        prop_assert_eq!(read_everything(&bytes).is_ok(), bytes == sound);
    }

    #[test]
    fn no_forged_directory_makes_it_panic(
        digits in prop::collection::vec((any::<prop::sample::Index>(), b'0'..=b'9'), 1..4),
        grow in any::<bool>(),
    ) {
        let mut bytes = sample_bytes(DOMAIN, Some(3));
        let trailer = bytes.len() - 40;
        let start = number(&bytes[trailer..trailer + 8]) as usize;
        for (place, digit) in digits {
            // Change a digit of a number in the directory, or insert more digits before it.
            let end = bytes.len() - 40;
            let digits: Vec<usize> =
                (start..end).filter(|&at| bytes[at].is_ascii_digit()).collect();
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
        let _ = read_everything(&bytes);
    }

    #[test]
    fn no_fuzzers_script_makes_it_panic(script in prop::collection::vec(any::<u8>(), 0..60)) {
        let _ = read_scripted(&script);
    }

    #[test]
    fn random_bytes_are_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(read_everything(&bytes).is_err());
    }
}

#[test]
fn a_forged_header_version_and_trailer_pass_the_forgers_own_checksums() {
    // Otherwise the test of forged directories above would only test a checksum.
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
    let database = open_bytes(bytes.clone()).unwrap();
    assert!(database.table("1 v 2").is_ok());
    assert!(matches!(database.stream("2 v 1 keys").map(drop), Err(Error::NoSection { .. })));
    // Its blocks are still under their checksums.
    let run = database.manifest().sections[1].runs[0];
    bytes[run.start as usize] ^= 1;
    let error = open_bytes(bytes).map(drop).unwrap_err();
    check_named(&error, &("2 v 1 keys".to_owned(), Some(0)), run.start as usize);
}

#[test]
fn a_member_that_no_directory_has_is_named_and_does_not_hide_the_others() {
    let sound = sample_bytes(DOMAIN, None);
    let with = |edit: fn(&mut serde_json::Value)| {
        let bytes = with_directory(path(), &sound, edit);
        let database = open_bytes(bytes).unwrap();
        assert!(database.table("1 v 2").is_ok());
        database.unknown_member().map(str::to_owned)
    };
    assert_eq!(with(|_| ()), None);
    assert_eq!(with(|directory| directory["colour"] = 1.into()), Some("colour".to_owned()));
    assert_eq!(
        with(|directory| directory["sections"][1]["runs"][0]["colour"] = 1.into()),
        Some("sections[1].runs[0].colour".to_owned())
    );
    // A missing member's default may be written out.
    let written_out = |directory: &mut serde_json::Value| {
        directory["sections"][0]["columns"][2]["fraction_bits"] = 0.into();
    };
    assert_eq!(with(written_out), None);
}

#[test]
fn a_forged_offset_of_a_stream_is_found_by_reading_and_by_checking() {
    // A writer with a bug, under sound checksums: the hash of the values detects it.
    let bytes = sample_bytes(DOMAIN, None);
    let offsets = regions(&bytes).into_iter().filter(|region| region.section == "2 v 1 keys");
    let block = offsets.filter(|region| region.block == Some(2)).nth(1).unwrap();
    let mut refused = 0;
    for at in block.bytes.clone() {
        let mut bytes = bytes.clone();
        bytes[at] ^= 0x41;
        forge_block(&mut bytes, &block);
        let error = read_everything(&bytes).unwrap_err();
        let named = matches!(&error, Error::Damaged { section, .. } if section == "2 v 1 keys");
        assert!(named && !error.to_string().contains("checksum"), "{error}");
        refused += 1;
    }
    assert_eq!(refused, 64);
}

#[test]
fn a_fuzzers_script_reaches_what_lies_behind_the_checksums() {
    for mode in [2, 3] {
        read_scripted(&[mode]).expect("nothing is changed, and all checksums were made to fit");
    }
    let error = read_scripted(&[2, 50, 0, 0xA5]).unwrap_err().to_string();
    assert!(error.contains("its values' hash is"), "{error}");
    let errors = (0..255).filter_map(|place| read_scripted(&[3, place, 0, 0xA5]).err());
    assert!(errors.map(|error| error.to_string()).any(|error| error.contains("zstd")));
    assert!(read_scripted(&[]).is_err() && read_scripted(&[0, 1, 2]).is_err());
    assert!(read_scripted(&[1; 100]).is_err());
}

#[test]
fn what_was_found_by_coverage_is_read_or_refused() {
    for script in kept("files::reading_any_bytes_does_not_panic") {
        let _ = read_scripted(&script);
    }
}

#[test]
fn a_file_that_ends_before_its_trailer_is_truncated() {
    let bytes = sample_bytes(DOMAIN, None);
    for len in 40..80 {
        let error = open_bytes(bytes[..len].to_vec()).err().unwrap().to_string();
        assert!(error.contains(&format!("the file ends after {len} bytes")), "{error}");
    }
}
