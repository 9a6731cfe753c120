//! Provers of TRAX, and of a tiny game.

use std::path::Path;

use shuban_core::shelf::EmptyShelf;
use shuban_core::solver::SearchSetting;
use shuban_core::{
    Answer, Datum, Fields, Game, NotationError, Payoffs, Play, Present, Provable, Seat, Silent,
};
use shuban_solve::proof::{
    AskedQuestion, LedgerSetting, ProofLedger, ProofQuestion, ProofSetting, Prover, ProverAnswer,
};
use shuban_trax::{Lines, Trax, recorded};

/// Solves a position.
fn solve<G: Provable + Present>(
    game: &G,
    text: &str,
    proof: &ProofSetting,
    nodes: Option<u64>,
) -> Answer<G, Fields> {
    let (shelf, progress) = (&EmptyShelf, &Silent);
    let setting =
        SearchSetting { shelf, memory: 16 << 20, threads: 1, nodes, time: None, progress };
    let solved = Prover::new(game, proof, setting).solve(&game.read(text).unwrap().position);
    solved.unwrap().answer
}

fn value<G: Game>(answer: &Answer<G, Fields>) -> String {
    answer.value.as_ref().unwrap().get("value").unwrap().to_string()
}

/// Returns a member of one of the questions that were asked.
fn of_question<G: Game>(answer: &Answer<G, Fields>, number: usize, member: &str) -> Option<Datum> {
    let Some(Datum::List(questions)) = answer.extras.get("questions") else { panic!("questions") };
    let Datum::Object(members) = &questions[number] else { panic!("an object") };
    members.iter().find(|(name, _)| name == member).map(|(_, datum)| datum.clone())
}

fn trax(size: usize) -> Trax {
    Trax::new(size, Lines::Full).unwrap()
}

#[test]
fn boards_have_the_values_that_they_had() {
    for (size, text, expected) in [
        (2, "start", "first"),
        (3, "start", "draw"),
        (4, "start", "draw"),
        (4, "@0/ A0\\", "first"),
        (5, "start", "draw"),
        (8, "@0/ A0\\ @1/", "first"),
    ] {
        let answer = solve(&trax(size), text, &ProofSetting::default(), None);
        assert_eq!(value(&answer), expected, "trax/{size} {text}");
        assert_eq!(answer.source.as_deref(), Some("search"));
    }
}

#[test]
fn a_search_without_an_answer_leaves_rows_in_the_ledger_that_are_leaves_of_the_next_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger.json");
    let ledger = LedgerSetting { path: path.clone(), flags: String::new(), worth_keeping: 20 };
    let proof = |ledger: Option<LedgerSetting>| {
        let asked = Some(ProofQuestion::DrawOrBetter);
        ProofSetting { asked, ledger, ..ProofSetting::default() }
    };
    let game = trax(5);
    let whole = solve(&game, "start", &proof(None), None);
    let Some(Datum::Integer(Some(nodes))) = of_question(&whole, 0, "nodes") else {
        panic!("nodes")
    };
    let half = solve(&game, "start", &proof(Some(ledger.clone())), Some(nodes as u64 / 2));
    let result = |answer: &_| of_question(answer, 0, "result").unwrap().to_string();
    assert_eq!([result(&whole), result(&half)], ["proven", "unknown"]);
    let written: serde_json::Value =
        serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    let rows = written["rows"].as_array().unwrap();
    assert!(rows.len() > 3 && rows.iter().all(|row| row["within"] == "start"), "{written}");
    let rest = solve(&game, "start", &proof(Some(ledger.clone())), None);
    assert_eq!(of_question(&rest, 0, "leaves"), Some(rows.len().into()));
    // An answer from a ledger is reported with its source, and what a killed process has left is
    // removed although nothing is added.
    let leftovers =
        ["ledger.json.lock", "ledger.json.partial"].map(|name| folder.path().join(name));
    leftovers.iter().for_each(|file| std::fs::write(file, "left").unwrap());
    let again = solve(&game, "start", &proof(Some(ledger)), None);
    assert!(leftovers.iter().all(|file| !file.exists()));
    let command = "shuban solve trax/5 'start' --question draw-or-better --threads 1";
    assert_eq!(of_question(&again, 0, "recorded"), Some(command.into()));
    assert_eq!(again.source.as_deref(), Some("ledger"));
}

#[test]
fn a_proof_is_written_and_rests_on_no_ledger() {
    let folder = tempfile::tempdir().unwrap();
    let (file, ledger) = (folder.path().join("four.proof"), folder.path().join("ledger.json"));
    let asked = Some(ProofQuestion::Win);
    let proof = ProofSetting { asked, proof: Some(file.clone()), ..ProofSetting::default() };
    let answer = solve(&trax(4), "start", &proof, None);
    assert!(matches!(of_question(&answer, 0, "proof"), Some(Datum::Object(_))));
    assert!(file.exists());
    let ledger = LedgerSetting { path: ledger, flags: String::new(), worth_keeping: 1 };
    let kept = ProofSetting { proof: None, ledger: Some(ledger), ..proof.clone() };
    solve(&trax(4), "start", &kept, None);
    let both = ProofSetting { proof: Some(file), ..kept };
    let error = fail(&trax(4), &both);
    assert!(error.contains("a proof must not rest on a ledger"), "{error}");
    let error = fail(&Heap, &proof);
    assert!(error.contains("there are no proof files of heap"), "{error}");
}

fn fail<G: Provable + Present>(game: &G, proof: &ProofSetting) -> String {
    let (shelf, progress) = (&EmptyShelf, &Silent);
    let (nodes, time) = (None, None);
    let setting = SearchSetting { shelf, memory: 16 << 20, threads: 1, nodes, time, progress };
    Prover::new(game, proof, setting).solve(&game.start()).err().unwrap().to_string()
}

/// A game in which two players in turn take one to three counters from a heap; the last one wins.
struct Heap;

impl Game for Heap {
    type Position = (u32, Seat);
    type Chance = ();
    type Move = u32;

    fn name(&self) -> String {
        "heap".into()
    }

    fn to_move(&self, heap: &(u32, Seat)) -> Seat {
        heap.1
    }

    fn outcome(&self, heap: &(u32, Seat)) -> Option<Payoffs> {
        (heap.0 == 0).then(|| Payoffs::new(if heap.1 == 0 { &[-1, 1] } else { &[1, -1] }))
    }

    fn chances(&self, _: &(u32, Seat)) -> Vec<((), u32)> {
        vec![((), 1)]
    }

    fn plays(&self, heap: &(u32, Seat), (): (), plays: &mut Vec<Play<(u32, Seat), u32>>) {
        let taken = 1..=heap.0.min(3);
        plays
            .extend(taken.map(|taken| Play { action: taken, after: (heap.0 - taken, 1 - heap.1) }));
    }

    fn parse(&self, text: &str) -> Result<(u32, Seat), NotationError> {
        let error = || NotationError::new(text, 0, "a number and a seat");
        let (heap, seat) = text.split_once(' ').ok_or_else(error)?;
        let (heap, seat) = (heap.parse().ok(), seat.parse().ok());
        Ok((heap.ok_or_else(error)?, seat.ok_or_else(error)?))
    }

    fn format(&self, heap: &(u32, Seat)) -> String {
        format!("{} {}", heap.0, heap.1)
    }

    fn format_move(&self, _: &(u32, Seat), (): (), taken: &u32) -> String {
        taken.to_string()
    }
}

impl Present for Heap {
    fn about(&self) -> String {
        "take the last of a heap".into()
    }

    fn start(&self) -> (u32, Seat) {
        (21, 0)
    }
}

impl Provable for Heap {
    type Scratch = ();
}

#[test]
fn a_game_that_says_no_more_than_its_rules_is_solved_with_a_ledger_as_well() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger.json");
    let worth_keeping = LedgerSetting::WORTH_KEEPING;
    let ledger = LedgerSetting { path: path.clone(), flags: String::new(), worth_keeping };
    let proof = ProofSetting { ledger: Some(ledger), ..ProofSetting::default() };
    for (text, expected) in
        [("21 0", "first"), ("20 0", "second"), ("20 1", "first"), ("0 1", "first")]
    {
        assert_eq!(value(&solve(&Heap, text, &ProofSetting::default(), None)), expected, "{text}");
    }
    assert_eq!(value(&solve(&Heap, "20 1", &proof, None)), "first");
    let answer = solve(&Heap, "21 0", &proof, None);
    // The ledger knows the move that wins.
    let best = &answer.events[0].plays[0];
    assert_eq!((best.play.action, value_of(best.value.as_ref())), (1, Some("first".to_owned())));
    assert_eq!(value_of(answer.events[0].plays[1].value.as_ref()), None);
    let read = |path: &Path| std::fs::read_to_string(path).unwrap();
    assert!(read(&path).contains("shuban solve heap '21 0'"), "{}", read(&path));
}

fn value_of(fields: Option<&Fields>) -> Option<String> {
    fields.and_then(|fields| fields.get("value")).map(Datum::to_string)
}

#[test]
fn a_ledger_in_memory_is_at_the_leaves_and_stays_as_it_is() {
    let game = trax(6);
    let ledger = ProofLedger::from_bytes(&game, recorded(&game).unwrap().as_bytes()).unwrap();
    let (shelf, progress) = (&EmptyShelf, &Silent);
    let search =
        SearchSetting { shelf, memory: 16 << 20, threads: 1, nodes: Some(1), time: None, progress };
    let setting = ProofSetting::default();
    let prover = Prover::new(&game, &setting, search).knowing(&ledger);
    let ProverAnswer { answer, asked } = prover.solve(&game.parse("start").unwrap()).unwrap();
    let decided = [(ProofQuestion::DrawOrBetter, true), (ProofQuestion::Win, false)];
    let is_yes = |one: &AskedQuestion| (one.question, one.result.unwrap().is_yes());
    assert_eq!(asked.iter().map(is_yes).collect::<Vec<_>>(), decided);
    assert!(asked.iter().all(|one| !one.has_proof));
    assert_eq!((value(&answer).as_str(), answer.source.as_deref()), ("draw", Some("ledger")));
    let proof = ProofSetting {
        asked: Some(ProofQuestion::Win),
        proof: Some("never".into()),
        ..ProofSetting::default()
    };
    let prover = Prover::new(&game, &proof, search).knowing(&ledger);
    let error = prover.solve(&game.parse("start").unwrap()).err().unwrap();
    assert!(error.to_string().contains("must not rest on a ledger"), "{error}");
}
