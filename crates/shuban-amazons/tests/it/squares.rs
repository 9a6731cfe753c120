//! Squares, sets of squares, regions, and the codes of values.

use proptest::prelude::*;
use shuban_amazons::{
    BOX, MAX_REGION, PairCode, Permutation, Placement, Placements, Region, ScorePair, Square,
    Squares,
};

fn any_squares() -> impl Strategy<Value = Squares> {
    let all = Squares::rectangle(BOX, BOX).bits();
    any::<u128>().prop_map(move |bits| Squares::from_bits(bits & all).unwrap())
}

fn are_neighbours(a: Square, b: Square) -> bool {
    a != b && a.row().abs_diff(b.row()) <= 1 && a.column().abs_diff(b.column()) <= 1
}

#[test]
fn squares_have_rows_and_columns() {
    let square = Square::new(2, 10).unwrap();
    assert_eq!((square.row(), square.column(), square.number()), (2, 10, 32));
    assert_eq!(format!("{square:?}"), "(2, 10)");
    assert_eq!(Square::new(11, 0), None);
    assert_eq!(Square::new(0, 11), None);
    assert_eq!(Squares::from_bits(1 << 121), None);
    assert_eq!(Squares::rectangle(11, 11).len(), 121);
    assert_eq!(Squares::rectangle(2, 3).extent(), (2, 3));
    assert_eq!(Squares::EMPTY.extent(), (0, 0));
}

#[test]
fn sets_that_overlap_are_united_and_divided() {
    let (row, column) = (Squares::rectangle(1, 3), Squares::rectangle(2, 1));
    assert_eq!([row | column, row & column, row - column].map(Squares::len), [4, 1, 2]);
}

proptest! {
    #[test]
    fn growing_adds_the_neighbours(squares in any_squares()) {
        let grown: Squares = Squares::rectangle(BOX, BOX)
            .iter()
            .filter(|&s| {
                squares.contains(s) || squares.iter().any(|other| are_neighbours(s, other))
            })
            .collect();
        prop_assert_eq!(squares.grown(), grown);
    }

    #[test]
    fn components_divide_a_set(squares in any_squares()) {
        let components: Vec<Squares> = squares.components().collect();
        prop_assert_eq!(components.iter().fold(Squares::EMPTY, |all, &one| all | one), squares);
        prop_assert_eq!(components.iter().map(|one| one.len()).sum::<usize>(), squares.len());
        for (i, one) in components.iter().enumerate() {
            prop_assert!(one.is_connected());
            prop_assert!(components[..i].iter().all(|other| (other.grown() & *one).is_empty()));
        }
    }

    #[test]
    fn shifting_to_the_corner_keeps_the_shape(
        squares in any_squares().prop_map(|squares| squares & Squares::rectangle(6, 5)),
        down in 0usize..5,
        right in 0usize..6,
    ) {
        let corner = squares.at_corner();
        let shifted: Squares = corner
            .iter()
            .map(|square| Square::new(square.row() + down, square.column() + right).unwrap())
            .collect();
        prop_assert_eq!(shifted.at_corner(), corner);
        if let Some(first) = corner.first() {
            prop_assert_eq!(first.row(), 0);
            prop_assert!(corner.iter().any(|square| square.column() == 0));
        }
    }

    #[test]
    fn numbers_count_the_squares_before(squares in any_squares()) {
        for (number, square) in squares.iter().enumerate() {
            prop_assert_eq!(squares.number_of(square), number);
        }
    }
}

#[test]
fn codes_stand_for_all_pairs_that_can_be_stored() {
    let numbers = || (-10..=10).map(Some).chain([None]);
    let mut codes = Vec::new();
    for a in numbers() {
        for b in numbers() {
            let pair = ScorePair { a, b };
            let storable = match (a, b) {
                (None, None) => true,
                (Some(a), None) => (1..=9).contains(&a),
                (None, Some(b)) => (-9..=-1).contains(&b),
                (Some(a), Some(b)) => (-6..=8).contains(&a) && (-8..=6).contains(&b),
            };
            let code = PairCode::of(pair);
            assert_eq!(code.is_some(), storable, "{pair}");
            assert_eq!(code.map(PairCode::pair), code.map(|_| Some(pair)));
            codes.extend(code);
        }
    }
    codes.sort_unstable();
    assert_eq!(codes, (0..244).map(PairCode).collect::<Vec<_>>());
    assert!((244..=u8::MAX).all(|byte| PairCode(byte).pair().is_none()));
}

#[test]
fn there_are_as_many_regions_as_free_polyplets() {
    for (size, count) in
        [(0, 0), (1, 1), (2, 2), (3, 5), (4, 22), (5, 94), (6, 524), (7, 3_031), (8, 18_770)]
    {
        let regions = Region::all(size);
        assert_eq!(regions.len(), count, "size {size}");
        assert!(regions.is_sorted());
        assert!(regions.iter().all(|&region| region.size() == size));
        assert!(
            regions.iter().all(|region| Region::from_canonical(region.squares()) == Some(*region))
        );
    }
    assert_eq!(Region::all(MAX_REGION + 1), []);
}

#[test]
fn the_counts_of_symmetries_give_the_fixed_polyplets() {
    // Fixed polyplets: 1, 4, 20, 110, 638, 3832, 23592 (OEIS A006770).
    for (size, fixed) in [(1, 1), (2, 4), (3, 20), (4, 110), (5, 638), (6, 3_832), (7, 23_592)] {
        let regions = Region::all(size);
        let count: usize = regions.iter().map(|region| 8 / (region.symmetries().len() + 1)).sum();
        assert_eq!(count, fixed, "size {size}");
    }
}

#[test]
fn what_is_no_region_is_refused() {
    assert_eq!(Region::of(Squares::EMPTY), None);
    assert_eq!(Region::of(Squares::rectangle(3, 4)), None, "twelve squares");
    let apart = Squares::rectangle(1, 3).without(Square::new(0, 1).unwrap());
    assert_eq!(Region::of(apart), None);
    assert_eq!(Region::from_canonical(Squares::rectangle(1, 2)), None, "it lies on its side");
}

#[test]
fn permutations_have_cycles() {
    let square = Region::of(Squares::rectangle(2, 2)).unwrap().0;
    let mut cycles: Vec<Vec<usize>> = square.symmetries().iter().map(Permutation::cycles).collect();
    cycles.iter_mut().for_each(|lengths| lengths.sort_unstable());
    cycles.sort_unstable();
    let expected: [&[usize]; 7] = [&[1, 1, 2], &[1, 1, 2], &[2, 2], &[2, 2], &[2, 2], &[4], &[4]];
    assert_eq!(cycles, expected);
}

#[test]
fn what_the_index_does_not_hold_has_no_rank() {
    let placements = Placements::new(Region::all(6)[0]);
    let of = |black, white| placements.rank(Placement { black, white });
    assert_eq!(of(0b1, 0b110), None, "White has more");
    assert_eq!(of(0b11111, 0), None, "five amazons");
    assert_eq!(of(0b11, 0b10), None, "two on one square");
    assert_eq!(of(0b100_0000, 0), None, "off the region");
    assert_eq!(placements.unrank(u64::MAX), None);
}
