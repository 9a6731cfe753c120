//! How fast half-gammon is searched for an estimate, three plies from the start with a 3-2: items
//! are nodes (decision nodes, chance nodes and leaves).

use std::convert::Infallible;

use divan::Bencher;
use divan::counter::ItemsCount;
use shuban_core::{Bound, Evaluation, Roll};
use shuban_gammon::evaluation::Terms;
use shuban_gammon::{Position, TermEvaluation, Variant};
use shuban_search::{EstimateOptions, SearchForm, estimate};

fn main() {
    divan::main();
}

#[divan::bench(args = SearchForm::ALL)]
fn three_plies(bencher: Bencher<'_, '_>, form: SearchForm) {
    search(bencher, form, Terms::ALL);
}

#[divan::bench(args = SearchForm::ALL)]
fn three_plies_by_pips_and_turn(bencher: Bencher<'_, '_>, form: SearchForm) {
    search(bencher, form, Terms::PIPS_AND_TURN);
}

fn search(bencher: Bencher<'_, '_>, form: SearchForm, terms: Terms) {
    let variant = Variant::by_name("half-gammon").expect("the variant has this name");
    let start = Position::new(variant.start(), variant.start());
    let evaluation = TermEvaluation::with(variant, terms);
    let evaluate = |position: &Position| evaluation.evaluate(position);
    let nothing = |_: &Position| Ok::<Option<Bound<i32>>, Infallible>(None);
    let search = || {
        let (game, options) = (evaluation.game(), EstimateOptions::new(form, 3));
        estimate(game, &start, Some(Roll::new(3, 2)), &nothing, &evaluate, &options)
    };
    let nodes = search().map_or(0, |found| found.counts.nodes());
    bencher.counter(ItemsCount::new(nodes)).bench_local(search);
}
