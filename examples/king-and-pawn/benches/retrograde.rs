//! The library's build against a plain loop written by hand for this endgame alone.
//!
//! The loop is a typical one for a single game: arrays by square, no tables of others, no file. It
//! visits the positions that are not decided yet, pass after pass, until nothing changes.

use std::sync::Arc;

use divan::Bencher;
use king_and_pawn::game::{KingAndPawn, Position, WHITE};
use king_and_pawn::tables::Tables;
use shuban_core::{Game, LayerId, Silent};
use shuban_solve::{BuildOptions, EndlessPlay, RetrogradeWithEndlessPlay, build};
use shuban_store::{Disk, FileSystem};

fn main() {
    divan::main();
}

const UNKNOWN: i8 = i8::MIN;

/// By side to move, pawn, white king and black king: the plies to White's win; 0 for a draw by
/// rule, [`UNKNOWN`] for endless play.
struct ByHand {
    plies: Vec<i8>,
    plays: Vec<shuban_core::Play<Position, (u8, u8)>>,
}

fn place(position: &Position) -> usize {
    let mirrored = if position.pawn % 8 < 4 { *position } else { position.mirrored() };
    let Position { white, pawn, black, seat } = mirrored;
    ((seat * 64 + usize::from(pawn)) * 64 + usize::from(white)) * 64 + usize::from(black)
}

impl ByHand {
    /// The plies to White's win, if known.
    fn win_in(&self, position: &Position) -> Option<i8> {
        if (8..56).contains(&position.pawn) {
            return Some(self.plies[place(position)]).filter(|plies| *plies > UNKNOWN);
        }
        KingAndPawn.outcome(position).filter(|payoffs| payoffs.of(WHITE) > 0).map(|_| 0)
    }

    fn pass(&mut self, open: &mut Vec<Position>) -> bool {
        let before = open.len();
        let mut plays = std::mem::take(&mut self.plays);
        let mut found = Vec::new();
        open.retain(|position| {
            plays.clear();
            KingAndPawn.plays(position, (), &mut plays);
            let mut wins = plays.iter().map(|play| self.win_in(&play.after));
            let plies = if plays.is_empty() {
                KingAndPawn.outcome(position).filter(|over| over.of(WHITE) > 0).map(|_| 0)
            } else if position.seat == WHITE {
                wins.flatten().min().map(|plies| plies + 1)
            } else {
                wins.try_fold(0, |most, win| Some(most.max(win?))).map(|plies| plies + 1)
            };
            found.extend(plies.map(|plies| (place(position), plies)));
            plies.is_none()
        });
        for (place, plies) in found {
            self.plies[place] = plies;
        }
        self.plays = plays;
        open.len() < before
    }

    fn solve() -> usize {
        let mut open = Vec::new();
        for pawn in (8..56).filter(|pawn| pawn % 8 < 4) {
            for seat in [0, 1] {
                for kings in 0..64 * 64 {
                    let (white, black) = ((kings / 64) as u8, (kings % 64) as u8);
                    let position = Position { white, pawn, black, seat };
                    if position.is_legal() {
                        open.push(position);
                    }
                }
            }
        }
        let positions = open.len();
        let mut table = ByHand { plies: vec![UNKNOWN; 2 << 18], plays: Vec::new() };
        while table.pass(&mut open) {}
        positions - open.len()
    }
}

/// 62,480 and 48,802 positions are won.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn by_hand(bencher: Bencher) {
    bencher.bench(|| assert_eq!(ByHand::solve(), 62_480 + 48_802));
}

/// Runs the same by the library, on one thread, into a file that is read back: with room for
/// predecessor lists, and in 12 bytes a position.
#[divan::bench(sample_count = 5, sample_size = 1, args = [u64::MAX, 12 * 165_676])]
fn by_library(bencher: Bencher, memory: u64) {
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    let domain = Tables::default();
    let solver = RetrogradeWithEndlessPlay { domain: &domain, way: EndlessPlay::ByMemory };
    bencher.bench(|| {
        let options =
            BuildOptions { threads: 1, memory, rebuild: true, ..BuildOptions::new(folder.path()) };
        let files: Arc<dyn FileSystem> = Arc::new(Disk::default());
        build(&files, &solver, LayerId(0), &options, &Silent).expect("a build")
    });
}
