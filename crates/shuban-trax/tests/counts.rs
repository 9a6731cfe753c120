//! Counts of positions by ply, against figures that another program computed.

use shuban_trax::{Lines, PlyTally, Tally, Trax, perft};

fn count(size: usize, plies: usize) -> Vec<PlyTally> {
    perft(&Trax::new(size, Lines::Full).unwrap(), plies, &mut |_| true)
}

fn distinct(tallies: &[PlyTally]) -> Vec<u64> {
    tallies.iter().map(|tally| tally.distinct.positions).collect()
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
    let tally =
        |[positions, white, red, both, full]: [u64; 5]| Tally { positions, white, red, both, full, stuck: 0 };
    let found: Vec<Tally> = count(3, 99).iter().map(|tally| tally.distinct).collect();
    assert_eq!(found, expected.map(tally));
}

#[test]
fn all_4x4_positions_are_counted() {
    let tallies = count(4, 99);
    let expected = [
        2, 8, 42, 318, 2_505, 18_345, 103_742, 304_162, 519_222, 595_765, 510_147, 340_572, 200_334, 102_625,
        37_740, 10_434,
    ];
    assert_eq!(distinct(&tallies), expected);
    // Rings of ten tiles round a gap that opens to one side: nothing fits into it.
    let stuck: Vec<u64> = tallies.iter().map(|tally| tally.distinct.stuck).collect();
    assert_eq!(stuck, [0, 0, 0, 0, 0, 0, 0, 0, 0, 1_528, 0, 0, 0, 0, 0, 0]);
    // Each colour has as many victories as the other, as exchanging the colours is a symmetry.
    assert!(tallies.iter().all(|tally| tally.distinct.white == tally.distinct.red));
}

#[test]
fn move_sequences_are_counted() {
    // Six plies cannot tell a board of 8×8 from none.
    let sequences: Vec<u64> = count(8, 6).iter().map(|tally| tally.sequences.positions).collect();
    assert_eq!(sequences, [2, 24, 432, 9_568, 246_888, 7_209_480]);
}

#[test]
fn counting_can_be_called_off() {
    let trax = Trax::new(4, Lines::Full).unwrap();
    assert_eq!(distinct(&perft(&trax, 99, &mut |held| held < 300)), [2, 8, 42, 318]);
}
