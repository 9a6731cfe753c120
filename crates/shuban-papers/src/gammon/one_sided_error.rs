//! What is lost where two sides that bear off are judged each by itself, as gnubg does beyond its
//! two-sided database.

use rustc_hash::FxHashMap;
use shuban_catalog::Error;
use shuban_core::{Checkers, Domain, Game, LayerId};
use shuban_gammon::bearoff::{GnubgOneSided, GnubgTwoSided, Rolls};
use shuban_solve::Tabulation;

use crate::finding::Finding;
use crate::paper::Recomputation;

const POINTS: usize = 6;
const CHECKERS: usize = 6;

/// The chance that a side of these rolls, which rolls first, is done before the other one.
fn wins(mover: &Rolls, opponent: &Rolls) -> f64 {
    let one = f64::from(u16::MAX);
    let mut not_done = 1.0;
    let mut wins = 0.0;
    // With as many rolls as the other one, whoever rolls first is done first.
    for (mover, opponent) in mover.all.iter().zip(opponent.all) {
        wins += f64::from(*mover) / one * not_done;
        not_done -= f64::from(opponent) / one;
    }
    wins
}

pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let backgammon = super::variant("backgammon")?;
    let not_backgammon = || Error::TooMuch("these are databases of backgammon".to_owned());
    let one_sided = GnubgOneSided::new(backgammon.clone()).ok_or_else(not_backgammon)?;
    let name = format!("backgammon/gnubg-os-{POINTS}");
    let built = run.built(&one_sided, &Tabulation, &name)?;
    let mut rolls: FxHashMap<Checkers, Rolls> = FxHashMap::default();
    for layer in (0..=built.layer.0).map(LayerId) {
        let open = built.open(layer)?;
        let index = open.part_index(0);
        for (rank, value) in (0..).zip(open.values(0)?) {
            rolls.extend(index.unrank(rank).map(|side| (side, value)));
        }
    }
    let two_sided = GnubgTwoSided::all(&backgammon);
    let two_sided = two_sided.get(POINTS - 1).ok_or_else(not_backgammon)?;
    let name = format!("backgammon/gnubg-ts-{POINTS}x{CHECKERS}");
    let built = run.built(two_sided, &Tabulation, &name)?;
    let (mut positions, mut sum, mut most) = (0u32, 0.0, (0.0, String::new()));
    let mut too_low = 0u32;
    for layer in (0..=built.layer.0).map(LayerId) {
        let open = built.open(layer)?;
        for part in 0..two_sided.layers()[layer.0].parts.len() {
            run.check()?;
            let index = open.part_index(part);
            for (rank, value) in (0..).zip(open.values(part)?) {
                let Some(position) = index.unrank(rank) else { continue };
                if two_sided.game().outcome(&position).is_some() {
                    continue;
                }
                let [mover, opponent] =
                    [position.mover, position.opponent].map(|side| rolls.get(&side));
                let (Some(mover), Some(opponent)) = (mover, opponent) else { continue };
                let exact = f64::from(i32::from(value.cubeless) + 32_768) / 65_535.0;
                // Of the equity, which is twice that of the chance to win.
                let error = 2.0 * (wins(mover, opponent) - exact);
                positions += 1;
                sum += error.abs();
                too_low += u32::from(error < 0.0);
                if error.abs() > most.0 {
                    most = (error.abs(), two_sided.game().format(&position));
                }
            }
        }
    }
    let mean = sum / f64::from(positions);
    let share = f64::from(too_low) / f64::from(positions);
    Ok(vec![
        Finding::unprinted("positions of two sides of up to six checkers", positions),
        Finding::unprinted("mean error of the equity without a cube", mean)
            .noting("rounding in 16 bits is part of it, with up to some 1e-4"),
        Finding::unprinted("largest error of the equity", most.0)
            .noting(format!("in `{}`", most.1)),
        Finding::unprinted("share of positions in which it is too low", share),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_approximation_is_good_but_not_exact() {
        let rows = rows(&Recomputation::quick()).unwrap();
        let number = |row: usize| rows[row].result.as_f64().unwrap();
        assert_eq!(number(0), 923.0 * 923.0);
        // Four and three decimals were known before.
        assert_eq!((number(1) * 1e4).round(), 18.0);
        assert_eq!((number(2) * 1e3).round(), 28.0);
    }
}
