//! Proofs of boards of Amazons: those that the solver writes are accepted, changed ones refused.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::json;
use shuban_amazons::Boards;
use shuban_amazons::{Army, Position, Square, Squares, Subgame};
use shuban_check::{AnyProof, BoardProof, Checked, Refusal, Side, Walk};
use shuban_core::provable::value_by_rules;
use shuban_core::{Game, Present, Random, Silent};
use shuban_search::proof::{ProofOptions, ProofOutcome, prove};
use shuban_solve::proof::{ProofClaim, ProofQuestion, write_walk};
use shuban_store::{Disk, FileSystem};
use shuban_store_testing::{OpenedSection, rewrite};
use tempfile::TempDir;

/// Finds the winner by search, and writes the proof.
fn written(boards: &Boards, root: &Position, options: &ProofOptions) -> (TempDir, PathBuf, bool) {
    let asked = ProofQuestion::Win;
    let options = ProofOptions { strategy: true, memory: 32 << 20, ..options.clone() };
    let proved = prove(boards, root, asked.question(), &options, None, &Silent).unwrap();
    let answer = proved.outcome == ProofOutcome::Proven;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof.shuban");
    let strategy = proved.strategy.expect("the question is settled");
    let claim = ProofClaim { root, asked, answer, options: "--threads 1" };
    write_walk(Arc::new(Disk::default()), &path, boards, &claim, &strategy).unwrap();
    (folder, path, answer)
}

fn checked(proof: &BoardProof) -> Result<Checked, Refusal> {
    AnyProof::Amazons(Box::new(proof.clone())).check()
}

/// Returns a random board on which the side to move can move.
fn random_board(random: &mut Random, most_empty: u64) -> Position {
    loop {
        let (height, width) = (1 + random.place(5), 1 + random.place(5));
        let mut squares: Vec<Square> = Squares::rectangle(height, width).iter().collect();
        let mut taken = |most: u64| -> Squares {
            let count = 1 + random.below(most) as usize;
            (0..count.min(squares.len()))
                .map(|_| squares.swap_remove(random.place(squares.len())))
                .collect()
        };
        let [black, white, empty] = [4, 4, most_empty].map(&mut taken);
        let game = Subgame::new(black | white | empty, black, white).unwrap();
        let to_move = Army::BOTH[random.place(2)];
        if game.can_move(to_move) {
            return Position::new(height, width, game, to_move).unwrap();
        }
    }
}

#[test]
fn proofs_of_random_boards_are_accepted_and_true() {
    let (boards, mut random) = (Boards::any(), Random::new(5));
    let mut with_moves = 0;
    for _ in 0..300 {
        let root = random_board(&mut random, 9);
        let (_folder, path, white_wins) = written(&boards, &root, &ProofOptions::default());
        let proof = BoardProof::open(&path).unwrap();
        let checked = checked(&proof).unwrap_or_else(|refusal| panic!("{root:?}: {refusal}"));
        with_moves += u32::from(checked.nodes > 0);
        let expected = value_by_rules(&boards, &root, &ProofQuestion::Win.question(), 10);
        assert_eq!(Some(white_wins), expected, "{root:?}");
        assert_eq!(proof.side == Side::White, white_wins);
    }
    assert!(with_moves > 30, "{with_moves}");
}

fn changed(proof: &BoardProof, change: impl FnOnce(&mut BoardProof)) -> BoardProof {
    let mut changed = proof.clone();
    change(&mut changed);
    changed
}

/// Returns the proof of a small start.
fn sound() -> BoardProof {
    let boards = Boards::new(4, 4).unwrap();
    let (_folder, path, _) = written(&boards, &boards.start(), &ProofOptions::default());
    let proof = BoardProof::open(&path).unwrap();
    assert!(checked(&proof).is_ok_and(|found| found.nodes > 20));
    proof
}

#[test]
fn a_changed_proof_is_refused() {
    let proof = sound();
    assert_eq!(proof.claim(), "amazons/4x4: black wins from .XX./X..X/O..O/.OO. white");
    let refused = |change: &dyn Fn(&mut BoardProof)| {
        let changed = changed(&proof, change);
        let refusal = checked(&changed).expect_err(&changed.claim());
        // The refusal draws the board at fault, in four rows.
        assert_eq!(refusal.tiles.split('/').count(), 4, "{refusal}");
    };
    refused(&|proof| proof.side = Side::White);
    refused(&|proof| proof.closed_nodes = 0);
    refused(&|proof| proof.walk.positions += 1);
    refused(&|proof| proof.walk.positions -= 1);
    for end in 0..proof.walk.records.len() {
        refused(&|proof| proof.walk.records.truncate(end));
    }
    refused(&|proof| proof.walk.records.push(vec![0]));
    // Another move may win as well, but the walk after it is another one.
    let (mut changes, mut accepted) = (0, 0);
    for record in 0..proof.walk.records.len() {
        for place in 0..proof.walk.records[record].len() {
            let other =
                changed(&proof, |proof| proof.walk.records[record][place] ^= 1 << (place % 8));
            changes += 1;
            accepted += u32::from(checked(&other).is_ok());
        }
    }
    assert!(changes > 100 && accepted == 0, "{accepted} of {changes}");
}

/// A root has the side to move, rows, columns, and at most 25 bytes of squares.
#[test]
fn a_root_longer_than_any_board_is_refused_before_the_walk_is_read() {
    let boards = Boards::new(4, 4).unwrap();
    let refused = |len: usize| {
        let (_folder, path, _) = written(&boards, &boards.start(), &ProofOptions::default());
        let files: Arc<dyn FileSystem> = Arc::new(Disk::default());
        rewrite(&files, &path, |opened| {
            let OpenedSection::Stream(root) = opened.section("root") else { panic!("no root") };
            root.entries[0].resize(len, 0);
            // A walk of records, and not of positions.
            opened.account.parts[0].positions = 0;
            opened.account.facts.insert("leaves".to_owned(), json!(0));
        });
        BoardProof::open(&path).unwrap_err().to_string()
    };
    let [longest, too_long] = [28, 29].map(refused);
    assert!(longest.ends_with("its walk has more records than positions"), "{longest}");
    assert!(too_long.ends_with("its root is no position"), "{too_long}");
}

/// A false claim, with the strategy of the side that loses: there is a reply that it has no answer to.
#[test]
fn nothing_proves_what_is_false() {
    let (boards, mut random) = (Boards::any(), Random::new(8));
    for _ in 0..200 {
        let root = random_board(&mut random, 7);
        let (_folder, path, _) = written(&boards, &root, &ProofOptions::default());
        let proof = BoardProof::open(&path).unwrap();
        let other = changed(&proof, |proof| proof.side = proof.side.other());
        assert!(checked(&other).is_err(), "{}", other.claim());
        // Leaves alone, however many.
        for leaves in 0..3 {
            let walk = Walk { records: vec![vec![0; 4]; leaves], positions: 0, leaves: 3 };
            let other = changed(&other, |other| other.walk = walk);
            assert!(checked(&other).is_err(), "{}", other.claim());
        }
    }
}

#[test]
fn the_boards_that_are_kept_are_won_as_it_is_said() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/proofs");
    for (board, winner) in [
        ("4x4", Side::Black),
        ("4x5", Side::Black),
        ("4x6", Side::White),
        ("4x7", Side::White),
        ("5x4", Side::White),
        ("5x5", Side::White),
        ("5x6", Side::White),
        ("6x4", Side::Black),
    ] {
        let path = folder.join(format!("amazons-{board}.shuban"));
        let proof = BoardProof::open(&path).unwrap();
        let any = AnyProof::open(&path).unwrap();
        assert!(any.claimed().contains("--threads"), "{}", any.claimed());
        assert_eq!((any.claimed(), any.claim()), (&*proof.claimed, proof.claim()));
        assert_eq!((&*proof.game, proof.side), (&*format!("amazons/{board}"), winner));
        // White begins, from the start of the game.
        let boards = board.split_once('x').unwrap();
        let boards = Boards::new(boards.0.parse().unwrap(), boards.1.parse().unwrap()).unwrap();
        assert!(proof.claim().ends_with(&format!("from {}", boards.format(&boards.start()))));
        // Walking through these takes half a minute, and minutes.
        if !["4x7", "5x6", "6x4"].contains(&board) {
            assert!(checked(&proof).is_ok_and(|found| found.nodes > 50), "{board}");
        }
    }
}
