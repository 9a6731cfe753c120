//! Ledgers of proof searches with false contents, made by the bytes of a script; and the properties of
//! answers that rest on them. A fuzz target uses it, too.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use serde_json::{Value as Json, json};
use shuban_check::{Proof, check};
use shuban_core::shelf::EmptyShelf;
use shuban_core::solver::SearchSetting;
use shuban_core::{Answer, Datum, Fields, Silent};
use shuban_solve::Error;
use shuban_solve::proof::{
    LedgerRow, LedgerSetting, ProofLedger, ProofQuestion, ProofResult, ProofSetting, Prover,
};
use shuban_trax::{Lines, Position, Trax};

use crate::forge::{Script, change_member};
use crate::truth::Truth;

/// Returns the board of 3×3.
pub(crate) fn three() -> Trax {
    Trax::new(3, Lines::Full).unwrap()
}

/// Solves the start.
pub(crate) fn solve(
    ledger: &Path,
    proof: Option<PathBuf>,
    memory: u64,
) -> Result<Answer<Trax, Fields>, Error> {
    let asked = proof.is_some().then_some(ProofQuestion::Win);
    let flags = String::new();
    let ledger = Some(LedgerSetting { path: ledger.to_owned(), flags, worth_keeping: 1 });
    let setting = ProofSetting { asked, proof, ledger, ..ProofSetting::default() };
    let (shelf, progress) = (&EmptyShelf, &Silent);
    let search = SearchSetting { shelf, memory, threads: 1, nodes: None, time: None, progress };
    Ok(Prover::new(&three(), &setting, search).solve(&Position::START)?.answer)
}

/// Returns a row of a ledger of that board.
pub(crate) fn row(position: &str, question: ProofQuestion, result: ProofResult) -> LedgerRow {
    LedgerRow {
        position: position.to_owned(),
        question,
        result,
        within: None,
        nodes: 12,
        seconds: 0.5,
        runs: 1,
        leaves: 0,
        program: "shuban 0.1.0".to_owned(),
        command: format!("shuban solve trax/3 '{position}'"),
    }
}

/// Returns true answers about a few positions.
pub(crate) fn sound(truth: &mut Truth) -> Json {
    let mut rows: Vec<LedgerRow> = Vec::new();
    for position in ["@0/", "@0+", "@0/ A0+", "@0/ A0/", "@0/ B1/", "@0+ B1+"] {
        let value = truth.value(position);
        rows.extend(ProofQuestion::ALL.map(|asked| {
            let is_yes = value >= asked.question().at_least;
            let result = if is_yes { ProofResult::Proven } else { ProofResult::Disproven };
            row(position, asked, result)
        }));
    }
    json!({ "ledger": 1, "game": "trax/3", "rows": rows })
}

/// Changes rows so that they may be believed.
fn lie(document: &mut Json, script: &mut Script<'_>) {
    let Some(rows) = document["rows"].as_array_mut() else { return };
    for _ in 0..=script.byte() % 3 {
        if rows.is_empty() {
            return;
        }
        let number = script.below(rows.len());
        match script.byte() % 6 {
            0 => drop(rows.remove(number)),
            1 => {
                let position = rows[script.byte() % rows.len()]["position"].clone();
                rows[number]["position"] = position;
            }
            2 => rows[number]["leaves"] = script.number().into(),
            kind => {
                // All entries of one position are inverted, so that they agree.
                let position = rows[number]["position"].clone();
                let is_it = |row: &&mut Json| kind == 3 || row["position"] == position;
                rows.iter_mut().filter(is_it).for_each(|row| {
                    let is_yes = row["result"] == "proven";
                    row["result"] = json!(if is_yes { "disproven" } else { "proven" });
                });
            }
        }
        // Alone a row contradicts less.
        if script.byte().is_multiple_of(2) {
            let most = 1 + script.byte() % 4;
            while rows.len() > most {
                rows.remove(script.below(rows.len()));
            }
        }
    }
}

/// Returns the questions of an answer.
fn questions(answer: &Answer<Trax, Fields>) -> &[Datum] {
    let Some(Datum::List(questions)) = answer.extras.get("questions") else { panic!("questions") };
    questions
}

/// Returns a member of it, as text.
fn member(question: &Datum, member: &str) -> Option<String> {
    let Datum::Object(members) = question else { panic!("an object") };
    members.iter().find(|(name, _)| name == member).map(|(_, datum)| datum.to_string())
}

/// Returns the rows of a ledger as it is written.
fn lines(bytes: &[u8]) -> BTreeSet<String> {
    let text = ProofLedger::from_bytes(&three(), bytes).unwrap().to_text(&three());
    let rows = text.lines().filter(|line| line.starts_with("    "));
    rows.map(|line| line.trim().trim_end_matches(',').to_owned()).collect()
}

/// Returns true if an answer to a question about a position is the right one.
fn is_true(position: &str, question: &str, result: &str, truth: &mut Truth) -> bool {
    let asked = ProofQuestion::ALL.into_iter().find(|asked| asked.name() == question).unwrap();
    (truth.value(position) >= asked.question().at_least) == (result == "proven")
}

/// The outcome of a search with a forged ledger.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Told {
    /// True if the ledger is refused.
    pub(crate) refused: bool,
    /// Number of true answers.
    pub(crate) truths: usize,
    /// Number of false answers, which say that they rest on the ledger.
    pub(crate) lies: usize,
    /// True if there was a proof, which rests on no ledger.
    pub(crate) has_proof: bool,
}

/// A sound ledger, and the true values.
pub(crate) struct SoundRows {
    document: Json,
    truth: Mutex<Truth>,
}

impl SoundRows {
    pub(crate) fn new() -> Self {
        let mut truth = Truth::of("trax/3").unwrap();
        SoundRows { document: sound(&mut truth), truth: Mutex::new(truth) }
    }

    /// Forges the ledger by a script, and solves with it: a false answer must say that it rests on the
    /// ledger, and so must false rows that are written into it.
    ///
    /// # Panics
    /// If they do not.
    pub(crate) fn forged(&self, script: &[u8]) -> Told {
        let (mut script, mut forged) = (Script(script), self.document.clone());
        if script.byte().is_multiple_of(3) {
            change_member(&mut forged, &mut script);
        } else {
            lie(&mut forged, &mut script);
        }
        let forged = forged.to_string().into_bytes();
        let folder = tempfile::tempdir().unwrap();
        let (path, proof) = (folder.path().join("ledger.json"), folder.path().join("p.shuban"));
        let (mut told, mut truth) = (Told::default(), self.truth.lock().unwrap());
        std::fs::write(&path, &forged).unwrap();
        // A checkable proof rests on no ledger at all.
        if solve(&path, Some(proof.clone()), 16 << 20).is_ok() {
            check(&Proof::open(&proof).unwrap()).unwrap();
            told.has_proof = true;
        }
        std::fs::write(&path, &forged).unwrap();
        let answer = match solve(&path, None, 16 << 20) {
            Err(Error::Ledger { .. }) => {
                assert_eq!(std::fs::read(&path).unwrap(), forged);
                told.refused = true;
                return told;
            }
            answer => answer.unwrap(),
        };
        for one in questions(&answer) {
            let text = |name: &str| member(one, name).unwrap();
            if is_true("start", &text("question"), &text("result"), &mut truth) {
                told.truths += 1;
                continue;
            }
            let rests = text("leaves") != "0" || member(one, "recorded").is_some();
            assert!(rests, "{one}: {}", String::from_utf8_lossy(&forged));
            told.lies += 1;
        }
        for line in lines(&std::fs::read(&path).unwrap()).difference(&lines(&forged)) {
            let row: LedgerRow = serde_json::from_str(line).unwrap();
            let (question, result) = (row.question.name(), row.result.name());
            let is_true = is_true(&row.position, question, result, &mut truth);
            assert!(is_true || row.leaves > 0, "{line}: {}", String::from_utf8_lossy(&forged));
        }
        told
    }
}
