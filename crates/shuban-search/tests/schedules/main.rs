//! Whole searches by several threads, whose turns are drawn at random: the files of `src/proof`,
//! compiled with the threads and atomics of a checker.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use shuban_core::provable::{Key, Question};
use shuban_core::{Game, Progress, Provable, Silent};
use shuttle::rand::{Rng, thread_rng};
use shuttle::scheduler::{PctScheduler, RandomScheduler};
use shuttle::{Config, MaxSteps, Runner};

use self::proof::keeper::{KeeperError, Spent, TableKeeper};
use self::proof::options::ProofOptions;
use self::proof::prove::prove;
use self::proof::proved::ProofOutcome;
use self::proof::table::{BUCKET_BYTES, Entry, ProofNumbers, ProofTable};
use crate::maze::{Maze, Place, ROOT};

#[allow(dead_code)]
#[path = "../it/maze.rs"]
mod maze;
// Clippy has looked at these files where they are at home.
#[allow(dead_code, unreachable_pub, clippy::all)]
mod proof;

/// The question of all searches: draw or better for the first player.
const ASKED: Question = Question { seat: 0, at_least: 0 };

/// Number of entries in a table from the start, nearly as many as make it full.
const OTHERS: u64 = 440;

/// The answers at all positions of a game, without a search.
struct Answers {
    maze: Maze,
    known: HashMap<Key, Answer>,
    /// Numbers of times that a table was saved, and that small entries of one were collected.
    saved: AtomicU64,
    collected: AtomicU64,
}

struct Answer {
    answer: bool,
    /// True if the player to move gets what it wants.
    is_wanted: bool,
}

impl Answers {
    fn new(maze: Maze) -> Self {
        let mut answers = Answers {
            maze,
            known: HashMap::new(),
            saved: AtomicU64::new(0),
            collected: AtomicU64::new(0),
        };
        answers.find(ROOT);
        answers
    }

    fn find(&mut self, place: Place) -> bool {
        let key = self.maze.key(&place);
        if let Some(known) = self.known.get(&key) {
            return known.answer;
        }
        let aims = self.maze.to_move(&place) == ASKED.seat;
        let answer = match self.maze.outcome(&place) {
            Some(payoffs) => ASKED.holds(&payoffs),
            None => {
                let mut plays = Vec::new();
                self.maze.plays(&place, (), &mut plays);
                let found = plays.iter().filter(|play| self.find(play.after) == aims).count();
                (found > 0) == aims
            }
        };
        self.known.insert(key, Answer { answer, is_wanted: answer == aims });
        answer
    }

    fn root(&self) -> ProofOutcome {
        match self.known[&self.maze.key(&ROOT)].answer {
            true => ProofOutcome::Proven,
            false => ProofOutcome::Disproven,
        }
    }
}

/// Saves nothing, and checks that all that is settled in a table is true, while threads go on with it.
impl TableKeeper for Answers {
    fn every(&self) -> Duration {
        Duration::ZERO
    }

    fn save(&self, table: &ProofTable<'_>, _: Spent) -> Result<(), KeeperError> {
        table.each(|key, entry| {
            if let Some(answer) = self.known.get(&key)
                && entry.numbers.is_settled()
            {
                assert_eq!(entry.numbers, ProofNumbers::settled(answer.is_wanted), "{key}");
            }
        });
        self.saved.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    fn entries(&self) -> Result<u64, KeeperError> {
        Ok(0)
    }

    /// Fills most of the table with entries of no positions.
    fn load(&self, table: &ProofTable<'_>) -> Result<(u64, Spent), KeeperError> {
        let numbers = ProofNumbers { phi: 1, delta: 1 };
        // As many in each of the 64 buckets.
        for number in 0..OTHERS {
            let key = Key { high: number << 58, low: number as u32 };
            table.put(key, Entry { numbers, work: 1 });
        }
        Ok((OTHERS, Spent::default()))
    }
}

/// Interrupts a search at a moment drawn at random.
struct Interrupts;

impl Progress for Interrupts {
    fn interrupted(&self) -> bool {
        thread_rng().gen_range(0..4) == 0
    }
}

/// Runs searches of a maze whose threads take their turns in a number of orders; in half of them a thread
/// may stand still for long. Returns how often tables were saved, and collected.
fn in_orders(
    orders: usize,
    maze: Maze,
    options: &ProofOptions,
    progress: Option<&'static (dyn Progress + Sync)>,
) -> [u64; 2] {
    let answers = Arc::new(Answers::new(maze));
    let options = ProofOptions {
        lookahead: 0,
        tail: Some(0),
        cache: 0,
        memory: 64 * BUCKET_BYTES,
        ..options.clone()
    };
    let model = {
        let answers = Arc::clone(&answers);
        move || {
            let Answers { maze, collected, .. } = &*answers;
            let reports = progress.unwrap_or(&Silent);
            let proved = prove(maze, &ROOT, ASKED, &options, Some(&*answers), reports).unwrap();
            collected.fetch_add(proved.collections, Ordering::Relaxed);
            let is_open = matches!(proved.outcome, ProofOutcome::Unknown { .. });
            let may_be_open = progress.is_some() || options.nodes.is_some();
            assert!(proved.outcome == answers.root() || is_open && may_be_open);
        }
    };
    let config = || {
        let mut config = Config::new();
        config.stack_size = 1 << 18;
        config.max_steps = MaxSteps::FailAfter(1_000_000);
        config.silence_warnings = true;
        config
    };
    let still = model.clone();
    Runner::new(RandomScheduler::new_from_seed(1, orders / 2), config()).run(model);
    Runner::new(PctScheduler::new_from_seed(1, 3, orders / 2), config()).run(still);
    [&answers.saved, &answers.collected].map(|count| count.load(Ordering::Relaxed))
}

/// A game of some hundred positions.
const SMALL: Maze = Maze { seed: 34, plies: 7, width: 12 };

#[test]
fn the_answer_does_not_depend_on_the_order_of_threads() {
    let options = ProofOptions { threads: 3, ..ProofOptions::default() };
    let [saved, _] = in_orders(100, SMALL, &options, None);
    assert!(saved > 100, "some are saved while threads go on");
}

#[test]
fn a_search_that_is_interrupted_anywhere_ends() {
    let options = ProofOptions { threads: 2, ..ProofOptions::default() };
    in_orders(200, SMALL, &options, Some(&Interrupts));
    in_orders(100, SMALL, &ProofOptions { nodes: Some(20), ..options }, None);
}

#[test]
fn the_answer_does_not_depend_on_what_is_collected() {
    let options = ProofOptions { threads: 2, free: 0.9, ..ProofOptions::default() };
    let [_, collected] = in_orders(100, SMALL, &options, None);
    assert!(collected >= 100, "{collected}");
}
