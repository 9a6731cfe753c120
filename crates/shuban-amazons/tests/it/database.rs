//! Files of layers: built by the sweep on any threads and in shards, held against what is
//! published.

use std::path::Path;
use std::sync::Arc;

use crate::common::{Row, published_histogram};
use shuban_amazons::{Regions, Subgame, value_by_search};
use shuban_core::{Class, Domain, LayerId, Silent};
use shuban_solve::{
    BuildOptions, LayerReport, OpenLayer, Retrograde, Shard, StoredHistogram, Tabulation,
    VerifyOptions, build, verify,
};
use shuban_store::testing::MemoryDisk;
use shuban_store::{Database, FileSystem, layer_path};

fn files(disk: &MemoryDisk) -> Arc<dyn FileSystem> {
    Arc::new(disk.clone())
}

fn built(disk: &MemoryDisk, size: usize, threads: usize, shard: Option<Shard>) -> LayerReport {
    let layer = Regions::layer(size).unwrap();
    let options = BuildOptions { threads, shard, ..BuildOptions::new("/data") };
    let reports =
        build(&files(disk), &Regions::new(), &Tabulation, layer, &options, &Silent).unwrap();
    reports.into_iter().next_back().unwrap()
}

fn contents(disk: &MemoryDisk, size: usize) -> Vec<u8> {
    disk.contents(&layer_path(Path::new("/data"), &format!("amazons/{size}")).unwrap()).unwrap()
}

/// What holds the layers up to size 7, built once.
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
    build(&files(&plain), &Regions::new(), &Retrograde, layer, &options, &Silent).unwrap();
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
        let options = VerifyOptions { data: "/data".into(), threads: 2, memory: u64::MAX, sample };
        let layer = Regions::layer(size).unwrap();
        let verified =
            verify(&files(whole()), &Regions::new(), &Tabulation, layer, &options, &Silent)
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
