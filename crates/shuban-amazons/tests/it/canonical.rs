//! Files of canonical values: built on any threads and in shards, compared with backup, search and
//! laws.

use std::path::Path;
use std::sync::Arc;

use proptest::prelude::*;
use shuban_amazons::{
    Army, CanonicalRegions, CanonicalValue, MAX_CANONICAL_SIZE, Position, Regions, Square, Squares,
    Subgame, Symmetry, ValueId, canonical_by_search, parse_position,
};
use shuban_cgt::{Forms, Player};
use shuban_core::{Class, Dictionary, Domain, LayerId, Record, Silent};
use shuban_solve::{
    BuildOptions, LayerReport, OpenLayer, OpenLayers, Retrograde, Shard, StoredHistogram,
    Tabulation, VerifyOptions, build, verify,
};
use shuban_store::{Database, FileSystem, layer_path};
use shuban_store_testing::MemoryDisk;

const DATA: &str = "/data";

fn files(disk: &MemoryDisk) -> Arc<dyn FileSystem> {
    Arc::new(disk.clone())
}

fn built(disk: &MemoryDisk, size: usize, threads: usize, shard: Option<Shard>) -> LayerReport {
    let layer = CanonicalRegions::layer(size).unwrap();
    let options = BuildOptions { threads, shard, ..BuildOptions::new(DATA) };
    let reports =
        build(&files(disk), &Tabulation(&CanonicalRegions::new()), layer, &options, &Silent);
    reports.unwrap().into_iter().next_back().unwrap()
}

fn contents(disk: &MemoryDisk, size: usize) -> Vec<u8> {
    disk.contents(&layer_path(Path::new(DATA), &format!("amazons/{size}/canonical")).unwrap())
        .unwrap()
}

/// The disk with the layers up to size 6, built once.
fn whole() -> &'static MemoryDisk {
    static DISK: std::sync::LazyLock<MemoryDisk> = std::sync::LazyLock::new(|| {
        let disk = MemoryDisk::default();
        built(&disk, 6, 1, None);
        disk
    });
    &DISK
}

/// The domain of all tests, and its layers, open.
fn opened() -> &'static (&'static CanonicalRegions, OpenLayers<'static, CanonicalRegions>) {
    static OPENED: std::sync::LazyLock<(&CanonicalRegions, OpenLayers<'_, CanonicalRegions>)> =
        std::sync::LazyLock::new(|| {
            static DOMAIN: std::sync::LazyLock<CanonicalRegions> =
                std::sync::LazyLock::new(CanonicalRegions::new);
            let layers = (0..6).map(LayerId);
            (&DOMAIN, OpenLayers::open(&files(whole()), Path::new(DATA), &*DOMAIN, layers).unwrap())
        });
    &OPENED
}

/// The value of any subgame whose regions have up to six squares.
fn value(subgame: &Subgame) -> CanonicalValue {
    let (domain, tables) = opened();
    let form = domain.search(&mut |position: &Position| tables.ask(position)).sum(subgame);
    CanonicalValue::new(domain.forms(), form.unwrap())
}

fn value_of(text: &str) -> String {
    value(parse_position(text).unwrap().subgame()).to_string()
}

/// A position of a size by a number.
fn pick(size: usize, pick: u64) -> Subgame {
    let index = opened().1.layer(LayerId(size - 1)).unwrap().part_index(0);
    *index.unrank(pick % index.len()).unwrap().subgame()
}

#[test]
fn the_domain_keeps_its_laws() {
    let domain = CanonicalRegions::new();
    assert_eq!(domain.layers().len(), MAX_CANONICAL_SIZE);
    assert_eq!(domain.layers()[7].name, "amazons/8/canonical");
    shuban_conformance::layers(&domain).unwrap();
    for layer in 0..4 {
        shuban_conformance::layer(&domain, LayerId(layer), 500).unwrap();
        shuban_conformance::explain(&domain, LayerId(layer), 500).unwrap();
    }
}

#[test]
fn files_depend_neither_on_threads_nor_on_shards() {
    let disk = MemoryDisk::default();
    built(&disk, 5, 3, None);
    let mut positions = 0;
    for shard in Shard::all(3) {
        positions += built(&disk, 6, 2, Some(shard)).positions;
    }
    let merged = built(&disk, 6, 2, None);
    assert_eq!((positions, merged.positions), (203_934, 203_934));
    for size in 1..=6 {
        assert!(contents(&disk, size) == contents(whole(), size), "size {size}");
    }
}

#[test]
fn files_are_what_backup_alone_gives() {
    let plain = MemoryDisk::default();
    let layer = CanonicalRegions::layer(4).unwrap();
    let options = BuildOptions::new(DATA);
    build(&files(&plain), &Retrograde(&CanonicalRegions::new()), layer, &options, &Silent).unwrap();
    for size in 1..=4 {
        let path = layer_path(Path::new(DATA), &format!("amazons/{size}/canonical")).unwrap();
        let [swept, plain] = [whole(), &plain].map(|disk| Database::open(disk, &path).unwrap());
        for section in &plain.manifest().sections {
            let hash = swept.manifest().section(&section.name).map(|(_, section)| &section.hash);
            assert_eq!(hash, Some(&section.hash));
        }
    }
    for (size, sample) in [(1, None), (2, None), (3, None), (4, None), (5, None), (6, Some(20_000))]
    {
        let options =
            VerifyOptions { threads: 2, memory: 1 << 28, sample, ..VerifyOptions::new(DATA) };
        let layer = CanonicalRegions::layer(size).unwrap();
        let verified = verify(
            &files(whole()),
            &Tabulation(&CanonicalRegions::new()),
            layer,
            &options,
            &Silent,
        )
        .unwrap();
        assert_eq!(verified.failure, None);
        assert!(verified.positions > 0);
    }
}

#[test]
fn dictionaries_grow_from_size_to_size_in_the_structural_order() {
    let mut before: Vec<String> = Vec::new();
    for (size, count) in (1..).zip([1, 2, 5, 14, 81, 680]) {
        let layer = opened().1.layer(CanonicalRegions::layer(size).unwrap()).unwrap();
        let values = layer.dictionary().values();
        let texts: Vec<String> = values.iter().map(ToString::to_string).collect();
        assert!(texts.starts_with(&before));
        assert!(values[before.len()..].is_sorted());
        assert_eq!(texts.len(), count, "size {size}");
        before = texts;
    }
    assert_eq!(before[..5], ["0", "1", "-1", "*", "2"].map(String::from));
}

#[test]
fn histograms_are_of_outcomes() {
    let path = layer_path(Path::new(DATA), "amazons/6/canonical").unwrap();
    let stored = StoredHistogram::of(&Database::open(whole(), &path).unwrap()).unwrap().unwrap();
    assert_eq!(stored.columns, ["black", "white", "outcome"]);
    let of = |outcome| -> u64 {
        let rows = stored.histogram.rows().filter(|(class, _)| class[2] == Class::from(outcome));
        rows.map(|(_, count)| count).sum()
    };
    assert_eq!(["L", "R", "N", "P"].map(of), [99_929, 28_425, 43_761, 31_819]);
}

#[test]
fn known_regions_have_known_values() {
    assert_eq!(value_of("X"), "0");
    assert_eq!(value_of("X."), "1");
    assert_eq!(value_of("O."), "-1");
    assert_eq!(value_of("X.O"), "*");
    assert_eq!(value_of("OX.."), "2");
    // Whichever arm the amazon goes to, it has to shoot at the centre.
    assert_eq!(value_of(".#./#X#/#.#"), "1");
    // Regions add.
    assert_eq!(value_of("X.#.O/#####/X.O##"), "*");
    assert_eq!(value_of("X.O#/####/X.O#/####/OX.."), "2");
}

#[test]
fn the_sum_that_a_printed_bound_decides_wrongly() {
    let forms = Arc::new(Forms::new());
    let regions = [
        ("B###/.###/#W##/##../#.##/.###/#.##", "-5*"),
        (".#.##/#.###/##.##/#.#BW/##.##", "6"),
        (".####/#.###/.#.##/###W#/##.#./###B#", "-3"),
        (".###/#B#./#.../#W##/##.#", "{1,{1|0,{1|0}}|-1,{0,{0|-1}|-1}}"),
    ];
    let terms = regions.map(|(text, expected)| {
        let value = canonical_by_search(&forms, parse_position(text).unwrap().subgame());
        assert_eq!(value.to_string(), expected);
        value.form()
    });
    assert_eq!(forms.winner(&terms, Player::Left), Player::Right);
}

#[test]
fn values_tell_what_is_to_be_known_of_them() {
    let hot = value(parse_position("X.O/...").unwrap().subgame());
    let (black, white) = hot.stops();
    assert!(hot.thermograph().temperature > 0.into() && black > white, "{hot}");
    assert_eq!(hot.thermograph().mean, 0.into());
    assert_eq!(hot.outcome().to_string(), "N");
    assert_eq!((hot.winner(Army::Black), hot.winner(Army::White)), (Army::Black, Army::White));
    assert_eq!(hot.swapped(), hot);
    assert_eq!(hot.thermograph().left.at((-1).into()), hot.thermograph().left.corners[0].1);
    assert!(hot.birthday() > 2);
}

#[test]
fn what_is_no_value_is_refused() {
    let domain = CanonicalRegions::new();
    let read = |text: &str| domain.value_from_bytes(text.as_bytes());
    assert_eq!(read("{1|-1}").map(|value| value.to_string()).as_deref(), Some("{1|-1}"));
    // Not canonical, not as it is written, no game, no text.
    for text in ["{0,1|-1}", "+-1", " 1", "{1|", "", "2/4", "{-1|1}"] {
        assert!(read(text).is_none(), "{text}");
    }
    assert!(domain.value_from_bytes(&[0xFF, 0]).is_none());
    let dictionary = Dictionary::default();
    assert_eq!(domain.encode(&read("1").unwrap(), &dictionary), ValueId::OUTSIDE);
    assert!(domain.decode(ValueId::from_columns(&[7]), &dictionary).is_none());
    assert_eq!(ValueId::new(usize::MAX), None);
    assert_eq!(CanonicalRegions::layer(0), None);
    assert_eq!(CanonicalRegions::layer(MAX_CANONICAL_SIZE + 1), None);
}

#[test]
fn values_of_different_stores_are_compared_by_their_forms() {
    let [one, other] = [CanonicalRegions::new(), CanonicalRegions::new()];
    let read =
        |domain: &CanonicalRegions, text: &str| domain.value_from_bytes(text.as_bytes()).unwrap();
    read(&other, "{1|0,{1|0}}");
    for a in ["0", "1", "*", "{1|-1}", "{1|*}"] {
        for b in ["0", "1", "*", "{1|-1}", "{1|*}"] {
            let here = read(&one, a).cmp(&read(&one, b));
            assert_eq!(read(&one, a).cmp(&read(&other, b)), here, "{a} and {b}");
            assert_eq!(here.is_eq(), a == b);
        }
    }
}

/// Returns true if the side to move makes the last move in some squares, by play.
fn wins(subgame: &Subgame, side: Army) -> bool {
    let subgame = subgame.without_empty_regions();
    subgame
        .moves(side)
        .into_iter()
        .any(|action| !wins(&subgame.after(side, action), side.opponent()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn outcomes_are_those_of_play(size in 2usize..=6, rank: u64) {
        let subgame = pick(size, rank);
        for side in Army::BOTH {
            let winner = if wins(&subgame, side) { side } else { side.opponent() };
            prop_assert_eq!(value(&subgame).winner(side), winner);
        }
    }

    #[test]
    fn values_are_those_of_search(size in 1usize..=6, rank: u64) {
        let subgame = pick(size, rank);
        prop_assert_eq!(canonical_by_search(opened().0.forms(), &subgame), value(&subgame));
    }

    #[test]
    fn symmetries_keep_values_and_colours_negate_them(size in 1usize..=6, rank: u64) {
        let subgame = pick(size, rank);
        let here = value(&subgame);
        for symmetry in Symmetry::ALL {
            prop_assert_eq!(value(&subgame.image(symmetry)), here.clone());
        }
        prop_assert_eq!(value(&subgame.swapped()), here.swapped());
        let negative = here.forms().negative(here.form());
        prop_assert_eq!(here.forms().winner(&[here.form(), negative], Player::Left), Player::Right);
    }

    #[test]
    fn sums_of_regions_are_won_as_play_in_all_of_them_says(a: u64, b: u64, size in 2usize..=4) {
        let (a, b) = (pick(size, a), pick(4, b));
        let terms = [value(&a).form(), value(&b).form()];
        let sum = beside(&a, &b);
        let forms: &Forms = opened().0.forms();
        for (side, player) in [(Army::Black, Player::Left), (Army::White, Player::Right)] {
            let winner = if wins(&sum, side) { player } else { player.opponent() };
            prop_assert_eq!(forms.winner(&terms, player), winner);
            prop_assert_eq!(value(&sum).outcome().winner(player), winner);
        }
    }
}

/// Two small regions as one set of squares.
fn beside(a: &Subgame, b: &Subgame) -> Subgame {
    let down = a.squares().extent().0 + 1;
    let moved = |squares: Squares| -> Squares {
        squares
            .iter()
            .map(|square| Square::new(square.row() + down, square.column()).unwrap())
            .collect()
    };
    let both = |of: fn(&Subgame) -> Squares| of(a) | moved(of(b));
    Subgame::new(both(Subgame::squares), both(Subgame::black), both(Subgame::white)).unwrap()
}

#[test]
fn regions_and_pairs_number_the_same_positions() {
    let pairs = Regions::new();
    let index = pairs.index(shuban_core::PartId { layer: LayerId(4), part: 0 }).unwrap();
    let layer: &OpenLayer<'_, _> = opened().1.layer(LayerId(4)).unwrap();
    for rank in (0..index.len()).step_by(101) {
        assert_eq!(layer.part_index(0).unrank(rank), index.unrank(rank));
    }
}
