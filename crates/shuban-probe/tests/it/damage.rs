//! Damaged, truncated and forged files: an error that names the place, and never another value.

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use shuban_probe::{Error, FileReader, Step};
use shuban_store::Options;

use crate::sections::{contents, options};
use crate::wire::Wire;

/// Returns a small file with a table and a stream, compressed or not, and what is in it.
fn samples() -> Vec<(crate::sections::Content, Vec<u8>)> {
    let mut runner = TestRunner::deterministic();
    let content = contents().new_tree(&mut runner).unwrap().current();
    let with = |compression| content.bytes(Options { block_size: 100, compression });
    vec![(content.clone(), with(None)), (content.clone(), with(Some(3)))]
}

#[test]
fn every_flipped_bit_is_found() {
    for (content, bytes) in samples() {
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1 << (at % 8);
            let mut wire = Wire::of(damaged);
            let mut file = FileReader::new(wire.len());
            let found = content.compare(&mut wire, &mut file);
            let is_named = matches!(
                found,
                Err(Error::Damaged { .. } | Error::Foreign { .. } | Error::Version { .. })
            );
            assert!(is_named, "byte {at} of {}: {found:?}", bytes.len());
        }
    }
}

#[test]
fn a_truncated_file_is_refused() {
    for (content, bytes) in samples() {
        for len in 0..bytes.len() {
            let mut wire = Wire::of(bytes[..len].to_vec());
            let mut file = FileReader::new(wire.len());
            if len == 0 {
                file.give(0, Vec::new());
            }
            assert!(content.compare(&mut wire, &mut file).is_err(), "{len} bytes");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn no_bytes_make_it_panic(
        content in contents(),
        options in options(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
        given in prop::collection::vec((any::<u16>(), prop::collection::vec(any::<u8>(), 0..50)), 0..4),
    ) {
        let mut bytes = content.bytes(options);
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        let mut file = FileReader::new(bytes.len() as u64);
        // Whatever is given unasked, at whatever place, is checked like all else.
        given.into_iter().for_each(|(offset, bytes)| file.give(offset.into(), bytes));
        for question in 0..4 {
            for _ in 0..1000 {
                let step = match question {
                    0 => file.open(),
                    1 => file.table("numbers").map(|step| match step {
                        Step::Answer(_) => Step::Answer(()),
                        Step::Need(range) => Step::Need(range),
                    }),
                    2 => match file.table("numbers") {
                        Ok(Step::Answer(table)) => {
                            file.row(&table, table.rows() / 2, &mut vec![0; table.columns().len()])
                        }
                        _ => break,
                    },
                    _ => file.entries("keys").map(|step| match step {
                        Step::Answer(_) => Step::Answer(()),
                        Step::Need(range) => Step::Need(range),
                    }),
                };
                let Ok(Step::Need(range)) = step else { break };
                prop_assert!(range.end <= bytes.len() as u64);
                file.give(range.start, bytes[range.start as usize..range.end as usize].to_vec());
            }
        }
    }
}
