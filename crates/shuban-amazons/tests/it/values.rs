//! The values of regions: against a plain twin, published histograms, and their laws.

use crate::common::{Solved, Twin, amazons, histogram, published_histogram};
use proptest::prelude::*;
use shuban_amazons::{
    Army, MAX_SIZE, Minimax, PairCode, Placements, Region, RegionIndex, Regions, ScorePair,
    Subgame, Symmetry, position_counts, value_by_search,
};
use shuban_core::{Index, LayerId};

/// Values of all regions of up to six squares, by `backup`.
fn solved() -> &'static Solved {
    static SOLVED: std::sync::LazyLock<Solved> = std::sync::LazyLock::new(|| Solved::up_to(6));
    &SOLVED
}

/// A region of the index by a number, and a placement in it by another.
fn pick(size: usize, region: u64, placement: u64) -> Subgame {
    static INDEXES: std::sync::LazyLock<Vec<RegionIndex>> =
        std::sync::LazyLock::new(|| (1..=9).map(RegionIndex::new).collect());
    let index = &INDEXES[size - 1];
    let ranks = index.ranks((region % index.regions().len() as u64) as usize);
    let rank = ranks.start + placement % (ranks.end - ranks.start);
    *index.unrank(rank).unwrap().subgame()
}

#[test]
fn the_domain_keeps_its_laws() {
    let domain = Regions::new();
    assert_eq!(MAX_SIZE, 10);
    shuban_conformance::layers(&domain).unwrap();
    for layer in 0..6 {
        shuban_conformance::layer(&domain, LayerId(layer), 1_000).unwrap();
        shuban_conformance::explain(&domain, LayerId(layer), 1_000).unwrap();
    }
    shuban_conformance::layer(&domain, LayerId(7), 50).unwrap();
}

#[test]
fn values_to_size_5_are_those_of_the_twin() {
    for size in 1..=5 {
        let domain = Regions::new();
        let mut twin = Twin::default();
        let (index, values) = solved().layer(size);
        assert_eq!(index.len(), values.len() as u64);
        let layer = Regions::layer(size).unwrap();
        let twin = std::cell::RefCell::new(&mut twin);
        shuban_conformance::brute_force(
            &domain,
            layer,
            |_, rank| Some(values[rank as usize]),
            |position| twin.borrow_mut().value(position.subgame()),
        )
        .unwrap();
    }
}

#[test]
fn values_to_size_6_have_the_published_histograms() {
    for size in 1..=6 {
        let (index, values) = solved().layer(size);
        let positions = (0..index.len()).map(|rank| amazons(index.unrank(rank).unwrap().subgame()));
        assert_eq!(
            histogram(positions.zip(values.iter().copied())),
            published_histogram(size),
            "size {size}"
        );
    }
}

#[test]
fn table_3_is_counted_in_closed_form_and_by_enumeration() {
    let table = include_str!("../data/amazons-table3.csv");
    for size in 1..=11 {
        let counts = position_counts(size);
        for line in table.lines().skip(1) {
            let fields: Vec<&str> = line.split(',').collect();
            let printed: u64 = fields[1 + size].parse().unwrap();
            let counted = match fields[0] {
                "total" => counts.values().sum(),
                black => counts
                    .get(&(black.parse().unwrap(), fields[1].parse().unwrap()))
                    .copied()
                    .unwrap_or_default(),
            };
            assert_eq!(counted, printed, "size {size}: {line}");
        }
        if size <= 8 {
            let mut enumerated = counts.clone();
            enumerated.values_mut().for_each(|count| *count = 0);
            for region in Region::all(size) {
                for placement in Placements::new(region).iter() {
                    *enumerated.get_mut(&placement.counts()).unwrap() += 1;
                }
            }
            assert_eq!(enumerated, counts, "size {size}");
        }
    }
}

#[test]
fn known_regions_have_known_values() {
    let value = |text: &str| {
        value_by_search(shuban_amazons::parse_position(text).unwrap().subgame()).to_string()
    };
    assert_eq!(value("X"), "(null|null)");
    assert_eq!(value("XO"), "(null|null)");
    assert_eq!(value("X."), "(1|null)");
    assert_eq!(value("X.O"), "(1|-1)");
    assert_eq!(value("OX.."), "(2|null)");
    // A defective territory: whichever arm the amazon goes to, it has to shoot at the centre.
    assert_eq!(value(".#./#X#/#.#"), "(1|null)");
    // The two regions of Figure 4, which have the values of the print.
    assert_eq!(value("#W#/BW#/#../#B#/#.#/#.#"), "(4|0)");
    assert_eq!(value("BW###/##.##/#.##W/##..#/#B###"), "(1|-4)");
    // One of the sums for which the printed lower bound is wrong.
    assert_eq!(value("B###/.###/#W##/##../#.##/.###/#.##"), "(-4|-6)");
    assert_eq!(value(".#.##/#.###/##.##/#.#BW/##.##"), "(6|null)");
    assert_eq!(value(".####/#.###/.#.##/###W#/##.#./###B#"), "(-3|-3)");
    assert_eq!(value(".###/#B#./#.../#W##/##.#"), "(4|-4)");
}

#[test]
fn best_moves_reach_the_value() {
    let position = shuban_amazons::parse_position("#W#/BW#/#../#B#/#.#/#.#").unwrap();
    let known = |region: &Subgame| Ok::<_, ()>(solved().pair(region));
    let mut minimax = Minimax::new(known);
    let value = minimax.value(position.subgame()).unwrap();
    for side in Army::BOTH {
        let by_table = minimax.move_values(position.subgame(), side).unwrap();
        let mut by_search = Minimax::new(|_: &Subgame| Ok::<_, ()>(None));
        assert_eq!(by_table, by_search.move_values(position.subgame(), side).unwrap());
        let values = by_table.iter().map(|&(_, value)| value);
        let best = if side == Army::Black { values.max() } else { values.min() };
        assert_eq!(best, value.first(side));
        assert_eq!(by_table.len(), position.subgame().moves(side).len());
    }
}

proptest! {
    #[test]
    fn larger_regions_are_numbered_too(region: u64, symmetric: bool, pick: u64) {
        static REGIONS: std::sync::LazyLock<Vec<Region>> =
            std::sync::LazyLock::new(|| Region::all(7));
        let is_asked = |region: &&Region| !symmetric || !region.symmetries().is_empty();
        let regions: Vec<&Region> = REGIONS.iter().filter(is_asked).collect();
        let placements = Placements::new(*regions[(region % regions.len() as u64) as usize]);
        let rank = pick % placements.len();
        let placement = placements.unrank(rank).unwrap();
        prop_assert_eq!(placements.rank(placement), Some(rank));
        for symmetry in placements.symmetries() {
            prop_assert_eq!(placements.rank(placement.permuted(symmetry)), Some(rank));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn random_values_to_size_8_are_those_of_the_twin(
        size in 6usize..=8,
        region: u64,
        placement: u64,
    ) {
        let subgame = pick(size, region, placement);
        let value = value_by_search(&subgame);
        prop_assert_eq!(value, Twin::default().value(&subgame));
        let known = |region: &Subgame| Ok::<_, ()>(solved().pair(region));
        prop_assert_eq!(Minimax::new(known).value(&subgame), Ok(value));
    }

    #[test]
    fn symmetries_and_colours_leave_values_in_place(
        size in 1usize..=8,
        region: u64,
        placement: u64,
    ) {
        let subgame = pick(size, region, placement);
        let value = value_by_search(&subgame);
        for symmetry in Symmetry::ALL {
            prop_assert_eq!(value_by_search(&subgame.image(symmetry)), value);
        }
        prop_assert_eq!(value_by_search(&subgame.swapped()), value.swapped());
        if let Some(tabled) = solved().pair(&subgame) {
            prop_assert_eq!(tabled, value);
            prop_assert_eq!(solved().pair(&subgame.swapped()), Some(value.swapped()));
        }
    }

    #[test]
    fn values_are_as_the_paper_says(size in 1usize..=9, region: u64, placement: u64) {
        let subgame = pick(size, region, placement);
        let known = |region: &Subgame| Ok::<_, ()>(solved().pair(region));
        let ScorePair { a, b } = Minimax::new(known).value(&subgame).unwrap();
        prop_assert_eq!(a.is_some(), subgame.can_move(Army::Black));
        prop_assert_eq!(b.is_some(), subgame.can_move(Army::White));
        // A side with the move keeps a stuck enemy stuck.
        prop_assert!(a.is_some() || b.is_none_or(|b| b < 0));
        prop_assert!(b.is_some() || a.is_none_or(|a| a > 0));
        prop_assert!(PairCode::of(ScorePair { a, b }).is_some(), "{a:?} {b:?}");
    }
}
