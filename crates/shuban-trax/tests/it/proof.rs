//! Proof search on TRAX: values, and looking ahead on bit-boards against looking ahead by the
//! rules.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ops::RangeInclusive;

use shuban_core::provable::{Key, Question, expand_by_rules};
use shuban_core::{Game, Provable, Silent};
use shuban_search::proof::{ProofOptions, ProofOutcome, prove};
use shuban_trax::{Lines, LookaheadBuffers, Position, Reason, Trax};

const WIN: Question = Question { seat: 0, at_least: 1 };
const DRAW_OR_BETTER: Question = Question { seat: 0, at_least: 0 };

fn trax(size: usize) -> Trax {
    Trax::new(size, Lines::Full).unwrap()
}

fn options() -> ProofOptions {
    ProofOptions { memory: 32 << 20, ..ProofOptions::default() }
}

fn ask(trax: &Trax, position: &Position, question: Question, options: &ProofOptions) -> bool {
    match prove(trax, position, question, options, None, &Silent).unwrap().outcome {
        ProofOutcome::Proven => true,
        ProofOutcome::Disproven => false,
        ProofOutcome::Unknown { .. } => unreachable!("nothing limits the search"),
    }
}

/// White's payoff: 1, 0 or -1, by plain search with a table.
fn value(trax: &Trax, position: &Position, known: &mut BTreeMap<Position, i16>) -> i16 {
    if let Some(payoffs) = trax.outcome(position) {
        return payoffs.of(0);
    }
    let position = trax.canonical(position);
    if let Some(&value) = known.get(&position) {
        return value;
    }
    let values: Vec<i16> =
        trax.turns(&position).iter().map(|(_, after)| value(trax, after, known)).collect();
    let best = if trax.to_move(&position) == 0 { values.iter().max() } else { values.iter().min() };
    let best = *best.expect("a game that is not over has turns");
    known.insert(position, best);
    best
}

#[test]
fn every_position_of_2x2_and_3x3_has_the_value_of_plain_search() {
    for (size, start) in [(2, 1), (3, 0)] {
        for lines in [Lines::Full, Lines::None] {
            let trax = Trax::new(size, lines).unwrap();
            let mut known = BTreeMap::new();
            let root = value(&trax, &Position::START, &mut known);
            if lines == Lines::Full {
                assert_eq!(root, start);
            }
            let options = ProofOptions { memory: 1 << 18, cache: 1 << 16, ..options() };
            for (position, &value) in known.iter().step_by(if size == 2 { 1 } else { 5 }) {
                for question in [WIN, DRAW_OR_BETTER] {
                    let expected = value >= question.at_least;
                    assert_eq!(ask(&trax, position, question, &options), expected, "{position:?}");
                }
            }
        }
    }
}

#[test]
fn positions_of_4x4_have_the_value_of_plain_search() {
    let trax = trax(4);
    let mut known = BTreeMap::new();
    // After eight plies the rest can be searched plainly.
    let positions = shuban_conformance::reachable(&trax, &[Position::START], 60_000);
    for position in positions.iter().rev().step_by(997) {
        let expected = value(&trax, position, &mut known);
        for question in [WIN, DRAW_OR_BETTER] {
            assert_eq!(
                ask(&trax, position, question, &options()),
                expected >= question.at_least,
                "{position:?}"
            );
        }
    }
}

#[test]
fn boards_of_4x4_and_5x5_are_draws_for_any_number_of_threads() {
    for (size, threads) in [(4, 1), (4, 3), (5, 1), (5, 2)] {
        let options = ProofOptions { threads, ..options() };
        assert!(ask(&trax(size), &Position::START, DRAW_OR_BETTER, &options));
        assert!(!ask(&trax(size), &Position::START, WIN, &options));
    }
}

#[test]
fn a_table_much_too_small_only_costs_time() {
    let options = ProofOptions { memory: 64 << 10, cache: 0, ..options() };
    let proved = prove(&trax(5), &Position::START, WIN, &options, None, &Silent).unwrap();
    assert_eq!(proved.outcome, ProofOutcome::Disproven);
    assert!(proved.collections > 0, "{proved:?}");
}

#[test]
fn the_u_is_a_first_player_win_on_8x8() {
    let trax = trax(8);
    let position = trax.parse(r"@0/ A0\").unwrap();
    let proved = prove(&trax, &position, WIN, &options(), None, &Silent).unwrap();
    assert_eq!((proved.outcome, proved.nodes), (ProofOutcome::Proven, 1), "looking ahead sees it");
}

/// Answer of plain search n plies ahead, where a position at the end of them is over if its tiles
/// show it: a player to move who is stuck there would be seen a ply later.
fn plain(trax: &Trax, position: &Position, question: Question, depth: u32) -> Option<bool> {
    match trax.ending(position) {
        Some(outcome) if depth > 0 || outcome.reason != Reason::Stuck => {
            let payoffs = trax.outcome(position).expect("it is over");
            return Some(question.holds(&payoffs));
        }
        _ if depth == 0 => return None,
        _ => (),
    }
    let aim = trax.to_move(position) == question.seat;
    let values: Vec<Option<bool>> = trax
        .turns(position)
        .iter()
        .map(|(_, after)| plain(trax, after, question, depth - 1))
        .collect();
    if values.contains(&Some(aim)) {
        Some(aim)
    } else if values.contains(&None) {
        None
    } else {
        Some(!aim)
    }
}

/// Compares looking ahead on bit-boards with plain search: the same answer, the same positions left
/// open.
fn compare(
    trax: &Trax,
    position: &Position,
    depths: RangeInclusive<u32>,
    scratch: &mut LookaheadBuffers,
) {
    for question in
        [WIN, DRAW_OR_BETTER, Question { seat: 1, at_least: 1 }, Question { seat: 1, at_least: 0 }]
    {
        for depth in depths.clone() {
            let mut open = Vec::new();
            let answer = trax.expand(position, &question, depth, scratch, &mut open);
            let expected = plain(trax, position, question, depth);
            assert_eq!(answer, expected, "{position:?} {question:?} {depth}");
            let found: BTreeSet<Position> = open.into_iter().map(|open| open.position).collect();
            let left = |after: &&Position| plain(trax, after, question, depth - 1).is_none();
            let turns: Vec<Position> = trax.turns(position).iter().map(|turn| turn.1).collect();
            let expected: BTreeSet<Position> = match answer {
                Some(_) => BTreeSet::new(),
                None => turns.iter().filter(left).copied().collect(),
            };
            assert_eq!(found, expected, "{position:?} {question:?} {depth}");
        }
    }
}

#[test]
fn looking_nowhere_is_done_by_the_rules() {
    let trax = trax(4);
    for position in
        shuban_conformance::reachable(&trax, &[Position::START], 3_000).iter().step_by(9)
    {
        for depth in 0..2 {
            let (mut found, mut expected) = (Vec::new(), Vec::new());
            let answer =
                trax.expand(position, &WIN, depth, &mut LookaheadBuffers::default(), &mut found);
            assert_eq!(answer, expand_by_rules(&trax, position, &WIN, depth, &mut expected));
            assert_eq!(found, expected);
        }
    }
}

#[test]
fn looking_ahead_on_bit_boards_sees_what_the_rules_say() {
    let mut scratch = LookaheadBuffers::default();
    let mut state = 1u64;
    let mut below = |bound: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    };
    for size in 2..=8 {
        for lines in [Lines::Full, Lines::None] {
            let trax = Trax::new(size, lines).unwrap();
            for _ in 0..[0, 0, 30, 30, 30, 16, 10, 8, 6][size] {
                let mut position = Position::START;
                loop {
                    let empty = size * size - position.board().tiles();
                    compare(&trax, &position, 2..=if empty < 5 { 4 } else { 2 }, &mut scratch);
                    let turns = trax.turns(&position);
                    if turns.is_empty() {
                        break;
                    }
                    let going_on: Vec<Position> = (turns.iter().map(|turn| turn.1))
                        .filter(|after| trax.ending(after).is_none())
                        .collect();
                    let chosen = if going_on.is_empty() {
                        turns[below(turns.len())].1
                    } else {
                        going_on[below(going_on.len())]
                    };
                    position = chosen;
                }
            }
        }
    }
}

#[test]
fn symmetric_positions_have_one_key() {
    let trax = trax(4);
    for position in shuban_conformance::reachable(&trax, &[Position::START], 30_000) {
        assert_eq!(trax.key(&trax.canonical(&position)), trax.key(&position));
    }
}

/// Checks keys by the rules: positions that share one are over in the same way, or have successors
/// with the same keys. So, by induction from the end, they have the same value for any question.
/// Returns the number of positions with a tile, and of their keys.
fn compare_keys(trax: &Trax, most: usize) -> (usize, usize) {
    let mut seen: BTreeSet<Position> = BTreeSet::new();
    let mut successors: HashMap<Key, HashSet<Key>> = HashMap::new();
    let mut waiting = vec![Position::START];
    while seen.len() < most
        && let Some(position) = waiting.pop()
    {
        let key = trax.key(&position);
        let position = trax.canonical(&position);
        assert_eq!(trax.key(&position), key, "{position:?}");
        if !seen.insert(position) {
            continue;
        }
        let turns = trax.turns(&position);
        let next: HashSet<Key> = turns.iter().map(|(_, after)| trax.key(after)).collect();
        waiting.extend(turns.into_iter().map(|(_, after)| after));
        let same = successors.entry(key).or_insert_with(|| next.clone());
        assert_eq!(*same, next, "{position:?}");
    }
    (seen.len() - 1, successors.len() - 1)
}

#[test]
fn positions_with_one_key_have_successors_with_the_same_keys() {
    let compare = |size, lines, most| compare_keys(&Trax::new(size, lines).unwrap(), most);
    assert_eq!(compare(2, Lines::Full, usize::MAX), (49, 29));
    assert_eq!(compare(3, Lines::Full, usize::MAX), (4_943, 2_404));
    assert_eq!(compare(3, Lines::None, usize::MAX), (5_064, 2_168));
    // All 1,523,439 of 4×4 have 695,635, which takes half a minute.
    let (positions, keys) = compare(4, Lines::Full, 40_000);
    assert!(positions == 39_999 && keys < 25_000, "{keys}");
}

#[test]
fn a_record_is_read_as_it_was_written_and_other_bytes_are_none() {
    let trax = trax(3);
    let mut known = BTreeMap::new();
    value(&trax, &Position::START, &mut known);
    for position in known.keys() {
        let record = trax.record(position).unwrap();
        assert_eq!(trax.read_record(&record).as_ref(), Some(position));
    }
    let start = trax.record(&Position::START).unwrap();
    for (place, value) in [(0, 2), (1, 7), (4, 0x80), (2, 1)] {
        let mut other = start.clone();
        other[place] = value;
        // A tile away from the corner is not a record either.
        assert_eq!(trax.read_record(&other), None, "{other:?}");
    }
    assert_eq!(trax.read_record(&start[1..]), None);
    assert_eq!(trax.read_record(&[]), None);
}
