//! Changes to a proof that leave its form as it is, so that they come to the checker.

use shuban_store_testing::{OpenedSection, OpenedUp};

use crate::forge::Script;
use crate::proofs::WrittenProof;

/// The bytes of a move after its position.
const MOVE_BYTES: usize = 3;
/// Names of other games: other rules, other boards, and names that no game has.
const GAMES: [&str; 8] = [
    "trax/2",
    "trax/3",
    "trax/4",
    "trax/2-loops",
    "trax/3-loops",
    "trax/4-loops",
    "trax/5",
    "trax/9",
];

/// The records of a section, if it is still there.
fn records<'o>(opened: &'o mut OpenedUp, name: &str) -> Option<&'o mut Vec<Vec<u8>>> {
    opened.sections.iter_mut().find_map(|section| match section {
        OpenedSection::Stream(section) if section.name == name => Some(&mut section.entries),
        _ => None,
    })
}

/// Of some record.
fn some_record(opened: &OpenedUp, script: &mut Script<'_>) -> Vec<u8> {
    let mut opened = opened.clone();
    let records = records(&mut opened, "strategy").map(std::mem::take).unwrap_or_default();
    records.get(script.below(records.len())).cloned().unwrap_or_default()
}

/// Asks another question, or answers it otherwise.
fn change_question(opened: &mut OpenedUp, script: &mut Script<'_>) {
    let (name, texts) = [("answer", ["yes", "no"]), ("seat", ["0", "1"]), ("at-least", ["0", "1"])]
        [script.below(3)];
    let parameter = opened.subject.parameters.entry(name.to_owned()).or_default();
    *parameter = texts[usize::from(parameter == texts[0])].to_owned();
}

fn change_parameter(opened: &mut OpenedUp, script: &mut Script<'_>) {
    let parameters = &mut opened.subject.parameters;
    let number = script.below(parameters.len());
    let name = parameters.keys().nth(number).cloned().unwrap_or_default();
    let text = match script.byte() % 8 {
        0 => {
            parameters.remove(&name);
            return;
        }
        1 => "-1".to_owned(),
        2 => " 1".to_owned(),
        3 => String::from_utf8_lossy(&script.bytes()).into_owned(),
        4 => script.number().to_string(),
        _ => (1 << (script.byte() % 16)).to_string(),
    };
    let is_new = script.byte().is_multiple_of(16);
    parameters.insert(if is_new { "colour".to_owned() } else { name }, text);
}

/// Changes the records of a strategy.
fn change_records(opened: &mut OpenedUp, script: &mut Script<'_>, foreign: Vec<u8>) {
    let Some(records) = records(opened, "strategy") else { return };
    let (one, other) = (script.below(records.len()), script.below(records.len()));
    let kind = script.byte() % 10;
    let Some(len) = records.get(one).map(Vec::len) else {
        records.push(foreign);
        return;
    };
    let board = len.saturating_sub(MOVE_BYTES);
    match kind {
        // Another move.
        0 | 1 => {
            let place = board + script.byte() % MOVE_BYTES;
            let number = script.byte() % 8;
            records[one].iter_mut().skip(place).take(1).for_each(|byte| *byte = number as u8);
        }
        // The move of another position.
        2 => {
            let played = records[other].iter().skip(board).copied().collect::<Vec<u8>>();
            records[one].truncate(board);
            records[one].extend(played);
        }
        // Another tile.
        3 => {
            let place = 8 + script.below(8 * board.saturating_sub(1));
            records[one].iter_mut().skip(place / 8).take(1).for_each(|byte| {
                *byte ^= 1 << (place % 8);
            });
        }
        4 => drop(records.remove(one)),
        5 => records.push(foreign),
        6 => records[one] = foreign,
        7 => records.truncate(one),
        8 => drop(records.drain(..one)),
        _ => records.push(records[one].clone()),
    }
}

/// Changes what a file says besides.
fn change_account(opened: &mut OpenedUp, script: &mut Script<'_>) {
    let sections = opened.sections.len();
    let account = &mut opened.account;
    let text = String::from_utf8_lossy(&script.bytes()).into_owned();
    match script.byte() % 10 {
        0 => account.parts.iter_mut().for_each(|part| part.positions = script.number()),
        1 => account.parts.extend(account.parts.clone()),
        2 => account.parts.clear(),
        3 => drop(account.facts.insert("root".to_owned(), text.into())),
        4 => drop(account.facts.insert(text, script.number().into())),
        5 => drop(account.provenance.settings.insert("options".to_owned(), text)),
        6 => drop(account.provenance.settings.pop_first()),
        7 => account.provenance.program = text,
        8 => opened.sections.swap(0, sections.saturating_sub(1)),
        _ => drop(opened.sections.pop()),
    }
}

/// Changes a proof in one way, with what other proofs hold, mostly of boards of its size.
pub(crate) fn change_proof(
    opened: &mut OpenedUp,
    others: &[WrittenProof],
    script: &mut Script<'_>,
) {
    let size = |opened: &OpenedUp| opened.subject.game.as_bytes().get(5).copied();
    let alike = others.iter().filter(|other| size(&other.opened) == size(opened));
    let alike = alike.collect::<Vec<_>>();
    let other = match alike.get(script.below(alike.len())) {
        Some(other) if !script.byte().is_multiple_of(8) => &other.opened,
        _ => &others[script.below(others.len())].opened,
    };
    match script.byte() % 12 {
        0 | 1 => change_question(opened, script),
        2 => change_parameter(opened, script),
        3 if script.byte().is_multiple_of(4) => {
            opened.subject.game = GAMES[script.below(GAMES.len())].to_owned();
        }
        // Other rules.
        3 => match opened.subject.game.strip_suffix("-loops") {
            Some(game) => opened.subject.game = game.to_owned(),
            None => opened.subject.game.push_str("-loops"),
        },
        4 => {
            let name = ["root", "strategy"][script.byte() % 2];
            let mut theirs = other.clone();
            if let (Some(own), Some(theirs)) = (records(opened, name), records(&mut theirs, name)) {
                own.clone_from(theirs);
            }
        }
        // The root is a position of a strategy, for either side to move.
        5 => {
            let from = if script.byte().is_multiple_of(4) { other } else { &*opened };
            let mut record = some_record(from, script);
            record.truncate(record.len().saturating_sub(MOVE_BYTES));
            record.iter_mut().take(1).for_each(|to_move| *to_move ^= (script.byte() % 2) as u8);
            records(opened, "root").into_iter().for_each(|root| *root = vec![record.clone()]);
        }
        6 => change_account(opened, script),
        _ => {
            let foreign = some_record(other, script);
            change_records(opened, script, foreign);
        }
    }
}

/// Makes what follows from the rest fit again: names, numbers, whose the strategy is, the order of
/// its records.
pub(crate) fn make_fit(opened: &mut OpenedUp) {
    let domain = format!("{}/proof", opened.subject.game);
    (opened.subject.domain, opened.subject.family) = (domain.clone(), domain);
    let is_win = opened.subject.parameters.get("at-least").is_some_and(|least| least == "1");
    let question = if is_win { "win" } else { "draw-or-better" };
    if let Some(asked) = opened.account.provenance.settings.get_mut("question") {
        *asked = question.to_owned();
    }
    let parameter = |name: &str, text: &str| {
        opened.subject.parameters.get(name).is_some_and(|found| found == text)
    };
    let side = u8::from(parameter("seat", "0") != parameter("answer", "yes"));
    let Some(strategy) = records(opened, "strategy") else { return };
    strategy.iter_mut().filter_map(|record| record.first_mut()).for_each(|first| *first = side);
    strategy.sort_unstable();
    strategy.dedup();
    let positions = strategy.len() as u64;
    opened.account.parts.iter_mut().for_each(|part| part.positions = positions);
}
