//! Canonical reduction: from a position to its pattern, and back.

use shuban_core::Seat;
use shuban_solve::multi::Winners;

use super::hand::Hand;
use super::pattern::{Alphabet, Counts, Word};
use super::rules::{MAX_PLAYERS, Rules};
use super::table::{Table, Trick};

/// What lies on the table and what all hands hold, by strength: the lying card counts as one of its player,
/// whom all players are counted from.
struct Groups {
    /// Ascending.
    counts: Vec<Counts>,
    /// In which group the lying card is.
    lying: Option<usize>,
}

fn groups(rules: &Rules, table: &Table) -> Groups {
    let table = table.rotated(table.first(), rules.players());
    let lying = table.trick.map(|trick| trick.card);
    let mut strengths: Vec<u8> =
        table.hands.iter().flat_map(|hand| hand.iter().copied()).chain(lying).collect();
    strengths.sort_unstable();
    strengths.dedup();
    let mut counts = vec![[0; MAX_PLAYERS]; strengths.len()];
    let place = |card: u8| strengths.partition_point(|&other| other < card);
    for (player, hand) in table.hands.iter().enumerate() {
        for &card in hand.iter() {
            counts[place(card)][player] += 1;
        }
    }
    let lying = lying.map(place);
    if let Some(group) = lying {
        counts[group][0] += 1;
    }
    Groups { counts, lying }
}

/// The pattern of a position, with the lying card as one that its player has not led yet, and which lead it is
/// then, from the weakest. `None` for a word past what the alphabet knows.
pub(crate) fn pattern(rules: &Rules, alphabet: &Alphabet, table: &Table) -> Option<(Word, usize)> {
    let groups = groups(rules, table);
    let mut word = Word::default();
    let mut lead = 0;
    for (place, counts) in groups.counts.iter().enumerate() {
        let before = word.letters().last().copied();
        alphabet.push_group(&mut word, counts)?;
        let is_same_run = before.is_some_and(|before| {
            // A run that goes on: alike letters in a row.
            alphabet.is_run(before, 0) && counts[0] > 0 && counts[1..].iter().all(|&count| count == 0)
        });
        if groups.lying.is_some_and(|lying| place <= lying) && counts[0] > 0 && !is_same_run {
            lead += 1;
        }
    }
    Some((word, lead.max(1) - 1))
}

/// The deal of a pattern, before the lead of seat 0: with equal strengths for a run where cards may tie, else
/// with a strength for each card.
pub(crate) fn deal(rules: &Rules, alphabet: &Alphabet, word: &Word) -> Option<Table> {
    let mut hands = [Hand::EMPTY; MAX_PLAYERS];
    for (strength, counts) in (1..).zip(groups_of(rules, alphabet, word)) {
        for (hand, count) in hands.iter_mut().zip(counts) {
            (0..count).try_for_each(|_| hand.add(strength))?;
        }
    }
    Some(Table::deal(&hands))
}

fn groups_of(rules: &Rules, alphabet: &Alphabet, word: &Word) -> Vec<Counts> {
    if rules.ties() {
        alphabet.groups_of(word)
    } else {
        word.letters().iter().map(|&letter| alphabet.group(letter).counts).collect()
    }
}

/// The strengths of seat 0's distinct leads in the deal of a pattern, from the weakest: of a run the weakest
/// card.
pub(crate) fn leads(rules: &Rules, alphabet: &Alphabet, word: &Word) -> Vec<u8> {
    let mut leads = Vec::new();
    let mut before: Option<Counts> = None;
    for (strength, counts) in (1..).zip(groups_of(rules, alphabet, word)) {
        let alone = |counts: &Counts| counts[0] > 0 && counts[1..].iter().all(|&count| count == 0);
        let is_same_run = alphabet.merges() && alone(&counts) && before.as_ref().is_some_and(alone);
        if counts[0] > 0 && !is_same_run {
            leads.push(strength);
        }
        before = Some(counts);
    }
    leads
}

/// The position after a lead of seat 0 from a deal.
pub(crate) fn led(mut table: Table, card: u8) -> Option<Table> {
    table.hands[0].take(card)?;
    if table.hands[0].is_empty() {
        table.places[0] = 1;
    }
    table.trick = Some(Trick { card, passed: Winners::NOBODY });
    Some(table)
}

/// The representative of all positions that are this one up to the seats' names and the reduction: seat 0
/// leads, or its card lies; strengths count from 1 without gaps, the lying card's among them; adjacent ones of
/// one player alone are one where that makes no difference (where cards may not tie they keep strengths of
/// their own, and the weakest of a run is what lies).
pub(crate) fn canonical(rules: &Rules, table: &Table) -> Table {
    let players = rules.players();
    let mut canonical = table.rotated(table.first(), players);
    let groups = groups(rules, table);
    canonical.hands = [Hand::EMPTY; MAX_PLAYERS];
    let mut strength = 0;
    let mut lying = None;
    let mut run: Option<(Seat, u8)> = None;
    for (place, counts) in groups.counts.iter().enumerate() {
        let mut owners = (0..players).filter(|&player| counts[player] > 0);
        let alone = match (owners.next(), owners.next()) {
            (Some(player), None) if rules.merges() => Some(player),
            _ => None,
        };
        let is_same_run = alone.is_some() && run.map(|(player, _)| player) == alone;
        if !(is_same_run && rules.ties()) {
            strength += 1;
        }
        run = if is_same_run { run } else { alone.map(|player| (player, strength)) };
        for (player, (hand, &count)) in canonical.hands.iter_mut().zip(counts).enumerate() {
            let lies = usize::from(player == 0 && groups.lying == Some(place));
            let left = usize::from(count) - lies;
            // As many cards as before, which did fit.
            (0..left).try_for_each(|_| hand.add(strength)).unwrap_or_default();
        }
        if groups.lying == Some(place) {
            lying = Some((strength, run.map_or(strength, |(_, weakest)| weakest)));
        }
    }
    if let (Some((strength, weakest)), Some(trick)) = (lying, &mut canonical.trick) {
        if strength != weakest {
            // Of a run the weakest lies; there is room for the other, since a card is taken out.
            canonical.hands[0]
                .take(weakest)
                .and_then(|()| canonical.hands[0].add(strength))
                .unwrap_or_default();
        }
        trick.card = weakest;
    }
    canonical
}
