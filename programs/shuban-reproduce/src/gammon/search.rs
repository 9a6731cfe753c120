//! The search of the half-gammon page, its tree and its speed, and the savings of other forms.

use std::convert::Infallible;
use std::time::Instant;

use rayon::prelude::*;
use shuban_catalog::Error;
use shuban_core::dice::Roll;
use shuban_core::text::grouped;
use shuban_core::{Bound, Evaluation, Game, Random};
use shuban_gammon::{Gammon, Position, TermEvaluation};
use shuban_search::{EstimateOptions, EstimatedOf, NodeCounts, SearchError, SearchForm, estimate};

use super::page_rules::{GeneratedTwice, PageRules, drawn_position};
use crate::finding::{Finding, significant};
use crate::paper::Recomputation;

/// Roll of the page.
const ROLL: (u8, u8) = (3, 2);
/// Leaves of its tree, by plies.
const LEAVES: [(u8, u64); 3] = [(1, 4), (2, 146), (3, 5_429)];
/// Leaves a second.
const SPEED: u64 = 11_551;
/// Shares of generating moves, by plies.
const SHARES: [(u8, f64); 3] = [(1, 0.822), (2, 0.625), (3, 0.903)];
/// Plays a roll, given by the page for random games.
const PLAYS: f64 = 4.8;
/// Number of positions on which the forms are compared, and their maximum distance from the start.
const DRAWN: u64 = 100;
const FARTHEST: usize = 40;
/// Minimum time of a measurement, and number of measurements, of which the fastest counts: so short
/// that other load on the machine does not disturb all of them.
const MEASURED_MS: f64 = 2.0;
const ROUNDS: usize = 40;

pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let evaluation = TermEvaluation::new(super::variant("half-gammon")?);
    let page = PageRules::new()?;
    run.progress.phase("the tree of the start", 0);
    let leaves = LEAVES.map(|(plies, _)| leaves_of(&page, &evaluation, plies));
    let [one, two, three] = leaves;
    let (one, two, three) = (one?, two?, three?);
    let mut rows = Vec::new();
    for ((plies, print), found) in LEAVES.into_iter().zip([one, two, three]) {
        let what = format!("leaves, plies: {plies}");
        rows.push(
            Finding::exact(what, print, found).noting(
                "as the page plays: without rules about how many dice must be used, or which",
            ),
        );
    }
    let full = leaves_of(evaluation.game(), &evaluation, 3)?;
    rows.push(Finding::unprinted("leaves, plies: 3, by the rules of the game", full));
    rows.extend(of_expectation([one, two, three]));
    rows.extend(of_speed(&page, &evaluation)?);
    rows.extend(of_shares(&evaluation)?);
    run.check()?;
    run.progress.phase("forms of search", DRAWN);
    rows.extend(of_forms(&evaluation)?);
    Ok(rows)
}

fn searched<G: Game<Position = Position, Chance = Roll>>(
    game: &G,
    evaluation: &TermEvaluation,
    position: &Position,
    roll: Option<Roll>,
    options: &EstimateOptions,
) -> Result<EstimatedOf<G>, Error> {
    let nothing = |_: &Position| Ok::<Option<Bound<i32>>, Infallible>(None);
    let evaluate = |position: &Position| evaluation.evaluate(position);
    let found = estimate(game, position, roll, &nothing, &evaluate, options);
    found.map_err(|error| match error {
        SearchError::Oracle(never) => match never {},
        unfit => Error::TooMuch(unfit.to_string()),
    })
}

fn start(evaluation: &TermEvaluation) -> Position {
    let variant = &evaluation.game().variant;
    Position::new(variant.start(), variant.start())
}

fn from_the_start<G: Game<Position = Position, Chance = Roll>>(
    game: &G,
    evaluation: &TermEvaluation,
    plies: u8,
) -> Result<EstimatedOf<G>, Error> {
    let options = EstimateOptions::new(SearchForm::Expectimax, plies);
    let roll = Some(Roll::new(ROLL.0, ROLL.1));
    searched(game, evaluation, &start(evaluation), roll, &options)
}

fn leaves_of<G: Game<Position = Position, Chance = Roll>>(
    game: &G,
    evaluation: &TermEvaluation,
    plies: u8,
) -> Result<u64, Error> {
    Ok(from_the_start(game, evaluation, plies)?.counts.leaves)
}

/// Explains why there are more leaves than the page expected.
fn of_expectation([one, two, three]: [u64; 3]) -> Vec<Finding> {
    let plays = |leaves: u64, nodes: u64| leaves as f64 / (6 * nodes) as f64;
    let (second, third) = (plays(two, one), plays(three, two));
    let two_decimals = |plays: f64| (plays * 100.0).round() / 100.0;
    vec![
        Finding::exact("4.8³·36", 3_981, (PLAYS.powi(3) * 36.0) as u64),
        Finding::unprinted("plays a roll at ply 2", two_decimals(second)),
        Finding::unprinted("plays a roll at ply 3", two_decimals(third)),
        Finding::settled(
            "more leaves than 4.8³·36: near the start there are more plays",
            "more than 4.8",
            format!("{one}, {second:.2} and {third:.2} plays a roll"),
            second > PLAYS && third > PLAYS,
        )
        .noting("the page looks for the reason there, too"),
    ]
}

/// Returns seconds of one call, on average over a measurement; the fastest of several.
fn seconds(mut call: impl FnMut()) -> f64 {
    let measurement = |_| {
        let (started, mut calls) = (Instant::now(), 0u32);
        loop {
            call();
            calls += 1;
            let seconds = started.elapsed().as_secs_f64();
            if seconds * 1e3 >= MEASURED_MS {
                return seconds / f64::from(calls);
            }
        }
    };
    (0..ROUNDS).map(measurement).fold(f64::INFINITY, f64::min)
}

const OURS: &str = "one thread of this machine, now: another machine's speed compares nothing";

fn of_speed(page: &PageRules, evaluation: &TermEvaluation) -> Result<Vec<Finding>, Error> {
    let game = evaluation.game();
    let by_page = seconds(|| {
        std::hint::black_box(leaves_of(page, evaluation, 3)).ok();
    });
    let by_rules = seconds(|| {
        std::hint::black_box(leaves_of(game, evaluation, 3)).ok();
    });
    let page_leaves = leaves_of(page, evaluation, 3)? as f64;
    let counts = from_the_start(game, evaluation, 3)?.counts;
    let rate = |number: f64, seconds: f64| (number / seconds) as u64;
    Ok(vec![
        Finding::undecided(
            "leaves a second, as the page plays",
            SPEED,
            rate(page_leaves, by_page),
            OURS,
        ),
        Finding::undecided(
            "leaves a second, by the rules of the game",
            SPEED,
            rate(counts.leaves as f64, by_rules),
            OURS,
        ),
        Finding::unprinted(
            "decision nodes, chance nodes and leaves a second",
            rate(counts.nodes() as f64, by_rules),
        )
        .noting(OURS),
        Finding::undecided("seconds for three plies", 0.47, significant(by_page, 3), OURS),
    ])
}

/// Repeats the page's measurement by generating all moves twice.
fn of_shares(evaluation: &TermEvaluation) -> Result<Vec<Finding>, Error> {
    let game = evaluation.game();
    let mut rows = Vec::new();
    for (plies, print) in SHARES {
        from_the_start(game, evaluation, plies)?;
        let once = seconds(|| {
            std::hint::black_box(leaves_of(game, evaluation, plies)).ok();
        });
        let twice = seconds(|| {
            std::hint::black_box(leaves_of(&GeneratedTwice(game), evaluation, plies)).ok();
        });
        let share = ((twice - once) / once * 1e3).round() / 1e3;
        rows.push(Finding::undecided(
            format!("share of generating moves, plies: {plies}"),
            print,
            share,
            "(time with all plays generated twice - time) / time, of another program on another \
             machine; tests for the end of the game are part of generating here",
        ));
    }
    Ok(rows)
}

/// Counts the nodes of all forms on positions of random games, three plies ahead of every roll.
fn of_forms(evaluation: &TermEvaluation) -> Result<Vec<Finding>, Error> {
    let game = evaluation.game();
    let all: Result<Vec<_>, Error> =
        (0..DRAWN).into_par_iter().map(|number| forms_of(game, evaluation, number)).collect();
    let all = all?;
    let agreeing = all.iter().filter(|(agrees, _)| *agrees).count();
    let mut rows = vec![
        Finding::unprinted("positions in which all forms give the same value and plays", agreeing)
            .differing_if(agreeing as u64 != DRAWN)
            .noting(format!("of {DRAWN}, after up to {FARTHEST} turns of random games, 3 plies")),
    ];
    let sum = |form: usize| {
        all.iter().fold(NodeCounts::default(), |sum, (_, counts)| sum.and(counts[form]))
    };
    let plain = sum(0).nodes();
    for (place, form) in SearchForm::ALL.into_iter().enumerate() {
        let counts = sum(place);
        let saved = 100.0 - 100.0 * counts.nodes() as f64 / plain as f64;
        let row = Finding::unprinted(format!("nodes, {}", form.name()), counts.nodes());
        rows.push(row.noting(format!(
            "{saved:.1} % fewer than expectimax; {} leaves, {} chance nodes, {} found in the \
             table, {} probes",
            grouped(counts.leaves),
            grouped(counts.chances),
            grouped(counts.transpositions),
            grouped(counts.probes),
        )));
    }
    Ok(rows)
}

/// Searches a position by all forms: returns true if all agree, with the nodes of each.
fn forms_of(
    game: &Gammon,
    evaluation: &TermEvaluation,
    number: u64,
) -> Result<(bool, Vec<NodeCounts>), Error> {
    let position = drawn_position(game, FARTHEST, &mut Random::of_part(2, number));
    let mut values = Vec::new();
    let mut counts = Vec::new();
    for form in SearchForm::ALL {
        let options = EstimateOptions::new(form, 3);
        let found = searched(game, evaluation, &position, None, &options)?;
        let best = found.events.iter().map(|event| (event.best, event.value));
        values.push((found.value, best.collect::<Vec<_>>()));
        counts.push(found.counts);
    }
    Ok((values.iter().all(|value| *value == values[0]), counts))
}
