//! Proofs written by the solver are accepted; changed proofs are refused.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use shuban_check::{
    After, Board, Checked, Claim, Colour, Ending, Proof, ProofError, Tile, Walk, check,
    check_unless,
};
use shuban_core::{Game, Silent};
use shuban_search::proof::{ProofOptions, ProofOutcome, prove};
use shuban_solve::proof::{ProofClaim, ProofQuestion, write_walk};
use shuban_store::Disk;
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
    write_walk(Arc::new(Disk::default()), &path, trax, &claim, &strategy).unwrap();
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
            assert!(checked.closed + checked.leaves > 0 && (size < 3 || checked.nodes > 0));
        }
    }
}

#[test]
fn proofs_need_no_lookahead_large_table_or_victory_lines() {
    let plain = ProofOptions { lookahead: 0, tail: Some(0), ..ProofOptions::default() };
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

/// Returns true if a changed proof is still accepted.
fn is_accepted(proof: &Proof, change: impl FnOnce(&mut Proof)) -> bool {
    let mut changed = proof.clone();
    change(&mut changed);
    check(&changed).is_ok()
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
fn a_refusal_shows_the_tiles_at_fault() {
    let (_folder, path) = written(&trax(4), r"@0/ A0\", 0, &ProofOptions::default());
    let mut proof = Proof::open(&path).unwrap();
    proof.walk.positions += 1;
    let refusal = check(&proof).unwrap_err();
    assert_eq!(refusal.tiles, "SW|NW");
    let told = "the root: has not as many positions as it says (SW|NW)";
    assert_eq!(refusal.to_string(), told);
}

#[test]
fn boards_are_equal_if_size_lines_and_tiles_are() {
    let board = |size, has_lines, tiles: &[(usize, usize, Tile)]| {
        let mut board = Board::new(size, has_lines);
        tiles.iter().for_each(|&(row, column, tile)| board.set(row, column, tile));
        board
    };
    let [north_south, north_west] = [5, 9];
    let one = board(4, true, &[(0, 0, north_south), (1, 0, north_west)]);
    assert_eq!(one, board(4, true, &[(1, 0, north_west), (0, 0, north_south)]));
    assert_ne!(one, board(4, true, &[(0, 0, north_south), (1, 0, north_south)]));
    assert_ne!(one, board(4, true, &[(0, 0, north_south)]));
    assert_ne!(one, board(4, false, &[(0, 0, north_south), (1, 0, north_west)]));
    assert_ne!(one, board(5, true, &[(0, 0, north_south), (1, 0, north_west)]));
}

/// No writer writes a walk with a losing reply, so one is searched for here.
#[test]
fn a_reply_that_ends_the_game_against_the_claim_is_refused() {
    let mut seed = 1_u64;
    let mut draw = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as usize % below
    };
    let walk = Walk { records: Vec::new(), positions: 0, leaves: 0 };
    let reason = "a reply ends the game against the claim";
    let (mut refused, mut followed) = ([0; 2], 0);
    for game in 0..60 {
        let mut board = Board::new(3 + game % 3, true);
        let mut mover = Colour::White;
        loop {
            let turns: Vec<After> = board.turns(mover).collect();
            for wins in [false, true] {
                let claim = Claim { side: mover.other(), wins };
                let proof = Proof {
                    game: String::new(),
                    claim,
                    root: board.clone(),
                    to_move: mover,
                    walk: walk.clone(),
                    closed_plies: 1,
                    closed_nodes: 1,
                    claimed: String::new(),
                };
                let loses = |ending: Ending| match ending {
                    Ending::Won(winner) => winner == mover,
                    Ending::Draw => wins,
                };
                let expected = turns.iter().any(|(_, ending)| ending.is_some_and(loses));
                // The open positions after a reply are not in the walk.
                let found = check(&proof);
                let is_refused = found.as_ref().is_err_and(|refusal| refusal.reason == reason);
                assert_eq!(is_refused, expected, "{found:?}");
                let all = found.map_or(turns.len() as u64, |found| found.replies);
                assert_eq!(all, turns.len() as u64);
                if expected {
                    refused[usize::from(wins)] += 1;
                } else {
                    followed += 1;
                }
            }
            let open = |(after, ending): &After| ending.is_none().then(|| after.clone());
            let mut next: Vec<Board> = turns.iter().filter_map(open).collect();
            if next.is_empty() {
                break;
            }
            board = next.swap_remove(draw(next.len()));
            mover = mover.other();
        }
    }
    assert!(
        refused[0] > 50 && refused[1] > refused[0] && followed > 500,
        "{refused:?}, {followed}"
    );
}

#[test]
fn a_side_without_a_turn_has_lost_and_is_counted() {
    let tiles: [Tile; 25] =
        [12, 6, 9, 6, 10, 5, 3, 12, 5, 6, 0, 0, 0, 3, 9, 0, 0, 0, 10, 10, 6, 9, 6, 12, 6];
    let mut root = Board::new(5, true);
    for (place, tile) in tiles.into_iter().enumerate().filter(|(_, tile)| *tile != 0) {
        root.set(place / 5, place % 5, tile);
    }
    let proof = Proof {
        game: String::new(),
        claim: Claim { side: Colour::White, wins: true },
        root,
        to_move: Colour::Red,
        walk: Walk { records: Vec::new(), positions: 0, leaves: 0 },
        closed_plies: 1,
        closed_nodes: 1,
        claimed: String::new(),
    };
    let checked = check(&proof).unwrap();
    assert_eq!((checked.replies, checked.readings.stuck), (0, 1));
}

/// Returns a board upside down, mirrored, or with rows as columns, tile by tile.
fn image(board: &Board, symmetry: usize) -> Board {
    let size = board.size();
    let tiles = board.rows().into_iter().enumerate().filter(|(_, tile)| *tile != 0);
    let tiles: Vec<(usize, usize, Tile)> =
        tiles.map(|(place, tile)| (place / size, place % size, tile)).collect();
    let height = tiles.iter().map(|&(row, ..)| row + 1).max().unwrap_or(0);
    let width = tiles.iter().map(|&(_, column, _)| column + 1).max().unwrap_or(0);
    let mut image = Board::new(size, true);
    for (mut row, mut column, tile) in tiles {
        let mut sides: [bool; 4] = std::array::from_fn(|side| tile >> side & 1 != 0);
        if symmetry & 1 != 0 {
            row = height - 1 - row;
            sides.swap(0, 2);
        }
        if symmetry & 2 != 0 {
            column = width - 1 - column;
            sides.swap(1, 3);
        }
        if symmetry & 4 != 0 {
            (row, column) = (column, row);
            sides.reverse();
        }
        image.set(row, column, (0..4).map(|side| Tile::from(sides[side]) << side).sum());
    }
    image
}

#[test]
fn a_walk_proves_its_claim_of_all_images_of_its_root() {
    let mut images = HashSet::new();
    for (size, moves) in [
        (3, "@0/ A0+"),
        (4, "@0+ B1+ C1+"),
        (4, r"@0/ A0\"),
        (5, "@0/ B1/ C1+ @1/"),
        (5, "@0+ A0+"),
    ] {
        let (_folder, path) = written(&trax(size), moves, 0, &ProofOptions::default());
        let proof = Proof::open(&path).unwrap();
        let checked = check(&proof).unwrap();
        for symmetry in 0..8 {
            let root = image(&proof.root, symmetry);
            images.insert(root.rows());
            assert_eq!(
                check(&Proof { root, ..proof.clone() }).as_ref(),
                Ok(&checked),
                "{symmetry}"
            );
        }
    }
    assert!(images.len() > 15, "{} images", images.len());
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

/// Returns the same tiles, put one by one.
fn again(board: &Board) -> Board {
    let mut again = Board::new(board.size(), true);
    for (place, tile) in board.rows().into_iter().enumerate().filter(|(_, tile)| *tile != 0) {
        again.set(place / board.size(), place % board.size(), tile);
    }
    again
}

/// Puts the same tiles on a board.
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

#[test]
fn a_check_stops_wherever_it_is_asked_to() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/proofs/trax-5-win.shuban");
    let proof = Proof::open(&path).unwrap();
    let asked = AtomicU64::new(0);
    let all = check_unless(&proof, &|| {
        asked.fetch_add(1, Ordering::Relaxed);
        false
    });
    assert_eq!(all.unwrap(), Some(check(&proof).unwrap()));
    let all = asked.into_inner();
    // At least once for each piece of 32 positions.
    assert!(all > (proof.walk.positions + proof.walk.leaves) / 32, "{all}");
    for after in (0..all).step_by(7) {
        let asked = AtomicU64::new(0);
        let stop = || asked.fetch_add(1, Ordering::Relaxed) >= after;
        assert_eq!(check_unless(&proof, &stop).unwrap(), None);
        // Threads end with the piece that they are at.
        assert!(asked.into_inner() < after + 1_000, "{after}");
    }
}
