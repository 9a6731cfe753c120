//! False content under sound checksums, made at random.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use serde_json::Value;
use shuban_core::Random;
use shuban_referee::{Checked, Error, Extent};
use shuban_store::{Disk, FileSystem, Need};
use shuban_store_testing::{OpenedSection, OpenedUp};

use crate::common::Data;
use crate::contact_truth::Truth;

/// Forgeries of each layer.
const FORGERIES: u64 = 40;

/// Forgeries of a folder.
const FOLDERS: u64 = 60;

/// Layers of each family, with what a win counts where values are intervals of which others may
/// pass. Elsewhere values are exact, or have to equal those of the rules: no other record passes.
const LAYERS: [(&str, Option<f64>); 10] = [
    ("half-gammon/contact-1-1", Some(1.0)),
    ("half-gammon/contact-2-1", Some(1.0)),
    ("half-gammon/money-2-1", Some(0.25)),
    ("half-gammon/bearoff", None),
    ("backgammon/race-7x1", None),
    ("hypergammon/1", None),
    ("tanhinmin/3p-5", None),
    ("amazons/4", None),
    ("amazons/4/canonical", None),
    ("trax/2", None),
];

/// Layers of a folder: the first rests on all others.
const FOLDER: [&str; 3] =
    ["half-gammon/contact-2-2", "half-gammon/contact-2-1", "half-gammon/contact-1-1"];

/// Change of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    /// None, or one of a dictionary or a histogram, whose entries may be spelled otherwise, and those
    /// of a dictionary need not be used.
    Other,
    /// A class or its number of positions.
    Histogram,
    /// A list of positions.
    Index,
    /// A record of values.
    Value,
    /// A status.
    Status,
}

/// Changes a number of a table, or a byte of a stream.
fn change(file: &mut OpenedUp, random: &mut Random) -> Change {
    let count = file.sections.len();
    match &mut file.sections[random.place(count)] {
        OpenedSection::Table(name, columns, rows) => {
            let (row, column) = (random.place(rows.len()), random.place(columns.len()));
            let mask = u64::MAX >> (64 - u32::from(columns[column].bits));
            let before = rows[row][column];
            rows[row][column] = match random.place(4) {
                0 => random.bits() & mask,
                1 => mask,
                // Of an interval, an end that gives way a little.
                2 => before.wrapping_add(random.bits() % 64) & mask,
                _ => before ^ 1,
            };
            match rows[row][column] == before {
                true => Change::Other,
                false if name.ends_with("/status") => Change::Status,
                false => Change::Value,
            }
        }
        OpenedSection::Stream(section) => {
            let entry = random.place(section.entries.len());
            let entry = &mut section.entries[entry];
            let before: Option<Value> = serde_json::from_slice(entry).ok();
            match (entry.len(), random.place(3)) {
                (0, _) | (_, 0) => entry.push(random.bits() as u8),
                (len, 1) => entry.truncate(random.place(len)),
                (len, _) => entry[random.place(len)] ^= 1 << random.place(8),
            }
            match section.name.as_str() {
                "histogram" if before != serde_json::from_slice(entry).ok() => Change::Histogram,
                "histogram" | "dictionary" => Change::Other,
                _ => Change::Index,
            }
        }
    }
}

/// Returns true if a check passes, which must not panic.
fn passes(name: &str, check: impl FnOnce() -> Result<Checked, Error>) -> bool {
    let checked = catch_unwind(AssertUnwindSafe(check));
    let checked = checked.unwrap_or_else(|_| panic!("{name}: a panic"));
    checked.is_ok_and(|checked| checked.passed)
}

#[test]
fn whatever_sound_checksums_cover_no_false_record_passes_and_nothing_panics() {
    let names = LAYERS.map(|(name, _)| name);
    let data = Data::with(&names);
    let disk: Arc<dyn FileSystem> = Arc::new(Disk::default());
    let (mut false_records, mut refused, mut other_bounds) = (0, 0, 0);
    for (number, (layer, win)) in (0..).zip(LAYERS) {
        let (path, mut random) = (data.file(layer), Random::of_part(7, number));
        let sound = std::fs::read(&path).unwrap();
        let opened = OpenedUp::read(&*disk, &path).unwrap();
        let truth = win.map(|win| Truth::of(layer, win));
        for _ in 0..FORGERIES {
            let mut forged = opened.clone();
            let change = change(&mut forged, &mut random);
            forged.clone().write(disk.clone(), &path).unwrap();
            let passed = passes(layer, || data.check(layer, Extent::All));
            if passed {
                match (&truth, change) {
                    (_, Change::Other) => {}
                    (Some(truth), Change::Value) => {
                        truth.is_within(&forged);
                        other_bounds += 1;
                    }
                    _ => panic!("{layer}: a false record passed"),
                }
            }
            false_records += u32::from(change != Change::Other);
            refused += u32::from(!passed);
            std::fs::write(&path, &sound).unwrap();
        }
    }
    assert!(false_records > 150 && refused > 150, "{false_records} {refused}");
    assert!(other_bounds > 0);
}

/// Changes the files of a folder: their values, the needs that they name, the layers that they hold.
/// Content hashes are made to fit, so that nothing is refused for these alone.
fn change_folder(data: &Data, files: &mut [OpenedUp; 3], random: &mut Random) {
    let disk: Arc<dyn FileSystem> = Arc::new(Disk::default());
    let (place, other) = (random.place(3), random.place(3));
    match random.place(6) {
        0 | 1 => {
            change(&mut files[place], random);
        }
        2 => files[place] = files[other].clone(),
        3 => {
            let needs = &mut files[place].account.needs;
            let need = random.place(needs.len().max(1));
            if need < needs.len() {
                needs.remove(need);
            }
        }
        4 => {
            change(&mut files[place], random);
            let needs = &mut files[place].account.needs;
            needs.push(Need { domain: FOLDER[other].to_owned(), content_hash: String::new() });
        }
        // A record of a layer that the others need, and of one that needs it.
        _ => {
            change(&mut files[2], random);
            change(&mut files[0], random);
        }
    }
    // From the layer that needs none: content hashes do not cover needs, so twice is enough for
    // circles too.
    for _ in 0..2 {
        for file in [2, 1, 0] {
            files[file].clone().write(disk.clone(), &data.file(FOLDER[file])).unwrap();
        }
        let hashes = FOLDER.map(|layer| data.need(layer).content_hash);
        for file in files.iter_mut() {
            for need in &mut file.account.needs {
                if let Some(place) = FOLDER.iter().position(|layer| *layer == need.domain) {
                    need.content_hash.clone_from(&hashes[place]);
                }
            }
        }
    }
}

#[test]
fn whatever_a_folder_holds_no_false_layer_passes_with_all_that_it_needs() {
    let data = Data::with(&FOLDER);
    let disk: Arc<dyn FileSystem> = Arc::new(Disk::default());
    let open = |layer: &str| OpenedUp::read(&*disk, &data.file(layer)).unwrap();
    let sound = FOLDER.map(open);
    let truth = Truth::of(FOLDER[0], 1.0);
    let mut random = Random::of_part(8, 0);
    let (mut passed, mut refused) = (0, 0);
    for number in 0..FOLDERS {
        let mut files = sound.clone();
        change_folder(&data, &mut files, &mut random);
        let what = format!("folder {number}");
        if !passes(&what, || data.check_all(FOLDER[0])) {
            refused += 1;
            continue;
        }
        passed += 1;
        for ((layer, file), sound) in FOLDER.iter().zip(&files).zip(&sound) {
            assert_eq!(file.subject, sound.subject, "{what}: {layer} was another layer's file");
            truth.is_within(file);
            for (section, sound) in file.sections.iter().zip(&sound.sections) {
                if let (OpenedSection::Table(name, _, rows), OpenedSection::Table(_, _, sound)) =
                    (section, sound)
                    && name.ends_with("/status")
                {
                    assert_eq!(rows, sound, "{what}: {layer}: a false status passed");
                }
            }
        }
    }
    assert!(passed > 3 && refused > 20, "{passed} {refused}");
}
