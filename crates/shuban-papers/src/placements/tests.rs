use shuban_core::Silent;

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
        assert_eq!(
            count_placements(size, &Silent).unwrap() as f64,
            one_by_one(size, Touching::Agree),
            "{size}"
        );
        assert_eq!(
            weigh_placements(size, &Silent).unwrap(),
            one_by_one(size, Touching::Halve),
            "{size}"
        );
    }
}
