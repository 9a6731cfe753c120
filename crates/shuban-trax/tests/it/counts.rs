//! Counts of positions by ply, against figures that another program computed.

use std::collections::HashMap;

use shuban_core::present::Perft;
use shuban_trax::{Lines, Position, Trax};

/// The counts of one ply.
struct Ply {
    /// Move sequences: a position counts once for each of the ways to reach it.
    sequences: u64,
    /// Positions that differ by more than a rotation, a reflection or a shift.
    distinct: u64,
    /// Of these, those in each class.
    classes: [u64; 5],
}

/// Counts the positions at the end of each of n plies; finished ones are not played on.
fn count(size: usize, plies: usize) -> Vec<Ply> {
    let trax = Trax::new(size, Lines::Full).unwrap();
    let mut counts = Vec::new();
    let mut frontier: HashMap<Position, u64> = HashMap::from([(Position::START, 1)]);
    while counts.len() < plies {
        let mut next: HashMap<Position, u64> = HashMap::new();
        for (position, ways) in &frontier {
            if trax.ending(position).is_none() {
                trax.each_after(position, &mut |after| {
                    *next.entry(trax.canonical(&after)).or_default() += ways;
                });
            }
        }
        if next.is_empty() {
            break;
        }
        let (sequences, distinct) = (next.values().sum(), next.len() as u64);
        let mut classes = [0; 5];
        for class in next.keys().filter_map(|position| Perft::class(&trax, position)) {
            classes[class] += 1;
        }
        counts.push(Ply { sequences, distinct, classes });
        frontier = next;
    }
    counts
}

fn distinct(counts: &[Ply]) -> Vec<u64> {
    counts.iter().map(|ply| ply.distinct).collect()
}

#[test]
fn all_2x2_positions_are_counted() {
    assert_eq!(distinct(&count(2, 9)), [2, 8, 24, 15]);
}

#[test]
fn all_3x3_positions_are_counted() {
    let expected = [
        [2, 0, 0, 0, 0],
        [8, 0, 0, 0, 0],
        [42, 2, 2, 0, 0],
        [268, 12, 12, 0, 0],
        [1_337, 106, 106, 21, 12],
        [1_967, 241, 241, 83, 73],
        [1_499, 225, 225, 103, 117],
        [701, 129, 129, 79, 117],
        [232, 46, 46, 24, 116],
    ];
    let counts = count(3, 99);
    assert_eq!(counts.len(), expected.len());
    for (ply, [positions, white, red, both, full]) in counts.iter().zip(expected) {
        assert_eq!((ply.distinct, ply.classes), (positions, [white, red, both, full, 0]));
    }
}

#[test]
fn all_4x4_positions_are_counted() {
    let counts = count(4, 99);
    let expected = [
        2, 8, 42, 318, 2_505, 18_345, 103_742, 304_162, 519_222, 595_765, 510_147, 340_572,
        200_334, 102_625, 37_740, 10_434,
    ];
    assert_eq!(distinct(&counts), expected);
    // Rings of ten tiles round a gap that opens to one side: no tile fits into it.
    let stuck: Vec<u64> = counts.iter().map(|ply| ply.classes[4]).collect();
    assert_eq!(stuck, [0, 0, 0, 0, 0, 0, 0, 0, 0, 1_528, 0, 0, 0, 0, 0, 0]);
    // Each colour has as many victories as the other, as exchanging the colours is a symmetry.
    assert!(counts.iter().all(|ply| ply.classes[0] == ply.classes[1]));
}

#[test]
fn move_sequences_are_counted() {
    // Within six plies a board of 8×8 is no limit.
    let sequences: Vec<u64> = count(8, 6).iter().map(|ply| ply.sequences).collect();
    assert_eq!(sequences, [2, 24, 432, 9_568, 246_888, 7_209_480]);
}
