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
use shuban_store_testing::{MemoryDisk, OpenedUp};

use crate::forge::{Script, change, with_other_directory};
use crate::lies::{
    change_account, change_parameter, change_question, change_records, make_fit, records,
};
use crate::proofs::{FILE, in_a_file};

/// Names of games: of any board, of boards of some size, and of none.
const GAMES: [&str; 6] =
    ["amazons", "amazons/3x1", "amazons/4x4", "amazons/9x9", "amazons/boards", "amazons/0x0"];

/// Most empty squares of a board whose winner is looked for where its proof is refused.
const MOST_EMPTY: usize = 12;

/// Boards of up to as many squares.
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
    /// It cannot be written, or is not opened as a proof of a board.
    Unopened,
    /// It is checked, and refused.
    Refused {
        /// True if its claim is false, and the board small enough to tell.
        is_false: bool,
    },
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
            let claim = in_a_file(&bytes, |path| AnyProof::open(path).unwrap().claim());
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
        in_a_file(&bytes, |path| match AnyProof::open(path) {
            Ok(AnyProof::Amazons(proof)) => {
                let claim = proof.claim();
                let (_, root) = claim.split_once(" wins from ").unwrap();
                let root = self.boards.parse(root).unwrap();
                let is_white = |side| side == Side::White;
                assert_eq!(root.to_move() == Army::White, is_white(proof.to_move), "{claim}");
                let is_false = || self.white_wins(&root) != is_white(proof.side);
                if AnyProof::Amazons(proof.clone()).check().is_err() {
                    let is_small = root.subgame().empty().len() <= MOST_EMPTY;
                    return BoardVerdict::Refused { is_false: is_small && is_false() };
                }
                assert!(!is_false(), "accepted: {claim}");
                BoardVerdict::True { is_other: claim != sound.claim }
            }
            _ => BoardVerdict::Unopened,
        })
    }

    /// Returns true if White makes the last move, by the rules alone.
    fn white_wins(&self, root: &Position) -> bool {
        let question = ProofQuestion::Win.question();
        // Each move burns a square.
        let moves = root.subgame().empty().len() as u32;
        value_by_rules(&self.boards, root, &question, moves).expect("no game is longer")
    }
}

/// Changes a file in one way, with contents of another.
fn change_contents(opened: &mut OpenedUp, theirs: &OpenedUp, script: &mut Script<'_>) {
    let mut theirs = theirs.clone();
    match script.byte() % 12 {
        0 | 1 => change_question(opened, script),
        2 => change_parameter(opened, script),
        3 => opened.subject.game = GAMES[script.below(GAMES.len())].to_owned(),
        4 => {
            let name = ["root", "walk"][script.byte() % 2];
            if let (Some(own), Some(theirs)) = (records(opened, name), records(&mut theirs, name)) {
                own.clone_from(theirs);
            }
        }
        // The side to move, the size, or one square.
        5..=7 => {
            let root = records(opened, "root").and_then(|root| root.first_mut());
            let Some(root) = root else { return };
            let (place, change) = (script.below(root.len()), 1 + script.byte() % 3);
            let shift = if place < 3 { 0 } else { 2 * (script.byte() % 4) };
            root.iter_mut().skip(place).take(1).for_each(|byte| *byte ^= (change << shift) as u8);
        }
        8 => change_account(opened, script),
        _ => {
            let foreign = records(&mut theirs, "walk").map(std::mem::take).unwrap_or_default();
            change_records(opened, script, foreign);
        }
    }
}
