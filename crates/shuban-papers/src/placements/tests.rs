use super::*;

/// All 7^(n²) boards, weighed one by one.
fn one_by_one(size: usize, touching: Touching) -> f64 {
    let tiles = content::Sides::all();
    let boards = 7u64.pow((size * size) as u32);
    (0..boards)
        .filter_map(|mut board| {
            let cells: Vec<_> = (0..size * size)
                .map(|_| {
                    let cell = tiles.get((board % 7) as usize).copied();
                    board /= 7;
                    cell
                })
                .collect();
            estimate::weight(&cells, size, touching)
        })
        .sum()
}

#[test]
fn counts_are_those_of_all_boards_one_by_one() {
    for size in 1..=2 {
        assert_eq!(count_placements(size) as f64, one_by_one(size, Touching::Agree), "{size}");
        assert_eq!(weigh_placements(size), one_by_one(size, Touching::Halve), "{size}");
    }
}

#[test]
fn counts_are_known() {
    let known = [6, 236, 23_290, 6_886_856, 10_438_053_986, 74_451_672_658_900];
    for (size, known) in (1..).zip(known) {
        assert_eq!(count_placements(size), known, "{size}");
    }
}

#[test]
fn samples_come_near_to_the_counts() {
    for (touching, count) in [(Touching::Agree, 23_290.0), (Touching::Halve, weigh_placements(3))] {
        let samples = sample_placements(3, touching, 1_000_000, &mut shuban_core::Random::new(1));
        let error = samples.standard_error(3);
        assert!((samples.placements(3) - count).abs() < 4.0 * error, "{samples:?}, {count}");
        assert!(error < count / 20.0, "{samples:?}");
    }
}
