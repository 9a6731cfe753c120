//! Proofs of boards of Amazons with sound checksums and changed contents, made by the bytes of a
//! script; and the properties that must hold of them. A fuzz target uses it, too.

use std::path::Path;
use std::sync::Arc;

use shuban_amazons::{Army, Boards, Position};
use shuban_check::{AnyProof, Side};
use shuban_core::provable::value_by_rules;
use shuban_core::{Game, Silent};
use shuban_search::proof::{ProofOptions, ProofOutcome, prove};
use shuban_solve::proof::{ProofClaim, ProofQuestion, write_walk};
use shuban_store::FileSystem;
use shuban_store_testing::{MemoryDisk, OpenedSection, OpenedUp};

use crate::forge::{Script, change, with_other_directory};
use crate::lies::make_fit;

const FILE: &str = "/proof.shuban";

/// Boards of up to twelve squares, of which few enough are empty for plain search whatever is changed.
const ROOTS: [&str; 8] = [
    "X.O white",
    "X..O black",
    "X./.#/.O white",
    "X.O/... white",
    "X.#/..O/.#. black",
    "X../.#./O.. white",
    "XX./.../.OO white",
    "X..X/..../O..O black",
];

/// The outcome of a forged proof of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BoardVerdict {
    /// It cannot be written or is not opened.
    Unopened,
    /// It is checked, and refused.
    Refused,
    /// It is accepted, and its claim is true.
    True {
        /// True if its claim differs from that of the original proof.
        is_other: bool,
    },
}

/// A sound proof.
struct WrittenBoard {
    bytes: Vec<u8>,
    opened: OpenedUp,
    claim: String,
}

/// The proofs of boards to forge.
pub(crate) struct BoardProofs {
    boards: Boards,
    written: Vec<WrittenBoard>,
}

impl BoardProofs {
    /// Proves who wins on some small boards.
    pub(crate) fn all() -> Self {
        let boards = Boards::any();
        let written = |text: &&str| {
            let root = boards.parse(text).unwrap();
            let options = ProofOptions { strategy: true, memory: 4 << 20, ..Default::default() };
            let question = ProofQuestion::Win.question();
            let proved = prove(&boards, &root, question, &options, None, &Silent).unwrap();
            let answer = proved.outcome == ProofOutcome::Proven;
            let asked = ProofQuestion::Win;
            let claim = ProofClaim { root: &root, asked, answer, options: "--threads 1" };
            let (disk, path) = (MemoryDisk::default(), Path::new(FILE));
            let files: Arc<dyn FileSystem> = Arc::new(disk.clone());
            write_walk(files, path, &boards, &claim, &proved.strategy.unwrap()).unwrap();
            let bytes = disk.contents(path).unwrap();
            let claim = read(&bytes, |proof| proof.unwrap().claim());
            WrittenBoard { bytes, opened: OpenedUp::read(&disk, path).unwrap(), claim }
        };
        let written = ROOTS.iter().map(written).collect();
        BoardProofs { boards, written }
    }

    /// Forges a proof by a script: opening and checking it must end, and if it is accepted, its
    /// claim must be true.
    ///
    /// # Panics
    /// If one of these does not hold.
    pub(crate) fn forged(&self, script: &[u8]) -> BoardVerdict {
        let mut script = Script(script);
        let sound = &self.written[script.below(self.written.len())];
        let kind = script.byte() % 8;
        let bytes = if kind == 0 {
            with_other_directory(Path::new(FILE), &sound.bytes, &mut script)
        } else {
            let mut opened = sound.opened.clone();
            if kind == 1 {
                change(&mut opened, &mut script);
            } else {
                let theirs = &self.written[script.below(self.written.len())].opened;
                for _ in 0..=script.byte() % 3 {
                    change_contents(&mut opened, theirs, &mut script);
                }
            }
            if !script.byte().is_multiple_of(8) {
                make_fit(&mut opened);
            }
            let disk = MemoryDisk::default();
            if opened.write(Arc::new(disk.clone()), Path::new(FILE)).is_err() {
                return BoardVerdict::Unopened;
            }
            disk.contents(Path::new(FILE)).unwrap()
        };
        read(&bytes, |proof| match proof {
            Ok(AnyProof::Amazons(proof)) => {
                let claim = proof.claim();
                let (side, to_move) = (proof.side, proof.to_move);
                if AnyProof::Amazons(proof).check().is_err() {
                    return BoardVerdict::Refused;
                }
                let (_, root) = claim.split_once(" wins from ").unwrap();
                let root = self.boards.parse(root).unwrap();
                let is_white = |side| side == Side::White;
                assert_eq!(root.to_move() == Army::White, is_white(to_move), "{claim}");
                assert_eq!(self.white_wins(&root), is_white(side), "accepted: {claim}");
                BoardVerdict::True { is_other: claim != sound.claim }
            }
            _ => BoardVerdict::Unopened,
        })
    }

    /// Returns true if White makes the last move, by the rules alone.
    fn white_wins(&self, root: &Position) -> bool {
        let question = ProofQuestion::Win.question();
        value_by_rules(&self.boards, root, &question, 12)
            .expect("a game lasts twelve moves at most")
    }
}

/// Reads a proof of these bytes.
fn read<T>(bytes: &[u8], look: impl FnOnce(Result<AnyProof, shuban_check::ProofError>) -> T) -> T {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof.shuban");
    std::fs::write(&path, bytes).unwrap();
    look(AnyProof::open(&path))
}

/// Changes the root, the claim or the walk in one way, with contents of another proof.
fn change_contents(opened: &mut OpenedUp, theirs: &OpenedUp, script: &mut Script<'_>) {
    let parameters = &mut opened.subject.parameters;
    match script.byte() % 8 {
        0 => {
            let answer = parameters.entry("answer".to_owned()).or_default();
            *answer = if answer == "yes" { "no" } else { "yes" }.to_owned();
        }
        1 => {
            let seat = parameters.entry("seat".to_owned()).or_default();
            *seat = if seat == "0" { "1" } else { "0" }.to_owned();
        }
        kind => {
            let name = if kind < 4 { "root" } else { "walk" };
            let foreign = theirs.sections.iter().find_map(|section| match section {
                OpenedSection::Stream(section) if section.name == name => Some(&section.entries),
                _ => None,
            });
            let own = opened.sections.iter_mut().find_map(|section| match section {
                OpenedSection::Stream(section) if section.name == name => {
                    Some(&mut section.entries)
                }
                _ => None,
            });
            let (Some(own), Some(foreign)) = (own, foreign) else { return };
            let place = script.below(own.len());
            match script.byte() % 8 {
                0 => own.clone_from(foreign),
                1 => own.truncate(place),
                2 => own.extend(foreign.get(script.below(foreign.len())).cloned()),
                // The squares of a root, or the side to move, two bits for each.
                _ => {
                    let Some(record) = own.get_mut(place) else { return };
                    let bit = script.below(8 * record.len());
                    let bits = 1 + (script.byte() % 3) as u8;
                    record.iter_mut().skip(bit / 8).take(1).for_each(|byte| {
                        *byte ^= bits << (bit % 8 & 6);
                    });
                }
            }
        }
    }
}
