//! Loss from judging two sides that bear off each by itself, as gnubg does beyond its two-sided
//! database.

use rustc_hash::FxHashMap;
use shuban_catalog::Error;
use shuban_core::checkers::Checkers;
use shuban_core::solver::SearchFailure;
use shuban_core::{Domain, Game, LayerId, Unanswered};
use shuban_gammon::Variant;
use shuban_gammon::bearoff::race::{RaceWorth, Races};
use shuban_gammon::bearoff::{Equities, GnubgOneSided, Rolls};
use shuban_gammon::money::RaceEquities;

use crate::finding::Finding;
use crate::paper::Recomputation;

/// Races of gnubg's database: points and checkers.
const AT_HOME: (usize, usize) = (6, 6);

/// Races beyond the home board, for which gnubg has no table.
const BEYOND: (usize, usize) = (8, 4);

/// Returns the chance that the mover, who rolls first, is done before the opponent.
fn wins(mover: &Rolls, opponent: &Rolls) -> f64 {
    let one = f64::from(u16::MAX);
    let mut not_done = 1.0;
    let mut wins = 0.0;
    // With equal numbers of rolls, the side that rolls first is done first.
    for (mover, opponent) in mover.all.iter().zip(opponent.all) {
        wins += f64::from(*mover) / one * not_done;
        not_done -= f64::from(opponent) / one;
    }
    wins
}

/// Errors of the approximation in all races that are not over.
#[derive(Default)]
struct Errors {
    positions: u32,
    too_low: u32,
    sum: f64,
    most: (f64, String),
}

impl Errors {
    /// Measures races with at most `checkers` checkers a side; `win` reads the chance to win from a
    /// value.
    fn of<W: RaceWorth>(
        run: &Recomputation<'_>,
        alone: &mut Alone<'_>,
        (points, checkers): (usize, usize),
        win: impl Fn(W) -> f64,
    ) -> Result<Self, Error> {
        let all = Races::<W>::all(&backgammon()?);
        let races = all.get(points - W::POINTS.start()).ok_or_else(not_backgammon)?;
        let name = format!("backgammon/{}-{points}x{checkers}", W::NAME);
        let built = run.built(races, &name)?;
        let mut errors = Errors::default();
        for layer in (0..=built.layer.0).map(LayerId) {
            let open = built.open(layer)?;
            for part in 0..races.layers()[layer.0].parts.len() {
                run.check()?;
                let index = open.part_index(part);
                for (rank, value) in (0..).zip(open.values(part)?) {
                    let Some(position) = index.unrank(rank) else { continue };
                    if races.game().outcome(&position).is_some() {
                        continue;
                    }
                    let mut rolls =
                        |side| alone.rolls(side).map_err(|why| SearchFailure::Oracle(why.into()));
                    let (mover, opponent) = (rolls(&position.mover)?, rolls(&position.opponent)?);
                    // The error of the equity is twice that of the chance to win.
                    let error = 2.0 * (wins(&mover, &opponent) - win(value));
                    errors.positions += 1;
                    errors.sum += error.abs();
                    errors.too_low += u32::from(error < 0.0);
                    if error.abs() > errors.most.0 {
                        errors.most = (error.abs(), races.game().format(&position));
                    }
                }
            }
        }
        Ok(errors)
    }

    fn mean(&self) -> f64 {
        self.sum / f64::from(self.positions)
    }

    fn share_too_low(&self) -> f64 {
        f64::from(self.too_low) / f64::from(self.positions)
    }
}

fn backgammon() -> Result<Variant, Error> {
    super::variant("backgammon")
}

fn not_backgammon() -> Error {
    Error::TooMuch("these are databases of backgammon".to_owned())
}

/// Rolls that sides need, each computed on demand: few sides have few checkers, and the tables are
/// of all with up to fifteen.
struct Alone<'d> {
    domain: &'d GnubgOneSided,
    known: FxHashMap<Checkers, Rolls>,
}

impl<'d> Alone<'d> {
    fn new(domain: &'d GnubgOneSided) -> Self {
        Alone { domain, known: FxHashMap::default() }
    }

    fn rolls(&mut self, side: &Checkers) -> Result<Rolls, Unanswered> {
        if let Some(known) = self.known.get(side) {
            return Ok(*known);
        }
        let domain = self.domain;
        let rolls = domain.backup(side, &mut |after: &Checkers| self.rolls(after))?;
        self.known.insert(*side, rolls);
        Ok(rolls)
    }
}

pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let one_sided = GnubgOneSided::new(backgammon()?).ok_or_else(not_backgammon)?;
    let alone = &mut Alone::new(&one_sided);
    let at_home = Errors::of(run, alone, AT_HOME, |value: Equities| {
        f64::from(i32::from(value.cubeless) + 32_768) / 65_535.0
    })?;
    let beyond = Errors::of(run, alone, BEYOND, |value: RaceEquities| value.win().midpoint())?;
    let (points, checkers) = BEYOND;
    let races = format!("races of up to {checkers} checkers on {points} points");
    Ok(vec![
        Finding::unprinted("positions of two sides of up to six checkers", at_home.positions),
        Finding::unprinted("mean error of the equity without a cube", at_home.mean())
            .noting("rounding in 16 bits is part of it, with up to some 1e-4"),
        Finding::unprinted("largest error of the equity", at_home.most.0)
            .noting(format!("in `{}`", at_home.most.1)),
        Finding::unprinted("share of positions in which it is too low", at_home.share_too_low()),
        Finding::unprinted(races.clone(), beyond.positions)
            .noting(format!("against proven values, `backgammon/race-{points}x{checkers}`")),
        Finding::unprinted(format!("{races}: mean error"), beyond.mean()),
        Finding::unprinted(format!("{races}: largest error"), beyond.most.0)
            .noting(format!("in `{}`", beyond.most.1)),
        Finding::unprinted(format!("{races}: share too low"), beyond.share_too_low()),
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
        // 495 sides of up to four checkers on eight points, one of which has none.
        assert_eq!(number(4), 494.0 * 494.0);
        assert!((number(5) - 0.001_746_7).abs() < 1e-7 && (number(6) - 0.028_433_8).abs() < 1e-7);
    }
}
