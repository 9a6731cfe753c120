//! Files of layers: built by the sweep on any threads and in shards, compared with published
//! values.

use std::path::Path;
use std::sync::Arc;

use crate::common::{Row, published_histogram};
use shuban_amazons::record88::{RECORD_BYTES, decode};
use shuban_amazons::{Army, Minimax, Regions, Subgame, value_by_search};
use shuban_core::own_file::{OwnExport, OwnFiles};
use shuban_core::tabulate::OneThread;
use shuban_core::{Class, Domain, LayerId, Silent};
use shuban_solve::{
    BuildOptions, LayerReport, OpenLayer, OpenLayers, Retrograde, Shard, StoredHistogram,
    Tabulation, VerifyOptions, build, verify,
};
use shuban_store::{Database, FileSystem, layer_path};
use shuban_store_testing::MemoryDisk;

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
