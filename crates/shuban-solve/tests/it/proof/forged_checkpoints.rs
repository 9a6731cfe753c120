//! Checkpoints of proof searches with sound checksums and false content, made by the bytes of a
//! script; and the properties of a search that resumes from them. A fuzz target uses it, too.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use shuban_check::{Proof, check};
use shuban_core::{Game, Provable, Silent};
use shuban_search::proof::{ProofError, ProofOptions, ProofOutcome, ProvedOf, prove};
use shuban_solve::proof::{ProofCheckpoint, ProofClaim, ProofQuestion, write_walk};
use shuban_store::FileSystem;
use shuban_store_testing::MemoryDisk;
use shuban_store_testing::OpenedUp;
use shuban_trax::{Lines, Position, Trax};

use crate::forge::{Script, change, with_other_directory};
use crate::truth::Truth;

const FILE: &str = "/search.checkpoint";
/// Far more nodes than these searches have: reaching it means an endless search.
const ENDLESS: u64 = 1_000_000;
/// The other number of a decided position.
pub(crate) const INFINITE: u64 = u32::MAX as u64;
// The columns of a checkpoint's table.
const HIGH: usize = 0;
const LOW: usize = 1;
const PHI: usize = 2;
const DELTA: usize = 3;
const WORK: usize = 4;

/// A question about the start.
struct Search {
    trax: Trax,
    asked: ProofQuestion,
    /// The true answer.
    answer: bool,
}

/// A search that was stopped, and its checkpoint.
pub(crate) struct Stopped {
    search: Search,
    bytes: Vec<u8>,
    opened: OpenedUp,
}

/// The outcome of resuming.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The writer does not write such a checkpoint.
    Unwritten,
    /// The search does not resume from it.
    Refused,
    /// The answer cannot be proven, and there is no proof.
    Unproven {
        /// True if it is false, where no proof is asked for.
        is_false: bool,
    },
    /// It is true, and so is the proof.
    True,
}

fn files(disk: &MemoryDisk) -> Arc<dyn FileSystem> {
    Arc::new(disk.clone())
}

impl Search {
    /// Searches from the contents of a disk.
    fn go_on(
        &self,
        disk: &MemoryDisk,
        strategy: bool,
        nodes: u64,
    ) -> Result<ProvedOf<Trax>, ProofError> {
        let (question, every) = (self.asked.question(), Duration::from_secs(60));
        let (files, path) = (files(disk), FILE.into());
        let (game, root) = (&self.trax, &Position::START);
        let kept = ProofCheckpoint::new(files, path, game, root, question, every);
        // Without looking ahead, so that there are many entries.
        let options = ProofOptions {
            lookahead: 0,
            tail: Some(0),
            memory: 1 << 18,
            cache: 0,
            nodes: Some(nodes),
            strategy,
            ..ProofOptions::default()
        };
        prove(game, root, question, &options, Some(&kept), &Silent)
    }

    /// Returns true if a search found the true answer.
    fn is_true(&self, found: &ProvedOf<Trax>) -> bool {
        match found.outcome {
            ProofOutcome::Proven => self.answer,
            ProofOutcome::Disproven => !self.answer,
            ProofOutcome::Unknown { .. } => panic!("it does not end"),
        }
    }

    /// Returns true if the file written as a proof is one.
    fn is_proof(&self, found: &ProvedOf<Trax>) -> bool {
        let (disk, path) = (MemoryDisk::default(), Path::new("/proof.shuban"));
        let answer = found.outcome == ProofOutcome::Proven;
        let (root, asked) = (&Position::START, self.asked);
        let claim = ProofClaim { root, asked, answer, options: "" };
        let strategy = found.strategy.as_ref().unwrap();
        if write_walk(files(&disk), path, &self.trax, &claim, strategy).is_err() {
            return false;
        }
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("proof.shuban");
        std::fs::write(&file, disk.contents(path).unwrap()).unwrap();
        check(&Proof::open(&file).unwrap()).is_ok()
    }
}

impl Stopped {
    /// Returns searches of small boards that were over, or half done.
    pub(crate) fn all() -> Vec<Stopped> {
        let mut all = Vec::new();
        for (size, lines) in [(2, Lines::Full), (3, Lines::Full), (3, Lines::None)] {
            let trax = Trax::new(size, lines).unwrap();
            let value = Truth::of(&trax.name()).unwrap().value("start");
            for asked in ProofQuestion::ALL {
                let answer = value >= asked.question().at_least;
                for share in [1, 2] {
                    all.push(Stopped::after(Search { trax, asked, answer }, share));
                }
            }
        }
        all
    }

    /// Stops a search after a share of the nodes that it takes.
    fn after(search: Search, share: u64) -> Stopped {
        let (disk, path) = (MemoryDisk::default(), Path::new(FILE));
        let whole = search.go_on(&MemoryDisk::default(), false, ENDLESS).unwrap();
        search.go_on(&disk, false, 1 + whole.nodes / share).unwrap();
        let opened = OpenedUp::read(&disk, path).unwrap();
        Stopped { search, bytes: disk.contents(path).unwrap(), opened }
    }

    /// Forges the checkpoint by a script, and resumes: this must end, an answer that may be false
    /// must state that it rests on an earlier run, and proofs must be true.
    ///
    /// # Panics
    /// If one of these does not hold.
    pub(crate) fn forged(&self, script: &[u8]) -> Verdict {
        let mut script = Script(script);
        let disk = MemoryDisk::default();
        match script.byte() % 8 {
            0 => {
                let bytes = with_other_directory(Path::new(FILE), &self.bytes, &mut script);
                disk.put(Path::new(FILE), bytes);
            }
            kind => {
                let mut opened = self.opened.clone();
                if kind == 1 {
                    change(&mut opened, &mut script);
                } else {
                    self.lie(&mut opened, &mut script);
                }
                if opened.write(files(&disk), Path::new(FILE)).is_err() {
                    return Verdict::Unwritten;
                }
            }
        }
        self.gone_on(&disk.contents(Path::new(FILE)).unwrap())
    }

    /// Searches to the end whether white wins 3×3, which it does not; returns that and its
    /// checkpoint with other numbers at the root.
    pub(crate) fn with_root(phi: u64, delta: u64) -> (Stopped, Vec<u8>) {
        let trax = Trax::new(3, Lines::Full).unwrap();
        let search = Search { trax, asked: ProofQuestion::Win, answer: false };
        let stopped = Stopped::after(search, 1);
        let root = trax.key(&Position::START);
        let mut opened = stopped.opened.clone();
        for row in opened.rows("entries").iter_mut().filter(|row| row[HIGH] == root.high) {
            row[PHI..=DELTA].copy_from_slice(&[phi, delta]);
        }
        let disk = MemoryDisk::default();
        opened.write(files(&disk), Path::new(FILE)).unwrap();
        (stopped, disk.contents(Path::new(FILE)).unwrap())
    }

    /// Returns the outcome of resuming from a checkpoint.
    pub(crate) fn gone_on(&self, bytes: &[u8]) -> Verdict {
        let from = |strategy: bool| {
            let disk = MemoryDisk::default();
            disk.put(Path::new(FILE), bytes.to_vec());
            self.search.go_on(&disk, strategy, ENDLESS)
        };
        let found = match from(false) {
            Err(ProofError::Keeper(_)) => return Verdict::Refused,
            found => found.unwrap(),
        };
        let is_false = !self.search.is_true(&found);
        assert!(
            !is_false || found.earlier.runs > 0,
            "it is false, and rests on nothing: {found:?}"
        );
        match from(true) {
            Err(ProofError::Unproven) => Verdict::Unproven { is_false },
            found => {
                let found = found.unwrap();
                assert!(self.search.is_true(&found) && self.search.is_proof(&found), "{found:?}");
                Verdict::True
            }
        }
    }

    /// Changes entries and facts so that they may be believed.
    fn lie(&self, opened: &mut OpenedUp, script: &mut Script<'_>) {
        let root = self.search.trax.key(&Position::START);
        let is_root = |row: &[u64]| row[HIGH] == root.high && row[LOW] == u64::from(root.low);
        let settled = [[0, INFINITE], [INFINITE, 0]];
        let facts = &mut opened.account.facts;
        for _ in 0..=script.byte() % 2 {
            let fact = ["runs", "nodes", "milliseconds", "known"][script.byte() % 4];
            if script.byte().is_multiple_of(4) {
                facts.insert(fact.to_owned(), script.number().into());
            }
        }
        let rows = opened.rows("entries");
        let (one, other) = (script.below(rows.len()), script.below(rows.len()));
        let numbers = settled[script.byte() % 2];
        let kind = script.byte() % 9;
        let step = 1 + script.byte() % 16;
        match kind {
            _ if rows.is_empty() => {}
            0 => rows.iter_mut().filter(|row| is_root(row)).for_each(|row| {
                row[PHI..=DELTA].copy_from_slice(&numbers);
            }),
            1 => rows[one][PHI..=DELTA].copy_from_slice(&numbers),
            2 => rows.iter_mut().step_by(step).for_each(|row| {
                row[PHI..=DELTA].copy_from_slice(&settled[script.byte() % 2]);
            }),
            3 => rows.iter_mut().step_by(step).for_each(|row| row.swap(PHI, DELTA)),
            4 => {
                let key = rows[one][..PHI].to_vec();
                rows[other][..PHI].copy_from_slice(&key);
            }
            5 => {
                // A search takes them for open.
                let near = script.byte() as u64;
                let numbers = [1 + near, INFINITE - 1 - near];
                rows.iter_mut().step_by(step).for_each(|row| {
                    row[PHI] = numbers[script.byte() % 2];
                    row[DELTA] = numbers[script.byte() % 2];
                });
            }
            6 => {
                let numbers = [[0, 7], [7, 0], [INFINITE, INFINITE], [INFINITE, 7], [7, INFINITE]];
                rows[one][PHI..=DELTA].copy_from_slice(&numbers[script.below(numbers.len())]);
            }
            7 => rows.iter_mut().for_each(|row| row[WORK] = INFINITE),
            _ => rows.retain(|row| !is_root(row)),
        }
    }
}
