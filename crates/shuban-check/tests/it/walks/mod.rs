//! Proofs of moves alone: written, read and checked; and refused after any change.

mod joined;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use proptest::prelude::any;
use proptest::strategy::{Strategy as _, ValueTree};
use proptest::test_runner::TestRunner;
use serde_json::json;
use shuban_check::{Checked, Claim, Colour, Proof, Readings, Walk, check};
use shuban_core::{Game, Section, Silent};
use shuban_search::proof::{ProofOptions, ProofOutcome, prove};
use shuban_solve::proof::{
    ProofClaim, ProofQuestion, WalkError, WrittenWalk, read_walk, write_walk,
};
use shuban_store::{Database, Disk, FileSystem};
use shuban_store_testing::{OpenedSection, OpenedUp, rewrite};
use shuban_trax::{Lines, Move, Position, Trax};
use tempfile::TempDir;

fn disk() -> Arc<dyn FileSystem> {
    Arc::new(Disk::default())
}

fn trax(size: usize, lines: Lines) -> Trax {
    Trax::new(size, lines).unwrap()
}

/// A decided question with its strategy.
struct Proved {
    root: Position,
    asked: ProofQuestion,
    answer: bool,
    strategy: Vec<(Position, Move)>,
}

impl Proved {
    fn of(trax: &Trax, moves: &str, asked: ProofQuestion) -> Self {
        let root = trax.parse(moves).unwrap();
        let options = ProofOptions { strategy: true, memory: 32 << 20, ..ProofOptions::default() };
        let proved = prove(trax, &root, asked.question(), &options, None, &Silent).unwrap();
        let answer = proved.outcome == ProofOutcome::Proven;
        Proved { root, asked, answer, strategy: proved.strategy.unwrap() }
    }

    fn claim(&self) -> ProofClaim<'_, Position> {
        let Proved { root, asked, answer, .. } = self;
        ProofClaim { root, asked: *asked, answer: *answer, options: "--threads 1" }
    }

    fn write(&self, trax: &Trax, path: &Path) -> Result<WrittenWalk, WalkError> {
        write_walk(disk(), path, trax, &self.claim(), &self.strategy)
    }
}

/// Returns a walk that claims that the first player of 4×4 wins or draws.
fn written() -> (TempDir, PathBuf) {
    let trax = trax(4, Lines::Full);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("walk.shuban");
    Proved::of(&trax, "start", ProofQuestion::DrawOrBetter).write(&trax, &path).unwrap();
    (folder, path)
}

#[test]
fn a_walk_that_is_read_is_written_again_as_the_same_file() {
    let folder = tempfile::tempdir().unwrap();
    let questions = [ProofQuestion::DrawOrBetter, ProofQuestion::Win];
    let starts = (2..=5).map(|size| (trax(size, Lines::Full), "start"));
    let others = [
        (trax(4, Lines::None), "start"),
        (trax(4, Lines::Full), "@0/ A0/"),
        (trax(5, Lines::Full), "@0+ B1+"),
    ];
    for (number, (trax, moves)) in starts.chain(others).enumerate() {
        for asked in questions {
            let path = |kind: &str| folder.path().join(format!("{number}-{}-{kind}", asked.name()));
            let proved = Proved::of(&trax, moves, asked);
            let written = proved.write(&trax, &path("walk")).unwrap();
            let proof = Proof::open(&path("walk")).unwrap();
            let checked = check(&proof).unwrap();
            // A strategy may have positions that are won at once: those need no move.
            let all = (written.positions, checked.nodes, proved.strategy.len() as u64);
            assert!(all.0 == all.1 && all.1 <= all.2, "{} {moves}: {all:?}", trax.name());
            assert_eq!(proof.walk.leaves, written.leaves);
            let mut read = Vec::new();
            let database = Database::open(&Disk::default(), &path("walk")).unwrap();
            read_walk(&trax, &database, 0, &Silent, |position, played| {
                read.push((*position, *played));
            })
            .unwrap();
            assert_eq!(read.len() as u64, written.positions);
            for (position, played) in &read {
                let mut plays = Vec::new();
                trax.plays(position, (), &mut plays);
                assert!(plays.iter().any(|play| play.action == *played), "no legal move");
            }
            // Written again after reading, it is the same file.
            let again = Proved { strategy: read, ..proved };
            again.write(&trax, &path("again")).unwrap();
            let bytes = |kind| std::fs::read(path(kind)).unwrap();
            assert_eq!(bytes("again"), bytes("walk"));
        }
    }
}

#[test]
fn a_walk_takes_less_than_six_bits_a_position() {
    let trax = trax(5, Lines::Full);
    let folder = tempfile::tempdir().unwrap();
    let proved = Proved::of(&trax, "start", ProofQuestion::DrawOrBetter);
    proved.write(&trax, &folder.path().join("walk")).unwrap();
    let proof = Proof::open(&folder.path().join("walk")).unwrap();
    let Walk { records, positions, .. } = &proof.walk;
    let bytes: usize = records.iter().map(Vec::len).sum();
    println!("{bytes} bytes for {positions} positions");
    // The first positions of each class and each record cost more.
    assert!(bytes as u64 * 8 < 6 * positions, "{bytes} bytes for {positions} positions");
}

#[test]
fn every_bit_of_the_file_that_changes_is_noticed() {
    let (_folder, path) = written();
    let bytes = std::fs::read(&path).unwrap();
    for place in (0..bytes.len()).step_by(11) {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1 << (place % 8);
        std::fs::write(&path, &damaged).unwrap();
        assert!(Proof::open(&path).is_err(), "byte {place} of {}", bytes.len());
    }
    for length in [0, 40, bytes.len() / 2, bytes.len() - 1] {
        std::fs::write(&path, &bytes[..length]).unwrap();
        assert!(Proof::open(&path).is_err(), "{length} bytes of {}", bytes.len());
    }
}

/// Checks a walk whose records are changed under sound checksums.
fn changed(proof: &Proof, change: impl FnOnce(&mut Walk)) -> Result<Checked, &'static str> {
    let mut walk = proof.walk.clone();
    change(&mut walk);
    let proof = Proof { walk, ..proof.clone() };
    check(&proof).map_err(|refusal| refusal.reason)
}

#[test]
fn a_walk_with_any_other_bytes_is_refused() {
    let (_folder, path) = written();
    let proof = Proof::open(&path).unwrap();
    let sound = changed(&proof, |_| ()).unwrap();
    let records = proof.walk.records.len();
    for record in 0..records {
        for place in 0..proof.walk.records[record].len() {
            for bit in 0..8 {
                let found = changed(&proof, |walk| walk.records[record][place] ^= 1 << bit);
                assert!(found.is_err(), "record {record}, byte {place}, bit {bit}: {found:?}");
            }
        }
        assert!(changed(&proof, |walk| walk.records[record].push(0)).is_err());
        let shorter = |walk: &mut Walk| _ = walk.records[record].pop();
        assert!(changed(&proof, shorter).is_err());
        assert!(changed(&proof, |walk| drop(walk.records.remove(record))).is_err());
    }
    let refused = |change: &dyn Fn(&mut Walk)| changed(&proof, change).unwrap_err();
    assert_eq!(refused(&|walk| walk.records.push(vec![0; 4])), "goes on after its walk");
    assert_eq!(refused(&|walk| drop(walk.records.pop())), "ends before its walk does");
    let fewer = "has fewer positions than its walk comes to";
    assert_eq!(refused(&|walk| walk.positions -= 1), fewer);
    assert_eq!(refused(&|walk| walk.leaves -= 1), fewer);
    assert_eq!(refused(&|walk| walk.leaves += 1), "has not as many positions as it says");
    assert!(sound.nodes > 50 && sound.leaves > sound.nodes / 2 && sound.closed > sound.nodes);
}

#[test]
fn a_walk_of_another_claim_is_refused() {
    let (_folder, path) = written();
    let proof = Proof::open(&path).unwrap();
    let refused = |proof: Proof| check(&proof).unwrap_err();
    let red = Claim { side: Colour::Red, ..proof.claim };
    refused(Proof { claim: red, ..proof.clone() });
    refused(Proof { claim: Claim { wins: true, ..proof.claim }, ..proof.clone() });
    refused(Proof { to_move: Colour::Red, ..proof.clone() });
    // With plain search of fewer plies or positions, the leaves are not decided.
    refused(Proof { closed_plies: 0, ..proof.clone() });
    let refusal = refused(Proof { closed_plies: 1, ..proof.clone() });
    assert_eq!(refusal.reason, "is not decided by plain search");
}

/// Returns the reason why a rewritten file is not opened, or not accepted.
fn refusal(edit: impl FnOnce(&mut OpenedUp)) -> String {
    let (_folder, path) = written();
    rewrite(&disk(), &path, edit);
    match Proof::open(&path) {
        Err(error) => error.to_string(),
        Ok(proof) => check(&proof).expect_err("a refusal").to_string(),
    }
}

#[test]
fn a_file_that_says_more_or_less_than_a_walk_is_refused() {
    let names = |what: &str, edit: &dyn Fn(&mut OpenedUp)| {
        let refused = refusal(edit);
        assert!(refused.contains(what), "{what}: {refused}");
    };
    names("its facts", &|opened| drop(opened.account.facts.remove("leaves")));
    names("its facts", &|opened| drop(opened.account.facts.insert("more".to_owned(), json!(1))));
    names("its facts", &|opened| {
        drop(opened.account.facts.insert("leaves".to_owned(), json!("7")));
    });
    names("its sections", &|opened| {
        let section = Section { name: "strategy".to_owned(), entries: vec![vec![1]] };
        opened.sections.push(OpenedSection::Stream(section));
    });
    names("its parts", &|opened| opened.account.parts.clear());
    names("would take", &|opened| opened.account.parts[0].positions = 1 << 40);
    names("has not as many positions", &|opened| opened.account.parts[0].positions += 1);
}

#[test]
fn a_strategy_with_a_hole_is_not_accepted() {
    let trax = trax(4, Lines::Full);
    let folder = tempfile::tempdir().unwrap();
    let sound = Proved::of(&trax, "start", ProofQuestion::DrawOrBetter);
    let (mut refused, mut tried) = (0, 0);
    for missing in (0..sound.strategy.len()).step_by(7) {
        let mut strategy = sound.strategy.clone();
        strategy.remove(missing);
        let path = folder.path().join(format!("{missing}.shuban"));
        let Proved { root, asked, answer, .. } = sound;
        Proved { root, asked, answer, strategy }.write(&trax, &path).unwrap();
        tried += 1;
        refused += usize::from(check(&Proof::open(&path).unwrap()).is_err());
    }
    // On so small a board about half of all positions are decided by plain search anyway.
    assert!(3 * refused > tried, "{refused} of {tried}");
}

/// Returns a strategy of the side of a claim in all its positions, with moves by `numbers`.
fn any_strategy(
    trax: &Trax,
    root: Position,
    is_own: impl Fn(&Position) -> bool,
    numbers: &[usize],
) -> Vec<(Position, Move)> {
    let mut numbers = numbers.iter().cycle();
    let mut strategy = Vec::new();
    let (mut seen, mut waiting) = (BTreeSet::new(), vec![root]);
    while let Some(position) = waiting.pop() {
        let position = trax.canonical(&position);
        if trax.outcome(&position).is_some() || !seen.insert(position) {
            continue;
        }
        let mut plays = Vec::new();
        trax.plays(&position, (), &mut plays);
        if is_own(&position) {
            // Some positions have no move.
            let &number = numbers.next().expect("some numbers");
            let Some(play) = (number % 16 > 0).then(|| plays.swap_remove(number % plays.len()))
            else {
                continue;
            };
            strategy.push((position, play.action));
            plays = vec![play];
        }
        waiting.extend(plays.into_iter().map(|play| play.after));
    }
    strategy
}

#[test]
fn a_walk_that_is_accepted_is_true_whatever_it_plays() {
    let folder = tempfile::tempdir().unwrap();
    let boards = [(2, Lines::Full), (3, Lines::Full), (3, Lines::None), (2, Lines::None)];
    let boards = boards.map(|(size, lines)| trax(size, lines));
    let starts = ["start", "@0/", "@0+"];
    let truth: Vec<Proved> = (boards.iter())
        .flat_map(|trax| starts.map(|moves| (trax, moves)))
        .flat_map(|(trax, moves)| ProofQuestion::ALL.map(|asked| Proved::of(trax, moves, asked)))
        .collect();
    let (mut accepted, mut refused, mut unsound) = (0, 0, 0);
    let numbers = proptest::collection::vec(0usize..1 << 16, 1..40);
    let mut runner = TestRunner::deterministic();
    for _ in 0..400 {
        let (which, answer, numbers) =
            (0..truth.len(), any::<bool>(), &numbers).new_tree(&mut runner).unwrap().current();
        let (trax, truth) = (&boards[which / (2 * starts.len())], &truth[which]);
        let Proved { root, asked, .. } = *truth;
        let is_own = |position: &Position| (trax.to_move(position) == 0) == answer;
        let strategy = any_strategy(trax, root, is_own, &numbers);
        let claimed = Proved { root, asked, answer, strategy };
        let path = folder.path().join("any.shuban");
        match claimed.write(trax, &path) {
            Err(WalkError::Unsound(_)) => unsound += 1,
            Err(error) => panic!("{error}"),
            Ok(_) => match check(&Proof::open(&path).unwrap()) {
                Ok(_) => {
                    accepted += 1;
                    assert_eq!(answer, truth.answer, "{} {}", trax.name(), trax.format(&root));
                }
                Err(_) => refused += 1,
            },
        }
    }
    assert!(accepted > 40 && refused > 5 && unsound > 100, "{accepted} {refused} {unsound}");
}

#[test]
fn what_kept_proofs_rest_on_is_counted() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/proofs");
    for (file, void, both) in [("3-draw-or-better", 0, 2), ("4-win", 0, 15), ("5-win", 1, 235)] {
        let proof = Proof::open(&folder.join(format!("trax-{file}.shuban"))).unwrap();
        let rests = check(&proof).unwrap().readings;
        assert_eq!(rests, Readings { void, both, stuck: 0 }, "{file}");
    }
}

#[test]
fn more_records_than_positions_are_not_read() {
    let (_folder, path) = written();
    let own = std::fs::read(&path).unwrap();
    let forged = |edit: &dyn Fn(&mut Vec<Vec<u8>>)| {
        std::fs::write(&path, &own).unwrap();
        rewrite(&disk(), &path, |opened: &mut OpenedUp| {
            let OpenedSection::Stream(walk) = &mut opened.sections[1] else { panic!("no walk") };
            edit(&mut walk.entries);
        });
        Proof::open(&path).map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(forged(&|_| ()), Ok(()));
    let many = forged(&|records| records.resize(1_000_000, Vec::new())).unwrap_err();
    assert!(many.contains("more records than positions"), "{many}");
}

/// A record is read while the one before it is followed, if they are of one level: of 7×7 record 37
/// begins the first level with two.
#[test]
fn the_first_of_two_records_at_fault_is_the_one_that_is_told() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/proofs");
    let proof = Proof::open(&folder.join("trax-7-draw-or-better.shuban")).unwrap();
    let told = |change: &dyn Fn(&mut Walk)| {
        let mut walk = proof.walk.clone();
        change(&mut walk);
        let proof = Proof { walk, ..proof.clone() };
        let refusal = check(&proof).unwrap_err();
        (refusal.node, refusal.reason)
    };
    let unfit = "begins a record that does not fit the walk";
    assert_eq!(told(&|walk| walk.records[38].push(0)), (Some(243_638 + (1 << 16)), unfit));
    // More positions than are visited before these two are followed, fewer than after the first.
    let cut = |walk: &mut Walk, records| {
        (walk.positions, walk.leaves) = (900_000, 0);
        walk.records.truncate(records);
    };
    assert_eq!(told(&|walk| cut(walk, 37)), (None, "ends before its walk does"));
    assert_eq!(told(&|walk| cut(walk, 38)), (None, "has fewer positions than its walk comes to"));
}
