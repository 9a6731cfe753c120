//! Claims of the half-gammon page about bearing off.

use std::collections::{BTreeMap, BTreeSet};

use num_rational::BigRational;
use num_traits::ToPrimitive;
use shuban_catalog::Error;
use shuban_core::checkers::Checkers;
use shuban_core::text::grouped;
use shuban_core::{Domain, Game, Layer};
use shuban_gammon::Variant;
use shuban_gammon::bearoff::{Alone, OneSidedBearOff, TwoSidedBearOff};

use crate::bearing_off::{
    Conjecture, FewestRolls, JudgedPlay, SolvedSide, WrongPlay, fewer_checkers, fewer_pips,
    fewest_rolls, front_most_first, no_gaps,
};
use crate::finding::Finding;
use crate::paper::Recomputation;

/// Expected rolls of a side alone, as printed. All agree but the last one, which is said to be the
/// greatest of all: it results under the rule of [`front_most_first`], not under the best play.
const PRINTED_EXPECTED_ROLLS: [(&str, &str); 11] = [
    ("G 1 2 1", "2.1358"),
    ("G 0 4 0", "2.2716"),
    ("G 2 2 2", "2.94376"),
    ("G 0 0 4", "2.82167"),
    ("G 6 1 1", "3.36214"),
    ("G 5 0 2", "3.36214"),
    ("G 0 0 2", "1.77778"),
    ("G 6 0 0", "2.44444"),
    ("G 8 0 0", "3.18519"),
    ("G 0 0 3", "2.2963"),
    ("G 0 0 8", "5.35676"),
];

/// Number of cases that a note names.
const NAMED: usize = 3;

/// A rule of thumb of the page.
struct Rule<'a> {
    what: &'static str,
    /// Counterexample that the page gives itself.
    own_counter_example: Option<(&'static str, &'static str)>,
    found: Conjecture<'a>,
    file: &'static str,
}

pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let variant = super::variant("half-gammon")?;
    let backgammon = super::variant("backgammon")?;
    let alone = OneSidedBearOff::new(variant.clone());
    let race = TwoSidedBearOff::new(variant.clone())
        .ok_or_else(|| Error::TooMuch("races of half-gammon".to_owned()))?;

    run.progress.phase("a side alone", 0);
    let solved = alone.solved();
    let mut rows = vec![
        Finding::exact("positions of one side", 165, solved.len()),
        Finding::exact("positions of both sides", 27_225, positions(&race)),
        backgammon_sides(&OneSidedBearOff::new(backgammon)),
    ];
    rows.extend(expected_rolls(alone.game(), &solved)?);

    run.check()?;
    run.progress.phase("conjectures about a side alone", 0);
    let rules = [
        Rule {
            what: "equal pips, no empty point: at least as quick",
            own_counter_example: Some(("G 2 2 2", "G 0 0 4")),
            found: no_gaps(&solved, variant.home()),
            file: "half-gammon-no-gaps.csv",
        },
        Rule {
            what: "equal pips, fewer checkers: at least as quick",
            own_counter_example: None,
            found: fewer_checkers(&solved),
            file: "half-gammon-fewer-checkers.csv",
        },
        Rule {
            what: "fewer pips: quicker",
            own_counter_example: Some(("G 8 0 0", "G 0 0 3")),
            found: fewer_pips(&solved),
            file: "half-gammon-fewer-pips.csv",
        },
    ];
    for rule in &rules {
        rows.push(rule.row(alone.game())?);
        run.write(rule.file, &rule.csv(&variant))?;
    }

    run.check()?;
    run.progress.phase("the play that leaves the fewest rolls, in all positions of two sides", 0);
    let found = fewest_rolls(&alone, &race);
    rows.extend(hypothesis(&race, &found));
    rows.push(where_it_fails(&solved, &found));
    run.write("half-gammon-fewest-rolls.csv", &wrong_plays(&race, &found))?;
    Ok(rows)
}

fn positions<D: Domain>(domain: &D) -> u64 {
    domain.layers().iter().map(Layer::positions).sum()
}

/// Checks the number of positions of a side of backgammon, which the page gives in passing.
fn backgammon_sides(domain: &OneSidedBearOff) -> Finding {
    let (print, counted) = (54_262, positions(domain));
    let by_page = page_formula(7, 15);
    let attempts = format!(
        "the page's own recursion NC(7, 15) gives {}, as does C(21, 6); nothing tried gives the \
         print, which seems to be a slip of its last digit",
        grouped(by_page)
    );
    // A missing explanation counts only if both ways of counting agree on the right number.
    Finding::not_reproducible("positions of one side, backgammon", print, counted, attempts)
        .differing_if(counted != by_page)
}

/// Computes the page's NC(p, n): the ways to put n checkers on p places.
fn page_formula(places: u64, checkers: u64) -> u64 {
    match (places, checkers) {
        (_, 0) | (1, _) => 1,
        (places, 1) => places,
        (places, checkers) => {
            (0..=checkers).map(|here| page_formula(places - 1, checkers - here)).sum()
        }
    }
}

/// Checks the printed numbers one by one; the last one is printed as the greatest of all.
fn expected_rolls(game: &Alone, solved: &[SolvedSide]) -> Result<Vec<Finding>, Error> {
    let best: BTreeMap<Checkers, f64> =
        solved.iter().map(|(side, value)| (*side, value.expected().midpoint())).collect();
    let most = solved.iter().max_by(|a, b| a.1.cmp(&b.1)).map_or(Checkers::NONE, |(side, _)| *side);
    let mut rows = Vec::new();
    for (text, print) in PRINTED_EXPECTED_ROLLS {
        let side = game.parse(text).map_err(Error::position)?;
        let decimals = print.split('.').nth(1).map_or(0, str::len) as i32;
        let print: f64 = print.parse().unwrap_or(f64::NAN);
        let result = best.get(&side).copied().unwrap_or(f64::NAN);
        let what = format!("{text}, expected rolls");
        if side != most {
            rows.push(Finding::decimals(what, print, result, decimals));
            continue;
        }
        let explained = front_most_first(game.variant().faces(), side, &mut BTreeMap::new());
        let note = format!(
            "the print is what a fixed policy needs that plays the smaller die first, and each die \
             by the front-most checker that can move: {explained:.10}"
        );
        rows.push(Finding::print_wrong_decimals(what, print, result, explained, decimals, note));
    }
    rows.push(Finding::exact(
        "the side that needs the most rolls",
        "G 0 0 8",
        counts(game.variant(), most),
    ));
    Ok(rows)
}

/// Formats a side as on the page: the numbers on points 1, 2, …
pub(super) fn counts(variant: &Variant, side: Checkers) -> String {
    (1..=variant.home()).fold("G".to_owned(), |text, point| format!("{text} {}", side.on(point)))
}

impl Rule<'_> {
    fn row(&self, game: &Alone) -> Result<Finding, Error> {
        let Conjecture { pairs, counter_examples, equal } = &self.found;
        let side = |text| game.parse(text).map_err(Error::position);
        let (claim, stands) = match self.own_counter_example {
            None => ("a question, no case against it".to_owned(), counter_examples.is_empty()),
            Some((first, second)) => {
                let pair = (side(first)?, side(second)?);
                let is_one =
                    counter_examples.iter().any(|[first, second]| (first.0, second.0) == pair);
                // If the page's own case is no counterexample, nothing explains it.
                if !is_one {
                    return Ok(Finding::exact(
                        self.what,
                        format!("not {first}, {second}"),
                        "it is so there",
                    ));
                }
                (format!("a question; not {first}, {second}"), true)
            }
        };
        let named: Vec<String> =
            counter_examples.iter().take(NAMED).map(|pair| against(game.variant(), pair)).collect();
        let result = format!(
            "{} of {} pairs against it",
            grouped_len(counter_examples),
            grouped(*pairs as u64)
        );
        Ok(Finding::settled(self.what, claim, result, stands).noting(format!(
            "equal in {} pairs; against it are {}; all are in {}",
            grouped_len(equal),
            named.join("; "),
            self.file,
        )))
    }

    fn csv(&self, variant: &Variant) -> String {
        let mut text = String::from(
            "quicker by the rule,pips,checkers,expected rolls,\
             slower by the rule,pips,checkers,expected rolls\n",
        );
        for pair in &self.found.counter_examples {
            let [first, second] = pair.map(|(side, needs)| {
                let rolls = needs.expected().midpoint();
                format!("{},{},{},{rolls}", counts(variant, *side), side.pips(), side.count())
            });
            text += &format!("{first},{second}\n");
        }
        text
    }
}

fn grouped_len<T>(list: &[T]) -> String {
    grouped(list.len() as u64)
}

/// Formats a pair of sides that contradicts a rule of thumb.
fn against(variant: &Variant, pair: &[&SolvedSide; 2]) -> String {
    let side = |(side, needs): &SolvedSide| {
        format!("{} {:.5}", counts(variant, *side), needs.expected().midpoint())
    };
    pair.map(side).join(", ")
}

/// Checks the hypothesis that the play which leaves the fewest expected rolls is the best one.
fn hypothesis(race: &TwoSidedBearOff, found: &FewestRolls) -> Vec<Finding> {
    let game = race.game();
    let result =
        format!("wrong in {} of {} choices", grouped_len(&found.wrong), grouped(found.choices));
    let mut row = Finding::settled(
        "the fewest expected rolls: the best play",
        "a hypothesis; if not best, not bad",
        result,
        found.wrong.is_empty(),
    );
    let Some(worst) = found.wrong.first() else { return vec![row] };
    let play = |play: &JudgedPlay| {
        format!(
            "{} (leaves {:.4} rolls, equity {})",
            game.format_move(&worst.position, worst.roll, &play.action),
            play.needs.expected().midpoint(),
            play.equity
        )
    };
    row = row.noting(format!(
        "{} positions, {} pairs of a position and a roll; the worst case is {} with {}: {} instead \
         of {}; all are in half-gammon-fewest-rolls.csv",
        grouped(found.positions),
        grouped(found.pairs),
        game.format(&worst.position),
        worst.roll,
        play(&worst.fewest_rolls),
        play(&worst.best),
    ));
    let losses: Vec<f64> = found.wrong.iter().map(|wrong| number(&wrong.loss())).collect();
    let mean = losses.iter().sum::<f64>() / losses.len() as f64;
    vec![
        row,
        Finding::unprinted("the most it costs, equity", number(&worst.loss()))
            .noting(format!("exactly {}", worst.loss())),
        Finding::unprinted("what it costs on average where it is wrong, equity", mean),
    ]
}

/// Checks where the hypothesis fails: by the page where the other side is done in two rolls for
/// sure.
fn where_it_fails(solved: &[SolvedSide], found: &FewestRolls) -> Finding {
    const ROLLS: usize = 2;
    let sure: BTreeSet<Checkers> = (solved.iter())
        .filter(|(_, needs)| needs.longest() <= ROLLS)
        .map(|(side, _)| *side)
        .collect();
    let (there, elsewhere): (Vec<_>, Vec<_>) =
        found.wrong.iter().partition(|wrong| sure.contains(&wrong.position.opponent));
    let losses = |wrong: &[&WrongPlay]| -> (f64, f64) {
        let losses = || wrong.iter().map(|wrong| number(&wrong.loss()));
        (losses().sum::<f64>() / wrong.len().max(1) as f64, losses().fold(0.0, f64::max))
    };
    let [(mean, most), (other_mean, other_most)] = [&there, &elsewhere].map(|some| losses(some));
    let what = "the fewest expected rolls: where the other side is done in two rolls for sure";
    let result = format!("{} of {} failures", grouped_len(&there), grouped_len(&found.wrong));
    // The page says "may": one case is enough, provided that it is also the most costly failure.
    let stands = most > 0.0 && most >= other_most;
    Finding::settled(what, "it may fail there", result, stands).noting(format!(
        "they cost {mean:.3} on average and {most:.3} at most, the others {other_mean:.3} and \
         {other_most:.3}: what the page names is where most is lost, and not where it mostly fails"
    ))
}

fn number(fraction: &BigRational) -> f64 {
    fraction.to_f64().unwrap_or(f64::NAN)
}

fn wrong_plays(race: &TwoSidedBearOff, found: &FewestRolls) -> String {
    let game = race.game();
    let mut text = String::from(
        "position,roll,play with fewest rolls,expected rolls,equity,best play,\
         expected rolls,equity,loss,loss as a fraction\n",
    );
    for wrong in &found.wrong {
        let WrongPlay { position, roll, fewest_rolls, best } = wrong;
        let play = |play: &JudgedPlay| {
            let action = game.format_move(position, *roll, &play.action);
            format!("{action},{},{}", play.needs.expected().midpoint(), number(&play.equity))
        };
        let loss = wrong.loss();
        text += &format!(
            "\"{}\",{roll},{},{},{},{loss}\n",
            game.format(position),
            play(fewest_rolls),
            play(best),
            number(&loss)
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::page_formula;

    #[test]
    fn the_formula_of_the_page_counts_multisets() {
        assert_eq!((page_formula(4, 8), page_formula(7, 15)), (165, 54_264));
    }
}
