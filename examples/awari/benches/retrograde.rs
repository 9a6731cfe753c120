//! The library's build against a plain loop written by hand for this game alone.
//!
//! The loop is a typical one for a single game: two arrays a number of stones, backed up in place,
//! pass after pass, until nothing changes.

use std::sync::Arc;

use awari::game::{Awari, Position};
use awari::tables::Endgames;
use divan::Bencher;
use shuban_core::combinatorics::{MultisetRank, multisets, unrank_multiset};
use shuban_core::{Game, LayerId, Silent};
use shuban_solve::{BuildOptions, EndlessPlay, RetrogradeWithEndlessPlay, build};
use shuban_store::{Disk, FileSystem};

/// All layers up to this number of stones: 646,646 positions, 352,716 of them in the last.
const STONES: usize = 10;

fn main() {
    divan::main();
}

fn rank(position: &Position) -> usize {
    let mut rank = MultisetRank::default();
    for (pit, &stones) in position.pits.iter().enumerate() {
        rank.push(pit, stones.into());
    }
    rank.rank() as usize
}

/// Score and plies to the next conversion, for each number of stones and each board.
fn by_hand_tables() -> Vec<Vec<(i8, u16)>> {
    let mut tables: Vec<Vec<(i8, u16)>> = Vec::new();
    let mut plays = Vec::new();
    for stones in 0..=STONES {
        let len = multisets(12, stones);
        tables.push(vec![(0, 0); len as usize]);
        let mut changed = true;
        while changed {
            changed = false;
            for number in 0..len {
                let mut pits = [0; 12];
                unrank_multiset(number, stones, 12, |pit, stones| pits[pit] = stones as u8);
                let position = Position { pits, seat: 0 };
                let value = if pits[..6] == [0; 6] {
                    (-(stones as i8), 0)
                } else {
                    plays.clear();
                    Awari.plays(&position, (), &mut plays);
                    let values = plays.iter().map(|play| {
                        let left = usize::from(play.after.stones());
                        let (score, plies) = tables[left][rank(&play.after)];
                        let score = (stones - left) as i8 - score;
                        match score {
                            0 => (0, 0),
                            _ if left < stones => (score, 1),
                            _ => (score, plies + 1),
                        }
                    });
                    values.max_by_key(|&(score, plies)| merit(score, plies)).unwrap_or_default()
                };
                let stored = &mut tables[stones][number as usize];
                changed |= *stored != value;
                *stored = value;
            }
        }
    }
    tables
}

fn merit(score: i8, plies: u16) -> (i8, i32) {
    (score, -i32::from(score.signum()) * i32::from(plies))
}

#[divan::bench(sample_count = 3, sample_size = 1)]
fn by_hand(bencher: Bencher) {
    bencher.bench(by_hand_tables);
}

/// Runs the same by the library, on one thread, into files that are read back.
#[divan::bench(sample_count = 3, sample_size = 1, args = ["ByMemory", "ByPasses"])]
fn by_library(bencher: Bencher, way: &str) {
    let way = if way == "ByMemory" { EndlessPlay::ByMemory } else { EndlessPlay::ByPasses };
    bencher.with_inputs(|| tempfile::tempdir().expect("a folder")).bench_values(|folder| {
        let options = BuildOptions { threads: 1, ..BuildOptions::new(folder.path()) };
        let files: Arc<dyn FileSystem> = Arc::new(Disk::default());
        let domain = Endgames::default();
        let solver = RetrogradeWithEndlessPlay { domain: &domain, way };
        build(&files, &solver, LayerId(STONES), &options, &Silent).expect("a build")
    });
}
