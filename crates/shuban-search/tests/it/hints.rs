//! Searches that are given likely answers.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::time::Duration;

use proptest::prelude::*;
use shuban_core::provable::{Key, Question, value_by_rules};
use shuban_core::{Game, Provable, Silent};
use shuban_search::proof::{
    Early, Knowledge, ProofNumbers, ProofOptions, ProofOutcome, SettledPosition, Spent, prove,
    prove_knowing,
};

use crate::maze::{Maze, Place, ROOT, large, question, slow};
use crate::proof::{any_options, plain};
use crate::strategy::{InMemory, holds};

fn answer(maze: &Maze, place: &Place, question: &Question) -> bool {
    value_by_rules(maze, place, question, u32::MAX).expect("a maze ends")
}

fn after(maze: &Maze, place: &Place) -> Vec<Place> {
    let mut plays = Vec::new();
    maze.plays(place, (), &mut plays);
    plays.iter().map(|play| play.after).collect()
}

/// Returns up to 200 positions of a maze, ply by ply, with the answers there.
fn answers_by_rules(maze: &Maze, question: Question) -> Vec<(Place, bool)> {
    let mut answers: Vec<(Place, bool)> = Vec::new();
    let mut waiting = VecDeque::from([ROOT]);
    while let Some(place) = waiting.pop_front().filter(|_| answers.len() < 200) {
        if maze.outcome(&place).is_none() {
            answers.push((place, answer(maze, &place, &question)));
            waiting.extend(after(maze, &place));
        }
    }
    answers
}

fn hints(hints: &[(Place, bool)]) -> Knowledge<'_, Place> {
    Knowledge { hints, ..Knowledge::default() }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn they_change_no_answer_whether_they_are_right_or_wrong(
        seed: u64, plies in 1..12u32, width in 1..40u64, options in any_options(),
        at_least in -1..=2i16, wrong: u64,
    ) {
        let maze = Maze { seed, plies, width };
        let question = question(0, at_least);
        let told: Vec<(Place, bool)> = (answers_by_rules(&maze, question).into_iter())
            .enumerate()
            .map(|(number, (place, answer))| (place, answer ^ (wrong >> (number % 64) & 1 != 0)))
            .collect();
        let options = ProofOptions { strategy: true, ..options };
        let proved =
            prove_knowing(&maze, &ROOT, question, hints(&told), &options, None, &Silent).unwrap();
        prop_assert_eq!(proved.outcome, plain(&maze, question));
        prop_assert_eq!(proved.known, 0);
        prop_assert!(holds(&maze, question, &proved));
    }
}

#[test]
fn right_ones_save_work() {
    let (maze, win) = (large(), question(0, 1));
    let whole = prove(&maze, &ROOT, win, &slow(), None, &Silent).unwrap();
    let told = answers_by_rules(&maze, win);
    // Of all but the root: then only the hints about moves count.
    for told in [&told[..], &told[1..]] {
        let led = prove_knowing(&maze, &ROOT, win, hints(told), &slow(), None, &Silent).unwrap();
        assert_eq!(led.outcome, whole.outcome);
        assert!(led.nodes < whole.nodes, "{} of {}", led.nodes, whole.nodes);
    }
}

/// Question of a maze to which the answer at the root is no, so that all moves must be answered.
const LOST: Question = Question { seat: 0, at_least: 1 };

fn lost() -> Maze {
    let mazes = (0..).map(|seed| Maze { seed, plies: 16, width: 300 });
    let is_large = |maze: &Maze| {
        let of_moves = after(maze, &ROOT);
        of_moves.len() > 3 && of_moves.iter().all(|place| !answer(maze, place, &LOST))
    };
    mazes.into_iter().find(is_large).expect("one of a few mazes is lost")
}

#[test]
fn if_the_root_is_told_one_move_after_the_other_is_settled() {
    let maze = lost();
    let whole = prove(&maze, &ROOT, LOST, &slow(), None, &Silent).unwrap();
    let half = ProofOptions { nodes: Some(whole.nodes / 2), ..slow() };
    let moves: Vec<Key> = after(&maze, &ROOT).iter().map(|place| maze.key(place)).collect();
    let open_after = |told: &[(Place, bool)]| {
        let kept = InMemory::default();
        let knowledge = hints(told);
        prove_knowing(&maze, &ROOT, LOST, knowledge, &half, Some(&kept), &Silent).unwrap();
        let is_open = |numbers: ProofNumbers| numbers.phi != 0 && numbers.delta != 0;
        let entries = kept.saved();
        let open =
            entries.iter().filter(|(key, entry)| moves.contains(key) && is_open(entry.numbers));
        open.count()
    };
    assert_eq!(open_after(&[(ROOT, false)]), 1);
    assert!(open_after(&[]) > 1);
}

#[test]
fn what_is_settled_on_the_way_is_told_by_a_search_that_is_led_too() {
    let maze = lost();
    let told = RefCell::new(Vec::new());
    let tell = |found: &[SettledPosition<Place>], _: Spent| {
        told.replace(found.to_vec());
    };
    let whole = prove(&maze, &ROOT, LOST, &slow(), None, &Silent).unwrap();
    let early = Early { least_nodes: 2, every: Duration::from_secs(60), tell: &tell };
    let knowledge = Knowledge { hints: &[(ROOT, false)], early: Some(early), leaves: &[] };
    let options = ProofOptions { nodes: Some(whole.nodes * 3 / 4), ..slow() };
    prove_knowing(&maze, &ROOT, LOST, knowledge, &options, None, &Silent).unwrap();
    assert!(!told.borrow().is_empty());
    for one in told.borrow().iter() {
        assert_eq!(one.answer, answer(&maze, &one.position, &LOST), "{one:?}");
    }
}

#[test]
fn a_wrong_one_is_left_when_a_move_refutes_it() {
    let mazes = (0..80).map(|seed| Maze { seed, plies: 16, width: 300 });
    let draw = question(0, 0);
    let mut refuted = 0;
    for maze in mazes {
        let first = after(&maze, &ROOT)[0];
        // Where the same player is to move again, the same is done behind it.
        let is_again = maze.to_move(&first) == draw.seat;
        if maze.outcome(&first).is_some() || is_again || !answer(&maze, &first, &draw) {
            continue;
        }
        let wrong = [(ROOT, false)];
        let led = prove_knowing(&maze, &ROOT, draw, hints(&wrong), &slow(), None, &Silent).unwrap();
        assert_eq!(led.outcome, ProofOutcome::Proven);
        // The other moves are not looked at.
        let alone = prove(&maze, &first, draw, &slow(), None, &Silent).unwrap();
        assert_eq!(led.nodes, alone.nodes, "{}", maze.seed);
        refuted += 1;
    }
    assert!(refuted > 5, "{refuted}");
}

#[test]
fn several_threads_that_are_led_find_the_same() {
    for maze in [large(), lost()] {
        let whole = prove(&maze, &ROOT, LOST, &slow(), None, &Silent).unwrap();
        let told = answers_by_rules(&maze, LOST);
        let options = ProofOptions { threads: 4, strategy: true, ..slow() };
        let led = prove_knowing(&maze, &ROOT, LOST, hints(&told), &options, None, &Silent).unwrap();
        assert_eq!(led.outcome, whole.outcome);
        assert!(holds(&maze, LOST, &led));
    }
}
