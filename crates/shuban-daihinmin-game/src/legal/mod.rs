//! Melds that a hand may lay on the table.

mod check;
mod runs;
mod sets;

use std::ops::Range;

pub use check::{Illegal, check};
use runs::RunPlaces;
pub(crate) use runs::natural_runs;
use sets::push_sets;

use super::cards::{Card, Cards, Strength, Suits};
use super::meld::{Meld, MeldKind};
use super::rules::ContestRules;
use super::table::ContestTable;

/// Every meld that [`check`] accepts, each once, the joker in each of its roles: singles, then
/// sets, then runs; in ascending order of strength, and of suits within a strength. Runs are in the
/// order of their suits first. A pass is always possible besides.
///
/// Takes time in proportion to the number of melds.
pub fn melds(rules: &ContestRules, hand: Cards, table: &ContestTable) -> Vec<Meld> {
    let mut found = Vec::with_capacity(32);
    melds_into(rules, hand, table, &mut found);
    found
}

/// Replaces the contents of a buffer by the [`melds`], for those who ask often.
pub fn melds_into(rules: &ContestRules, hand: Cards, table: &ContestTable, found: &mut Vec<Meld>) {
    found.clear();
    let Some(top) = &table.top else {
        found.extend(hand.iter().map(Meld::single));
        push_sets(hand, 2..=5, None, found);
        if rules.runs {
            RunPlaces::of(hand).push_runs(0..15, 3..=14, Suits::ALL, found);
        }
        return;
    };
    let stronger = stronger(top, table);
    let lock = table.locked.then(|| top.suits());
    let suits = lock.unwrap_or(Suits::ALL);
    match top.kind() {
        MeldKind::Joker => found.extend(answer_to_joker(rules, hand).map(Meld::single)),
        MeldKind::Single => {
            found.extend(singles(hand, &stronger, suits).iter().map(Meld::single));
        }
        MeldKind::Set => {
            let cards = hand & (Cards::of_strengths(&stronger) | Cards::JOKER);
            push_sets(cards, top.len()..=top.len(), lock, found);
        }
        MeldKind::Run if rules.runs => {
            let size = top.len() as u8;
            RunPlaces::of(hand).push_runs(stronger, size..=size, suits, found);
        }
        MeldKind::Run => {}
    }
}

/// Returns true if there is a meld that [`check`] accepts, without a list of them.
pub fn can_play(rules: &ContestRules, hand: Cards, table: &ContestTable) -> bool {
    let Some(top) = &table.top else { return !hand.is_empty() };
    let stronger = stronger(top, table);
    let suits = if table.locked { top.suits() } else { Suits::ALL };
    match top.kind() {
        MeldKind::Joker => answer_to_joker(rules, hand).is_some(),
        MeldKind::Single => !singles(hand, &stronger, suits).is_empty(),
        MeldKind::Set => {
            let cards = hand.of_suits(suits) & Cards::of_strengths(&stronger);
            !cards.in_groups_of(top.len() - usize::from(hand.has_joker())).is_empty()
        }
        MeldKind::Run => {
            rules.runs && RunPlaces::of(hand).has_run(&stronger, top.len() as u8, suits)
        }
    }
}

/// The strengths all of whose cards beat the top.
fn stronger(top: &Meld, table: &ContestTable) -> Range<Strength> {
    if table.reversed() { 0..top.lowest() } else { top.highest() + 1..15 }
}

/// The only card that is laid upon a lone joker, if it is at hand.
fn answer_to_joker(rules: &ContestRules, hand: Cards) -> Option<Card> {
    (rules.spade_three && hand.contains(Card::SPADE_THREE)).then_some(Card::SPADE_THREE)
}

/// The cards of a hand that are laid upon a single, the joker among them.
fn singles(hand: Cards, stronger: &Range<Strength>, suits: Suits) -> Cards {
    hand & (Cards::of_strengths(stronger).of_suits(suits) | Cards::JOKER)
}
