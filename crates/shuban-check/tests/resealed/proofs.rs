//! Proofs with sound checksums and false content, made by the bytes of a script; and the properties
//! that must hold of them. A fuzz target uses it, too.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, Mutex};

use shuban_check::{Colour, Proof, Tile, check};
use shuban_core::{Game, Provable, Silent};
use shuban_search::proof::{CLOSED_PLIES, ProofOptions, ProofOutcome, Strategy, prove};
use shuban_solve::proof::{ProofClaim, ProofQuestion, write_walk};
use shuban_store::{Database, Disk, FileSystem};
use shuban_store_testing::MemoryDisk;
use shuban_store_testing::OpenedUp;
use shuban_trax::{Lines, Move, Position, Trax};

use crate::forge::{Script, change, with_other_directory};
use crate::lies::{change_claim, change_file, make_fit};
use crate::truth::Truth;

pub(crate) const FILE: &str = "/proof.shuban";

/// A claim, with the strategy for it.
#[derive(Clone)]
pub(crate) struct Claimed {
    pub(crate) trax: Trax,
    pub(crate) root: Position,
    pub(crate) asked: ProofQuestion,
    pub(crate) answer: bool,
    pub(crate) strategy: Strategy<Position, Move>,
}

impl Claimed {
    /// Writes it, proof or not; `None` if the writer refuses it.
    fn write(&self, disk: &MemoryDisk) -> Option<()> {
        let Claimed { trax, root, asked, answer, strategy } = self;
        let claim = ProofClaim { root, asked: *asked, answer: *answer, options: "--threads 1" };
        write_walk(files(disk), Path::new(FILE), trax, &claim, strategy).ok().map(drop)
    }
}

/// A written proof: sound, or the best one for a wrong answer.
pub(crate) struct WrittenProof {
    pub(crate) claimed: Claimed,
    bytes: Vec<u8>,
    pub(crate) opened: OpenedUp,
    proof: Proof,
}

/// The outcome of a forged proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The writer does not write such a file.
    Unwritten,
    /// It is not opened.
    Unopened,
    /// It is checked, and refused.
    Refused {
        /// True if its claim is false; `None` for a root that is finished or illegal.
        is_false: Option<bool>,
    },
    /// It is accepted, and its claim is true.
    True {
        /// True if its claim differs from that of the original proof.
        is_other: bool,
    },
}

/// The proofs to forge, and the truth.
pub(crate) struct Proofs {
    written: Vec<WrittenProof>,
    truths: Mutex<BTreeMap<String, Truth>>,
}

fn files(disk: &MemoryDisk) -> Arc<dyn FileSystem> {
    Arc::new(disk.clone())
}

/// Inspects a file of these bytes.
pub(crate) fn in_a_file<T>(bytes: &[u8], look: impl FnOnce(&Path) -> T) -> T {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof.shuban");
    std::fs::write(&path, bytes).unwrap();
    look(&path)
}

/// Writes a proof, valid or not, that asks for no more plain search than it needs: false ones are
/// refused sooner then.
fn written(claimed: Claimed, closed_plies: u32) -> Option<WrittenProof> {
    let (disk, path) = (MemoryDisk::default(), Path::new(FILE));
    claimed.write(&disk)?;
    let mut proof = in_a_file(&disk.contents(path).unwrap(), |path| Proof::open(path).unwrap());
    proof.closed_plies = closed_plies;
    let mut least = (0..24).map(|power| 1 << power);
    let closed_nodes = least.find(|&nodes| {
        proof.closed_nodes = nodes;
        check(&proof).is_ok()
    });
    let closed_nodes = closed_nodes.unwrap_or(1_000);
    let mut opened = OpenedUp::read(&disk, path).unwrap();
    let parameters = &mut opened.subject.parameters;
    parameters.insert("closed-plies".to_owned(), closed_plies.to_string());
    parameters.insert("closed-nodes".to_owned(), closed_nodes.to_string());
    opened.clone().write(files(&disk), path).unwrap();
    Some(WrittenProof { claimed, bytes: disk.contents(path).unwrap(), opened, proof })
}

/// Returns the proof of the answer to a question at a position.
fn sound(trax: &Trax, moves: &str, asked: ProofQuestion) -> WrittenProof {
    let root = trax.parse(moves).unwrap();
    let options = ProofOptions { strategy: true, memory: 4 << 20, ..ProofOptions::default() };
    let proved = prove(trax, &root, asked.question(), &options, None, &Silent).unwrap();
    let answer = proved.outcome == ProofOutcome::Proven;
    let strategy = proved.strategy.unwrap();
    let claimed = Claimed { trax: *trax, root, asked, answer, strategy };
    let proof = written(claimed, CLOSED_PLIES).unwrap();
    assert!(check(&proof.proof).is_ok());
    proof
}

/// Returns the best proof of the other answer: a strategy that is wrong only where it must be. In a
/// lost position it plays on until the other side can win at once, or leaves it to plain search.
/// `None` if its writer detects that it is wrong.
fn wrong(
    trax: &Trax,
    moves: &str,
    asked: ProofQuestion,
    plays_on: bool,
    truth: &mut Truth,
) -> Option<WrittenProof> {
    let (root, question) = (trax.parse(moves).unwrap(), asked.question());
    let answer = truth.value_of(root) < question.at_least;
    let plays = |position: &Position| {
        let mut plays = Vec::new();
        trax.plays(position, (), &mut plays);
        plays
    };
    let is_refuted = |position: &Position| {
        let (scratch, open) = (&mut Default::default(), &mut Vec::new());
        trax.expand(position, &question, 2, scratch, open).is_some_and(|found| found != answer)
    };
    let mut is_lost = |position| (truth.value_of(position) >= question.at_least) != answer;
    let mut strategy = Strategy::new();
    let (mut seen, mut waiting) = (BTreeSet::new(), vec![root]);
    while let Some(position) = waiting.pop() {
        let position = trax.canonical(&position);
        if trax.outcome(&position).is_some() || !seen.insert(position) {
            continue;
        }
        let mut going_on = plays(&position);
        if (trax.to_move(&position) == question.seat) == answer {
            if !plays_on && !strategy.is_empty() && is_lost(position) {
                continue;
            }
            let play = going_on.into_iter().min_by_key(|play| {
                let replies = plays(&play.after).into_iter();
                let refutations = replies.filter(|reply| is_lost(reply.after)).count();
                (is_lost(play.after), trax.outcome(&play.after).is_some(), refutations)
            });
            let play = play.unwrap();
            if is_refuted(&play.after) {
                continue;
            }
            strategy.push((position, play.action));
            going_on = vec![play];
        }
        waiting.extend(going_on.into_iter().map(|play| play.after));
    }
    let proof = written(Claimed { trax: *trax, root, asked, answer, strategy }, 1)?;
    assert!(check(&proof.proof).is_err());
    Some(proof)
}

/// Returns the tiles as a diagram.
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
    /// Returns both questions at positions of small boards; of the smallest also wrong answers.
    pub(crate) fn all() -> Proofs {
        let trax = |size, lines| Trax::new(size, lines).unwrap();
        let mut proofs = Vec::new();
        let mut truths: BTreeMap<String, Truth> = BTreeMap::new();
        for (trax, positions) in [
            (trax(2, Lines::Full), &["start", "@0/"] as &[&str]),
            (trax(3, Lines::Full), &["start", "@0+", "@0/ A0+", "@0/ B1/"]),
            (trax(3, Lines::None), &["start", "@0/ A0+"]),
            (trax(4, Lines::Full), &["start", "@0+", r"@0/ A0\", "@0/ A0/"]),
        ] {
            for moves in positions {
                for asked in ProofQuestion::ALL {
                    proofs.push(sound(&trax, moves, asked));
                    if trax.size() < 4 {
                        let truth = truths.entry(trax.name());
                        let truth = truth.or_insert_with_key(|game| Truth::of(game).unwrap());
                        for plays_on in [true, false] {
                            proofs.extend(wrong(&trax, moves, asked, plays_on, truth));
                        }
                    }
                }
            }
        }
        Proofs { written: proofs, truths: Mutex::new(truths) }
    }

    /// Forges a proof by a script: opening and checking it must end, and if it is accepted, its
    /// claim must be true.
    ///
    /// # Panics
    /// If one of these does not hold.
    pub(crate) fn forged(&self, script: &[u8]) -> Verdict {
        let mut script = Script(script);
        let sound = &self.written[script.below(self.written.len())];
        let bytes = match script.byte() % 8 {
            0 => with_other_directory(Path::new(FILE), &sound.bytes, &mut script),
            kind => {
                let disk = MemoryDisk::default();
                let mut opened = sound.opened.clone();
                match kind {
                    1 => change(&mut opened, &mut script),
                    2 | 3 => {
                        for _ in 0..=script.byte() % 3 {
                            change_file(&mut opened, &self.written, &mut script);
                        }
                    }
                    // Another strategy, or another claim, as a writer would write it.
                    _ => {
                        let mut claimed = sound.claimed.clone();
                        for _ in 0..=script.byte() % 3 {
                            change_claim(&mut claimed, &self.written, &mut script);
                        }
                        if claimed.write(&disk).is_none() {
                            return Verdict::Unwritten;
                        }
                        let parameters = std::mem::take(&mut opened.subject.parameters);
                        opened = OpenedUp::read(&disk, Path::new(FILE)).unwrap();
                        for name in ["closed-plies", "closed-nodes"] {
                            let own = parameters[name].clone();
                            opened.subject.parameters.insert(name.to_owned(), own);
                        }
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
        in_a_file(&bytes, |path| match Proof::open(path) {
            Err(_) => Verdict::Unopened,
            Ok(proof) => self.verdict(path, &proof, sound),
        })
    }

    fn verdict(&self, path: &Path, proof: &Proof, sound: &WrittenProof) -> Verdict {
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
        // Once as the checker read the claim, once as it is in the file.
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
