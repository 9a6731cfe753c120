//! Canonical reduction: from a position to its pattern, and back.

use shuban_core::{Seat, Winners};

use super::hand::Hand;
use super::rules::CardRules;
use super::table::{CardTable, Trick};
use crate::leads::{Alphabet, GroupCounts, MAX_PLAYERS, Word};

/// Calls `each` for every strength, from the weakest: how many cards of it each player holds,
/// counted from the first one, and whether one of these lies on the table. The lying card counts as
/// one of its player's.
fn each_group(rules: &CardRules, table: &CardTable, mut each: impl FnMut(&GroupCounts, bool)) {
    let players = rules.players();
    let mut rests: [&[u8]; MAX_PLAYERS] = [&[]; MAX_PLAYERS];
    for (player, rest) in rests[..players].iter_mut().enumerate() {
        *rest = table.hand((table.first() + player) % players);
    }
    let mut lying = table.trick.map(|trick| trick.card);
    while let Some(strength) =
        rests.iter().filter_map(|rest| rest.first().copied()).chain(lying).min()
    {
        let mut counts = [0; MAX_PLAYERS];
        for (count, rest) in counts.iter_mut().zip(&mut rests) {
            while let Some((_, behind)) = rest.split_first().filter(|(card, _)| **card == strength)
            {
                *count += 1;
                *rest = behind;
            }
        }
        let lies = lying == Some(strength);
        if lies {
            counts[0] += 1;
            lying = None;
        }
        each(&counts, lies);
    }
}

/// Whether only player 0 holds cards of a strength.
fn is_leaders_alone(counts: &GroupCounts) -> bool {
    counts[0] > 0 && counts[1..].iter().all(|&count| count == 0)
}

/// The word of a position, with the lying card as one that its player has not led yet, and which
/// of that player's distinct leads it is, from the weakest. `None` for a word past what the
/// alphabet knows.
pub(crate) fn pattern(
    rules: &CardRules,
    alphabet: &Alphabet,
    table: &CardTable,
) -> Option<(Word, usize)> {
    let mut word = Some(Word::default());
    let (mut leads, mut lead, mut is_run) = (0, 0, false);
    each_group(rules, table, |counts, lies| {
        let is_alone = is_leaders_alone(counts);
        leads += usize::from(counts[0] > 0 && !(is_run && is_alone));
        lead = if lies { leads - 1 } else { lead };
        is_run = is_alone && alphabet.merges;
        word = word.and_then(|mut word| alphabet.push_group(&mut word, counts).map(|()| word));
    });
    Some((word?, lead))
}

/// The position after a lead from the deal of a word: with equal strengths for a run where cards
/// may tie, else with a strength for each card. Of a run the weakest card is led.
pub(crate) fn led(
    rules: &CardRules,
    alphabet: &Alphabet,
    word: &Word,
    lead: usize,
) -> Option<CardTable> {
    let groups = match rules.ties {
        true => alphabet.groups_of(word),
        false => word.letters().iter().map(|&letter| alphabet.group(letter).counts).collect(),
    };
    let mut hands = [Hand::EMPTY; MAX_PLAYERS];
    let (mut leads, mut is_run) = (Vec::new(), false);
    for (strength, counts) in (1..).zip(groups) {
        let is_alone = is_leaders_alone(&counts);
        if counts[0] > 0 && !(is_run && is_alone) {
            leads.push(strength);
        }
        is_run = is_alone && alphabet.merges;
        for (hand, count) in hands.iter_mut().zip(counts) {
            (0..count).try_for_each(|_| hand.add(strength))?;
        }
    }
    let card = *leads.get(lead)?;
    let mut table = CardTable::deal(&hands);
    table.hands[0].take(card)?;
    table.places[0] = u8::from(table.hands[0].is_empty());
    table.trick = Some(Trick { card, passed: Winners::NOBODY });
    Some(table)
}

/// The representative of all positions that are this one up to the seats' names and the reduction:
/// seat 0 leads, or its card lies; strengths count from 1 without gaps, the lying card's among
/// them; adjacent ones of one player alone are one where that makes no difference (where cards may
/// not tie they keep strengths of their own, and the weakest of a run is what lies).
pub(crate) fn canonical(rules: &CardRules, table: &CardTable) -> CardTable {
    let players = rules.players();
    let mut canonical = table.rotated(table.first(), players);
    canonical.hands = [Hand::EMPTY; MAX_PLAYERS];
    let mut strength = 0;
    let mut lying = None;
    let mut run: Option<(Seat, u8)> = None;
    each_group(rules, table, |counts, lies| {
        let mut owners = (0..players).filter(|&player| counts[player] > 0);
        let alone = match (owners.next(), owners.next()) {
            (Some(player), None) if rules.merges() => Some(player),
            _ => None,
        };
        let is_same_run = alone.is_some() && run.map(|(player, _)| player) == alone;
        if !(is_same_run && rules.ties) {
            strength += 1;
        }
        run = if is_same_run { run } else { alone.map(|player| (player, strength)) };
        for (player, (hand, &count)) in canonical.hands.iter_mut().zip(counts).enumerate() {
            let left = usize::from(count) - usize::from(player == 0 && lies);
            // As many cards as before, which did fit.
            (0..left).try_for_each(|_| hand.add(strength)).unwrap_or_default();
        }
        if lies {
            lying = Some((strength, run.map_or(strength, |(_, weakest)| weakest)));
        }
    });
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
