//! Proof search against plain AND/OR search, on small games made up at random.

use std::cell::RefCell;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use proptest::prelude::*;
use shuban_core::{Game, NotationError, Payoffs, Play, Seat};
use shuban_solve::proof::{
    Early, FirstNumbers, Found, Knowledge, Outcome, ProofCheckpoint, ProofError, ProofOptions, Provable,
    Question, Spent, Sum, When, deepen, lookahead, prove, prove_knowing,
};
use shuban_solve::{Progress, Silent};
use shuban_store::{Disk, FileSystem};

/// A game of at most `plies` plies on `width` places a ply: from each some moves lead to places of the next
/// ply, or of the one after it, so that positions are reached in many ways. Some places end the game before.
/// A player may be to move twice.
struct Maze {
    seed: u64,
    plies: u32,
    width: u64,
}

/// Ply, place, whose turn it is.
type Place = (u32, u64, Seat);

impl Maze {
    /// A number that looks random (Vigna's splitmix64).
    fn number(&self, place: Place, salt: u64) -> u64 {
        let (ply, at, seat) = place;
        let mut mixed = self.seed;
        for word in [u64::from(ply), at, seat as u64, salt] {
            mixed = (mixed ^ word).wrapping_add(0x9E37_79B9_7F4A_7C15);
            mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
            mixed ^= mixed >> 31;
        }
        mixed
    }
}

impl Game for Maze {
    type Position = Place;
    type Chance = ();
    type Move = u64;

    fn name(&self) -> String {
        "maze".into()
    }

    fn seats(&self) -> usize {
        2
    }

    fn to_move(&self, place: &Place) -> Seat {
        place.2
    }

    fn outcome(&self, &place: &Place) -> Option<Payoffs> {
        let ends = place.0 >= self.plies || place.0 > 2 && self.number(place, 1).is_multiple_of(32);
        let points = (self.number(place, 2) % 3) as i16 - 1;
        ends.then(|| Payoffs::new(&[points, -points]))
    }

    fn chances(&self, _: &Place) -> Vec<((), u32)> {
        vec![((), 1)]
    }

    fn plays(&self, &place: &Place, (): (), plays: &mut Vec<Play<Place, u64>>) {
        if self.outcome(&place).is_some() {
            return;
        }
        let mut seen = Vec::new();
        for action in 0..2 + self.number(place, 3) % 5 {
            let number = self.number(place, 4 + action);
            let ply = place.0 + 1 + (number % 5 / 4) as u32;
            let seat = if number.is_multiple_of(11) { place.2 } else { 1 - place.2 };
            let after = (ply, (number >> 8) % self.width, seat);
            if !seen.contains(&after) {
                seen.push(after);
                plays.push(Play { action, after });
            }
        }
    }

    fn parse(&self, text: &str) -> Result<Place, NotationError> {
        Err(NotationError::new(text, 0, "not read here"))
    }

    fn format(&self, place: &Place) -> String {
        format!("{place:?}")
    }

    fn format_move(&self, _: &Place, (): (), action: &u64) -> String {
        action.to_string()
    }
}

impl Provable for Maze {
    type Scratch = ();

    fn first_numbers(&self, place: &Place) -> FirstNumbers {
        let number = 1 + self.plies_left(place) / 2;
        FirstNumbers { phi: number, delta: number }
    }

    fn plies_left(&self, place: &Place) -> u32 {
        self.plies.saturating_sub(place.0)
    }
}

const ROOT: Place = (0, 0, 0);

fn question(seat: Seat, at_least: i16) -> Question {
    Question { seat, at_least }
}

fn ask(maze: &Maze, question: Question, options: &ProofOptions) -> Outcome {
    prove(maze, &ROOT, question, options, None, &Silent).unwrap().outcome
}

fn plain(maze: &Maze, question: Question) -> Outcome {
    match lookahead::value(maze, &ROOT, &question, u32::MAX) {
        Some(true) => Outcome::Proven,
        Some(false) => Outcome::Disproven,
        None => unreachable!("a maze ends"),
    }
}

fn any_options() -> impl Strategy<Value = ProofOptions> {
    let numbers = (0..4u32, 0..4u32, 0..6u32, 0..3u64);
    (numbers, any::<[bool; 4]>(), 0..3usize).prop_map(
        |((lookahead, epsilon, tail, cache), [is_new, first_numbers, is_weak, tell], threads)| ProofOptions {
            threads: threads + 1,
            // From a table in which hardly anything stays to one that is never full.
            memory: (64 * 192) << (2 * cache),
            cache: cache << 10,
            lookahead,
            when: if is_new { When::New } else { When::Always },
            epsilon: f64::from(epsilon) / 4.0,
            first_numbers,
            tail,
            sum: if is_weak { Sum::Weak } else { Sum::Plain },
            tell,
            ..ProofOptions::default()
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
    fn iterative_deepening_gives_the_same_answers(
        seed: u64, plies in 1..12u32, width in 1..40u64, lookahead in 0..4u32, at_least in -1..=2i16,
    ) {
        let maze = Maze { seed, plies, width };
        let question = question(1, at_least);
        let found = deepen(&maze, &ROOT, question, lookahead, u64::MAX);
        let expected = plain(&maze, question) == Outcome::Proven;
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
            (proved.outcome, proved.nodes, proved.table_entries, proved.collections, proved.principal)
        };
        prop_assert_eq!(run(), run());
    }
}

/// A maze that takes a while.
fn large() -> Maze {
    Maze { seed: 34, plies: 16, width: 300 }
}

/// Without looking ahead, so that there are many nodes.
fn slow() -> ProofOptions {
    ProofOptions { lookahead: 0, tail: 0, memory: 4 << 20, ..ProofOptions::default() }
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
}

#[test]
fn a_search_stops_at_its_limit_of_nodes_and_says_how_far_it_came() {
    let limited = ProofOptions { nodes: Some(50), ..slow() };
    let proved = prove(&large(), &ROOT, question(0, 1), &limited, None, &Silent).unwrap();
    assert!(matches!(proved.outcome, Outcome::Unknown { proof: 1.., disproof: 1.. }), "{:?}", proved.outcome);
    assert_eq!(proved.nodes, 50);
    assert!(!proved.principal.is_empty());
    let timed = ProofOptions { time: Some(Duration::ZERO), ..slow() };
    // It may be over before the clock is looked at; if not, it says so.
    prove(&large(), &ROOT, question(0, 1), &timed, None, &Silent).unwrap();
}

#[test]
fn what_is_known_beforehand_is_a_leaf() {
    let (maze, win) = (large(), question(0, 1));
    let whole = prove(&maze, &ROOT, win, &slow(), None, &Silent).unwrap();
    let mut plays = Vec::new();
    maze.plays(&ROOT, (), &mut plays);
    let known: Vec<(Place, bool)> = (plays.iter().map(|play| play.after))
        .filter_map(|after| Some((after, lookahead::value(&maze, &after, &win, u32::MAX)?)))
        .collect();
    // Even in a table in which hardly anything stays.
    for memory in [64 * 192, 4 << 20] {
        let options = ProofOptions { memory, ..slow() };
        let knowing = prove_knowing(&maze, &ROOT, win, leaves(&known), &options, None, &Silent).unwrap();
        assert_eq!((knowing.outcome, knowing.nodes), (whole.outcome, 1), "{memory}");
        assert_eq!((knowing.known, whole.known), (known.len() as u64, 0));
    }
    // The result is as true as what is known.
    let lies: Vec<(Place, bool)> = known.iter().map(|&(after, answer)| (after, !answer)).collect();
    let believed = prove_knowing(&maze, &ROOT, win, leaves(&lies), &slow(), None, &Silent).unwrap();
    assert_eq!(believed.nodes, 1);

    // A checkpoint remembers that what it holds may rest on others' answers.
    let folder = tempfile::tempdir().unwrap();
    let files: Arc<dyn FileSystem> = Arc::new(Disk::default());
    let saved = checkpoint(&files, &folder.path().join("proof.shuban"), win);
    let few = ProofOptions { nodes: Some(1), ..slow() };
    prove_knowing(&maze, &ROOT, win, leaves(&known[..1]), &few, Some(&saved), &Silent).unwrap();
    let resumed = prove(&maze, &ROOT, win, &slow(), Some(&saved), &Silent).unwrap();
    assert_eq!((resumed.outcome, resumed.known), (whole.outcome, 1));
}

fn leaves(leaves: &[(Place, bool)]) -> Knowledge<'_, Place> {
    Knowledge { leaves, ..Knowledge::default() }
}

#[test]
fn what_an_unfinished_search_has_settled_near_the_root_serves_the_next_one() {
    let (maze, win) = (large(), question(0, 1));
    let whole = prove(&maze, &ROOT, win, &slow(), None, &Silent).unwrap();
    let told = RefCell::new(Vec::new());
    let tell = |found: &[Found<Place>], spent: Spent| {
        assert!(found.iter().all(|one| one.nodes >= 2 && one.nodes <= spent.nodes), "{found:?} of {spent:?}");
        told.replace(found.to_vec());
    };
    let search = |most| {
        let early = Early { plies: 6, least_nodes: 2, every: Duration::from_secs(60), tell: &tell };
        let knowledge = Knowledge { early: Some(early), ..Knowledge::default() };
        let options = ProofOptions { nodes: most, ..slow() };
        prove_knowing(&maze, &ROOT, win, knowledge, &options, None, &Silent).unwrap()
    };
    let half = search(Some(whole.nodes / 2));
    assert!(matches!(half.outcome, Outcome::Unknown { .. }));
    let known: Vec<(Place, bool)> = told.borrow().iter().map(|one| (one.position, one.answer)).collect();
    assert!(known.len() > 5, "{known:?}");
    for (position, answer) in &known {
        assert_eq!(Some(*answer), lookahead::value(&maze, position, &win, u32::MAX), "{position:?}");
    }
    let rest = prove_knowing(&maze, &ROOT, win, leaves(&known), &slow(), None, &Silent).unwrap();
    assert_eq!(rest.outcome, whole.outcome);
    assert!(rest.nodes < whole.nodes, "{} of {}", rest.nodes, whole.nodes);
    // Once the root is settled, nothing behind it is worth telling.
    assert_eq!(search(None).outcome, whole.outcome);
    assert!(told.borrow().is_empty());
}

/// Calls the work off at once.
struct CallOff;

impl Progress for CallOff {
    fn interrupted(&self) -> bool {
        true
    }
}

fn checkpoint(files: &Arc<dyn FileSystem>, path: &Path, question: Question) -> ProofCheckpoint {
    ProofCheckpoint::new(files.clone(), path.to_owned(), &large(), &ROOT, question, Duration::from_secs(60))
}

#[test]
fn a_search_goes_on_from_its_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof.shuban");
    let files: Arc<dyn FileSystem> = Arc::new(Disk::default());
    let win = question(0, 1);
    let saved = checkpoint(&files, &path, win);
    let whole = prove(&large(), &ROOT, win, &slow(), None, &Silent).unwrap();
    assert!(whole.nodes > 400, "{}", whole.nodes);

    let most = whole.nodes / 2;
    let first = ProofOptions { nodes: Some(most), ..slow() };
    let half = prove(&large(), &ROOT, win, &first, Some(&saved), &Silent).unwrap();
    assert!(matches!(half.outcome, Outcome::Unknown { .. }));
    assert!(path.exists());

    // Other memory, and another number of threads.
    let second = ProofOptions { memory: 1 << 20, threads: 2, ..slow() };
    let rest = prove(&large(), &ROOT, win, &second, Some(&saved), &Silent).unwrap();
    assert_eq!(rest.outcome, whole.outcome);
    assert!(rest.nodes < whole.nodes * 3 / 4, "{} of {}", rest.nodes, whole.nodes);

    // A checkpoint of another question is not used, and a damaged one is refused.
    let other = prove(
        &large(),
        &ROOT,
        question(0, 0),
        &slow(),
        Some(&checkpoint(&files, &path, question(0, 0))),
        &Silent,
    );
    assert!(matches!(other, Err(ProofError::Checkpoint(_))), "{other:?}");
    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&path, bytes).unwrap();
    let damaged = prove(&large(), &ROOT, win, &slow(), Some(&saved), &Silent);
    assert!(matches!(damaged, Err(ProofError::Store(_))), "{damaged:?}");
}

#[test]
fn a_search_that_is_called_off_leaves_a_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof.shuban");
    let files: Arc<dyn FileSystem> = Arc::new(Disk::default());
    // So large that it cannot be over before it is asked.
    let endless = Maze { seed: 3, plies: 4_000, width: 1 << 40 };
    let saved =
        ProofCheckpoint::new(files, path.clone(), &endless, &ROOT, question(0, 1), Duration::from_secs(60));
    let options = ProofOptions { nodes: Some(3_000_000), ..slow() };
    let proved = prove(&endless, &ROOT, question(0, 1), &options, Some(&saved), &CallOff).unwrap();
    if let Outcome::Unknown { .. } = proved.outcome {
        assert!(path.exists());
    }
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
