//! Proofs with sound checksums and false content, made by the bytes of a script; and what must hold
//! of whatever comes out. The fuzz target of `shuban-solve` uses it, too.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex};

use shuban_check::{Colour, Proof, Tile, check};
use shuban_core::{Game, Silent};
use shuban_search::proof::{ProofOptions, ProofOutcome, prove};
use shuban_solve::proof::{ProofClaim, ProofQuestion, write_proof};
use shuban_store::forging::OpenedUp;
use shuban_store::testing::MemoryDisk;
use shuban_store::{Database, Disk, FileSystem};
use shuban_trax::{Lines, Trax};

use crate::forge::{Script, change, with_other_directory};
use crate::lies::{change_proof, make_fit};
use crate::truth::Truth;

const FILE: &str = "/proof.shuban";

/// A proof that is sound.
pub(crate) struct SoundProof {
    bytes: Vec<u8>,
    pub(crate) opened: OpenedUp,
    proof: Proof,
}

/// How it went with a forged proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The writer does not write such a file.
    Unwritten,
    /// It is not opened.
    Unopened,
    /// It is checked, and refused.
    Refused {
        /// Whether its claim is false; unknown of a root that no game goes on from.
        is_false: Option<bool>,
    },
    /// It is accepted, and its claim is true.
    True {
        /// Whether it says something else than the proof that it was made from.
        is_other: bool,
    },
}

/// Sound proofs, and what is true.
pub(crate) struct Proofs {
    sound: Vec<SoundProof>,
    truths: Mutex<BTreeMap<String, Truth>>,
}

fn files(disk: &MemoryDisk) -> Arc<dyn FileSystem> {
    Arc::new(disk.clone())
}

/// Opens a proof of these bytes, and looks at it and at its file.
fn opened<T>(
    bytes: &[u8],
    look: impl FnOnce(&Path, Result<Proof, shuban_check::ProofError>) -> T,
) -> T {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof.shuban");
    std::fs::write(&path, bytes).unwrap();
    look(&path, Proof::open(&path))
}

/// The answer to a question at a position, as a proof that asks for no more plain search than it
/// needs: false ones are refused sooner then.
fn sound(trax: &Trax, moves: &str, asked: ProofQuestion) -> SoundProof {
    let root = trax.parse(moves).unwrap();
    let options = ProofOptions { strategy: true, memory: 4 << 20, ..ProofOptions::default() };
    let proved = prove(trax, &root, asked.question(), &options, None, &Silent).unwrap();
    let answer = proved.outcome == ProofOutcome::Proven;
    let claim = ProofClaim { root: &root, asked, answer, options: "--threads 1" };
    let (disk, path) = (MemoryDisk::default(), Path::new(FILE));
    let strategy = proved.strategy.unwrap();
    write_proof(files(&disk), path, trax, &claim, &strategy).unwrap();
    let mut proof = opened(&disk.contents(path).unwrap(), |_, proof| proof.unwrap());
    let least = (0..).map(|power| 1 << power).find(|&nodes| {
        proof.closed_nodes = nodes;
        check(&proof).is_ok()
    });
    let mut opened = OpenedUp::read(&disk, path).unwrap();
    let nodes = least.unwrap().to_string();
    opened.subject.parameters.insert("closed-nodes".to_owned(), nodes);
    opened.clone().write(files(&disk), path).unwrap();
    SoundProof { bytes: disk.contents(path).unwrap(), opened, proof }
}

/// The tiles as a diagram.
fn diagram(rows: &[Tile], size: usize, to_move: Colour) -> String {
    let code = |tile: &Tile| match tile {
        0 => "..",
        0b0101 => "NS",
        0b1010 => "EW",
        0b1001 => "NW",
        0b0110 => "SE",
        0b0011 => "NE",
        _ => "SW",
    };
    let rows: Vec<String> = rows.chunks(size).map(|row| row.iter().map(code).collect()).collect();
    let to_move = if to_move == Colour::White { "white" } else { "red" };
    format!("{to_move}:{}", rows.join("|"))
}

impl Proofs {
    /// Both questions at some positions of small boards.
    pub(crate) fn all() -> Proofs {
        let trax = |size, lines| Trax::new(size, lines).unwrap();
        let mut proofs = Vec::new();
        for (trax, positions) in [
            (trax(2, Lines::Full), &["start", "@0/"] as &[&str]),
            (trax(3, Lines::Full), &["start", "@0+", "@0/ A0+", "@0/ B1/"]),
            (trax(3, Lines::None), &["start", "@0/ A0+"]),
            (trax(4, Lines::Full), &["start", "@0+", r"@0/ A0\", "@0/ A0/"]),
        ] {
            for moves in positions {
                proofs.extend(ProofQuestion::ALL.map(|asked| sound(&trax, moves, asked)));
            }
        }
        Proofs { sound: proofs, truths: Mutex::default() }
    }

    /// Forges a proof by a script: opening and checking it ends, and if it is accepted, its claim
    /// is true.
    ///
    /// # Panics
    /// If something does not hold.
    pub(crate) fn forged(&self, script: &[u8]) -> Verdict {
        let mut script = Script(script);
        let sound = &self.sound[script.below(self.sound.len())];
        let bytes = match script.byte() % 8 {
            0 => with_other_directory(Path::new(FILE), &sound.bytes, &mut script),
            kind => {
                let mut opened = sound.opened.clone();
                if kind == 1 {
                    change(&mut opened, &mut script);
                } else {
                    for _ in 0..=script.byte() % 3 {
                        change_proof(&mut opened, &self.sound, &mut script);
                    }
                }
                if !script.byte().is_multiple_of(8) {
                    make_fit(&mut opened);
                }
                let disk = MemoryDisk::default();
                if opened.write(files(&disk), Path::new(FILE)).is_err() {
                    return Verdict::Unwritten;
                }
                disk.contents(Path::new(FILE)).unwrap()
            }
        };
        opened(&bytes, |path, proof| match proof {
            Err(_) => Verdict::Unopened,
            Ok(proof) => self.verdict(path, &proof, sound),
        })
    }

    fn verdict(&self, path: &Path, proof: &Proof, sound: &SoundProof) -> Verdict {
        let is_accepted = check(proof).is_ok();
        if !is_accepted && !proof.root.is_open(proof.to_move) {
            return Verdict::Refused { is_false: None };
        }
        let mut truths = self.truths.lock().unwrap();
        let truth = truths
            .entry(proof.game.clone())
            .or_insert_with(|| Truth::of(&proof.game).expect("a game of TRAX"));
        let text = diagram(&proof.root.rows(), proof.root.size(), proof.to_move);
        let for_white = truth.value(&text);
        // Once as the checker read the claim, once as it stands in the file.
        let of = |is_white: bool| if is_white { for_white } else { -for_white };
        let is_true = of(proof.claim.side == Colour::White) >= if proof.claim.wins { 1 } else { 0 };
        let database = Database::open(&Disk::default(), path).unwrap();
        let parameters = &database.manifest().subject.parameters;
        let is_yes = of(parameters["seat"] == "0") >= parameters["at-least"].parse().unwrap();
        let claim = proof.claim();
        assert_eq!(is_true, is_yes == (parameters["answer"] == "yes"), "{claim}: {parameters:?}");
        if !is_accepted {
            return Verdict::Refused { is_false: Some(!is_true) };
        }
        assert!(is_true, "accepted, and white gets {for_white}: {claim}");
        Verdict::True { is_other: *proof != sound.proof }
    }
}
