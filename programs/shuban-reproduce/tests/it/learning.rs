//! Graphs of contact layers, and learned values, against certified intervals.

use std::path::Path;
use std::sync::Arc;

use shuban_core::{Domain, Game, Interval, LayerId, ONE, PartId, Silent};
use shuban_gammon::{Contact, Position, Variant};
use shuban_reproduce::graph::{Bellman, Graph, by_rules, midpoints};
use shuban_reproduce::learning::{KnownStarts, Learner, largest_difference, learn, log_spaced};
use shuban_reproduce::{ValuedState, valued, valued_layers};
use shuban_solve::{BuildOptions, CertifyBySweep, OpenLayer, OpenLayers, build, layer_named};
use shuban_store::{Disk, FileSystem};

fn half_gammon() -> Contact {
    Contact::new(Variant::by_name("half-gammon").unwrap())
}

fn layer(domain: &Contact, name: &str) -> LayerId {
    layer_named(domain, &format!("half-gammon/contact-{name}")).unwrap()
}

/// Runs `work` on a layer's equation and its certified intervals, by the numbers of its graph.
fn certified(name: &str, work: impl FnOnce(&Contact, &Bellman<'_>, &[Interval], &[f64])) {
    let domain = half_gammon();
    let files: Arc<dyn FileSystem> = Arc::new(Disk::default());
    let data = tempfile::tempdir().unwrap();
    let data: &Path = data.path();
    let layer = layer(&domain, name);
    let options = BuildOptions::new(data);
    build(&files, &CertifyBySweep(&domain), layer, &options, &Silent).unwrap();
    let needs = domain.layers()[layer.0].needs.clone();
    let tables = OpenLayers::open(&files, data, &domain, needs).unwrap();
    let graph = Graph::build(&domain, layer).unwrap();
    let bellman = Bellman::from_tables(&graph, &tables).unwrap();
    let open = OpenLayer::open(&files, data, &domain, layer).unwrap();
    let intervals: Vec<Interval> =
        (0..graph.parts()).flat_map(|part| open.values(part).unwrap()).collect();
    work(&domain, &bellman, &intervals, &midpoints(&open).unwrap());
}

/// Checks that values lie in intervals, but for rounding.
fn enclosed(values: &[f64], intervals: &[Interval]) {
    for (number, (value, interval)) in values.iter().zip(intervals).enumerate() {
        let bound = |bound: i32| f64::from(bound) / f64::from(ONE);
        let (lower, upper) = (bound(interval.lower) - 1e-10, bound(interval.upper) + 1e-10);
        assert!((lower..=upper).contains(value), "{number}: {value} is not in {lower}..{upper}");
    }
}

#[test]
fn a_graph_does_not_depend_on_threads() {
    let domain = half_gammon();
    let graph = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| Graph::build(&domain, layer(&domain, "3-2")).unwrap())
    };
    assert_eq!(graph(1), graph(3));
}

#[test]
fn a_graph_backs_up_what_the_domain_does() {
    let domain = half_gammon();
    let layer = layer(&domain, "2-1");
    let graph = Graph::build(&domain, layer).unwrap();
    assert_eq!(graph.len(), 2 * 1_027);
    // Some value or other, by part and rank.
    let some = |part: PartId, rank: u64| {
        let mixed =
            (rank + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (8 + part.layer.0 + part.part);
        Interval::exactly((mixed as i32) % ONE)
    };
    let bellman =
        Bellman::new(&graph, |part, rank| Ok::<_, ()>(some(part, rank).midpoint())).unwrap();
    let mut values = Vec::new();
    for part in (0..2).map(|part| PartId { layer, part }) {
        assert_eq!(graph.part(part.part), values.len()..values.len() + 1_027);
        values.extend((0..1_027).map(|rank| some(part, rank).midpoint()));
    }
    let table = bellman.table(&values);
    for part in (0..2).map(|part| PartId { layer, part }) {
        let index = domain.index(part).unwrap();
        for rank in 0..index.len() {
            let expected = domain.backup(&index.unrank(rank).unwrap(), &mut |after: &Position| {
                let part = domain.locate(after).unwrap();
                Ok(some(part, domain.index(part).unwrap().rank(after).unwrap()))
            });
            let expected = expected.unwrap().midpoint();
            let found = bellman.backup(&table, graph.part(part.part).start + rank as usize);
            assert!((found - expected).abs() < 1e-8, "{rank}: {found}, not {expected}");
        }
    }
}

#[test]
fn dead_positions_are_draws() {
    // Homes of two points closed by two checkers each, and one more on the bar.
    let domain = Contact::new(Variant::new("small", 6, 2, 2, &[(6, 5)]).unwrap());
    let layer = layer_named(&domain, "small/contact-5-5").unwrap();
    let index = domain.index(PartId { layer, part: 0 }).unwrap();
    let dead = index.rank(&domain.game().parse("1,1,2,2,bar|1,1,2,2,bar").unwrap()).unwrap();
    let graph = Graph::build(&domain, layer).unwrap();
    let bellman = Bellman::new(&graph, |_, _| Ok::<_, ()>(0.5)).unwrap();
    let table = bellman.table(&vec![0.25; graph.len()]);
    assert_eq!(bellman.backup(&table, dead as usize), 0.0);
    assert!(graph.always_leaves());
    let known = valued(&graph, |_, _| ValuedState::Unknown);
    assert_eq!(known.standings[dead as usize], ValuedState::Valued(0.0));
}

#[test]
fn exact_methods_end_inside_certified_intervals() {
    for name in ["1-1", "2-1"] {
        certified(name, |_, bellman, intervals, reference| {
            for mut learner in [
                Learner::jacobi(bellman),
                Learner::gauss_seidel(bellman),
                Learner::policy_iteration(bellman),
            ] {
                let samples = learn(&mut learner, bellman, &log_spaced(1_000, 5), 1e-13, reference);
                let last = samples.last().unwrap();
                assert!(last.bellman_error <= 1e-13, "{} {name}: {last:?}", learner.name);
                assert!(last.error < 1e-6, "{} {name}: {last:?}", learner.name);
                enclosed(&learner.table[..intervals.len()], intervals);
            }
        });
    }
}

#[test]
fn sampling_comes_as_near_as_its_number_of_games_allows() {
    for (name, rounds) in [("1-1", 10_000u32), ("2-1", 2_000)] {
        certified(name, |domain, bellman, _, reference| {
            let layer = layer(domain, name);
            let known =
                valued_layers(domain, layer, &by_rules(domain)).unwrap().remove(&layer).unwrap();
            let learned = |mut learner: Learner<'_>| {
                learner.run_to(rounds.into());
                learner.table[..reference.len()].to_vec()
            };
            let averages = |reading| {
                learned(Learner::monte_carlo(bellman, &known.standings, reading, 1).unwrap())
            };
            let td = learned(Learner::temporal_difference(bellman, 1).unwrap());
            // Results are between -1 and 1: five standard deviations of their mean.
            let bound = 5.0 / f64::from(rounds).sqrt();
            for table in [averages(KnownStarts::Kept), averages(KnownStarts::Overwritten), td] {
                let error = largest_difference(&table, reference);
                assert!(error < bound, "{name}: {error}");
            }
            assert_eq!(averages(KnownStarts::Kept), averages(KnownStarts::Kept));
        });
    }
}

#[test]
fn values_by_backward_induction_lie_in_certified_intervals() {
    certified("2-1", |domain, _, intervals, _| {
        let layer = layer(domain, "2-1");
        let found =
            valued_layers(domain, layer, &by_rules(domain)).unwrap().remove(&layer).unwrap();
        let known =
            found.standings.iter().zip(intervals).filter(|(standing, _)| standing.is_known());
        let (standings, intervals): (Vec<ValuedState>, Vec<Interval>) = known.unzip();
        let values: Vec<f64> = standings.iter().filter_map(|standing| standing.value()).collect();
        assert!(values.len() > 600, "{} values", values.len());
        enclosed(&values, &intervals);
        for (standing, interval) in standings.iter().zip(intervals) {
            assert_eq!(*standing == ValuedState::Win, interval == Interval::exactly(ONE));
            assert_eq!(*standing == ValuedState::Loss, interval == Interval::exactly(-ONE));
        }
    });
}
