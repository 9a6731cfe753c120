//! Table 3 of Kuwabara and Hoki: numbers of positions of other games, as powers of ten.
//!
//! The printed numbers are cited. Cheap ones are counted or drawn here: tic-tac-toe exactly, go by
//! random boards. For the others there are upper bounds, by ways to place their pieces: the cited
//! numbers estimate how many of these play can reach, which no count of placements shows.

mod chess;
mod draughts;
mod go;
mod othello;
mod shogi;
mod tic_tac_toe;

use rayon::prelude::*;
use shuban_catalog::Error;
use shuban_core::Random;
use shuban_core::text::grouped;

use crate::finding::{Finding, significant};
use crate::paper::Recomputation;

const SEED: u64 = 3;
/// Number of parts in which boards are drawn, each with random numbers of its own.
const PARTS: u64 = 64;
/// Number of boards drawn between two checks of the progress.
const AT_ONCE: u64 = 1 << 10;

pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let boards = run.size(256_000, 25_600_000);
    let [all, classes] = tic_tac_toe::positions();
    run.keep(Finding { result: all.into(), ..exact("tic-tac-toe", 3, all as f64) }.noting(
        format!(
            "counted one by one, the exponent cut off; {classes} up to rotation and reflection"
        ),
    ));
    let placements = draughts::placements();
    run.keep(bound(
        "checkers",
        18,
        placements as f64,
        &format!("placements of at most 12 men and kings a side: {placements}"),
    ));
    run.keep(
        Finding::exact(
            "checkers, ways to place the pieces (Sanno and Hoki: about 5·10^20)",
            5e20,
            significant(placements as f64, 1),
        )
        .noting(format!("{placements}; called positions there")),
    );
    run.progress.phase("Othello: random boards", 0);
    let share = share(boards, othello::could_be_laid, run)?;
    run.keep(bound(
        "Othello",
        28,
        share.mean() * othello::boards(),
        &format!(
            "boards on which every disc could have been laid in its turn beside discs in line: \
             {:.4} of {} random boards",
            share.mean(),
            grouped(boards)
        ),
    ));
    run.keep(bound(
        "chess",
        50,
        2.0 * chess::placements(),
        "placements, and who is to move, with as many pawns promoted as a side may have, whatever \
         was taken, and castling and en passant apart",
    ));
    run.keep(bound(
        "shogi",
        70,
        2.0 * shogi::placements(),
        "placements on the board and in hand, and who is to move, with at most one pawn of a side \
         in a file",
    ));
    run.progress.phase("go: random boards", 0);
    let share = self::share(boards, go::is_legal, run)?;
    let count = share.mean() * go::boards();
    let half = 1.96 * share.error() * go::boards();
    let row = exact("go, 19 lines", 170, count);
    // A sample: as near as its interval.
    Ok(vec![Finding { ci95: Some([count - half, count + half]), ..row }.drawn().noting(format!(
        "{:.4} of {} random boards have no group without a liberty; the cited source has the \
             exact number, 2.08·10^170",
        share.mean(),
        grouped(boards)
    ))])
}

/// Compares a number whose order of magnitude is printed.
fn exact(game: &str, exponent: i32, number: f64) -> Finding {
    let differs = number.log10().floor() as i32 != exponent;
    Finding::unprinted(format!("{game}, positions"), significant(number, 3))
        .agreeing(power(exponent), !differs)
}

/// Compares an upper bound of a number whose order of magnitude is printed: the print differs if it
/// is larger, and nothing is decided if it is not.
fn bound(game: &str, exponent: i32, bound: f64, what: &str) -> Finding {
    let rounded = if bound < 10f64.powi(exponent) { "; the print is its power of ten" } else { "" };
    let why = format!("an upper bound: {what}; what play can reach is not counted{rounded}");
    let result = significant(bound, 3);
    // The exponent may be rounded up.
    let differs = bound.log10().round() < f64::from(exponent);
    Finding::undecided(format!("{game}, positions, at most"), power(exponent), result, why)
        .differing_if(differs)
}

fn power(exponent: i32) -> String {
    format!("10^{exponent}")
}

/// Share of random boards of a kind.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Share {
    of: u64,
    boards: u64,
}

impl Share {
    fn mean(self) -> f64 {
        self.of as f64 / self.boards as f64
    }

    /// Returns the standard error of the mean.
    fn error(self) -> f64 {
        (self.mean() * (1.0 - self.mean()) / self.boards as f64).sqrt()
    }
}

fn share(
    boards: u64,
    is_such: fn(&mut Random) -> bool,
    run: &Recomputation<'_>,
) -> Result<Share, Error> {
    let part = |part| {
        let mut random = Random::of_part(SEED, part);
        let mut of = 0;
        for number in 0..boards / PARTS {
            if number.is_multiple_of(AT_ONCE) {
                run.check()?;
            }
            of += u64::from(is_such(&mut random));
        }
        Ok(of)
    };
    let parts: Result<Vec<u64>, Error> = (0..PARTS).into_par_iter().map(part).collect();
    Ok(Share { of: parts?.into_iter().sum(), boards: boards / PARTS * PARTS })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Verdict;

    #[test]
    fn orders_of_magnitude_agree_or_do_not() {
        assert_eq!(exact("x", 3, 5_478.0).verdict, Verdict::Agrees);
        assert_eq!(exact("x", 3, 10_478.0).verdict, Verdict::Differs);
        assert_eq!(bound("x", 18, 5e20, "").verdict, Verdict::Undecided);
        assert_eq!(bound("x", 50, 4.8e49, "").verdict, Verdict::Undecided);
        assert_eq!(bound("x", 18, 5e16, "").verdict, Verdict::Differs);
    }

    #[test]
    fn a_share_has_the_error_of_a_coin() {
        let heads = share(64_000, |random| random.throw(2) == 0, &Recomputation::quick()).unwrap();
        assert!((heads.mean() - 0.5).abs() < 5.0 * heads.error(), "{heads:?}");
        assert!((heads.error() - 0.5 / 64_000f64.sqrt()).abs() < 1e-6);
    }
}
