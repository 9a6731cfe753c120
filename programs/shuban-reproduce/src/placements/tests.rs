use std::collections::BTreeSet;

use shuban_core::{Game, Silent};
use shuban_trax::{Lines, Position, Trax};

use super::*;

/// Weighs all 7^(n²) boards one by one.
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

/// Returns all boards of a size that meet the conditions but the second, as cells.
fn anywhere(size: usize) -> impl Iterator<Item = Vec<Option<content::Sides>>> {
    let tiles = content::Sides::all();
    (0..7u64.pow((size * size) as u32)).filter_map(move |mut board| {
        let mut cells = Vec::new();
        for _ in 0..size * size {
            cells.push(tiles.get((board % 7) as usize).copied());
            board /= 7;
        }
        // A larger board, where it lies in the first row and column of cells that are taken away.
        let taken = |row: &[Option<content::Sides>]| row.iter().any(Option::is_some);
        let top = cells.chunks(size).position(taken)?;
        let left =
            (0..size).find(|&column| cells[column..].iter().step_by(size).any(Option::is_some))?;
        let mut moved = vec![None; size * size];
        for row in top..size {
            for column in left..size {
                moved[(row - top) * size + column - left] = cells[row * size + column];
            }
        }
        estimate::weight(&moved, size, Touching::Agree)?;
        Some(cells)
    })
}

#[test]
fn places_are_counted_as_they_lie() {
    for size in 1..=2 {
        let counts = counted(size, &Silent).unwrap();
        let boards: Vec<_> = anywhere(size).collect();
        let is_top =
            |cells: &&Vec<Option<content::Sides>>| cells[..size].iter().any(Option::is_some);
        let is_left =
            |cells: &&Vec<Option<content::Sides>>| cells.iter().step_by(size).any(Option::is_some);
        let count = |is: &dyn Fn(&&Vec<Option<content::Sides>>) -> bool| {
            boards.iter().filter(is).count() as u128
        };
        assert_eq!(counts.anywhere, boards.len() as u128, "{size}");
        assert_eq!(counts.top_or_left, count(&|cells| is_top(cells) || is_left(cells)), "{size}");
        assert_eq!(counts.top_left, count(&|cells| is_top(cells) && is_left(cells)), "{size}");
    }
}

#[test]
fn images_are_counted_once() {
    // One tile lies in six ways, which are two up to symmetry.
    assert_eq!(up_to_symmetry(1, &Silent), Some((6, 2)));
    // The game reads what meets the conditions, and moves it to the top left.
    let trax = Trax::new(2, Lines::Full).unwrap();
    let codes = ["..", "NS", "EW", "NW", "SE", "NE", "SW"];
    let diagram = |board: usize| {
        let code = |cell: u32| codes[board / 7usize.pow(cell) % 7];
        format!("white:{}{}|{}{}", code(0), code(1), code(2), code(3))
    };
    let read: BTreeSet<Position> =
        (1..7usize.pow(4)).filter_map(|board| trax.parse(&diagram(board)).ok()).collect();
    let classes: BTreeSet<Position> =
        read.iter().map(|position| trax.canonical(position)).collect();
    let counts = (read.len() as u64, classes.len() as u64);
    assert_eq!(up_to_symmetry(2, &Silent), Some(counts));
    let (all, classes) = up_to_symmetry(3, &Silent).unwrap();
    assert_eq!(u128::from(all), counted(3, &Silent).unwrap().top_left);
    assert!(classes * 8 > all && classes * 7 < all, "{all}, {classes}");
}
