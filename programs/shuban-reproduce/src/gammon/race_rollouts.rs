//! Races by plain Monte-Carlo: many games in which each side plays as if it were alone, beside the
//! exact equities.

use std::collections::BTreeMap;
use std::time::Instant;

use num_traits::ToPrimitive;
use rayon::prelude::*;
use shuban_catalog::Error;
use shuban_core::checkers::Checkers;
use shuban_core::confidence::interval_of_mean;
use shuban_core::dice::Roll;
use shuban_core::text::grouped;
use shuban_core::{Domain, Game, Random};
use shuban_gammon::bearoff::TwoSidedBearOff;
use shuban_gammon::{MoveGenerator, Position, Variant};

use super::races::FOUR_AGAINST_FOUR;
use crate::bearing_off::ExactRaces;
use crate::finding::{Finding, significant};

/// Numbers of games played of each position.
const GAMES: [u32; 3] = [10, 100, 1_000];
/// Number of games of each of the four races of the page.
const GAMES_OF_FOUR: u32 = 100_000;
const SEED: u64 = 1;
/// Maximum error of a mean of seeded games, in standard errors.
const MOST_ERRORS: f64 = 4.0;

/// Index of a side in the list of all; [`DONE`] has borne off everything.
type SideId = usize;
const DONE: SideId = 0;

/// One-sided best play: the fewest rolls on average, as if the other side did not exist.
struct BestAlone<'v> {
    variant: &'v Variant,
    sides: BTreeMap<Checkers, SideId>,
    /// Side after each throw of two dice in order, by side.
    after: Vec<Vec<SideId>>,
    /// Chances of 0, 1, … rolls, and their mean.
    chances: Vec<Vec<f64>>,
    needs: Vec<f64>,
}

impl<'v> BestAlone<'v> {
    fn new(variant: &'v Variant) -> Self {
        BestAlone {
            variant,
            sides: BTreeMap::from([(Checkers::NONE, DONE)]),
            after: vec![Vec::new()],
            chances: vec![vec![1.0]],
            needs: vec![0.0],
        }
    }

    /// Returns the index of a side; a new one is solved with all that it can lead to.
    fn add(&mut self, side: Checkers) -> SideId {
        if let Some(id) = self.sides.get(&side) {
            return *id;
        }
        let turn = MoveGenerator::new(self.variant, &Position::new(side, Checkers::NONE));
        let faces = self.variant.faces();
        let throws = f64::from(faces).powi(2);
        let mut after = Vec::new();
        for roll in (1..=faces).flat_map(|a| (1..=faces).map(move |b| Roll::new(a, b))) {
            let plays = turn.plays(roll).into_iter();
            let afters: Vec<SideId> = plays.map(|(_, after)| self.add(after.opponent)).collect();
            // The first generated of plays with equal means.
            let least = afters.into_iter().min_by(|a, b| self.needs[*a].total_cmp(&self.needs[*b]));
            after.push(least.unwrap_or(DONE));
        }
        let longest = after.iter().map(|id| self.chances[*id].len()).max().unwrap_or(0);
        let mut chances = vec![0.0; longest + 1];
        for id in &after {
            for (rolls, chance) in self.chances[*id].iter().enumerate() {
                chances[rolls + 1] += chance / throws;
            }
        }
        let needs = (0u32..).zip(&chances).map(|(rolls, chance)| f64::from(rolls) * chance).sum();
        let id = self.needs.len();
        self.sides.insert(side, id);
        self.after.push(after);
        self.chances.push(chances);
        self.needs.push(needs);
        id
    }

    /// Returns both sides of a position; `None` if one is done.
    fn of(&mut self, position: &Position) -> Option<[SideId; 2]> {
        let sides = [position.mover, position.opponent].map(|side| self.add(side));
        (!sides.contains(&DONE)).then_some(sides)
    }

    /// Returns the mean result of some games for the side about to roll.
    fn rolled_out(&self, sides: [SideId; 2], games: u32, random: &mut Random) -> f64 {
        let won = (0..games).filter(|_| self.wins(sides, random)).count();
        2.0 * won as f64 / f64::from(games) - 1.0
    }

    fn wins(&self, [mut own, mut other]: [SideId; 2], random: &mut Random) -> bool {
        let mut roll = |side: SideId| {
            let after = &self.after[side];
            after[random.throw(after.len() as u32)]
        };
        loop {
            own = roll(own);
            if own == DONE {
                return true;
            }
            other = roll(other);
            if other == DONE {
                return false;
            }
        }
    }

    /// Returns the limit of endless games.
    fn exactly(&self, [own, other]: [SideId; 2]) -> f64 {
        let [own, other] = [own, other].map(|side| &self.chances[side]);
        let (mut not_done, mut wins) = (1.0, 0.0);
        for (rolls, chance) in own.iter().enumerate() {
            wins += chance * not_done;
            not_done -= other.get(rolls).copied().unwrap_or_default();
        }
        2.0 * wins - 1.0
    }
}

pub(super) fn rows(variant: &Variant) -> Result<Vec<Finding>, Error> {
    let Some(race) = TwoSidedBearOff::new(variant.clone()) else { return Ok(Vec::new()) };
    let mut best = BestAlone::new(variant);
    let solved = race.solved();
    let all: Vec<([SideId; 2], f64)> = solved
        .iter()
        .filter_map(|(position, value)| Some((best.of(position)?, value.midpoint())))
        .collect();
    let mut exact = ExactRaces::new(race.game());
    let mut rows = Vec::new();
    for (k, text) in (1..).zip(FOUR_AGAINST_FOUR) {
        let position = race.game().parse(text).map_err(Error::position)?;
        let Some(sides) = best.of(&position) else { continue };
        let found = best.rolled_out(sides, GAMES_OF_FOUR, &mut Random::of_part(SEED, k));
        let equity = exact.equity(&position).map_err(|unfit| Error::TooMuch(unfit.to_string()))?;
        let (expected, equity) = (best.exactly(sides), equity.to_f64().unwrap_or(f64::NAN));
        let error = ((1.0 - expected * expected) / f64::from(GAMES_OF_FOUR)).sqrt();
        let row = Finding::unprinted(format!("k = {k}, equity by rollouts"), significant(found, 6));
        let ends = interval_of_mean(found, error);
        let row = Finding { ci95: Some(ends.map(|end| significant(end, 6))), ..row };
        rows.push(
            row.drawn()
                .noting(format!(
                    "{} games, each side playing as if alone, which is worth {expected:.6}; best \
                     play {equity:.6}",
                    grouped(GAMES_OF_FOUR)
                ))
                .differing_if((found - expected).abs() > MOST_ERRORS * error),
        );
    }
    rows.extend(of_all(&best, &all, solved.len()));
    Ok(rows)
}

/// Compares rollouts of all positions with their equities, by the number of games.
fn of_all(best: &BestAlone<'_>, all: &[([SideId; 2], f64)], counted: usize) -> Vec<Finding> {
    let count = all.len() as f64;
    let mut errors = Vec::new();
    let mut rows = Vec::new();
    for games in GAMES {
        let started = Instant::now();
        let of = |(number, (sides, equity)): (usize, &([SideId; 2], f64))| {
            let mut random = Random::of_part(SEED + u64::from(games), number as u64);
            (best.rolled_out(*sides, games, &mut random) - equity).abs()
        };
        let each: Vec<f64> = all.par_iter().enumerate().map(of).collect();
        let seconds = started.elapsed().as_secs_f64();
        let error = each.iter().sum::<f64>() / count;
        let most = each.iter().copied().fold(0.0, f64::max);
        errors.push(error);
        rows.push(
            Finding::unprinted(
                format!("races, {games} rollouts a position: mean error"),
                significant(error, 4),
            )
            .noting(format!(
                "all {} positions of both sides at home, but for {} in which a side is done; the \
                 largest {most:.3}; {seconds:.2} s",
                grouped(counted as u64),
                counted - all.len(),
            )),
        );
    }
    let bias = all.iter().map(|(sides, equity)| (best.exactly(*sides) - equity).abs());
    let (sum, most) = bias.fold((0.0, 0.0_f64), |(sum, most), bias| (sum + bias, most.max(bias)));
    let shrinks = errors.windows(2).map(|pair| format!("{:.3}", pair[0] / pair[1]));
    let shrinks: Vec<String> = shrinks.collect();
    rows.extend([
        Finding::unprinted(
            "races, ten times the rollouts: the error is divided by",
            shrinks.join(", "),
        )
        .noting("√10 = 3.162 if chance alone made it"),
        Finding::unprinted(
            "races, endless rollouts: mean error",
            significant(sum / count, 4),
        )
        .noting(format!(
            "what remains, as each side plays as if it were alone: computed from the chances of \
             all numbers of rolls; the largest {most:.4}"
        )),
    ]);
    rows
}

#[cfg(test)]
mod tests {
    use shuban_gammon::bearoff::OneSidedBearOff;

    use super::*;

    #[test]
    fn playing_as_if_alone_takes_the_fewest_rolls() {
        let variant = crate::gammon::variant("half-gammon").unwrap();
        let mut best = BestAlone::new(&variant);
        for (side, needs) in OneSidedBearOff::new(variant.clone()).solved() {
            let id = best.add(side);
            assert!((best.needs[id] - needs.expected().midpoint()).abs() < 1e-12, "{side:?}");
        }
        assert_eq!(best.needs.len(), 165);
    }

    #[test]
    fn rollouts_come_near_to_what_endless_ones_come_to() {
        let variant = crate::gammon::variant("half-gammon").unwrap();
        let race = TwoSidedBearOff::new(variant.clone()).unwrap();
        let mut best = BestAlone::new(&variant);
        let mut sides = |text: &str| best.of(&race.game().parse(text).unwrap());
        let (pair, sure) = (sides("1,1,1,1|1,1,1,1").unwrap(), sides("1|3,3,3,3,3").unwrap());
        assert_eq!(sides("1|"), None);
        assert!((best.exactly(pair) - 5.0 / 9.0).abs() < 1e-12);
        assert!((best.rolled_out(pair, 20_000, &mut Random::new(7)) - 5.0 / 9.0).abs() < 0.03);
        assert!((best.exactly(sure) - 1.0).abs() < 1e-12);
    }
}
