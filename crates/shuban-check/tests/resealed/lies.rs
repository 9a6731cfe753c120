//! Changes to a proof that keep its form, so that they reach the checker.

use shuban_core::Game;
use shuban_solve::proof::ProofQuestion;
use shuban_store_testing::{OpenedSection, OpenedUp};

use crate::forge::Script;
use crate::proofs::{Claimed, WrittenProof};

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

/// Returns the records of a section, if it still exists.
pub(crate) fn records<'o>(opened: &'o mut OpenedUp, name: &str) -> Option<&'o mut Vec<Vec<u8>>> {
    opened.sections.iter_mut().find_map(|section| match section {
        OpenedSection::Stream(section) if section.name == name => Some(&mut section.entries),
        _ => None,
    })
}

/// Asks another question, or answers it otherwise.
pub(crate) fn change_question(opened: &mut OpenedUp, script: &mut Script<'_>) {
    let (name, texts) = [("answer", ["yes", "no"]), ("seat", ["0", "1"]), ("at-least", ["0", "1"])]
        [script.below(3)];
    let parameter = opened.subject.parameters.entry(name.to_owned()).or_default();
    *parameter = texts[usize::from(parameter == texts[0])].to_owned();
}

pub(crate) fn change_parameter(opened: &mut OpenedUp, script: &mut Script<'_>) {
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

/// Changes the coded moves.
pub(crate) fn change_records(
    opened: &mut OpenedUp,
    script: &mut Script<'_>,
    foreign: Vec<Vec<u8>>,
) {
    let Some(records) = records(opened, "walk") else { return };
    let (one, other) = (script.below(records.len()), script.below(records.len()));
    if records.is_empty() {
        *records = foreign;
        return;
    }
    let foreign = foreign.get(script.below(foreign.len())).cloned().unwrap_or_default();
    match script.byte() % 8 {
        0..=2 => {
            let bit = script.below(8 * records[one].len());
            records[one].iter_mut().skip(bit / 8).take(1).for_each(|byte| *byte ^= 1 << (bit % 8));
        }
        3 => drop(records.remove(one)),
        4 => records.swap(one, other),
        5 => records[one] = foreign,
        6 => records[one].push(script.byte() as u8),
        _ => records.truncate(one),
    }
}

/// Changes the file's account.
pub(crate) fn change_account(opened: &mut OpenedUp, script: &mut Script<'_>) {
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

/// Returns another proof, mostly of a board of the same size.
fn other<'w>(game: &str, others: &'w [WrittenProof], script: &mut Script<'_>) -> &'w WrittenProof {
    let size = |game: &str| game.as_bytes().get(5).copied();
    let is_alike = |other: &&WrittenProof| size(&other.opened.subject.game) == size(game);
    let alike = others.iter().filter(is_alike).collect::<Vec<_>>();
    match alike.get(script.below(alike.len())) {
        Some(other) if !script.byte().is_multiple_of(8) => other,
        _ => &others[script.below(others.len())],
    }
}

/// Changes a file in one way, with contents of others.
pub(crate) fn change_file(opened: &mut OpenedUp, others: &[WrittenProof], script: &mut Script<'_>) {
    let mut theirs = other(&opened.subject.game, others, script).opened.clone();
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
            let name = ["root", "walk"][script.byte() % 2];
            if let (Some(own), Some(theirs)) = (records(opened, name), records(&mut theirs, name)) {
                own.clone_from(theirs);
            }
        }
        // Another side to move, or another tile, at the root.
        5 => {
            let root = records(opened, "root").and_then(|root| root.first_mut());
            let bit = if script.byte().is_multiple_of(2) { 0 } else { 8 + script.byte() % 32 };
            root.and_then(|root| root.get_mut(bit / 8)).into_iter().for_each(|byte| {
                *byte ^= 1 << (bit % 8);
            });
        }
        6 => change_account(opened, script),
        _ => {
            let foreign = records(&mut theirs, "walk").map(std::mem::take).unwrap_or_default();
            change_records(opened, script, foreign);
        }
    }
}

/// Changes a claim or its strategy in one way, with contents of others.
pub(crate) fn change_claim(
    claimed: &mut Claimed,
    others: &[WrittenProof],
    script: &mut Script<'_>,
) {
    let theirs = &other(&claimed.trax.name(), others, script).claimed;
    let trax = claimed.trax;
    if theirs.trax.size() != trax.size() {
        return;
    }
    let own = claimed.strategy.len();
    let (one, foreign) = (script.below(own), script.below(theirs.strategy.len()));
    let foreign = theirs.strategy.get(foreign).copied();
    match script.byte() % 12 {
        0 => claimed.answer = !claimed.answer,
        1 => claimed.asked = ProofQuestion::ALL[script.byte() % 2],
        // The root is a position of a strategy, or one to which its move leads.
        2 | 3 => {
            let from = if script.byte().is_multiple_of(4) { foreign } else { None };
            let Some((position, action)) = from.or(claimed.strategy.get(one).copied()) else {
                return;
            };
            let mut plays = Vec::new();
            trax.plays(&position, (), &mut plays);
            let played = plays.into_iter().find(|play| play.action == action);
            let after = played.map(|play| play.after).filter(|_| script.byte().is_multiple_of(2));
            let root = after.unwrap_or(position);
            if trax.outcome(&root).is_none() {
                claimed.root = root;
            }
        }
        4 => claimed.trax = theirs.trax,
        5 => claimed.strategy.clone_from(&theirs.strategy),
        6 => claimed.strategy.extend(theirs.strategy.iter().copied()),
        7 => claimed.strategy.truncate(one),
        8 if own > 0 => drop(claimed.strategy.swap_remove(one)),
        // Another move.
        _ => {
            let Some((position, action)) = claimed.strategy.get_mut(one) else { return };
            let mut plays = Vec::new();
            trax.plays(position, (), &mut plays);
            if let Some(play) = plays.get(script.below(plays.len())) {
                *action = play.action;
            }
        }
    }
}

/// Makes derived contents consistent again: names, and the question.
pub(crate) fn make_fit(opened: &mut OpenedUp) {
    let domain = format!("{}/proof", opened.subject.game);
    (opened.subject.domain, opened.subject.family) = (domain.clone(), domain);
    let is_win = opened.subject.parameters.get("at-least").is_some_and(|least| least == "1");
    let question = if is_win { "win" } else { "draw-or-better" };
    if let Some(asked) = opened.account.provenance.settings.get_mut("question") {
        *asked = question.to_owned();
    }
}
