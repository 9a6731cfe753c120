//! Shogi: ways to place the pieces on the board and in the hands.

use super::chess::choose;

const SQUARES: usize = 81;
const FILES: usize = 9;
const PAWNS: usize = 18;

/// Number of pieces of each kind but kings and pawns, and of ways that one of them lies: of either
/// side, and promoted or not, except gold generals.
const KINDS: [(usize, i32); 6] = [(2, 4), (2, 4), (4, 2), (4, 4), (4, 4), (4, 4)];

/// Numbers of ways, by the number of squares taken.
type BySquares = [f64; SQUARES + 1];

/// Puts pieces of one kind on some free squares, and the others into the two hands.
fn with_kind(before: &BySquares, pieces: usize, ways: i32) -> BySquares {
    let mut after = [0.0; SQUARES + 1];
    for (taken, number) in before.iter().enumerate().filter(|(_, number)| **number > 0.0) {
        for put in 0..=pieces {
            let places = choose((SQUARES - taken) as u64, put as u64) as f64;
            after[taken + put] +=
                number * places * f64::from(ways).powi(put as i32) * (pieces - put + 1) as f64;
        }
    }
    after
}

/// Counts, by the number of pawns of either side that are not promoted, the ways to place them, at
/// most one of a side in a file and none on its last rank.
fn pawns() -> [[f64; FILES + 1]; FILES + 1] {
    let mut ways = [[0.0; FILES + 1]; FILES + 1];
    ways[0][0] = 1.0;
    for _ in 0..FILES {
        let before = ways;
        for black in (0..=FILES).rev() {
            for white in (0..=FILES).rev() {
                // 8 squares for one side's pawn; for both 64, less 7 that are the same.
                let mut sum = before[black][white];
                if black > 0 {
                    sum += 8.0 * before[black - 1][white];
                }
                if white > 0 {
                    sum += 8.0 * before[black][white - 1];
                }
                if black > 0 && white > 0 {
                    sum += 57.0 * before[black - 1][white - 1];
                }
                ways[black][white] = sum;
            }
        }
    }
    ways
}

/// Returns the number of placements, for either player to move.
pub(super) fn placements() -> f64 {
    let mut sum = 0.0;
    for (black, row) in pawns().iter().enumerate() {
        for (white, ways) in row.iter().enumerate() {
            let mut placed = [0.0; SQUARES + 1];
            placed[black + white] = *ways;
            // The other pawns are promoted, or in a hand.
            placed = with_kind(&placed, PAWNS - black - white, 2);
            for (pieces, ways) in KINDS {
                placed = with_kind(&placed, pieces, ways);
            }
            let kings = |taken: usize| ((SQUARES - taken) * (SQUARES - taken - 1)) as f64;
            sum += placed
                .iter()
                .enumerate()
                .take(SQUARES - 1)
                .map(|(taken, n)| n * kings(taken))
                .sum::<f64>();
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_kind_is_placed_in_known_ways() {
        let mut none = [0.0; SQUARES + 1];
        none[0] = 1.0;
        // Two rooks: both in hands 3, one on the board 81 · 4 · 2, both 3240 · 16.
        let rooks = with_kind(&none, 2, 4);
        assert_eq!(rooks[..3], [3.0, 648.0, 51_840.0]);
        let pawns = pawns();
        assert_eq!([pawns[0][0], pawns[1][0], pawns[0][1]], [1.0, 72.0, 72.0]);
        // In one file 57, in two 9 · 8 · 64.
        assert_eq!(pawns[1][1], 9.0 * 57.0 + 72.0 * 64.0);
        assert_eq!(placements().log10().floor(), 70.0);
    }
}
