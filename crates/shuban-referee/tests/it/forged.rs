//! False content under sound checksums, made at random.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use shuban_core::Random;
use shuban_referee::Extent;
use shuban_store::{Disk, FileSystem};
use shuban_store_testing::{OpenedSection, OpenedUp};

use crate::common::Data;

/// Forgeries of each layer.
const FORGERIES: u64 = 40;

/// Layers of each family; true where values are exact or have to equal those of the rules, so that
/// no other record passes.
const LAYERS: [(&str, bool); 8] = [
    ("half-gammon/contact-1-1", false),
    ("half-gammon/bearoff", true),
    ("backgammon/race-7x1", true),
    ("hypergammon/1", true),
    ("tanhinmin/3p-5", true),
    ("amazons/4", true),
    ("amazons/4/canonical", true),
    ("trax/2", true),
];

/// Changes a number of a table, or a byte of a stream; returns true if it is one of a record of
/// values.
fn change(file: &mut OpenedUp, random: &mut Random) -> bool {
    let count = file.sections.len();
    match &mut file.sections[random.place(count)] {
        OpenedSection::Table(name, columns, rows) => {
            let (row, column) = (random.place(rows.len()), random.place(columns.len()));
            let mask = u64::MAX >> (64 - u32::from(columns[column].bits));
            let before = rows[row][column];
            rows[row][column] = match random.place(3) {
                0 => random.bits() & mask,
                1 => mask,
                _ => before ^ 1,
            };
            rows[row][column] != before && !name.ends_with("/status")
        }
        OpenedSection::Stream(section) => {
            let entry = random.place(section.entries.len());
            let entry = &mut section.entries[entry];
            match (entry.len(), random.place(3)) {
                (0, _) | (_, 0) => entry.push(random.bits() as u8),
                (len, 1) => entry.truncate(random.place(len)),
                (len, _) => entry[random.place(len)] ^= 1 << random.place(8),
            }
            false
        }
    }
}

#[test]
fn whatever_sound_checksums_cover_no_false_record_passes_and_nothing_panics() {
    let names = LAYERS.map(|(name, _)| name);
    let data = Data::with(&names);
    let disk: Arc<dyn FileSystem> = Arc::new(Disk::default());
    let (mut false_records, mut refused) = (0, 0);
    for (number, (layer, is_one)) in (0..).zip(LAYERS) {
        let (path, mut random) = (data.file(layer), Random::of_part(7, number));
        let sound = std::fs::read(&path).unwrap();
        let opened = OpenedUp::read(&*disk, &path).unwrap();
        for _ in 0..FORGERIES {
            let mut forged = opened.clone();
            let is_false = change(&mut forged, &mut random);
            forged.write(disk.clone(), &path).unwrap();
            let checked = catch_unwind(AssertUnwindSafe(|| data.check(layer, Extent::All)));
            let passed = checked.unwrap_or_else(|_| panic!("{layer}: a panic"));
            let passed = passed.is_ok_and(|checked| checked.passed);
            assert!(!(passed && is_false && is_one), "{layer}: a false record passed");
            false_records += u32::from(is_false);
            refused += u32::from(!passed);
            std::fs::write(&path, &sound).unwrap();
        }
    }
    assert!(false_records > 100 && refused > 100, "{false_records} {refused}");
}
