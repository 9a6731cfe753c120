//! Proofs written by the solver are accepted; changed proofs are refused.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use shuban_check::{Board, Checked, Colour, Node, Proof, ProofError, Tile, check};
use shuban_core::{Game, Silent};
use shuban_search::proof::{ProofOptions, ProofOutcome, prove};
use shuban_solve::proof::{ProofClaim, ProofQuestion, write_proof};
use shuban_store::{Database, Disk, Error as StoreError, Options, Writer};
use shuban_trax::{Lines, PlainPosition, PlainTrax, Position, Trax};
use tempfile::TempDir;

/// Finds the answer by search, and writes its proof.
fn written(trax: &Trax, moves: &str, at_least: i16, options: &ProofOptions) -> (TempDir, PathBuf) {
    let root = trax.parse(moves).unwrap();
    let asked = if at_least == 0 { ProofQuestion::DrawOrBetter } else { ProofQuestion::Win };
    let question = asked.question();
    let options = ProofOptions { strategy: true, memory: 32 << 20, ..options.clone() };
    let proved = prove(trax, &root, question, &options, None, &Silent).unwrap();
    let answer = proved.outcome == ProofOutcome::Proven;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof.shuban");
    let strategy = proved.strategy.expect("the question is settled");
    let claim = ProofClaim { root: &root, asked, answer, options: "--threads 1" };
    write_proof(Arc::new(Disk::default()), &path, trax, &claim, &strategy).unwrap();
    (folder, path)
}

fn checked(path: &Path) -> Checked {
    check(&Proof::open(path).unwrap()).unwrap_or_else(|refusal| panic!("{refusal}"))
}

fn trax(size: usize) -> Trax {
    Trax::new(size, Lines::Full).unwrap()
}

#[test]
fn proofs_of_all_small_boards_are_accepted() {
    for size in 2..=5 {
        for at_least in [0, 1] {
            let (_folder, path) = written(&trax(size), "start", at_least, &ProofOptions::default());
            let checked = checked(&path);
            let bytes = std::fs::metadata(&path).unwrap().len();
            println!("{size} {at_least} {checked:?} {bytes} bytes");
            assert!(checked.closed > 0 && (size < 3 || checked.nodes > 0));
        }
    }
}

#[test]
fn proofs_need_no_lookahead_large_table_or_victory_lines() {
    let plain = ProofOptions { lookahead: 0, tail: 0, ..ProofOptions::default() };
    let loops = Trax::new(4, Lines::None).unwrap();
    for (trax, moves, at_least, options) in [
        (trax(3), "start", 0, &plain),
        (trax(4), "@0/ A0/", 1, &plain),
        (loops, "start", 0, &ProofOptions::default()),
        (loops, "@0+ B1+", 1, &ProofOptions::default()),
    ] {
        let (_folder, path) = written(&trax, moves, at_least, options);
        checked(&path);
    }
}

#[test]
fn every_bit_that_changes_is_noticed() {
    let (_folder, path) = written(&trax(3), "start", 0, &ProofOptions::default());
    let bytes = std::fs::read(&path).unwrap();
    checked(&path);
    for place in (0..bytes.len()).step_by(7) {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1 << (place % 8);
        std::fs::write(&path, &damaged).unwrap();
        assert!(Proof::open(&path).is_err(), "byte {place} of {}", bytes.len());
    }
    std::fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
    assert!(matches!(Proof::open(&path), Err(ProofError::Store(_))));
}

/// Pushes the records of a strategy.
type Strategy<'s> = &'s dyn Fn(&mut dyn FnMut(&[u8]));

/// A proof of another strategy under sound checksums, with the largest blocks.
fn forged(sound: &Path, strategy: Strategy<'_>) -> (TempDir, PathBuf) {
    let database = Database::open(&Disk::default(), sound).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("forged.shuban");
    let options = Options { block_size: 1 << 20, compression: Some(3) };
    let subject = database.manifest().subject.clone();
    let mut writer = Writer::create(Arc::new(Disk::default()), &path, subject, options).unwrap();
    writer.section(&database.section("root").unwrap()).unwrap();
    let mut stream = writer.stream("strategy").unwrap();
    let mut positions = 0;
    strategy(&mut |record| {
        stream.push(record).unwrap();
        positions += 1;
    });
    stream.finish().unwrap();
    let mut account = database.manifest().account.clone();
    account.parts[0].positions = positions;
    writer.publish(account).unwrap();
    (folder, path)
}

#[test]
fn a_file_that_claims_more_records_than_it_can_hold_is_refused_before_they_are_read() {
    let (_folder, sound) = written(&trax(4), "start", 0, &ProofOptions::default());
    let records = Database::open(&Disk::default(), &sound).unwrap();
    let records = records.section("strategy").unwrap().entries;
    let refused = |strategy: Strategy<'_>| {
        let (_folder, path) = forged(&sound, strategy);
        let bytes = std::fs::metadata(&path).unwrap().len();
        assert!(bytes < 26_000, "{bytes} bytes");
        Proof::open(&path).unwrap_err()
    };
    // The same record many times takes a few kilobytes, and none of them is read.
    let error = refused(&|push| (0..400_000).for_each(|_| push(&records[0])));
    assert!(matches!(error, ProofError::Store(StoreError::Memory { .. })), "{error}");
    assert!(error.to_string().contains("strategy would take"), "{error}");
    // As many records of no bytes.
    let error = refused(&|push| (0..3_000_000).for_each(|_| push(&[])));
    assert!(error.to_string().contains("3000000 records of 10 bytes each are not 0"), "{error}");
    // Fewer: the second of two that are equal is told, and the last one is not waited for.
    let error = refused(&|push| (0..3000).for_each(|_| push(&records[0])));
    assert!(matches!(error, ProofError::Order(1)), "{error}");
    // A wrong one is told by its number.
    let wrong = vec![9; records[0].len()];
    let error = refused(&|push| [&records[0], &wrong].into_iter().for_each(|record| push(record)));
    assert!(matches!(error, ProofError::Record(1)), "{error}");
}

/// Changes the records of a proof.
fn edit(proof: &mut Proof, change: impl FnOnce(&mut Vec<Node>)) {
    let mut nodes = proof.strategy.nodes().to_vec();
    change(&mut nodes);
    proof.strategy = shuban_check::Strategy::Listed(nodes);
}

/// Whether a changed proof is still accepted.
fn is_accepted(proof: &Proof, change: impl FnOnce(&mut Proof)) -> bool {
    let mut changed = proof.clone();
    change(&mut changed);
    check(&changed).is_ok()
}

#[test]
fn a_proof_without_one_of_its_positions_is_refused() {
    let options = ProofOptions { tail: 2, ..ProofOptions::default() };
    let (_folder, path) = written(&trax(4), "start", 0, &options);
    // As shallow as the search's look-ahead: then every position is needed.
    let proof = Proof { closed_plies: 2, ..Proof::open(&path).unwrap() };
    check(&proof).unwrap();
    let nodes = proof.strategy.nodes();
    for missing in (0..nodes.len()).step_by(nodes.len() / 40 + 1) {
        let is_missed = !is_accepted(&proof, |proof| {
            edit(proof, |nodes| _ = nodes.remove(missing));
        });
        assert!(is_missed, "position {missing} of {} is not needed", nodes.len());
    }
    let twice = |nodes: &mut Vec<Node>| nodes.push(nodes[0].clone());
    assert!(!is_accepted(&proof, |proof| edit(proof, twice)), "listed twice");
    assert!(
        !is_accepted(&proof, |proof| proof.closed_plies = 0),
        "nothing is left to plain search"
    );
    assert!(!is_accepted(&proof, |proof| proof.claim.wins = true), "the game is a draw");
    assert!(
        !is_accepted(&proof, |proof| proof.claim.side = Colour::Red),
        "the other side's positions"
    );
    assert!(!is_accepted(&proof, |proof| proof.to_move = Colour::Red), "red does not begin");
}

#[test]
fn a_proof_from_no_position_is_refused() {
    let options = ProofOptions::default();
    let (_folder, path) = written(&trax(4), r"@0/ A0\", 0, &options);
    let proof = Proof::open(&path).unwrap();
    assert_eq!(proof.claim(), "trax/4: white wins or draws from white:SW|NW");
    assert!(is_accepted(&proof, |_| ()));
    let with = |tiles: &[(usize, usize, Tile)]| {
        let mut board = Board::new(4, true);
        tiles.iter().for_each(|&(row, column, tile)| board.set(row, column, tile));
        !board.is_open(Colour::White) && !is_accepted(&proof, |proof| proof.root = board)
    };
    let [north_south, north_west] = [5, 9];
    assert!(with(&[(1, 0, north_south)]) && with(&[(0, 1, north_south)]), "not at the top left");
    assert!(with(&[(0, 0, north_west), (0, 2, north_west)]), "in two pieces");
    assert!(with(&[(0, 0, north_south), (0, 1, north_west)]), "red beside white");
    assert!(
        with(&[(0, 0, north_west), (1, 0, 6), (1, 1, 5), (0, 2, 5)]),
        "forced, if in one piece"
    );
}

#[test]
fn a_proof_with_another_move_is_refused_or_proves_it_too() {
    let (_folder, path) = written(&trax(4), "start", 0, &ProofOptions::default());
    let proof = Proof::open(&path).unwrap();
    let mut refused = 0;
    let mut tried = 0;
    let nodes = proof.strategy.nodes().len();
    for number in (0..nodes).step_by(nodes / 30 + 1) {
        for change in 0..3 {
            let change = |node: &mut Node| match change {
                0 => node.row += 1,
                1 => node.column = node.column.wrapping_sub(1) % 10,
                _ => node.tile = !node.tile & 0xF,
            };
            tried += 1;
            let other = |proof: &mut Proof| edit(proof, |nodes| change(&mut nodes[number]));
            refused += usize::from(!is_accepted(&proof, other));
        }
    }
    // Another move may be as good.
    assert!(refused * 10 > tried * 9, "{refused} of {tried}");
}

#[test]
fn the_rules_are_those_of_the_plain_twin() {
    let mut state = 1u64;
    for size in [2, 3, 4, 5, 8] {
        let trax = trax(size);
        let twin = PlainTrax::of(&trax);
        for _ in 0..12 {
            let mut position = PlainPosition::from(&Position::START);
            let mut mover = Colour::White;
            while twin.outcome(&position).is_none() {
                let mut board = shuban_check::Board::new(size, true);
                fill(&mut board, &position);
                assert!(board.is_open(mover), "{position:?}");
                let mut found = Vec::new();
                for (after, ending) in board.turns(mover) {
                    assert_eq!(after, again(&after), "the counts of a board after a turn");
                    found.push((after.rows(), ending.is_some()));
                }
                let mut plays = Vec::new();
                let mut expected = Vec::new();
                twin.plays(&position, (), &mut plays);
                for (_, after) in twin.moves(&position) {
                    let mut board = shuban_check::Board::new(size, true);
                    fill(&mut board, &after);
                    let is_over = twin.ending(&after);
                    let is_over =
                        is_over.is_some_and(|outcome| outcome.reason != shuban_trax::Reason::Stuck);
                    assert_eq!(board.is_open(mover.other()), !is_over, "{after:?}");
                    expected.push((board.rows(), is_over));
                }
                found.sort();
                expected.sort();
                assert_eq!(found, expected, "{position:?}");
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                position = plays.swap_remove((state >> 33) as usize % plays.len()).after;
                mover = mover.other();
            }
        }
    }
}

/// The same tiles, put one by one.
fn again(board: &Board) -> Board {
    let mut again = Board::new(board.size(), true);
    for (place, tile) in board.rows().into_iter().enumerate().filter(|(_, tile)| *tile != 0) {
        again.set(place / board.size(), place % board.size(), tile);
    }
    again
}

/// The same tiles.
fn fill(board: &mut shuban_check::Board, position: &PlainPosition) {
    let (rows, columns) = position.size();
    for row in 0..rows {
        for column in 0..columns {
            if let Some(tile) = position.tile(row, column) {
                let sides = tile.sides(shuban_trax::Colour::White);
                let tile = sides.iter().map(|&side| 1 << side as u8).sum();
                board.set(row as usize, column as usize, tile);
            }
        }
    }
}

#[test]
fn a_plain_build_of_the_workspace_builds_the_checker_too() {
    let workspace = include_str!("../../../../Cargo.toml");
    let members = workspace.lines().find(|line| line.starts_with("default-members")).unwrap();
    assert!(members.contains("crates/shuban-check"), "{members}");
}
