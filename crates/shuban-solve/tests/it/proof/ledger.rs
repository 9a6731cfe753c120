//! Ledgers of 3×3 TRAX.

use shuban_core::Game;
use shuban_solve::proof::{LedgerRow, ProofLedger, ProofQuestion, ProofResult, ledger_game};
use shuban_store::Disk;
use shuban_trax::{Lines, Position, Trax};

use super::any_ledger::{row, three};

fn text(rows: &[LedgerRow]) -> String {
    serde_json::json!({ "ledger": 1, "game": "trax/3", "rows": rows }).to_string()
}

fn refused(text: &str) -> String {
    ProofLedger::from_bytes(&three(), text.as_bytes()).unwrap_err()
}

#[test]
fn a_ledger_is_read_as_it_was_written_and_does_not_depend_on_the_order() {
    let folder = tempfile::tempdir().unwrap();
    let files = Disk::default();
    let rows = [
        row("@0/ A0\\", ProofQuestion::Win, ProofResult::Proven),
        row("@0+", ProofQuestion::DrawOrBetter, ProofResult::Disproven),
        row("@0/", ProofQuestion::Win, ProofResult::Disproven),
        row("@0/", ProofQuestion::DrawOrBetter, ProofResult::Proven),
    ];
    let write = |name: &str, rows: &mut dyn Iterator<Item = &LedgerRow>| {
        let path = folder.path().join(name);
        rows.for_each(|row| ProofLedger::add(&three(), &files, &path, [row.clone()]).unwrap());
        std::fs::read_to_string(path).unwrap()
    };
    let written = write("one.json", &mut rows.iter());
    assert_eq!(written, write("two.json", &mut rows.iter().rev().chain(&rows)));
    assert_eq!(written.lines().count(), 4 + rows.len() + 2, "{written}");
    let ledger = ProofLedger::from_bytes(&three(), written.as_bytes()).unwrap();
    assert_eq!(ledger.to_text(&three()), written);
    let read = ProofLedger::read(&three(), &files, &folder.path().join("one.json")).unwrap();
    assert_eq!(read.to_text(&three()), written);
    let none = ProofLedger::read(&three(), &files, &folder.path().join("none")).unwrap();
    assert_eq!(none.to_text(&three()), ProofLedger::default().to_text(&three()));
}

#[test]
fn an_answer_that_contradicts_the_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (files, path) = (Disk::default(), folder.path().join("ledger.json"));
    let add = |row| ProofLedger::add(&three(), &files, &path, [row]);
    add(row("@0/", ProofQuestion::Win, ProofResult::Disproven)).unwrap();
    let written = std::fs::read(&path).unwrap();
    let error = add(row("@0/", ProofQuestion::Win, ProofResult::Proven)).unwrap_err();
    assert!(error.to_string().contains("contradict each other"), "{error}");
    assert_eq!(std::fs::read(&path).unwrap(), written);
}

#[test]
fn an_answer_of_its_own_takes_the_place_of_one_within_anothers_search() {
    let folder = tempfile::tempdir().unwrap();
    let (files, path) = (Disk::default(), folder.path().join("ledger.json"));
    let own = row("@0/ A0+", ProofQuestion::Win, ProofResult::Disproven);
    let within = LedgerRow { within: Some("@0/".to_owned()), ..own.clone() };
    let written = |rows: &[&LedgerRow]| {
        ProofLedger::add(&three(), &files, &path, rows.iter().map(|row| (*row).clone())).unwrap();
        std::fs::read_to_string(&path).unwrap()
    };
    assert!(written(&[&within]).contains(r#""within":"@0/""#));
    let replaced = written(&[&own]);
    assert!(!replaced.contains("within"));
    assert_eq!(written(&[&within, &own]), replaced);
}

#[test]
fn a_search_that_goes_on_does_not_rest_on_what_it_found_itself() {
    let within = |position, root: &str| LedgerRow {
        within: Some(root.to_owned()),
        ..row(position, ProofQuestion::Win, ProofResult::Disproven)
    };
    let rows = [
        within("@0/ A0+", "@0/"),
        within("@0/ B1/", "start"),
        row("@0+", ProofQuestion::Win, ProofResult::Disproven),
    ];
    let ledger = ProofLedger::from_bytes(&three(), text(&rows).as_bytes()).unwrap();
    let count = |root: &str| {
        let root = three().parse(root).unwrap();
        [
            ledger.leaves(&three(), &root, ProofQuestion::Win),
            ledger.leaves_of_others(&three(), &root, ProofQuestion::Win),
        ]
        .map(|leaves| leaves.len())
    };
    assert_eq!((count("start"), count("@0/"), count("@0+")), ([3, 2], [2, 1], [2, 2]));
}

#[test]
fn an_answer_holds_for_images_and_may_settle_the_other_question() {
    let rows = [
        row("@0/ A0\\", ProofQuestion::Win, ProofResult::Proven),
        row("@0+", ProofQuestion::DrawOrBetter, ProofResult::Disproven),
    ];
    let ledger = ProofLedger::from_bytes(&three(), text(&rows).as_bytes()).unwrap();
    let answer = |position: &str, asked| {
        let position = three().parse(position).unwrap();
        ledger.answer(&three(), &position, asked).map(|row| row.result.is_yes())
    };
    assert_eq!(answer("@0/ A2\\", ProofQuestion::Win), None);
    assert_eq!(answer("white:NWNE", ProofQuestion::DrawOrBetter), None, "another position");
    assert_eq!(
        answer("@0/ A0b", ProofQuestion::DrawOrBetter),
        Some(true),
        "who wins also wins or draws"
    );
    assert_eq!(
        answer("red:EW", ProofQuestion::Win),
        Some(false),
        "who does not even draw does not win"
    );
    let start = Position::START;
    assert_eq!(ledger.leaves(&three(), &start, ProofQuestion::Win).len(), 2);
    let first = three().parse("@0/").unwrap();
    assert_eq!(
        ledger.leaves(&three(), &first, ProofQuestion::Win).len(),
        1,
        "only what has more tiles comes later"
    );
}

#[test]
fn what_is_no_ledger_of_the_game_is_refused_with_a_reason() {
    let good = text(&[row("@0+", ProofQuestion::Win, ProofResult::Disproven)]);
    for (from, to, reason) in [
        ("\"ledger\":1", "\"ledger\":2", "version 2, and this program reads version 1"),
        ("\"game\":\"trax/3\"", "\"game\":\"trax/4\"", "it is of trax/4, not of trax/3"),
        ("\"disproven\"", "\"unknown\"", "unknown variant `unknown`"),
        ("\"win\"", "\"draw\"", "unknown variant `draw`"),
        ("\"nodes\":12,", "", "missing field `nodes`"),
        ("\"position\":\"@0+\"", "\"position\":\"@0b\"", "the first move is `@0/` or `@0+`"),
        ("\"position\":\"@0+\"", "\"position\":\"@0+ A0+ A0+\"", "the game is over there"),
        ("}]", "}", "expected"),
    ] {
        let changed = good.replacen(from, to, 1);
        assert_ne!(changed, good, "{from}");
        assert!(refused(&changed).contains(reason), "{from} → {to}: {}", refused(&changed));
    }
}

#[test]
fn rows_that_contradict_each_other_are_refused() {
    let proven = |position, question| row(position, question, ProofResult::Proven);
    let disproven = |position, question| row(position, question, ProofResult::Disproven);
    let both = [proven("@0/", ProofQuestion::Win), disproven("@0/", ProofQuestion::DrawOrBetter)];
    assert!(
        refused(&text(&both))
            .contains("(draw-or-better disproven) and `@0/` (win proven) contradict")
    );
    // White wins with the first tile, and does not with the only one of the two.
    let up = [proven("@0+", ProofQuestion::Win), disproven("start", ProofQuestion::Win)];
    assert!(refused(&text(&up)).contains("contradict each other"));
    // Red's move leads to a position that is not even a draw for white.
    let down =
        [disproven("@0/ A0/", ProofQuestion::DrawOrBetter), proven("@0/", ProofQuestion::Win)];
    assert!(refused(&text(&down)).contains("contradict each other"));
    let images =
        [proven("white:NWNE", ProofQuestion::Win), proven("white:SWSE", ProofQuestion::Win)];
    assert!(refused(&text(&images)).contains("it is there twice"));
}

#[test]
fn the_published_ledgers_are_written_as_they_were_read() {
    for (size, ledger) in [
        (6, include_str!("../../../../shuban-trax/ledgers/trax-6.json")),
        (7, include_str!("../../../../shuban-trax/ledgers/trax-7.json")),
        (8, include_str!("../../../../shuban-trax/ledgers/trax-8.json")),
    ] {
        let trax = Trax::new(size, Lines::Full).unwrap();
        let read = ProofLedger::from_bytes(&trax, ledger.as_bytes()).unwrap();
        assert_eq!(read.to_text(&trax), ledger);
    }
}

#[test]
fn ledgers_are_joined_unless_they_contradict_each_other() {
    let read =
        |rows: &[LedgerRow]| ProofLedger::from_bytes(&three(), text(rows).as_bytes()).unwrap();
    let standing = |ledger: &ProofLedger<Trax>, position: &str| {
        ledger.standing(&three(), &three().parse(position).unwrap()).name()
    };
    let draws = row("@0/", ProofQuestion::DrawOrBetter, ProofResult::Proven);
    let no_win = row("@0/", ProofQuestion::Win, ProofResult::Disproven);
    let mut ledger = read(std::slice::from_ref(&draws));
    assert_eq!(standing(&ledger, "@0/"), Some("first-or-draw"));
    ledger.join(&three(), read(std::slice::from_ref(&no_win))).unwrap();
    assert_eq!((standing(&ledger, "@0/"), standing(&ledger, "@0+")), (Some("draw"), None));
    let position = three().parse("@0/").unwrap();
    let rows: Vec<&LedgerRow> = ledger.rows(&three(), &position).collect();
    assert_eq!(rows, [&draws, &no_win]);
    let wrong = row("@0/", ProofQuestion::Win, ProofResult::Proven);
    let error = ledger.join(&three(), read(&[wrong])).unwrap_err();
    assert!(error.contains("contradict each other"), "{error}");
    assert_eq!(standing(&ledger, "@0/"), Some("draw"));
    assert_eq!(ledger_game(text(&[draws]).as_bytes()).unwrap(), "trax/3");
    assert!(ledger_game(b"{\"ledger\":1,\"game\":\"trax/3\",\"rows\":[1]}").is_err());
}
