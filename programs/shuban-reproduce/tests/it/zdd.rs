//! Positions numbered by a decision diagram, against the closed form.

use std::collections::HashSet;

use proptest::prelude::*;
use shuban_core::checkers::Checkers;
use shuban_core::{Index, TwoSided};
use shuban_gammon::Position;
use shuban_reproduce::ZddIndex;

/// Board, mover, opponent: backgammon and half-gammon, and the smallest or odd ones.
const SMALL: [(usize, usize, usize); 13] = [
    (24, 1, 1),
    (24, 2, 1),
    (24, 1, 2),
    (24, 2, 2),
    (12, 1, 1),
    (12, 2, 1),
    (12, 2, 2),
    (12, 3, 3),
    (1, 1, 1),
    (1, 3, 2),
    (2, 15, 15),
    (30, 1, 2),
    (5, 0, 3),
];

fn zdd(points: usize, mover: usize, opponent: usize) -> ZddIndex {
    ZddIndex::new(points, mover, opponent).unwrap()
}

fn position(mover: &[usize], opponent: &[usize]) -> Position {
    let [mover, opponent] =
        [mover, opponent].map(|places| Checkers::from_places(places.iter().copied()));
    Position::new(mover, opponent)
}

#[test]
fn every_position_of_the_closed_form_has_one_rank_below_the_same_length() {
    for (points, mover, opponent) in SMALL {
        let zdd = zdd(points, mover, opponent);
        let closed = TwoSided::new(points, mover, opponent).unwrap();
        let mut ranks = HashSet::new();
        for (mover, opponent) in (0..closed.len()).map_while(|rank| closed.unrank(rank)) {
            let position = Position::new(mover, opponent);
            let rank = zdd.rank(&position).unwrap();
            assert!(rank < zdd.len() && ranks.insert(rank), "{position:?}");
            assert_eq!(zdd.unrank(rank), Some(position));
        }
        assert_eq!(ranks.len() as u64, zdd.len(), "{mover} v {opponent} on {points}");
        shuban_conformance::index(&zdd, u64::MAX).unwrap();
    }
}

#[test]
fn ranks_are_in_the_stated_order() {
    for (points, mover, opponent) in [(12, 2, 1), (12, 2, 2), (4, 3, 4)] {
        let zdd = zdd(points, mover, opponent);
        // True for each statement that holds of a position, in the order stated.
        let statements = |position: Position| -> Vec<bool> {
            let movers = |place| (1..=mover).map(move |k| position.mover.on(place) == k);
            let opponents = |place| (1..=opponent).map(move |k| position.opponent.on(place) == k);
            (1..=points)
                .flat_map(|point| movers(point).chain(opponents(points + 1 - point)))
                .chain(movers(points + 1))
                .chain(opponents(points + 1))
                .collect()
        };
        let all: Vec<_> =
            (0..zdd.len()).map(|rank| statements(zdd.unrank(rank).unwrap())).collect();
        assert!(all.is_sorted());
    }
}

#[test]
fn large_parts_are_counted_right() {
    for (points, mover, opponent) in [(12, 8, 8), (24, 5, 5), (24, 3, 15), (24, 15, 15)] {
        let zdd = zdd(points, mover, opponent);
        assert_eq!(zdd.len(), TwoSided::new(points, mover, opponent).unwrap().len());
        shuban_conformance::index(&zdd, 10_000).unwrap();
    }
    for (points, mover, opponent) in [(30, 15, 15), (31, 1, 1), (24, 16, 1)] {
        assert!(ZddIndex::new(points, mover, opponent).is_none());
    }
}

#[test]
fn diagrams_of_backgammon_are_reduced_and_as_large_as_documented() {
    for (mover, opponent, nodes) in
        [(1, 1, 97), (2, 1, 214), (1, 2, 214), (2, 2, 422), (3, 3, 1_107), (15, 15, 85_455)]
    {
        let zdd = zdd(24, mover, opponent);
        assert_eq!(zdd.nodes(), nodes);
        let bytes = &zdd.sections()[0].entries[0];
        assert_eq!(bytes.len(), 10 * nodes);
        let distinct: HashSet<&[u8]> = bytes.chunks(10).collect();
        assert!(distinct.len() == nodes && distinct.iter().all(|node| node[6..] != [0; 4]));
    }
}

#[test]
fn positions_of_other_parts_have_no_rank() {
    let zdd = zdd(12, 2, 1);
    assert!(zdd.rank(&position(&[1, 2], &[3])).is_some());
    for (mover, opponent) in [
        (&[1][..], &[3][..]),
        (&[1, 2, 2], &[3]),
        (&[1, 2], &[3, 3]),
        (&[1, 14], &[3]),
        (&[1, 2], &[14]),
        (&[1, 2], &[11]),
    ] {
        assert_eq!(zdd.rank(&position(mover, opponent)), None, "{mover:?} {opponent:?}");
    }
}

proptest! {
    #[test]
    fn any_placement_has_a_rank_if_no_point_is_shared(
        mover in prop::collection::vec(1usize..=14, 2),
        opponent in prop::collection::vec(1usize..=14, 3),
    ) {
        let zdd = zdd(12, 2, 3);
        let legal = mover.iter().chain(&opponent).all(|&place| place <= 13)
            && !mover.iter().any(|&place| place <= 12 && opponent.contains(&(13 - place)));
        let position = position(&mover, &opponent);
        let rank = zdd.rank(&position);
        prop_assert_eq!(rank.is_some(), legal);
        if let Some(rank) = rank {
            prop_assert_eq!(zdd.unrank(rank), Some(position));
        }
    }
}
