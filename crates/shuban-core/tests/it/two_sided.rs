//! The index of two armies that share no point.

use proptest::prelude::*;
use shuban_core::TwoSided;
use shuban_core::checkers::Checkers;

#[test]
fn lengths_are_those_of_the_literature() {
    let half_gammon: [(usize, usize, u64); 12] = [
        (1, 1, 157),
        (1, 2, 1_027),
        (2, 2, 6_319),
        (3, 1, 4_823),
        (3, 3, 118_587),
        (4, 4, 1_337_961),
        (5, 5, 10_467_237),
        (6, 6, 62_165_039),
        (7, 7, 298_060_283),
        (7, 8, 604_752_824),
        (8, 7, 604_752_824),
        (8, 8, 1_205_189_519),
    ];
    let backgammon: [(usize, usize, u64); 8] = [
        (1, 1, 601),
        (2, 1, 7_525),
        (2, 2, 90_901),
        (3, 2, 762_525),
        (3, 3, 6_191_101),
        (4, 3, 39_266_275),
        (4, 4, 241_788_751),
        (5, 5, 6_195_501_271),
    ];
    let len = |points, a, b| TwoSided::new(points, a, b).unwrap().len();
    for (points, counts) in [(12, &half_gammon[..]), (24, &backgammon[..])] {
        for &(a, b, positions) in counts {
            assert_eq!(len(points, a, b), positions, "{a} v {b} on {points}");
        }
    }
    let all = |points, least, most| -> u128 {
        let sizes = (least..=most).flat_map(|a| (least..=most).map(move |b| (a, b)));
        sizes.map(|(a, b)| u128::from(len(points, a, b))).sum()
    };
    assert_eq!(all(12, 1, 8), 4_296_368_188);
    // The figure quoted for all of backgammon counts positions where a side has none left, too.
    assert_eq!(all(24, 0, 15), 18_528_584_051_601_162_496);
    assert_eq!(all(24, 1, 3), 7_953_353);
}

#[test]
fn small_layers_are_numbered_without_holes() {
    for points in 1..=7 {
        for a in 0..=4 {
            for b in 0..=4 {
                exhaust(points, a, b);
            }
        }
    }
    exhaust(12, 3, 3);
    exhaust(24, 2, 2);
}

fn exhaust(points: usize, a: usize, b: usize) {
    let index = TwoSided::new(points, a, b).unwrap();
    for rank in 0..index.len() {
        let (mover, opponent) = index.unrank(rank).unwrap();
        assert_eq!((mover.count(), opponent.count()), (a, b));
        assert_eq!(index.rank(mover, opponent), Some(rank), "{mover:?} {opponent:?}");
    }
    assert_eq!(index.unrank(index.len()), None);
}

#[test]
fn lanes_with_one_on_a_point_lead_in_order_to_the_first_lanes_without_it() {
    let index = TwoSided::new(12, 3, 5).unwrap();
    for q in 1u64..1 << 12 {
        let n = q.count_ones() as usize;
        if n > 5 {
            continue;
        }
        for t in (0..12).filter(|t| q >> t & 1 == 1) {
            let place = 12 - t;
            let mut next = 0;
            for lane in 0..index.lanes(n) {
                let opponent = index.opponent_of(lane, q);
                if opponent.on(place) == 1 {
                    let hit = opponent.less(place).more(13);
                    assert_eq!(index.lane(hit, q & !(1 << t)), next);
                    next += 1;
                }
            }
            let with_bar = (0..index.lanes(n - 1))
                .filter(|&lane| index.opponent_of(lane, q & !(1 << t)).on(13) > 0)
                .count();
            assert_eq!(next, with_bar as u64);
        }
    }
}

#[test]
fn ranks_are_those_of_the_documentation() {
    let index = TwoSided::new(12, 1, 1).unwrap();
    let rank = |mover, opponent| {
        index.rank(Checkers::from_places([mover]), Checkers::from_places([opponent])).unwrap()
    };
    assert_eq!(rank(13, 13), 12);
    assert_eq!(rank(3, 2), 13 + 10 * 12 + 2);
}

#[test]
fn every_step_leads_to_a_lower_row() {
    let index = TwoSided::new(8, 3, 2).unwrap();
    let q = 0b0010_0100;
    for row in 0..index.rows(2) {
        let mover = index.mover_of(row, q);
        for (from, _) in mover.iter() {
            for to in (1..from).filter(|to| q >> (to - 1) & 1 == 0) {
                assert!(index.row(mover.less(from).more(to), q) < row);
            }
        }
    }
}

#[test]
fn what_is_not_a_position_has_no_rank() {
    let index = TwoSided::new(12, 1, 2).unwrap();
    let sides = |m: &[usize], o: &[usize]| {
        index.rank(
            Checkers::from_places(m.iter().copied()),
            Checkers::from_places(o.iter().copied()),
        )
    };
    assert!(sides(&[3], &[2, 13]).is_some());
    assert_eq!(sides(&[3], &[10, 2]), None, "both on one point");
    assert_eq!(sides(&[3, 3], &[2]), None, "another layer");
    assert_eq!(sides(&[14], &[2, 2]), None, "beyond the bar");
    assert_eq!(sides(&[14], &[2, 14]), None, "both beyond the bar");
    assert_eq!(TwoSided::new(31, 1, 1), None);
    assert_eq!(TwoSided::new(24, 16, 1), None);
}

proptest! {
    #[test]
    fn ranks_round_trip_in_every_size(
        points in 1usize..=30, a in 0usize..=15, b in 0usize..=15, part in 0f64..1.0,
    ) {
        if let Some(index) = TwoSided::new(points, a, b) {
            let rank = ((index.len() as f64 * part) as u64).min(index.len() - 1);
            let (mover, opponent) = index.unrank(rank).unwrap();
            prop_assert_eq!(index.rank(mover, opponent), Some(rank));
        }
    }
}

#[test]
fn opponents_on_some_points_alone_have_the_ranks_that_are_said() {
    for (points, a, b, within) in [(6, 2, 2, 0b111_000), (5, 1, 3, 0b10_001), (4, 2, 1, 0)] {
        let index = TwoSided::new(points, a, b).unwrap();
        let ranges = index.opponents_within(within);
        assert!(ranges.windows(2).all(|pair| pair[0].end < pair[1].start), "{ranges:?}");
        for rank in 0..index.len() {
            let (_, opponent) = index.unrank(rank).unwrap();
            let q = index.set(opponent);
            let expected = q != 0 && q & !within == 0;
            let found = ranges.iter().any(|range| range.contains(&rank));
            assert_eq!(found, expected, "{points} points, {a} v {b}, rank {rank}");
        }
    }
}
