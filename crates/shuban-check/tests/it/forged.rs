//! Proofs with sound checksums that hold more than a proof, or something else, are refused by name.

use std::path::PathBuf;
use std::sync::Arc;

use serde_json::{Value as Json, json};
use shuban_check::{After, Board, Claim, Colour, Ending, Node, Proof, Strategy, Tiles, check};
use shuban_core::{Game, Section, Silent};
use shuban_search::proof::{ProofOptions, ProofOutcome, prove};
use shuban_solve::proof::{ProofClaim, ProofQuestion, write_proof};
use shuban_store::{Database, Disk, FileSystem};
use shuban_store_testing::{OpenedSection, OpenedUp, rewrite, with_directory};
use shuban_trax::{Lines, Trax};
use tempfile::TempDir;

/// A proof that the first player of 4×4 wins or draws.
fn written() -> (TempDir, PathBuf) {
    let trax = Trax::new(4, Lines::Full).unwrap();
    let root = trax.parse("start").unwrap();
    let asked = ProofQuestion::DrawOrBetter;
    let options = ProofOptions { strategy: true, memory: 32 << 20, ..ProofOptions::default() };
    let proved = prove(&trax, &root, asked.question(), &options, None, &Silent).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof.shuban");
    let answer = proved.outcome == ProofOutcome::Proven;
    let claim = ProofClaim { root: &root, asked, answer, options: " --threads 1" };
    let strategy = proved.strategy.unwrap();
    write_proof(Arc::new(Disk::default()), &path, &trax, &claim, &strategy).unwrap();
    (folder, path)
}

fn stream<'o>(opened: &'o mut OpenedUp, name: &str) -> &'o mut Vec<Vec<u8>> {
    match opened.section(name) {
        OpenedSection::Stream(section) => &mut section.entries,
        OpenedSection::Table(..) => panic!("`{name}` is a table"),
    }
}

/// Why a file that is written anew is refused, opened or checked.
fn refusal(edit: impl FnOnce(&mut OpenedUp)) -> String {
    let (_folder, path) = written();
    let files: Arc<dyn FileSystem> = Arc::new(Disk::default());
    rewrite(&files, &path, edit);
    match Proof::open(&path) {
        Err(error) => error.to_string(),
        Ok(proof) => check(&proof).expect_err("a refusal").to_string(),
    }
}

/// Adds a record to a proof.
fn add(proof: &mut Proof, node: Node) {
    let mut nodes = proof.strategy.nodes().to_vec();
    nodes.push(node);
    proof.strategy = Strategy::Listed(nodes);
}

#[test]
fn a_proof_says_how_it_was_found() {
    let (_folder, path) = written();
    let proof = Proof::open(&path).unwrap();
    check(&proof).unwrap();
    assert_eq!(proof.claimed, concat!("shuban ", env!("CARGO_PKG_VERSION"), " --threads 1"));
    let database = Database::open(&Disk::default(), &path).unwrap();
    let provenance = &database.manifest().account.provenance;
    assert_eq!(provenance.solver, "proof-number search");
    assert_eq!(provenance.settings["question"], "draw-or-better");
}

#[test]
fn a_proof_has_exactly_one_root() {
    let refused = refusal(|opened| {
        let root = stream(opened, "root");
        root.push(root[0].clone());
    });
    assert!(refused.contains("it has 2 roots"), "{refused}");
    let refused = refusal(|opened| stream(opened, "root").clear());
    assert!(refused.contains("it has 0 roots"), "{refused}");
}

/// Positions with a side to move, a few plies from a root by any moves, in which it can win at
/// once; with that move.
fn won_at_once(proof: &Proof) -> Vec<Node> {
    let side = proof.claim.side;
    let mut boards = vec![proof.root.clone()];
    let mut to_move = proof.to_move;
    let mut found = Vec::new();
    for _ in 0..6 {
        let turns = |board: &Board| board.turns(to_move).collect::<Vec<_>>();
        let open = |(board, ending): After| ending.is_none().then_some(board);
        boards = boards.iter().flat_map(turns).filter_map(open).step_by(4).collect();
        to_move = to_move.other();
        for board in boards.iter().filter(|_| to_move == side) {
            let places = (0..5).flat_map(|row| (0..5).map(move |column| (row, column)));
            let turns = places.flat_map(|place| [3, 5, 6, 9, 10, 12].map(|tile| (place, tile)));
            found.extend(turns.into_iter().find_map(|((row, column), tile)| {
                let (_, ending) = board.turn(side, row.into(), column.into(), tile)?;
                let node = Node { tiles: Tiles::of(board), row, column, tile };
                (ending == Some(Ending::Won(side))).then_some(node)
            }));
        }
    }
    found
}

#[test]
fn a_record_that_play_never_comes_to_is_refused() {
    let (_folder, path) = written();
    let sound = Proof::open(&path).unwrap();
    check(&sound).unwrap();
    let with = |node: Node| {
        let mut proof = sound.clone();
        add(&mut proof, node);
        check(&proof).map_err(|refusal| refusal.reason)
    };
    let (mut refused, mut tried) = (0, 0);
    for node in won_at_once(&sound).into_iter().step_by(7) {
        tried += 1;
        match with(node) {
            Err("is a position that play never comes to") => refused += 1,
            // Play does come to it, and it was left to plain search.
            Ok(_) | Err("is listed twice") => {}
            Err(other) => panic!("{other}"),
        }
    }
    assert!(refused > 10, "{refused} of {tried}");
}

#[test]
fn a_record_of_an_impossible_board_is_refused() {
    let (_folder, path) = written();
    let sound = Proof::open(&path).unwrap();
    // In two pieces, with a move that is legal beside one of them, and with one that is not.
    for (row, column, tile) in [(2, 1, 3), (1, 2, 5)] {
        let mut proof = sound.clone();
        let mut board = Board::new(4, true);
        board.set(0, 0, 9);
        board.set(2, 2, 9);
        add(&mut proof, Node { tiles: Tiles::of(&board), row, column, tile });
        assert_eq!(check(&proof).unwrap_err().reason, "is no position that a game goes on from");
    }
}

#[test]
fn records_stand_in_the_order_of_their_bytes_and_each_once() {
    let refused = refusal(|opened| stream(opened, "strategy").reverse());
    assert!(refused.contains("does not come after the one before it"), "{refused}");
    let refused = refusal(|opened| {
        let strategy = stream(opened, "strategy");
        strategy.insert(0, strategy[0].clone());
        opened.account.parts[0].positions += 1;
    });
    assert!(refused.contains("record 1 of the proof"), "{refused}");
}

#[test]
fn a_proof_says_nothing_else() {
    let names = |what: &str, edit: &dyn Fn(&mut OpenedUp)| {
        let refused = refusal(edit);
        assert!(refused.contains(what), "{what}: {refused}");
    };
    names("its sections", &|opened| {
        let section = Section { name: "more".to_owned(), entries: vec![vec![1]] };
        opened.sections.push(OpenedSection::Stream(section));
    });
    names("its sections", &|opened| opened.sections.reverse());
    names("its parts", &|opened| opened.account.parts.clear());
    names("its parts", &|opened| opened.account.parts[0].positions += 1);
    names("its facts", &|opened| {
        opened.account.facts.insert("nodes".to_owned(), json!(7));
    });
    names("its names", &|opened| opened.subject.family = "trax/5/proof".to_owned());
    names("its parameters", &|opened| {
        opened.subject.parameters.insert("colour".to_owned(), "red".to_owned());
    });
    names("its `seat` is 2", &|opened| {
        opened.subject.parameters.insert("seat".to_owned(), "2".to_owned());
    });
    names("its settings", &|opened| {
        let settings = &mut opened.account.provenance.settings;
        settings.insert("question".to_owned(), "win".to_owned());
    });
    let (_folder, path) = written();
    let bytes = std::fs::read(&path).unwrap();
    let edit = |directory: &mut Json| directory["colour"] = json!(1);
    std::fs::write(&path, with_directory(&path, &bytes, edit)).unwrap();
    let refused = Proof::open(&path).unwrap_err().to_string();
    assert!(refused.contains("a member `colour`"), "{refused}");
}

/// By five positions, one of them a row further down than it lies: where it is, red's row above the
/// tile is the first of two, so that white seems to have fewer replies. (White wins on 2×2.)
#[test]
fn positions_that_lie_elsewhere_prove_nothing() {
    // The tiles as `NS`, `EW`, `NW`, `SE`, `NE`, `SW`; the row, the column and the tile of the move.
    const WHITE_SIDES: [u8; 6] = [5, 10, 9, 6, 3, 12];
    const RECORDS: [([usize; 4], [u8; 3]); 5] = [
        ([2, 0, 0, 0], [0, 1, 2]),
        ([5, 2, 4, 0], [2, 2, 2]),
        ([5, 2, 0, 6], [2, 1, 2]),
        ([0, 0, 6, 0], [2, 0, 2]),
        ([0, 2, 2, 6], [1, 1, 2]),
    ];
    let nodes = RECORDS.map(|(cells, [row, column, tile])| {
        let mut board = Board::new(2, true);
        for (place, number) in cells.into_iter().enumerate().filter(|(_, number)| *number > 0) {
            board.set(place / 2, place % 2, WHITE_SIDES[number - 1]);
        }
        Node { tiles: Tiles::of(&board), row, column, tile: WHITE_SIDES[usize::from(tile) - 1] }
    });
    let proof = Proof {
        game: "trax/2".to_owned(),
        claim: Claim { side: Colour::Red, wins: false },
        root: Board::new(2, true),
        to_move: Colour::White,
        strategy: Strategy::Listed(nodes.to_vec()),
        closed_plies: 4,
        closed_nodes: 1_000_000,
        claimed: String::new(),
    };
    let refused = check(&proof).unwrap_err();
    assert_eq!((refused.node, refused.reason), (Some(3), "does not lie at the top left"));
}
