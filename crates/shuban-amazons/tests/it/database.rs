//! Files of layers: built by the sweep on any threads and in shards, compared with published
//! values.

use std::path::Path;
use std::sync::Arc;

use crate::common::{Row, published_histogram};
use shuban_amazons::record88::{RECORD_BYTES, Record88, decode, encode};
use shuban_amazons::{Army, Minimax, Position, Regions, Subgame, Symmetry, value_by_search};
use shuban_core::own_file::{OwnExport, OwnFiles};
use shuban_core::tabulate::OneThread;
use shuban_core::{Class, Domain, LayerId, PartId, Silent};
use shuban_solve::{
    BuildOptions, LayerReport, OpenLayer, OpenLayers, Retrograde, Shard, StoredHistogram,
    Tabulation, VerifyOptions, build, verify,
};
use shuban_store::{Database, FileSystem, layer_path};
use shuban_store_testing::{MemoryDisk, file_of};

fn files(disk: &MemoryDisk) -> Arc<dyn FileSystem> {
    Arc::new(disk.clone())
}

fn built(disk: &MemoryDisk, size: usize, threads: usize, shard: Option<Shard>) -> LayerReport {
    let layer = Regions::layer(size).unwrap();
    let options = BuildOptions { threads, shard, ..BuildOptions::new("/data") };
    let reports =
        build(&files(disk), &Tabulation(&Regions::new()), layer, &options, &Silent).unwrap();
    reports.into_iter().next_back().unwrap()
}

fn contents(disk: &MemoryDisk, size: usize) -> Vec<u8> {
    disk.contents(&layer_path(Path::new("/data"), &format!("amazons/{size}")).unwrap()).unwrap()
}

/// The disk with the layers up to size 7, built once.
fn whole() -> &'static MemoryDisk {
    static DISK: std::sync::LazyLock<MemoryDisk> = std::sync::LazyLock::new(|| {
        let disk = MemoryDisk::default();
        built(&disk, 7, 1, None);
        disk
    });
    &DISK
}

#[test]
fn files_depend_neither_on_threads_nor_on_shards() {
    let disk = MemoryDisk::default();
    built(&disk, 6, 3, None);
    let mut positions = 0;
    for shard in Shard::all(3) {
        positions += built(&disk, 7, 2, Some(shard)).positions;
    }
    let merged = built(&disk, 7, 2, None);
    assert_eq!((positions, merged.positions), (3_519_293, 3_519_293));
    for size in 1..=7 {
        assert!(contents(&disk, size) == contents(whole(), size), "size {size}");
    }
}

#[test]
fn a_file_holds_little_more_than_half_a_byte_a_position() {
    let bytes = contents(whole(), 7).len() as f64;
    assert!(bytes / 3_519_293.0 < 0.75, "{} bytes a position", bytes / 3_519_293.0);
}

#[test]
fn stored_histograms_are_as_published() {
    for size in 1..=6 {
        let path = layer_path(Path::new("/data"), &format!("amazons/{size}")).unwrap();
        let database = Database::open(whole(), &path).unwrap();
        let stored = StoredHistogram::of(&database).unwrap().unwrap();
        assert_eq!(stored.columns, ["black", "white", "a", "b"]);
        let number = |class: &Class| match class {
            Class::Number(number) => Some(i32::try_from(*number).unwrap()),
            _ => None,
        };
        let rows: Vec<Row> = (stored.histogram.rows())
            .map(|(class, count)| {
                let amazons = |i: usize| number(&class[i]).unwrap() as usize;
                (amazons(0), amazons(1), number(&class[2]), number(&class[3]), count)
            })
            .collect();
        assert_eq!(rows, published_histogram(size), "size {size}");
    }
}

#[test]
fn files_are_what_backup_alone_gives() {
    let plain = MemoryDisk::default();
    let layer = Regions::layer(5).unwrap();
    let options = BuildOptions::new("/data");
    build(&files(&plain), &Retrograde(&Regions::new()), layer, &options, &Silent).unwrap();
    for size in 1..=5 {
        let path = layer_path(Path::new("/data"), &format!("amazons/{size}")).unwrap();
        let [swept, plain] = [whole(), &plain].map(|disk| Database::open(disk, &path).unwrap());
        for section in &plain.manifest().sections {
            assert_eq!(
                swept.manifest().section(&section.name).map(|(_, section)| &section.hash),
                Some(&section.hash)
            );
        }
    }
    for (size, sample) in
        [(1, None), (2, None), (3, None), (4, None), (5, None), (6, None), (7, Some(20_000))]
    {
        let options =
            VerifyOptions { threads: 2, memory: u64::MAX, sample, ..VerifyOptions::new("/data") };
        let layer = Regions::layer(size).unwrap();
        let verified =
            verify(&files(whole()), &Tabulation(&Regions::new()), layer, &options, &Silent)
                .unwrap();
        assert_eq!(verified.failure, None);
        assert!(verified.positions > 0);
    }
}

#[test]
fn positions_are_looked_up_any_way_round() {
    let domain = Regions::new();
    let open = OpenLayer::open(&files(whole()), Path::new("/data"), &domain, LayerId(6)).unwrap();
    for text in ["X..O/.#.#/.###", "O.#/.X./#.O", "XX../##../##.#", "#X#/.../OOO", "XO./OX./.##"] {
        let position = shuban_amazons::parse_position(text).unwrap();
        let subgame = *position.subgame();
        let (asked, swapped) = Regions::lookup(&subgame).unwrap();
        assert_eq!(domain.locate(&asked).unwrap().layer, LayerId(6));
        let pair = open.value(&asked).unwrap().unwrap();
        let pair = if swapped { pair.swapped() } else { pair };
        assert_eq!(pair, value_by_search(&subgame), "{text}");
    }
    let apart = shuban_amazons::parse_position("X.#.O").unwrap();
    assert_eq!(Regions::lookup(apart.subgame()), None);
    assert_eq!(Regions::lookup(&Subgame::default()), None);
}

/// The published records of a file, read again.
#[test]
fn records_of_six_and_seven_squares_are_read_back_value_by_value() {
    let domain = Regions::new();
    let files = files(whole());
    let data = Path::new("/data");
    for (size, positions) in [(6, 203_934), (7, 3_519_293)] {
        let layer = Regions::layer(size).unwrap();
        let tables = OpenLayers::open(&files, data, &domain, (0..size).map(LayerId)).unwrap();
        let mut bytes = Vec::new();
        let (workers, progress) = (&OneThread, &Silent);
        let own = OwnExport { format: "okada", layer, tables: &tables, workers, progress };
        let written = domain.export(&own, &mut bytes).unwrap();
        assert_eq!((written, bytes.len()), (positions, positions as usize * RECORD_BYTES));
        let open = OpenLayer::open(&files, data, &domain, layer).unwrap();
        let index = open.part_index(0);
        for (rank, record) in bytes.chunks(RECORD_BYTES).enumerate() {
            let entry = decode(record.try_into().unwrap()).unwrap();
            let position = index.unrank(rank as u64).unwrap();
            assert_eq!(entry.region, *position.subgame(), "{rank}");
            assert_eq!(entry.value, open.value_at(0, rank as u64).unwrap(), "{rank}");
            if rank % 1_000 == 0 {
                let nothing = |_: &Subgame| Ok::<_, std::convert::Infallible>(None);
                let mut minimax = Minimax::new(nothing);
                for side in Army::BOTH {
                    let Ok(worth) = minimax.move_values(&entry.region, side);
                    let is_best = |action| {
                        worth.iter().any(|&(one, value)| {
                            one == action && Some(value) == entry.value.first(side)
                        })
                    };
                    assert!(entry.best[side as usize].is_none_or(is_best), "{rank}");
                }
            }
        }
    }
}

/// The records of all regions of four squares.
fn four() -> Vec<u8> {
    let (domain, disk) = (Regions::new(), files(whole()));
    let tables = OpenLayers::open(&disk, Path::new("/data"), &domain, (0..4).map(LayerId)).unwrap();
    let (layer, mut bytes) = (LayerId(3), Vec::new());
    let (workers, progress) = (&OneThread, &Silent);
    let own = OwnExport { format: "okada", layer, tables: &tables, workers, progress };
    domain.export(&own, &mut bytes).unwrap();
    assert_eq!(domain.bytes("okada", layer), Some(bytes.len() as u64));
    bytes
}

#[test]
fn every_image_of_a_region_is_looked_up_in_a_file_of_records() {
    let domain = Regions::new();
    let file = domain.open(&file_of(four())).unwrap().unwrap();
    assert_eq!((file.layer, file.format), (LayerId(3), "okada"));
    let index = domain.index(PartId { layer: LayerId(3), part: 0 }).unwrap();
    for rank in 0..index.len() {
        let subgame = *index.unrank(rank).unwrap().subgame();
        for symmetry in Symmetry::ALL {
            let image = subgame.image(symmetry);
            for image in [image, image.swapped()] {
                let position = Position::around(image, Army::White).unwrap();
                let value = (file.value)(&position).unwrap();
                assert_eq!(value, Some(value_by_search(&image)), "{image:?}");
            }
        }
    }
    // Regions of another size, and none.
    for text in ["X.O", "X../.O#", "X.#.O", "###"] {
        let position = shuban_amazons::parse_position(text).unwrap();
        let is_of_four = position.subgame().squares().len() == 4 && text != "X.#.O";
        assert_eq!((file.value)(&position).unwrap().is_some(), is_of_four, "{text}");
    }
}

#[test]
fn records_in_any_order_are_compared_and_others_refused() {
    let (domain, bytes) = (Regions::new(), four());
    let records: Vec<&[u8]> = bytes.chunks(RECORD_BYTES).collect();
    let compared = |theirs: Vec<u8>| {
        let compared = domain.deviation(&file_of(bytes.clone()), &file_of(theirs));
        compared.map(|deviation| deviation.unwrap()).map_err(|error| error.to_string())
    };
    let refused = |theirs: &[&[u8]], reason: &str| {
        let error = compared(theirs.concat()).unwrap_err();
        assert!(error.contains(reason), "{error}");
    };
    let reversed: Vec<&[u8]> = records.iter().rev().copied().collect();
    let found = compared(reversed.concat()).unwrap();
    assert!(found.largest == 0.0 && found.is_allowed() && found.left_out == "best moves");
    let open = domain.open(&file_of(reversed.concat())).unwrap().unwrap();
    let first = domain.index(PartId { layer: LayerId(3), part: 0 }).unwrap().unrank(0).unwrap();
    let error = (open.value)(&first).unwrap_err().to_string();
    assert!(error.contains("record 0 is of another region"), "{error}");

    // Another value, of the same region.
    let entries = records.iter().map(|record| decode((*record).try_into().unwrap()).unwrap());
    let at = entries.clone().position(|entry| entry.value.a == Some(1)).unwrap();
    let mut other = entries.clone().nth(at).unwrap();
    other.value.a = Some(3);
    let other = encode(&other).unwrap();
    let with = |record: &[u8]| {
        let mut all = records.clone();
        all[at] = record;
        all.concat()
    };
    let found = compared(with(&other)).unwrap();
    assert!(found.largest == 2.0 && !found.is_allowed());

    refused(&[&records[..1], &records[..781]].concat(), "record 1 is of the same region");
    refused(&[&records[..781], &[&[0xFF; RECORD_BYTES]]].concat(), "record 781: ");
    let size = "the file has 8591 bytes; its first record is of 4 squares";
    refused(&records[..781], size);
    let error = domain.open(&file_of(bytes[..bytes.len() - 1].to_vec())).err().unwrap().to_string();
    assert!(error.contains("8601 bytes") && error.contains("take 8602"), "{error}");
    // White in the majority, which is in no record.
    let heavy =
        entries.clone().find(|entry| entry.region.white().is_empty() && entry.value.a.is_some());
    let heavy = heavy.unwrap();
    let [one, other] = heavy.best;
    let (region, value) = (heavy.region.swapped(), heavy.value.swapped());
    let heavy = encode(&Record88 { region, value, best: [other, one] }).unwrap();
    refused(&[&records[..781], &[&heavy]].concat(), "White has more amazons");
    // Nothing that begins with a record.
    for bytes in [Vec::new(), bytes[..10].to_vec(), vec![0xFF; 8_602]] {
        assert!(domain.open(&file_of(bytes)).unwrap().is_none());
    }
}
