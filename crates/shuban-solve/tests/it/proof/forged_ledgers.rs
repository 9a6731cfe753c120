//! Ledgers with false contents.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

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

use super::ledger::row;
use crate::forge::{Script, change_member, script};
use crate::truth::Truth;

/// Number of forged ledgers.
const SCRIPTS: u64 = 250;

fn three() -> Trax {
    Trax::new(3, Lines::Full).unwrap()
}

/// Solves the start.
fn solve(
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
    Prover::new(&three(), &setting, search).solve(&Position::START)
}

/// Returns true answers about a few positions.
fn sound(truth: &mut Truth) -> Json {
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

#[test]
fn a_forged_ledger_is_refused_or_named_wherever_an_answer_rests_on_it() {
    let mut truth = Truth::of("trax/3").unwrap();
    let document = sound(&mut truth);
    let is_true = |position: &str, question: &str, result: &str, truth: &mut Truth| {
        let asked = ProofQuestion::ALL.into_iter().find(|asked| asked.name() == question).unwrap();
        (truth.value(position) >= asked.question().at_least) == (result == "proven")
    };
    let folder = tempfile::tempdir().unwrap();
    let (path, proof) = (folder.path().join("ledger.json"), folder.path().join("proof.shuban"));
    let (mut refused, mut told, mut truths, mut proofs) = (0, 0, 0, 0);
    for number in 0..SCRIPTS {
        let mut forged = document.clone();
        let bytes = script(6, number);
        let mut script = Script(&bytes);
        if script.byte().is_multiple_of(3) {
            change_member(&mut forged, &mut script);
        } else {
            lie(&mut forged, &mut script);
        }
        let forged = forged.to_string().into_bytes();
        std::fs::write(&path, &forged).unwrap();
        // A checkable proof rests on no ledger at all.
        if solve(&path, Some(proof.clone()), 16 << 20).is_ok() {
            check(&Proof::open(&proof).unwrap()).unwrap();
            proofs += 1;
        }
        std::fs::write(&path, &forged).unwrap();
        let answer = match solve(&path, None, 16 << 20) {
            Err(Error::Ledger { .. }) => {
                assert_eq!(std::fs::read(&path).unwrap(), forged);
                refused += 1;
                continue;
            }
            answer => answer.unwrap(),
        };
        for one in questions(&answer) {
            let text = |name: &str| member(one, name).unwrap();
            if is_true("start", &text("question"), &text("result"), &mut truth) {
                truths += 1;
                continue;
            }
            let rests = text("leaves") != "0" || member(one, "recorded").is_some();
            assert!(rests, "script {number}: {one}");
            told += 1;
        }
        for line in lines(&std::fs::read(&path).unwrap()).difference(&lines(&forged)) {
            let row: LedgerRow = serde_json::from_str(line).unwrap();
            let (question, result) = (row.question.name(), row.result.name());
            let is_true = is_true(&row.position, question, result, &mut truth);
            assert!(is_true || row.leaves > 0, "script {number}: {line}");
        }
    }
    println!(
        "ledgers: {refused} refused, {truths} answers true, {told} false and said to rest on the \
         ledger, {proofs} proofs without one"
    );
    let most = SCRIPTS as usize;
    assert!(refused > most / 10 && truths > most / 10 && told > most / 20 && proofs < most / 10);
}

#[test]
fn a_ledger_takes_no_more_memory_than_a_search_may() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger.json");
    let document = sound(&mut Truth::of("trax/3").unwrap());
    let long = format!("{document}{}", " ".repeat(1 << 20));
    std::fs::write(&path, &long).unwrap();
    let Err(Error::Store(error)) = solve(&path, None, 16 << 20) else { panic!("too long") };
    assert!(matches!(error, shuban_store::Error::Memory { .. }), "{error}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), long);
    assert_eq!(solve(&path, None, 64 << 20).unwrap().source.as_deref(), Some("search"));
}
