//! Checkers (draughts of eight by eight): ways to place the pieces.

use super::chess::choose;

/// Dark squares, and those of one side's last row, where it has no men.
const SQUARES: u64 = 32;
const LAST_ROW: u64 = 4;
const MOST: u64 = 12;

/// Returns the number of ways to place at least one piece and at most twelve of a side, men not on
/// their last row.
pub(super) fn placements() -> u128 {
    (1..=2 * MOST).map(placements_of).sum()
}

/// Does the same with n pieces.
fn placements_of(pieces: u64) -> u128 {
    let mut sum = 0;
    for black_men in 0..=MOST {
        for white_men in 0..=MOST {
            // Black men on the row that white men may not enter.
            let men: u128 = (0..=LAST_ROW.min(black_men))
                .map(|apart| {
                    let shared = black_men - apart;
                    let both = SQUARES - 2 * LAST_ROW;
                    choose(LAST_ROW, apart)
                        * choose(both, shared)
                        * choose((SQUARES - LAST_ROW).saturating_sub(shared), white_men)
                })
                .sum();
            let Some(kings) = pieces.checked_sub(black_men + white_men) else { continue };
            let free = SQUARES.saturating_sub(black_men + white_men);
            let least = kings.saturating_sub(MOST - white_men);
            for black in least..=kings.min(MOST - black_men) {
                sum +=
                    men * choose(free, black) * choose(free.saturating_sub(black), kings - black);
            }
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares with the numbers of Chinook's authors (Schaeffer and others, 2007).
    #[test]
    fn placements_are_known() {
        assert_eq!([1, 2, 3].map(placements_of), [120, 6_972, 261_224]);
        assert_eq!(placements_of(24), 90_072_726_844_888_186_880);
        assert_eq!(placements(), 500_995_484_682_338_672_639);
    }
}
