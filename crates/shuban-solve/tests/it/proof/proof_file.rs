//! Proof files, walked: sound ones to their ends, and others.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use shuban_core::{Game, Progress, Silent};
use shuban_search::proof::{ProofOptions, ProofOutcome, prove};
use shuban_solve::proof::{
    ProofClaim, ProofFile, ProofFileError, ProofIndex, ProofQuestion, ProofStatus, WalkError,
    write_walk,
};
use shuban_store::Disk;
use shuban_store_testing::MemoryDisk;
use shuban_store_testing::{OpenedSection, OpenedUp};
use shuban_trax::{Lines, Position, Trax};

use crate::forge::{Script, change, script, with_other_directory};
use crate::truth::Truth;

const FILE: &str = "/proof.shuban";
/// Enough for every search that these proofs leave.
const NODES: u64 = 1_000_000;

fn trax(size: usize) -> Trax {
    Trax::new(size, Lines::Full).unwrap()
}

/// Returns the proof of the answer to a question, on a disk.
fn proof_of(trax: &Trax, text: &str, asked: ProofQuestion) -> MemoryDisk {
    let root = trax.parse(text).unwrap();
    let options = ProofOptions {
        memory: 16 << 20,
        lookahead: 2,
        tail: Some(2),
        strategy: true,
        ..ProofOptions::default()
    };
    let proved = prove(trax, &root, asked.question(), &options, None, &Silent).unwrap();
    let answer = proved.outcome == ProofOutcome::Proven;
    let disk = MemoryDisk::default();
    let claim = ProofClaim { root: &root, asked, answer, options: "" };
    let files = Arc::new(disk.clone());
    let strategy = proved.strategy.unwrap();
    write_walk(files, Path::new(FILE), trax, &claim, &strategy).unwrap();
    disk
}

fn open(trax: &Trax, disk: &MemoryDisk) -> Result<ProofFile<Trax>, ProofFileError> {
    ProofFile::open(trax, disk, Path::new(FILE))
}

/// Returns a disk with a file of these bytes.
fn disk_of(bytes: Vec<u8>) -> MemoryDisk {
    let disk = MemoryDisk::default();
    disk.put(Path::new(FILE), bytes);
    disk
}

/// The result of a walk.
#[derive(Default)]
struct Walked {
    seen: HashSet<Position>,
    listed: u64,
    /// Number of these that are not canonical.
    images: u64,
    decided: u64,
    /// Faults of the proof.
    faults: u64,
}

/// Walks all lines, up to a number of positions.
fn walk(
    trax: &Trax,
    proof: &ProofFile<Trax>,
    index: &ProofIndex,
    root: &Position,
    nodes: u64,
    most: usize,
) -> Walked {
    let mut walked = Walked::default();
    let mut waiting = vec![*root];
    while let Some(position) = waiting.pop() {
        if walked.seen.len() == most || !walked.seen.insert(trax.canonical(&position)) {
            continue;
        }
        let step = proof.step(trax, index, &position, nodes);
        assert_eq!(step.to_move, trax.to_move(&position));
        match step.status {
            ProofStatus::Listed => {
                walked.listed += 1;
                walked.images += u64::from(trax.canonical(&position) != position);
            }
            ProofStatus::Decided(true) | ProofStatus::Over(true) => walked.decided += 1,
            ProofStatus::Replies => {}
            _ => walked.faults += 1,
        }
        if matches!(step.status, ProofStatus::Listed | ProofStatus::Replies) {
            assert!(step.status == ProofStatus::Replies || step.moves.len() == 1);
            waiting.extend(step.moves.into_iter().map(|one| one.play.after));
        }
    }
    walked
}

#[test]
fn a_sound_proof_is_walked_to_every_end_and_each_of_its_moves_is_met() {
    let mut all_images = 0;
    for (size, text, asked, claimant, is_win) in [
        (2, "start", ProofQuestion::Win, 0, true),
        (3, "start", ProofQuestion::DrawOrBetter, 0, false),
        (3, "start", ProofQuestion::Win, 1, false),
        (3, "@0/ A0\\", ProofQuestion::DrawOrBetter, 0, false),
        (4, "start", ProofQuestion::DrawOrBetter, 0, false),
        (4, "@0/ A0\\", ProofQuestion::Win, 0, true),
    ] {
        let trax = trax(size);
        let disk = proof_of(&trax, text, asked);
        let proof = open(&trax, &disk).unwrap();
        let root = trax.parse(text).unwrap();
        assert_eq!((proof.root(), proof.claimant(), proof.is_win()), (&root, claimant, is_win));
        let index = proof.index(&trax, &Silent).unwrap();
        let walked = walk(&trax, &proof, &index, &root, NODES, usize::MAX);
        let Walked { listed, images, decided, faults, .. } = walked;
        assert_eq!((listed, faults), (proof.positions(), 0), "{size} {text}: {decided} decided");
        all_images += images;
    }
    assert!(all_images > 5, "{all_images} are met as images of what is in the file");
}

#[test]
fn what_the_strategy_plays_keeps_the_value_and_each_reply_has_its_answer() {
    let trax = trax(3);
    let mut truth = Truth::of(&trax.name()).unwrap();
    let disk = proof_of(&trax, "start", ProofQuestion::DrawOrBetter);
    let proof = open(&trax, &disk).unwrap();
    let index = proof.index(&trax, &Silent).unwrap();
    let walked = walk(&trax, &proof, &index, &Position::START, NODES, usize::MAX);
    let (mut chosen, mut answered) = (0, 0);
    for position in &walked.seen {
        let step = proof.step(&trax, &index, position, NODES);
        let to_any = trax.turns(position).into_iter().map(|(_, after)| after);
        let followed = to_any
            .filter(|after| proof.follows(&trax, &index, position, after))
            .collect::<Vec<_>>();
        let images = followed.iter().map(|after| trax.canonical(after)).collect::<HashSet<_>>();
        match step.status {
            ProofStatus::Listed => assert_eq!(images.len(), 1),
            ProofStatus::Replies => assert_eq!(followed.len(), step.moves.len()),
            _ => {}
        }
        for one in &step.moves {
            if step.status == ProofStatus::Listed {
                chosen += 1;
                let after = trax.format(&one.play.after);
                let outcome = trax.outcome(&one.play.after).map(|payoffs| payoffs.of(0));
                assert!(outcome.unwrap_or_else(|| truth.value(&after)) >= 0, "{after}");
            }
            assert_eq!(one.answer.is_some(), one.status == ProofStatus::Listed);
            let Some(answer) = one.answer else { continue };
            answered += 1;
            let mut turns = trax.turns(&one.play.after).into_iter();
            assert!(turns.any(|(action, _)| action == answer), "a legal move of that image");
        }
    }
    assert!(chosen > 3 && answered > 3, "{chosen} and {answered}");
}

#[test]
fn a_search_that_may_not_go_on_says_so() {
    let trax = trax(4);
    let disk = proof_of(&trax, "start", ProofQuestion::DrawOrBetter);
    let proof = open(&trax, &disk).unwrap();
    let index = proof.index(&trax, &Silent).unwrap();
    let mut unsearched = 0;
    for position in walk(&trax, &proof, &index, &Position::START, NODES, 300).seen {
        let step = proof.step(&trax, &index, &position, 0);
        let statuses = step.moves.iter().map(|one| one.status).chain([step.status]);
        unsearched += statuses.filter(|status| *status == ProofStatus::Unsearched).count();
    }
    assert!(unsearched > 0);
}

#[test]
fn a_move_that_is_missing_is_found_missing() {
    let trax = trax(4);
    let (root, asked) = (Position::START, ProofQuestion::DrawOrBetter);
    let disk = MemoryDisk::default();
    let claim = ProofClaim { root: &root, asked, answer: true, options: "" };
    write_walk(Arc::new(disk.clone()), Path::new(FILE), &trax, &claim, &[]).unwrap();
    let gone = open(&trax, &disk).unwrap();
    let index = gone.index(&trax, &Silent).unwrap();
    let step = gone.step(&trax, &index, &root, NODES);
    assert_eq!(step.status, ProofStatus::Missing);
    assert_eq!(step.moves.len(), trax.turns(&root).len());
}

/// Interrupts the work after some records.
struct Impatient(AtomicU64);

impl Progress for Impatient {
    fn interrupted(&self) -> bool {
        self.0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1))
            .is_err()
    }
}

#[test]
fn an_index_is_small_and_can_be_called_off() {
    let trax = trax(4);
    let disk = proof_of(&trax, "start", ProofQuestion::DrawOrBetter);
    let proof = open(&trax, &disk).unwrap();
    let index = proof.index(&trax, &Silent).unwrap();
    assert_eq!((index.positions(), index.bytes()), (proof.positions(), 12 * proof.positions()));
    for records in 0..4 {
        let called_off = proof.index(&trax, &Impatient(records.into())).unwrap_err();
        assert!(matches!(called_off, WalkError::Interrupted), "{called_off}");
    }
}

#[test]
fn an_index_takes_no_more_memory_than_is_granted() {
    let trax = trax(5);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof.shuban");
    let sound = proof_of(&trax, "start", ProofQuestion::DrawOrBetter);
    std::fs::write(&path, sound.contents(Path::new(FILE)).unwrap()).unwrap();
    let index = |memory| {
        let proof = ProofFile::open(&trax, &Disk { memory }, &path).unwrap();
        proof.index(&trax, &Silent)
    };
    let refused = index(100_000).unwrap_err();
    assert!(matches!(refused, WalkError::Store(shuban_store::Error::Memory { .. })), "{refused}");
    assert!(index(400_000).is_ok());
}

#[test]
fn a_list_of_positions_is_refused_with_the_command_that_writes_a_walk() {
    let trax = trax(4);
    let disk = proof_of(&trax, "@0/ A0\\", ProofQuestion::Win);
    let opened = OpenedUp::read(&disk, Path::new(FILE)).unwrap();
    let (mut list, disk) = (opened, MemoryDisk::default());
    for section in &mut list.sections {
        match section {
            OpenedSection::Stream(section) if section.name == "walk" => {
                section.name = "strategy".to_owned();
            }
            _ => {}
        }
    }
    list.account.parts[0].name = "strategy".to_owned();
    list.account.parts[0].sections = vec!["strategy".to_owned()];
    list.write(Arc::new(disk.clone()), Path::new(FILE)).unwrap();
    let refused = open(&trax, &disk).err().unwrap();
    assert!(matches!(refused, ProofFileError::Listed { .. }), "{refused}");
    let told = r"shuban solve trax/4 '@0/ A0\' --question win --proof FILE";
    assert!(refused.to_string().contains(told), "{refused}");
}

#[test]
fn what_is_no_proof_of_the_game_is_refused() {
    let (three, four) = (trax(3), trax(4));
    let disk = proof_of(&three, "start", ProofQuestion::DrawOrBetter);
    let refused = |error: Option<ProofFileError>| {
        let error = error.unwrap();
        assert!(matches!(error, ProofFileError::Meaningless { .. }), "{error}");
        error.to_string()
    };
    assert!(refused(open(&four, &disk).err()).contains("trax/3/proof"));
    let opened = OpenedUp::read(&disk, Path::new(FILE)).unwrap();
    type Edit = fn(&mut OpenedUp);
    let edits: [(&str, Edit); 6] = [
        ("`answer`", |opened| drop(opened.subject.parameters.remove("answer"))),
        ("`seat`", |opened| {
            opened.subject.parameters.insert("seat".to_owned(), "2".to_owned());
        }),
        ("`closed-plies`", |opened| {
            opened.subject.parameters.insert("closed-plies".to_owned(), "60".to_owned());
        }),
        ("`closed-nodes`", |opened| {
            opened.subject.parameters.insert("closed-nodes".to_owned(), "-1".to_owned());
        }),
        ("it is trax/3/all", |opened| opened.subject.domain = "trax/3/all".to_owned()),
        ("root", |opened| {
            for section in &mut opened.sections {
                match section {
                    OpenedSection::Stream(section) if section.name == "root" => {
                        section.entries[0][1] = 7;
                    }
                    _ => {}
                }
            }
        }),
    ];
    for (said, edit) in edits {
        let (mut opened, disk) = (opened.clone(), MemoryDisk::default());
        edit(&mut opened);
        opened.write(Arc::new(disk.clone()), Path::new(FILE)).unwrap();
        let error = refused(open(&three, &disk).err());
        assert!(error.contains(said), "{said}: {error}");
    }
}

#[test]
fn a_damaged_or_truncated_proof_is_an_error_or_reads_as_before() {
    let trax = trax(3);
    let bytes = proof_of(&trax, "start", ProofQuestion::Win).contents(Path::new(FILE)).unwrap();
    let walked = |bytes: Vec<u8>| {
        let proof = open(&trax, &disk_of(bytes))?;
        let index = proof.index(&trax, &Silent)?;
        Ok(walk(&trax, &proof, &index, &Position::START, NODES, 40).faults)
    };
    let is_damage = |error: &WalkError| {
        matches!(error, WalkError::Store(_) | WalkError::File(ProofFileError::Store(_)))
    };
    assert_eq!(walked(bytes.clone()).unwrap(), 0);
    for length in (0..bytes.len()).step_by(7) {
        let error = walked(bytes[..length].to_vec()).err();
        assert!(error.as_ref().is_some_and(is_damage), "{length}: {error:?}");
    }
    let mut refused = 0;
    for place in (0..bytes.len()).step_by(3) {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1 << (place % 8);
        match walked(damaged) {
            Err(error) if is_damage(&error) => refused += 1,
            // The walk does not reach the damage.
            Ok(faults) => assert_eq!(faults, 0, "{place}"),
            Err(error) => panic!("{place}: {error}"),
        }
    }
    assert!(refused > 10, "{refused}");
}

#[test]
fn whatever_sound_checksums_cover_a_walk_ends_without_a_fault_of_the_program() {
    let trax = trax(3);
    let path = Path::new(FILE);
    let disk = proof_of(&trax, "start", ProofQuestion::DrawOrBetter);
    let (sound, opened) = (disk.contents(path).unwrap(), OpenedUp::read(&disk, path).unwrap());
    let (mut refused, mut unread, mut faulty, mut whole) = (0, 0, 0, 0);
    for number in 0..300 {
        let bytes = script(11, number);
        let mut script = Script(&bytes);
        let disk = MemoryDisk::default();
        if script.byte().is_multiple_of(4) {
            disk.put(path, with_other_directory(path, &sound, &mut script));
        } else {
            let mut opened = opened.clone();
            change(&mut opened, &mut script);
            if opened.write(Arc::new(disk.clone()), path).is_err() {
                continue;
            }
        }
        let Ok(proof) = open(&trax, &disk) else {
            refused += 1;
            continue;
        };
        match proof.index(&trax, &Silent) {
            Err(_) => unread += 1,
            Ok(index) => match walk(&trax, &proof, &index, proof.root(), 2_000, 60) {
                Walked { faults: 0, .. } => whole += 1,
                _ => faulty += 1,
            },
        }
    }
    let all = [refused, unread, faulty, whole];
    assert!(refused > 20 && unread > 20 && whole > 20, "{all:?}");
}
