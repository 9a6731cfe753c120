//! Pips as a measure of the rolls that a side still needs, and the errors of f(w, b), where both
//! sides bear off and everything is known exactly.

use std::collections::BTreeMap;
use std::time::Instant;

use shuban_core::checkers::Checkers;
use shuban_gammon::Variant;
use shuban_gammon::bearoff::{OneSidedBearOff, TwoSidedBearOff};
use shuban_gammon::evaluation::{PipsOfARoll, TermEvaluation, Terms, from_lead};

use super::super::bearoff::counts;
use super::numbers::{greatest, mean};
use crate::finding::{Finding, significant};

/// Seconds that the page's program took for all sides.
const SECONDS: f64 = 0.1;
/// Number of measurements here; the fastest counts.
const ROUNDS: usize = 3;

/// Largest divisor of pips that is tried, in hundredths.
const LARGEST: u32 = 1_000;

/// Leads, in rolls, at which reversals are counted, with the tolerance.
const LEADS: [f64; 2] = [0.5, 1.0];
const OFF: f64 = 0.125;
/// Bounds of classes of the rolls that both sides still need together.
const LEFT: [f64; 5] = [2.0, 4.0, 6.0, 8.0, 10.0];

/// A side that is not done, with its expected rolls.
type Needs = (Checkers, f64);

/// A position of two sides: the rolls that each needs, their pips, and the result.
struct Race {
    rolls: [f64; 2],
    pips: [f64; 2],
    value: f64,
    by_pips: f64,
}

pub(super) fn rows(variant: &Variant) -> Vec<Finding> {
    let alone = OneSidedBearOff::new(variant.clone());
    let mut seconds = f64::INFINITY;
    let mut solved = Vec::new();
    for _ in 0..ROUNDS {
        let started = Instant::now();
        solved = alone.solved();
        seconds = seconds.min(started.elapsed().as_secs_f64());
    }
    let all: Vec<Needs> = solved
        .iter()
        .filter(|(side, _)| !side.is_empty())
        .map(|(side, needs)| (*side, needs.expected().midpoint()))
        .collect();
    let mut rows = vec![Finding::undecided(
        format!("seconds for the expected rolls of all {} sides", solved.len()),
        SECONDS,
        significant(seconds, 2),
        "one thread of this machine, now: another machine's speed compares nothing",
    )];
    let roll = PipsOfARoll::of(variant);
    rows.extend(of_pips(variant, &all, roll.mean));
    if let Some(race) = TwoSidedBearOff::new(variant.clone()) {
        let races = races(variant, &race, &all);
        rows.extend(of_reversals(&races));
        rows.extend(of_function(&races, roll));
    }
    rows
}

/// Measures the difference of divided pips from the expected rolls.
fn of_pips(variant: &Variant, all: &[Needs], page: f64) -> Vec<Finding> {
    let error = |divisor: f64| {
        mean(all.iter().map(|(side, needs)| (side.pips() as f64 / divisor - needs).abs()))
    };
    let best = greatest((100..=LARGEST).map(|hundredths| -error(f64::from(hundredths) / 100.0)));
    let divisor = best.map_or(f64::NAN, |(number, _)| (number + 100) as f64 / 100.0);
    let short = |(side, needs): &Needs| needs - side.pips() as f64 / page;
    let farthest = greatest(all.iter().map(|one| short(one).abs())).map(|(number, _)| all[number]);
    let farthest = farthest.map_or_else(String::new, |one| {
        let (side, needs) = one;
        let text = counts(variant, side);
        format!("the farthest with {text}: {:.4} for {needs:.4}", needs - short(&one))
    });
    let (slope, least) = line(all.iter().map(|(side, needs)| (side.pips() as f64, *needs)));
    let by_line =
        mean(all.iter().map(|(side, needs)| (slope * side.pips() as f64 + least - needs).abs()));
    let wasted = mean(all.iter().map(short));
    vec![
        Finding::unprinted("pips/5.333 for the expected rolls: error", significant(error(page), 4))
            .noting(format!(
                "mean over {} sides; too few rolls by {wasted:.4} on average, as bearing off \
                 wastes pips; {farthest}",
                all.len()
            )),
        Finding::unprinted("the divisor of pips that comes closest", divisor)
            .noting(format!("mean error {:.4}", error(divisor))),
        Finding::unprinted("a line through all: pips for a roll", significant(1.0 / slope, 4))
            .noting(format!(
                "least squares: pips/{:.3} + {least:.3} rolls, mean error {by_line:.4}",
                1.0 / slope
            )),
    ]
}

/// Returns slope and intercept of the line of least squares.
fn line(points: impl Iterator<Item = (f64, f64)> + Clone) -> (f64, f64) {
    let (x, y) = (mean(points.clone().map(|point| point.0)), mean(points.clone().map(|p| p.1)));
    let (products, squares) = points.fold((0.0, 0.0), |(products, squares), point| {
        let away = point.0 - x;
        (products + away * (point.1 - y), squares + away * away)
    });
    let slope = products / squares;
    (slope, y - slope * x)
}

/// Returns all positions in which neither side is done.
fn races(variant: &Variant, race: &TwoSidedBearOff, all: &[Needs]) -> Vec<Race> {
    let needs: BTreeMap<Checkers, f64> = all.iter().copied().collect();
    let evaluation = TermEvaluation::with(variant.clone(), Terms::PIPS_AND_TURN);
    let solved = race.solved();
    let known = solved.iter().filter_map(|(position, value)| {
        let sides = [position.mover, position.opponent];
        let [Some(own), Some(other)] = sides.map(|side| needs.get(&side).copied()) else {
            return None;
        };
        Some(Race {
            rolls: [own, other],
            pips: sides.map(|side| side.pips() as f64),
            value: value.midpoint(),
            by_pips: evaluation.expected_result(position),
        })
    });
    known.collect()
}

/// Computes the chance of the side behind, by the rolls that are left.
fn of_reversals(races: &[Race]) -> Vec<Finding> {
    let mut rows = Vec::new();
    for lead in LEADS {
        let near = |race: &&Race| {
            // Half a roll for the side about to roll.
            let ahead = race.rolls[1] - race.rolls[0] + 0.5;
            (ahead.abs() - lead).abs() <= OFF
        };
        let chances: Vec<(usize, f64)> = LEFT
            .windows(2)
            .map(|ends| {
                let is_in = |race: &&Race| {
                    let left = race.rolls[0] + race.rolls[1];
                    ends[0] <= left && left < ends[1]
                };
                let ahead = |race: &Race| {
                    let side = (race.rolls[1] - race.rolls[0] + 0.5).signum();
                    (1.0 - side * race.value) / 2.0
                };
                let found: Vec<f64> = races.iter().filter(near).filter(is_in).map(ahead).collect();
                (found.len(), mean(found))
            })
            .collect();
        let told = LEFT.windows(2).zip(&chances).map(|(ends, (count, chance))| {
            format!("{}–{}: {chance:.4} of {count}", ends[0], ends[1])
        });
        let told: Vec<String> = told.collect();
        let short: Vec<String> = chances.iter().map(|(_, chance)| format!("{chance:.3}")).collect();
        let grows = chances.windows(2).all(|pair| pair[0].1 < pair[1].1);
        rows.push(
            Finding::settled(
                format!("a lead of {lead} rolls: the chance that it is reversed"),
                "the smaller, the fewer rolls are left",
                short.join(", "),
                grows,
            )
            .noting(format!(
                "exact, averages of positions of both sides at home whose expected rolls, with half \
                 a roll for the turn, differ by so much (±{OFF}); by the rolls of both together: {}",
                told.join(", ")
            )),
        );
    }
    rows
}

/// Compares f with the results, from expected rolls and from pips.
fn of_function(races: &[Race], roll: PipsOfARoll) -> Vec<Finding> {
    let spread = roll.spread_of_a_turn();
    let from_rolls = |turn: f64, scale: f64| {
        mean(races.iter().map(|Race { rolls: [own, other], value, .. }| {
            (from_lead(other - own + turn, (own + other) * spread * scale) - value).abs()
        }))
    };
    let hundredths = || (1..=100u32).map(|number| f64::from(number) / 100.0);
    let turn = greatest(hundredths().map(|turn| -from_rolls(turn, 1.0)));
    let turn = turn.map_or(f64::NAN, |(number, _)| (number + 1) as f64 / 100.0);
    let scale = greatest(hundredths().map(|scale| -from_rolls(turn, scale)));
    let scale = scale.map_or(f64::NAN, |(number, _)| (number + 1) as f64 / 100.0);
    let by_pips = mean(races.iter().map(|race| (race.by_pips - race.value).abs()));
    let alike: Vec<&Race> = races.iter().filter(|race| race.pips[0] == race.pips[1]).collect();
    vec![
        Finding::unprinted(
            "bearing off, error of f with expected rolls",
            significant(from_rolls(0.5, 1.0), 4),
        )
        .noting(format!(
            "mean over {} positions; the best turn bonus with them is {turn} of a roll (error \
             {:.4}), and a spread of {scale} of the dice's then comes closest ({:.4})",
            races.len(),
            from_rolls(turn, 1.0),
            from_rolls(turn, scale),
        )),
        Finding::unprinted("bearing off, error of f with pips/5.333", significant(by_pips, 4)),
        Finding::unprinted(
            "bearing off, equal pips: the result of the side about to roll",
            significant(mean(alike.iter().map(|race| race.value)), 4),
        )
        .noting(format!("mean over {} positions", alike.len())),
    ]
}
