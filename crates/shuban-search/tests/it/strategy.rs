//! Strategies that are gathered from a table, followed by the rules.

use std::collections::{HashMap, HashSet};
use std::sync::Mutex;
use std::time::Duration;

use proptest::prelude::*;
use shuban_core::provable::{Key, Question};
use shuban_core::{Game, Seat, Silent};
use shuban_search::proof::{
    CLOSED_NODES, CLOSED_PLIES, Entry, KeeperError, ProofOptions, ProofOutcome, ProofTable,
    ProvedOf, Spent, TableKeeper, decided, prove,
};

use crate::maze::{Maze, Place, ROOT, large, question, slow};
use crate::proof::any_options;

/// Returns true if the strategy that was found answers every move up to where plain search decides.
pub(crate) fn holds(maze: &Maze, question: Question, proved: &ProvedOf<Maze>) -> bool {
    let answer = proved.outcome == ProofOutcome::Proven;
    let strategy = proved.strategy.as_ref().expect("a strategy was asked for");
    let chosen: HashMap<Place, u64> = strategy.iter().copied().collect();
    let side: Seat = if answer { question.seat } else { 1 - question.seat };
    let mut seen = HashSet::new();
    let mut waiting = vec![ROOT];
    while let Some(place) = waiting.pop() {
        if !seen.insert(place) {
            continue;
        }
        if let Some(payoffs) = maze.outcome(&place) {
            if question.holds(&payoffs) != answer {
                return false;
            }
            continue;
        }
        let mut plays = Vec::new();
        maze.plays(&place, (), &mut plays);
        if maze.to_move(&place) == side {
            let Some(own) = chosen.get(&place) else {
                let mut left = CLOSED_NODES;
                if decided(maze, &place, &question, CLOSED_PLIES, &mut left) != Some(answer) {
                    return false;
                }
                continue;
            };
            plays.retain(|play| play.action == *own);
            if plays.is_empty() {
                return false;
            }
        }
        waiting.extend(plays.iter().map(|play| play.after));
    }
    chosen.keys().all(|place| seen.contains(place))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn every_move_is_answered_whatever_the_options(
        seed: u64, plies in 1..14u32, width in 1..60u64, options in any_options(),
        at_least in -1..=2i16,
    ) {
        let maze = Maze { seed, plies, width };
        let question = question(0, at_least);
        let options = ProofOptions { strategy: true, ..options };
        let proved = prove(&maze, &ROOT, question, &options, None, &Silent).unwrap();
        prop_assert!(holds(&maze, question, &proved));
    }
}

#[test]
fn a_strategy_with_a_hole_does_not_hold() {
    let (maze, win) = (large(), question(0, 1));
    let options = ProofOptions { strategy: true, ..slow() };
    let proved = prove(&maze, &ROOT, win, &options, None, &Silent).unwrap();
    assert!(holds(&maze, win, &proved));
    let sound = proved.strategy.clone().unwrap();
    assert!(sound.len() > 20, "{}", sound.len());
    let refused = (0..sound.len()).filter(|&number| {
        let mut strategy = sound.clone();
        strategy.remove(number);
        !holds(&maze, win, &ProvedOf::<Maze> { strategy: Some(strategy), ..proved.clone() })
    });
    // Near the end plain search does without.
    assert!(refused.count() > sound.len() / 4);
}

/// Keeps a table in memory.
#[derive(Default)]
pub(crate) struct InMemory(Mutex<Vec<(Key, Entry)>>);

impl InMemory {
    /// Returns the entries saved last.
    pub(crate) fn saved(&self) -> Vec<(Key, Entry)> {
        self.0.lock().unwrap().clone()
    }
}

impl TableKeeper for InMemory {
    fn every(&self) -> Duration {
        Duration::MAX
    }

    fn entries(&self) -> Result<u64, KeeperError> {
        Ok(self.0.lock().unwrap().len() as u64)
    }

    fn save(&self, table: &ProofTable<'_>, _: Spent) -> Result<(), KeeperError> {
        let mut entries = self.0.lock().unwrap();
        entries.clear();
        table.each(|key, entry| entries.push((key, entry)));
        Ok(())
    }

    fn load(&self, table: &ProofTable<'_>) -> Result<(u64, Spent), KeeperError> {
        let entries = self.0.lock().unwrap();
        entries.iter().for_each(|(key, entry)| table.put(*key, *entry));
        Ok((entries.len() as u64, Spent::default()))
    }
}

#[test]
fn it_is_the_same_whatever_the_number_of_threads_that_gather_it() {
    let (maze, win) = (large(), question(0, 1));
    let kept = InMemory::default();
    let options = ProofOptions { strategy: true, ..slow() };
    let own = prove(&maze, &ROOT, win, &options, Some(&kept), &Silent).unwrap();
    for threads in [1, 4] {
        let options = ProofOptions { threads, ..options.clone() };
        let again = prove(&maze, &ROOT, win, &options, Some(&kept), &Silent).unwrap();
        assert_eq!(again.nodes, 0);
        assert_eq!(again.strategy, own.strategy, "{threads}");
    }
}
