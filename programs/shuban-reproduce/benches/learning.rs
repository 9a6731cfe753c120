//! Speed of games and sweeps on the graph of a layer, on one core.

use divan::Bencher;
use divan::counter::ItemsCount;
use shuban_core::LayerId;
use shuban_gammon::{Contact, Variant};
use shuban_reproduce::graph::{Bellman, Graph, by_rules};
use shuban_reproduce::learning::{KnownStarts, Learner, WorkDone};
use shuban_reproduce::{ValuedState, valued, valued_layers};
use shuban_solve::layer_named;

fn main() {
    divan::main();
}

fn layer_of(layer: &str) -> (Contact, LayerId) {
    let variant = layer.split('/').next().and_then(Variant::by_name);
    let domain = Contact::new(variant.expect("the layers below are of known variants"));
    let layer = layer_named(&domain, layer).expect("the layers below exist");
    (domain, layer)
}

/// Returns finished layers in which everything is even: their values hardly affect the speed.
fn even(graph: &Graph) -> Bellman<'_> {
    match Bellman::new(graph, |_, _| Ok::<_, std::convert::Infallible>(0.0)) {
        Ok(bellman) => bellman,
        Err(never) => match never {},
    }
}

fn games(method: &Learner<'_>) -> u64 {
    let (WorkDone::Games(games) | WorkDone::Sweeps(games)) = method.work;
    games
}

/// Measures games a second, once the policy is good: after a thousand iterations.
#[divan::bench(args = [KnownStarts::Kept, KnownStarts::Overwritten], sample_count = 10)]
fn mces_backgammon_1_1(bencher: Bencher, reading: KnownStarts) {
    let (domain, layer) = layer_of("backgammon/contact-1-1");
    let graph = Graph::build(&domain, layer).unwrap();
    let bellman = even(&graph);
    let known = valued(&graph, |_, _| ValuedState::Unknown).standings;
    let mut method = Learner::monte_carlo(&bellman, &known, reading, 1).unwrap();
    method.run_to(1_000);
    let games = games(&method) / 10;
    bencher.counter(ItemsCount::new(games)).bench_local(|| method.run_to(method.rounds + 100));
}

/// Measures games a second of temporal differences.
#[divan::bench(args = ["backgammon/contact-1-1", "backgammon/contact-2-1"], sample_count = 10)]
fn temporal_difference(bencher: Bencher, name: &str) {
    let (domain, layer) = layer_of(name);
    let graph = Graph::build(&domain, layer).unwrap();
    let bellman = even(&graph);
    let mut method = Learner::temporal_difference(&bellman, 1).unwrap();
    method.run_to(1);
    let games = games(&method);
    bencher.counter(ItemsCount::new(games)).bench_local(|| method.run_to(method.rounds + 1));
}

/// Measures positions a second of a sweep.
#[divan::bench(args = ["backgammon/contact-2-1", "backgammon/contact-2-2"], sample_count = 10)]
fn gauss_seidel(bencher: Bencher, name: &str) {
    let (domain, layer) = layer_of(name);
    let graph = Graph::build(&domain, layer).unwrap();
    let bellman = even(&graph);
    let mut sweeps = Learner::gauss_seidel(&bellman);
    let positions = ItemsCount::new(graph.len());
    bencher.counter(positions).bench_local(|| sweeps.run_to(sweeps.rounds + 1));
}

/// Measures positions a second of building a graph, on all cores.
#[divan::bench(args = ["backgammon/contact-2-1", "backgammon/contact-2-2"], sample_count = 3)]
fn graph(bencher: Bencher, name: &str) {
    let (domain, layer) = layer_of(name);
    let positions = Graph::build(&domain, layer).unwrap().len();
    bencher.counter(ItemsCount::new(positions)).bench_local(|| Graph::build(&domain, layer));
}

/// Measures backward induction on a layer and all that it needs, with graphs, on all cores.
#[divan::bench(args = ["backgammon/contact-2-2"], sample_count = 3)]
fn valuation(bencher: Bencher, name: &str) {
    let (domain, layer) = layer_of(name);
    bencher.bench_local(|| valued_layers(&domain, layer, &by_rules(&domain)));
}
