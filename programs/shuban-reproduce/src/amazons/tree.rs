//! Section 5.2: the size of a full search of a sum, estimated.

use rayon::prelude::*;
use shuban_amazons::Army;
use shuban_amazons::sum::SumRegion;
use shuban_core::Random;

use crate::finding::Finding;

const SEED: u64 = 52;

/// Number of random lines of play in each sum.
const PROBES: u64 = 2_000;

/// Logarithm of the nodes of a search that is not realistic: a year at a million a second.
const MOST: f64 = 13.5;

/// Estimates the number of nodes of the tree of a sum without any bound, transposition or theorem
/// (Knuth, "Estimating the Efficiency of Backtrack Programs", 1975): the mean, over random lines of
/// play, of the sum of products of the numbers of moves. Black begins; a side without a move in the
/// whole sum ends it.
fn nodes(sum: &[SumRegion], random: &mut Random) -> f64 {
    let probe = |random: &mut Random| {
        let mut regions: Vec<_> = sum.iter().map(|region| region.subgame).collect();
        let (mut nodes, mut width, mut side) = (1.0, 1.0, Army::Black);
        loop {
            let moves: Vec<_> = (regions.iter().enumerate())
                .flat_map(|(place, region)| {
                    region.moves(side).into_iter().map(move |action| (place, action))
                })
                .collect();
            if moves.is_empty() {
                return nodes;
            }
            width *= moves.len() as f64;
            nodes += width;
            let (place, action) = moves[random.place(moves.len())];
            regions[place] = regions[place].after(side, action);
            side = side.opponent();
        }
    };
    (0..PROBES).map(|_| probe(random)).sum::<f64>() / PROBES as f64
}

/// Returns the row on these sums, of which the median counts. Alpha-beta looks at the root of the
/// nodes at best.
pub(super) fn row(sums: &[Vec<SumRegion>]) -> Finding {
    let of = |(number, sum): (usize, &Vec<SumRegion>)| {
        nodes(sum, &mut Random::of_part(SEED, number as u64)).log10()
    };
    let mut exponents: Vec<f64> = sums.par_iter().enumerate().map(of).collect();
    exponents.sort_by(f64::total_cmp);
    let what = "table 8: nodes of a full search of a sum, median";
    let claim = "not realistic";
    let (Some(least), Some(most)) = (exponents.first(), exponents.last()) else {
        return Finding::undecided(what, claim, 0, "no sums");
    };
    let median = exponents[exponents.len() / 2];
    let stands = median > MOST;
    Finding::settled(what, claim, format!("10^{median:.0}"), stands).drawn().noting(format!(
        "of {} sums, 10^{least:.0} to 10^{most:.0}, estimated by {PROBES} random lines each; read as \
         more than 10^{MOST}, a year at a million a second. Alpha-beta looks at 10^{:.0} at best. The \
         scores here are found by theorems and tables",
        exponents.len(),
        median / 2.0,
    ))
}

#[cfg(test)]
mod tests {
    use shuban_amazons::sum::BoardSum;

    use super::*;

    #[test]
    fn trees_whose_lines_are_alike_are_counted_exactly() {
        let of = |text: &str| nodes(&BoardSum::parse(text).unwrap().regions(), &mut Random::new(1));
        assert_eq!(of("X#O"), 1.0);
        // Black's one move leaves White none.
        assert_eq!(of("X. + O"), 2.0);
        // Black moves in one of two, then White has no move.
        assert_eq!(of("X. + X."), 3.0);
        // Each has one move, in turn.
        assert_eq!(of("X. + O."), 3.0);
    }
}
