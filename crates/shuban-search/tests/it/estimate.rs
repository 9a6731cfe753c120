//! Estimates: all forms of the search give the same values as a plain twin.

use std::convert::Infallible;

use proptest::prelude::*;
use shuban_core::{Bound, Game, Play, Seat};
use shuban_search::{
    Deepened, EstimateOptions, KeptResults, LONGEST_LINE, SearchError, SearchForm, deepen, estimate,
};

use crate::thicket::{Node, Thicket};

impl Thicket {
    fn evaluate(&self, node: &Node) -> i32 {
        (self.drawn((1, node)) % 2_001) as i32 - 1_000
    }

    fn known(&self, node: &Node) -> Option<Bound<i32>> {
        let value = self.drawn((2, node)) as i32 % 1_000;
        match self.drawn((3, node)) % 12 {
            0 => Some(Bound::Exact(value)),
            1 => Some(Bound::Within { lower: value - 5, upper: value + 4 }),
            _ => None,
        }
    }
}

/// Computes the value by the definition, written down once more.
fn twin(game: &Thicket, node: &Node, plies: Option<u8>, is_root: bool) -> i64 {
    if let Some(payoffs) = game.outcome(node) {
        return i64::from(payoffs.of(node.2)) * 500;
    }
    match game.known(node) {
        Some(Bound::Exact(value)) if !is_root => return value.into(),
        Some(Bound::Within { lower, upper }) if !is_root => {
            return (i64::from(lower) + i64::from(upper)).div_euclid(2);
        }
        _ => {}
    }
    if plies == Some(0) {
        return game.evaluate(node).into();
    }
    let mut sum = 0;
    for (throw, weight) in game.chances(node) {
        let mut plays = Vec::new();
        game.plays(node, throw, &mut plays);
        let value = |play: &Play<Node, u8>| {
            let value = twin(game, &play.after, plies.map(|plies| plies - 1), false);
            if play.after.2 == node.2 { value } else { -value }
        };
        sum += i64::from(weight) * plays.iter().map(value).max().unwrap();
    }
    sum.div_euclid(6)
}

fn options(form: SearchForm, plies: Option<u8>) -> EstimateOptions {
    EstimateOptions { plies, one: 500, most: 1_000, ..EstimateOptions::new(form, 0) }
}

proptest! {
    #[test]
    fn every_form_finds_the_value_and_the_same_best_plays(
        seed in any::<u64>(),
        plies in proptest::option::weighted(0.8, 1u8..5),
        entries in prop_oneof![Just(3usize), Just(1 << 20)],
        kept in prop_oneof![
            Just(KeptResults::All),
            Just(KeptResults::Values),
            Just(KeptResults::Bounds),
        ],
        all_plays in any::<bool>(),
    ) {
        let game = Thicket { seed, rows: Some(5) };
        let oracle = |node: &Node| Ok::<_, Infallible>(game.known(node));
        let evaluate = |node: &Node| game.evaluate(node);
        let root = (0, 0, (seed % 2) as Seat);
        let value = twin(&game, &root, plies, true);
        let mut plain = None;
        for form in SearchForm::ALL {
            let options = EstimateOptions { entries, kept, all_plays, ..options(form, plies) };
            let found = estimate(&game, &root, None, &oracle, &evaluate, &options).unwrap();
            prop_assert_eq!(i64::from(found.value), value, "{:?}", form);
            let expected = plain.get_or_insert_with(|| found.clone());
            prop_assert_eq!(found.events.len(), expected.events.len());
            for (event, expected) in found.events.iter().zip(&expected.events) {
                prop_assert_eq!((event.value, event.best), (expected.value, expected.best));
                prop_assert_eq!(event.plays[event.best].1, Some(event.value));
                for ((_, value), (_, expected)) in event.plays.iter().zip(&expected.plays) {
                    prop_assert!(value.is_none() && !all_plays || value == expected);
                }
                let alone =
                    estimate(&game, &root, Some(event.chance), &oracle, &evaluate, &options);
                prop_assert_eq!(alone.unwrap().value, event.value);
            }
            prop_assert!(found.entries <= entries);
            if let Some(plies) = plies {
                let Deepened { deepest, counts, stopped } =
                    deepen(&game, &root, None, &oracle, &evaluate, &options);
                let (deepest, last) = deepest.unwrap();
                prop_assert!(stopped.is_none() && counts.nodes() >= last.counts.nodes());
                prop_assert!(deepest == plies || last.events.is_empty());
                prop_assert_eq!(i64::from(last.value), value);
            }
        }
    }
}

#[test]
fn a_table_saves_nodes_and_star2_alone_probes() {
    let game = Thicket { seed: 11, rows: Some(9) };
    let nothing = |_: &Node| Ok::<_, Infallible>(None);
    let evaluate = |node: &Node| game.evaluate(node);
    let visited = |form| {
        let options = options(form, Some(6));
        estimate(&game, &(0, 0, 0), None, &nothing, &evaluate, &options).unwrap().counts
    };
    let [all, hashed, alpha_beta, star1, star2] = SearchForm::ALL.map(visited);
    assert!(all.nodes() > 10 * hashed.nodes(), "{all:?} {hashed:?}");
    assert!((all.transpositions, star1.probes) == (0, 0) && alpha_beta.transpositions > 0);
    assert!(star2.probes > 0 && hashed.transpositions > 0);
}

#[test]
fn a_table_that_keeps_less_searches_more_and_without_windows_there_is_no_difference() {
    let game = Thicket { seed: 11, rows: Some(9) };
    let nothing = |_: &Node| Ok::<_, Infallible>(None);
    let evaluate = |node: &Node| game.evaluate(node);
    let visited = |form, kept| {
        let options = EstimateOptions { kept, ..options(form, Some(6)) };
        let found = estimate(&game, &(0, 0, 0), None, &nothing, &evaluate, &options).unwrap();
        (found.counts.nodes(), found.entries)
    };
    let less = [KeptResults::Values, KeptResults::Bounds];
    for form in [SearchForm::AlphaBeta, SearchForm::Star1, SearchForm::Star2] {
        let all = visited(form, KeptResults::All);
        for (nodes, entries) in less.map(|kept| visited(form, kept)) {
            assert!(nodes > all.0 && entries < all.1, "{form:?}: {nodes} {entries} {all:?}");
        }
    }
    let hashed = visited(SearchForm::Hashed, KeptResults::All);
    assert!(less.map(|kept| visited(SearchForm::Hashed, kept)) == [hashed; 2]);
}

#[test]
fn the_plain_search_counts_every_node() {
    let game = Thicket { seed: 3, rows: Some(3) };
    let nothing = |_: &Node| Ok::<_, Infallible>(None);
    /// Counts leaves, decision nodes and chance nodes.
    fn counted(game: &Thicket, node: &Node, plies: u8) -> [u64; 3] {
        if game.outcome(node).is_some() || plies == 0 {
            return [1, 0, 0];
        }
        let mut sum = [0, 3, 1];
        for throw in 0..3 {
            let mut plays = Vec::new();
            game.plays(node, throw, &mut plays);
            for play in plays {
                let below = counted(game, &play.after, plies - 1);
                sum = std::array::from_fn(|at| sum[at] + below[at]);
            }
        }
        sum
    }
    for plies in 1..=3 {
        let options = options(SearchForm::Expectimax, Some(plies));
        let evaluate = |node: &Node| game.evaluate(node);
        let found = estimate(&game, &(0, 0, 0), None, &nothing, &evaluate, &options).unwrap();
        let counts = [found.counts.leaves, found.counts.decisions, found.counts.chances];
        assert_eq!(counts, counted(&game, &(0, 0, 0), plies));
    }
}

#[test]
fn a_search_that_cannot_end_or_be_valued_is_refused() {
    let endless = Thicket { seed: 5, rows: None };
    let nothing = |_: &Node| Ok::<_, Infallible>(None);
    let evaluate = |_: &Node| 0;
    for form in SearchForm::ALL {
        let options = options(form, None);
        let found = estimate(&endless, &(0, 0, 0), None, &nothing, &evaluate, &options);
        let told = found.unwrap_err().to_string();
        assert!(told.contains("does not come to its end"), "{told} after {LONGEST_LINE}");
    }
    let game = Thicket { seed: 5, rows: Some(4) };
    let too_much = |_: &Node| 1_001;
    let asked = options(SearchForm::Star2, Some(1));
    let found = estimate(&game, &(0, 0, 0), None, &nothing, &too_much, &asked);
    assert!(found.unwrap_err().to_string().contains("outside of the range"));
    let found = estimate(&game, &(0, 0, 0), Some(9), &nothing, &evaluate, &asked);
    assert!(found.unwrap_err().to_string().contains("chance does not bring that"));
    let damaged = |_: &Node| Err::<Option<Bound<i32>>, _>("block 7 is damaged");
    let found = estimate(&game, &(0, 0, 0), None, &damaged, &evaluate, &asked);
    assert_eq!(found, Err(SearchError::Oracle("block 7 is damaged")));
    let Deepened { deepest, stopped, .. } =
        deepen(&game, &(0, 0, 0), None, &damaged, &evaluate, &asked);
    assert!(deepest.is_none());
    assert_eq!(stopped, Some(SearchError::Oracle("block 7 is damaged")));
}
