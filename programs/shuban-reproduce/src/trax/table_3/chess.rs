//! Chess: ways to place the pieces.

/// Squares, and those where pawns can be.
const SQUARES: usize = 64;
const OF_PAWNS: u64 = 48;
/// Maximum number of pieces of a side that are no pawns.
const MOST: usize = 16;

/// Returns n over k.
pub(super) fn choose(n: u64, k: u64) -> u128 {
    if k > n {
        return 0;
    }
    (0..k).fold(1, |product, i| product * u128::from(n - i) / u128::from(i + 1))
}

pub(super) fn factorial(n: usize) -> f64 {
    (1..=n).map(|i| i as f64).product()
}

/// Sums, by the number of pieces but pawns (king included), over their kinds, some of them promoted
/// from the missing pawns: one over the product of the factorials of their numbers.
fn officers(pawns: usize) -> [f64; MOST + 1] {
    let mut sums = [0.0; MOST + 1];
    for queens in 0..=9usize {
        for rooks in 0..=10usize {
            for bishops in 0..=10usize {
                for knights in 0..=10usize {
                    let promoted = queens.saturating_sub(1)
                        + [rooks, bishops, knights]
                            .map(|n| n.saturating_sub(2))
                            .iter()
                            .sum::<usize>();
                    if promoted <= 8 - pawns {
                        let product: f64 =
                            [queens, rooks, bishops, knights].map(factorial).iter().product();
                        sums[1 + queens + rooks + bishops + knights] += 1.0 / product;
                    }
                }
            }
        }
    }
    sums
}

/// Returns the number of placements, whatever was captured and for either player to move.
pub(super) fn placements() -> f64 {
    let sides: Vec<[f64; MOST + 1]> = (0..=8).map(officers).collect();
    let mut sum = 0.0;
    for (white, of_white) in sides.iter().enumerate() {
        for (black, of_black) in sides.iter().enumerate() {
            let pawns =
                choose(OF_PAWNS, white as u64) * choose(OF_PAWNS - white as u64, black as u64);
            let free = SQUARES - white - black;
            for (one, by_white) in of_white.iter().enumerate() {
                for (other, by_black) in of_black.iter().enumerate() {
                    let ways = factorial(free) / factorial(free - one - other);
                    sum += pawns as f64 * by_white * by_black * ways;
                }
            }
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_ways_are_known() {
        assert_eq!((choose(32, 4), choose(3, 4), choose(5, 0)), (35_960, 0, 1));
        // Two kings alone: all pawns gone, and nothing promoted.
        let alone = officers(8)[1] * officers(8)[1] * 64.0 * 63.0;
        assert!((alone - 4_032.0).abs() < 1e-9);
        // A side with all its pawns has 3 · 3 · 3 · 2 ways to have lost others.
        let with_pawns: f64 = (1..=8).map(|n| officers(8)[n] * f64::from(u8::from(n == 8))).sum();
        assert!((with_pawns - 1.0 / 8.0).abs() < 1e-12);
        assert_eq!(placements().log10().floor(), 49.0);
    }
}
