//! Speed of searching half-gammon for an estimate, three plies from the start with a 3-2: items are
//! nodes (decision nodes, chance nodes and leaves). And speed of its evaluation functions: items
//! are positions of random games.

use std::convert::Infallible;

use divan::Bencher;
use divan::counter::ItemsCount;
use shuban_core::dice::Roll;
use shuban_core::{Bound, Evaluation, Game, Random};
use shuban_gammon::evaluation::{NetworkEvaluation, Terms};
use shuban_gammon::{Gammon, Position, TermEvaluation, Variant};
use shuban_search::{EstimateOptions, SearchForm, estimate};

fn main() {
    divan::main();
}

fn half_gammon() -> Variant {
    Variant::by_name("half-gammon").expect("the variant has this name")
}

#[divan::bench(args = SearchForm::ALL)]
fn three_plies(bencher: Bencher<'_, '_>, form: SearchForm) {
    search(bencher, form, &TermEvaluation::new(half_gammon()));
}

#[divan::bench(args = SearchForm::ALL)]
fn three_plies_by_pips_and_turn(bencher: Bencher<'_, '_>, form: SearchForm) {
    search(bencher, form, &TermEvaluation::with(half_gammon(), Terms::PIPS_AND_TURN));
}

#[divan::bench(args = SearchForm::ALL)]
fn three_plies_by_network(bencher: Bencher<'_, '_>, form: SearchForm) {
    search(bencher, form, &network());
}

#[divan::bench]
fn all_terms(bencher: Bencher<'_, '_>) {
    evaluate(bencher, &TermEvaluation::new(half_gammon()));
}

#[divan::bench]
fn the_network(bencher: Bencher<'_, '_>) {
    evaluate(bencher, &network());
}

fn network() -> NetworkEvaluation {
    NetworkEvaluation::new(half_gammon()).expect("one of half-gammon is there")
}

fn search(bencher: Bencher<'_, '_>, form: SearchForm, evaluation: &impl Evaluation<Game = Gammon>) {
    let variant = half_gammon();
    let start = Position::new(variant.start(), variant.start());
    let evaluate = |position: &Position| evaluation.evaluate(position);
    let nothing = |_: &Position| Ok::<Option<Bound<i32>>, Infallible>(None);
    let search = || {
        let (game, options) = (evaluation.game(), EstimateOptions::new(form, 3));
        estimate(game, &start, Some(Roll::new(3, 2)), &nothing, &evaluate, &options)
    };
    let nodes = search().map_or(0, |found| found.counts.nodes());
    bencher.counter(ItemsCount::new(nodes)).bench_local(search);
}

fn evaluate(bencher: Bencher<'_, '_>, evaluation: &impl Evaluation<Game = Gammon>) {
    let positions = positions_of_games(evaluation.game(), 10_000);
    let evaluate = || positions.iter().fold(0, |sum, position| sum ^ evaluation.evaluate(position));
    bencher.counter(ItemsCount::new(positions.len())).bench_local(evaluate);
}

/// Positions of random games.
fn positions_of_games(game: &Gammon, count: usize) -> Vec<Position> {
    let start = Position::new(game.variant.start(), game.variant.start());
    let (mut random, mut plays, mut position) = (Random::new(1), Vec::new(), start);
    let next = |_| {
        if game.outcome(&position).is_some() {
            position = start;
        }
        let seen = position;
        let [one, other] = [(); 2].map(|()| 1 + random.place(3) as u8);
        plays.clear();
        game.plays(&position, Roll::new(one, other), &mut plays);
        position = plays[random.place(plays.len())].after;
        seen
    };
    (0..count).map(next).collect()
}
