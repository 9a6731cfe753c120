//! Proof search against plain AND/OR search, on small games made up at random.

use std::cell::RefCell;
use std::num::NonZeroU64;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use crate::deepening::deepen;
use crate::maze::{Maze, Place, ROOT, large, question, slow};
use proptest::prelude::*;
use shuban_core::provable::{Key, Question, value_by_rules};
use shuban_core::{Game, Progress, Silent};
use shuban_search::proof::{
    CollectFirst, Early, Entry, KeeperError, Knowledge, LastingTable, ProofNumbers, ProofOptions,
    ProofOutcome, ProofTable, SettledPosition, Spent, TableKeeper, prove, prove_in, prove_knowing,
};

fn ask(maze: &Maze, question: Question, options: &ProofOptions) -> ProofOutcome {
    prove(maze, &ROOT, question, options, None, &Silent).unwrap().outcome
}

pub(crate) fn plain(maze: &Maze, question: Question) -> ProofOutcome {
    match value_by_rules(maze, &ROOT, &question, u32::MAX) {
        Some(true) => ProofOutcome::Proven,
        Some(false) => ProofOutcome::Disproven,
        None => unreachable!("a maze ends"),
    }
}

pub(crate) fn any_options() -> impl Strategy<Value = ProofOptions> {
    let numbers = (0..4u32, 0..4u32, 0..6u32, 0..3u64, 1..8u32);
    (numbers, any::<[bool; 6]>(), 0..3usize).prop_map(
        |(
            (lookahead, epsilon, tail, cache, divisor),
            [is_new, first_numbers, is_weak, tell, by_position, plain],
            threads,
        )| {
            ProofOptions {
                threads: threads + 1,
                // From a table in which hardly anything stays to one that is never full.
                memory: (64 * 192) << (2 * cache),
                cache: cache << 10,
                lookahead,
                lookahead_once: is_new,
                epsilon: f64::from(epsilon) / 4.0,
                first_numbers,
                tail: Some(tail),
                weak: is_weak,
                others_divided_by: Some(divisor),
                tell,
                by_position,
                plain_virtual: plain,
                ..ProofOptions::default()
            }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn answers_are_those_of_plain_search_whatever_the_options(
        seed: u64, plies in 1..12u32, width in 1..40u64, options in any_options(),
        seat in 0..2usize, at_least in -1..=2i16,
    ) {
        let maze = Maze { seed, plies, width };
        let question = question(seat, at_least);
        prop_assert_eq!(ask(&maze, question, &options), plain(&maze, question));
    }

    #[test]
    fn searches_in_a_table_that_lasts_have_right_answers(
        seed: u64, plies in 1..12u32, width in 1..40u64, options in any_options(),
        seat in 0..2usize, at_least in -1..=2i16, walks in prop::collection::vec(any::<u64>(), 1..8),
    ) {
        let maze = Maze { seed, plies, width };
        let question = question(seat, at_least);
        let mut table = LastingTable::new(options.memory).unwrap();
        for walk in walks {
            // A few of them are cut off, and leave open entries.
            let nodes = (walk % 3 == 0).then_some(walk % 50);
            let options = ProofOptions { nodes, ..options.clone() };
            let (mut place, mut plays, mut way) = (ROOT, Vec::new(), walk);
            for _ in 0..walk % 4 {
                plays.clear();
                maze.plays(&place, (), &mut plays);
                let Some(count) = NonZeroU64::new(plays.len() as u64) else { break };
                place = plays[(way % count) as usize].after;
                way /= count;
            }
            let knowledge = Knowledge::default();
            let proved =
                prove_in(&maze, &place, question, knowledge, &options, &mut table, &Silent);
            let expected = match value_by_rules(&maze, &place, &question, u32::MAX).unwrap() {
                true => ProofOutcome::Proven,
                false => ProofOutcome::Disproven,
            };
            match proved.unwrap().outcome {
                ProofOutcome::Unknown { .. } => prop_assert!(nodes.is_some()),
                outcome => prop_assert_eq!(outcome, expected),
            }
        }
    }

    #[test]
    fn iterative_deepening_gives_the_same_answers(
        seed: u64,
        plies in 1..12u32,
        width in 1..40u64,
        lookahead in 0..4u32,
        at_least in -1..=2i16,
    ) {
        let maze = Maze { seed, plies, width };
        let question = question(1, at_least);
        let found = deepen(&maze, &ROOT, question, lookahead, u64::MAX);
        let expected = plain(&maze, question) == ProofOutcome::Proven;
        prop_assert_eq!(found.answer, Some(expected));
        let limited = deepen(&maze, &ROOT, question, lookahead, 3);
        prop_assert!(limited.answer.is_none_or(|answer| answer == expected) && limited.nodes <= 3);
    }

    #[test]
    fn one_thread_always_does_the_same(seed: u64, options in any_options()) {
        let maze = Maze { seed, plies: 14, width: 30 };
        let options = ProofOptions { threads: 1, ..options };
        let run = || {
            let proved = prove(&maze, &ROOT, question(0, 0), &options, None, &Silent).unwrap();
            (
                proved.outcome,
                proved.nodes,
                proved.children,
                proved.table_entries,
                proved.collections,
                proved.principal,
            )
        };
        prop_assert_eq!(run(), run());
    }
}

#[test]
fn a_table_that_is_much_too_small_only_costs_time() {
    let maze = large();
    let small = ProofOptions { memory: 64 * 192, ..slow() };
    let proved = prove(&maze, &ROOT, question(0, 1), &small, None, &Silent).unwrap();
    let roomy = prove(&maze, &ROOT, question(0, 1), &slow(), None, &Silent).unwrap();
    assert_eq!(proved.outcome, roomy.outcome);
    assert!(proved.collections > 0 && proved.table_entries <= proved.table_capacity);
    assert!(proved.nodes >= roomy.nodes);
    assert_eq!(roomy.collections, 0);
    // Without a cache of children a node's are generated at each visit.
    let uncached = ProofOptions { cache: 0, ..slow() };
    let uncached = prove(&maze, &ROOT, question(0, 1), &uncached, None, &Silent).unwrap();
    assert_eq!(uncached.nodes, roomy.nodes);
    assert!(roomy.children > 0 && uncached.children >= roomy.children);
    let any = ProofOptions { collect_first: CollectFirst::Any, ..small };
    let proved = prove(&maze, &ROOT, question(0, 1), &any, None, &Silent).unwrap();
    assert_eq!(proved.outcome, roomy.outcome);
    assert!(proved.collections > 0);
}

/// Keeps nothing, but fills the first table with useless entries.
struct Filler;

impl TableKeeper for Filler {
    fn every(&self) -> Duration {
        Duration::ZERO
    }

    fn entries(&self) -> Result<u64, KeeperError> {
        Ok(0)
    }

    fn save(&self, table: &ProofTable<'_>, _: Spent) -> Result<(), KeeperError> {
        let mut seen = 0;
        table.each(|_, _| seen += 1);
        if seen > 0 { Ok(()) } else { Err("an empty table".into()) }
    }

    fn load(&self, table: &ProofTable<'_>) -> Result<(u64, Spent), KeeperError> {
        let numbers = ProofNumbers { phi: 1, delta: 1 };
        for number in 0..3_000_000u64 {
            table.put(Key::of(&("filler", number)), Entry { numbers, work: 1 });
        }
        Ok((3_000_000, Spent::default()))
    }
}

#[test]
fn a_search_that_outgrows_its_table_goes_on_in_a_larger_one() {
    let roomy = prove(&large(), &ROOT, question(0, 1), &slow(), None, &Silent).unwrap();
    let options = ProofOptions { memory: 128 << 20, ..slow() };
    let grown = prove(&large(), &ROOT, question(0, 1), &options, Some(&Filler), &Silent).unwrap();
    assert_eq!(grown.outcome, roomy.outcome);
    assert_eq!(grown.table_capacity, (80 << 20) / 192 * 8);
    assert!(grown.table_entries > 1_800_000, "{grown:?}");
}

#[test]
fn a_search_stops_at_its_limit_of_nodes_and_says_how_far_it_came() {
    let limited = ProofOptions { nodes: Some(50), ..slow() };
    let proved = prove(&large(), &ROOT, question(0, 1), &limited, None, &Silent).unwrap();
    assert!(
        matches!(proved.outcome, ProofOutcome::Unknown { proof: 1.., disproof: 1.. }),
        "{:?}",
        proved.outcome
    );
    assert_eq!(proved.nodes, 50);
    assert!(!proved.principal.is_empty());
    let timed = ProofOptions { time: Some(Duration::ZERO), ..slow() };
    // It may be over before the clock is looked at; if not, it says so.
    prove(&large(), &ROOT, question(0, 1), &timed, None, &Silent).unwrap();
}

/// A receiver of reports that has a fault.
struct Faulty;

impl Progress for Faulty {
    fn at(&self, _: u64, _: &str) {
        panic!("a fault");
    }
}

#[test]
fn a_panic_ends_the_search_of_all_threads() {
    let maze = Maze { seed: 34, plies: 60, width: 100_000 };
    // Should they go on, it is as long.
    let options = ProofOptions { threads: 2, nodes: Some(10_000_000), ..slow() };
    let began = Instant::now();
    let search = || prove(&maze, &ROOT, question(0, 1), &options, None, &Faulty).map(drop);
    assert!(catch_unwind(AssertUnwindSafe(search)).is_err());
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
}

#[test]
fn what_is_known_beforehand_is_a_leaf() {
    let (maze, win) = (large(), question(0, 1));
    let whole = prove(&maze, &ROOT, win, &slow(), None, &Silent).unwrap();
    let mut plays = Vec::new();
    maze.plays(&ROOT, (), &mut plays);
    let known: Vec<(Place, bool)> = (plays.iter().map(|play| play.after))
        .filter_map(|after| Some((after, value_by_rules(&maze, &after, &win, u32::MAX)?)))
        .collect();
    // Even in a table in which hardly anything stays.
    for memory in [64 * 192, 4 << 20] {
        let options = ProofOptions { memory, ..slow() };
        let knowing =
            prove_knowing(&maze, &ROOT, win, leaves(&known), &options, None, &Silent).unwrap();
        assert_eq!((knowing.outcome, knowing.nodes), (whole.outcome, 1), "{memory}");
        assert_eq!((knowing.known, whole.known), (known.len() as u64, 0));
    }
    // The result is as true as what is known.
    let lies: Vec<(Place, bool)> = known.iter().map(|&(after, answer)| (after, !answer)).collect();
    let believed = prove_knowing(&maze, &ROOT, win, leaves(&lies), &slow(), None, &Silent).unwrap();
    assert_eq!(believed.nodes, 1);
}

fn leaves(leaves: &[(Place, bool)]) -> Knowledge<'_, Place> {
    Knowledge { leaves, ..Knowledge::default() }
}

#[test]
fn what_an_unfinished_search_has_settled_on_its_way_serves_the_next_one() {
    let (maze, win) = (large(), question(0, 1));
    let whole = prove(&maze, &ROOT, win, &slow(), None, &Silent).unwrap();
    let told = RefCell::new(Vec::new());
    let tell = |found: &[SettledPosition<Place>], spent: Spent| {
        assert!(
            found.iter().all(|one| one.nodes >= 2 && one.nodes <= spent.nodes),
            "{found:?} of {spent:?}"
        );
        told.replace(found.to_vec());
    };
    let search = |most| {
        let early = Early { least_nodes: 2, every: Duration::from_secs(60), tell: &tell };
        let knowledge = Knowledge { early: Some(early), ..Knowledge::default() };
        let options = ProofOptions { nodes: most, ..slow() };
        prove_knowing(&maze, &ROOT, win, knowledge, &options, None, &Silent).unwrap()
    };
    let half = search(Some(whole.nodes / 2));
    assert!(matches!(half.outcome, ProofOutcome::Unknown { .. }));
    let known: Vec<(Place, bool)> =
        told.borrow().iter().map(|one| (one.position, one.answer)).collect();
    assert!(known.len() > 5, "{known:?}");
    for (position, answer) in &known {
        assert_eq!(Some(*answer), value_by_rules(&maze, position, &win, u32::MAX), "{position:?}");
    }
    let rest = prove_knowing(&maze, &ROOT, win, leaves(&known), &slow(), None, &Silent).unwrap();
    assert_eq!(rest.outcome, whole.outcome);
    assert!(rest.nodes < whole.nodes, "{} of {}", rest.nodes, whole.nodes);
    // Once the root is settled, nothing below it is worth reporting.
    assert_eq!(search(None).outcome, whole.outcome);
    assert!(told.borrow().is_empty());
}

#[test]
fn bad_options_are_said_at_the_start() {
    let options = ProofOptions { memory: 1_000, ..ProofOptions::default() };
    let error = prove(&large(), &ROOT, question(0, 1), &options, None, &Silent).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a search needs at least 12.0 KiB of memory for its table, and 1000 B are allowed"
    );
}
