//! Files with one bit flipped, or two blocks exchanged.

use std::ops::Range;
use std::path::Path;

use shuban_store::{Database, Error, Options};
use shuban_store_testing::MemoryDisk;

use super::kinds::{kinds, unfinished};

/// Opens a file of these bytes, and checks it.
fn checked(path: &Path, bytes: Vec<u8>) -> Result<(), Error> {
    let disk = MemoryDisk::default();
    disk.put(path, bytes);
    Database::open(&disk, path)?.check(&mut |_, _| ())
}

/// Flips each bit of a file; returns their number.
fn each_bit(path: &Path, bytes: &[u8]) -> usize {
    checked(path, bytes.to_vec()).unwrap();
    for (byte, bit) in (0..bytes.len()).flat_map(|byte| (0..8).map(move |bit| (byte, bit))) {
        let mut flipped = bytes.to_vec();
        flipped[byte] ^= 1 << bit;
        let told = checked(path, flipped);
        assert!(told.is_err(), "{}: bit {bit} of byte {byte} is not missed", path.display());
    }
    8 * bytes.len()
}

#[test]
fn every_bit_of_a_file_of_each_kind_is_guarded() {
    for kind in kinds() {
        let (disk, _) = kind.undisturbed();
        let path = kind.paths().pop().unwrap();
        let bits = each_bit(&path, &disk.contents(&path).unwrap());
        println!("{}: {bits} bits", kind.name());
    }
}

#[test]
fn every_bit_of_work_in_progress_is_guarded() {
    let mut found = 0;
    for kind in kinds() {
        for name in [".shard-", ".checkpoint"] {
            let Some((left, path)) = unfinished(&*kind, name) else { continue };
            let bits = each_bit(&path, &left[&path]);
            println!("{}: {name}: {bits} bits", kind.name());
            found += 1;
        }
    }
    // The shards of two, and the checkpoints of two.
    assert_eq!(found, 4);
}

fn number(bytes: &[u8]) -> usize {
    bytes.iter().rev().fold(0, |all, byte| all << 8 | usize::from(*byte))
}

/// Returns the places of a file's blocks and checksums, by `docs/format.md`.
fn blocks(path: &Path, bytes: &[u8]) -> Vec<(Range<usize>, Range<usize>)> {
    let disk = MemoryDisk::default();
    disk.put(path, bytes.to_vec());
    let database = Database::open(&disk, path).unwrap();
    let mut blocks = Vec::new();
    for run in database.manifest().sections.iter().flat_map(|section| &section.runs) {
        let (mut start, mut entry) = (run.start as usize, run.table as usize);
        let mut base = start;
        for block in 0..run.blocks {
            if block % 64 == 0 {
                // After the checksum of the piece before: the start of this one's blocks.
                entry += if block == 0 { 0 } else { 8 };
                base = run.start as usize + number(&bytes[entry..entry + 8]);
                entry += 8;
            }
            let end = base + (number(&bytes[entry..entry + 4]) & 0x7FFF_FFFF);
            blocks.push((start..end, entry + 4..entry + 12));
            (start, entry) = (end, entry + 12);
        }
    }
    blocks
}

#[test]
fn blocks_that_change_places_are_found() {
    for kind in kinds() {
        let disk = MemoryDisk::default();
        kind.build_as(&disk, Options { block_size: 64, ..Options::raw() }).unwrap();
        let path = kind.paths().pop().unwrap();
        let sound = disk.contents(&path).unwrap();
        checked(&path, sound.clone()).unwrap();
        let blocks = blocks(&path, &sound);
        let mut pairs = 0;
        // All pairs of few blocks; of many, each with those that are near it.
        for (number, (one, its_checksum)) in blocks.iter().enumerate() {
            for (other, other_checksum) in blocks.iter().skip(number + 1).take(40) {
                if one.len() != other.len() || sound[one.clone()] == sound[other.clone()] {
                    continue;
                }
                let swap = |bytes: &mut Vec<u8>, one: &Range<usize>, other: &Range<usize>| {
                    bytes[one.clone()].copy_from_slice(&sound[other.clone()]);
                    bytes[other.clone()].copy_from_slice(&sound[one.clone()]);
                };
                let mut swapped = sound.clone();
                swap(&mut swapped, one, other);
                let what = format!("{}: {one:?} and {other:?}", kind.name());
                assert!(checked(&path, swapped.clone()).is_err(), "{what}");
                swap(&mut swapped, its_checksum, other_checksum);
                assert!(checked(&path, swapped).is_err(), "{what} with their checksums");
                pairs += 1;
            }
        }
        println!("{}: {pairs} pairs of {} blocks changed places", kind.name(), blocks.len());
        assert!(pairs > 5, "{}: {pairs} pairs", kind.name());
    }
}
