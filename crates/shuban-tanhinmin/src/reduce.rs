//! Canonical reduction: from a position to its pattern, and back.

use shuban_core::Seat;

use crate::hand::Hand;
use crate::leads::{Alphabet, GroupCounts, MAX_PLAYERS, Word};
use crate::rules::{CardRules, Deck};
use crate::table::{CardTable, MAX_SET};

/// Cards of one rank.
struct RankGroup {
    /// The number of them in each hand, counted from the first player; lying cards count as their
    /// player's.
    counts: GroupCounts,
    is_eights: bool,
    /// The number of lying cards of this rank.
    lying: u8,
}

/// Calls `each` for every rank, from the weakest, or from the strongest.
fn each_group(
    rules: &CardRules,
    table: &CardTable,
    is_reversed: bool,
    mut each: impl FnMut(&RankGroup),
) {
    let players = rules.players();
    let mut rests: [&[u8]; MAX_PLAYERS] = [&[]; MAX_PLAYERS];
    for (player, rest) in rests[..players].iter_mut().enumerate() {
        *rest = table.hand((table.first() + player) % players);
    }
    let end = |rest: &[u8]| if is_reversed { rest.last() } else { rest.first() }.copied();
    let mut trick = table.trick;
    loop {
        let ranks = rests.iter().filter_map(|rest| end(rest)).chain(trick.map(|trick| trick.rank));
        let Some(rank) = (if is_reversed { ranks.max() } else { ranks.min() }) else { return };
        let mut counts = [0; MAX_PLAYERS];
        for (count, rest) in counts.iter_mut().zip(&mut rests) {
            while end(rest) == Some(rank) {
                *count += 1;
                *rest = if is_reversed { &rest[..rest.len() - 1] } else { &rest[1..] };
            }
        }
        let lying = trick.take_if(|trick| trick.rank == rank).map_or(0, |trick| trick.size);
        counts[0] += lying;
        each(&RankGroup { counts, is_eights: rank == table.eights, lying });
    }
}

/// Returns true if only player 0 holds cards of a rank.
fn is_leaders_alone(counts: &GroupCounts) -> bool {
    counts[0] > 0 && counts[1..].iter().all(|&count| count == 0)
}

/// The word of a position, with the lying cards as ones that their player has not led yet, and
/// their number among that player's distinct leads, from the weakest. `None` for a word outside of
/// the alphabet.
pub(crate) fn pattern(
    rules: &CardRules,
    alphabet: &Alphabet,
    table: &CardTable,
) -> Option<(Word, usize)> {
    let mut word = Some(Word::default());
    let (mut leads, mut lead, mut is_run) = (0, 0, false);
    // Four of a kind that lie have reversed the ranks.
    let was_reversed = table.revolution ^ table.trick.is_some_and(|trick| trick.size == MAX_SET);
    each_group(rules, table, was_reversed, |group| {
        let counts = &group.counts;
        let is_alone = is_leaders_alone(counts);
        let own = if rules.has_sets() {
            usize::from(counts[0])
        } else {
            usize::from(counts[0] > 0 && !(is_run && is_alone))
        };
        if group.lying > 0 {
            // A set is a lead of its own for each size; a card in a run is the run's lead.
            lead = leads + if rules.has_sets() { group.lying.into() } else { own } - 1;
        }
        leads += own;
        is_run = is_alone && alphabet.merges;
        word = word.and_then(|mut word| {
            if group.is_eights {
                word.push(alphabet.eights(counts)?)?;
            } else {
                alphabet.push_group(&mut word, counts)?;
            }
            Some(word)
        });
    });
    Some((word?, lead))
}

/// The position after a lead from the deal of a word: with equal ranks for a run where cards may
/// tie, else with a rank for each card. Of a run the weakest card is led.
pub(crate) fn led(
    rules: &CardRules,
    alphabet: &Alphabet,
    word: &Word,
    lead: usize,
) -> Option<CardTable> {
    let groups = match rules.deck() {
        Deck::Ties => alphabet.groups_of(word),
        _ => word.letters().iter().map(|&letter| alphabet.group(letter).counts).collect(),
    };
    let eights = word.letters().iter().position(|&letter| alphabet.group(letter).eights);
    let mut hands = [Hand::EMPTY; MAX_PLAYERS];
    let (mut leads, mut is_run) = (Vec::new(), false);
    for (rank, counts) in (1..).zip(groups) {
        let is_alone = is_leaders_alone(&counts);
        if rules.has_sets() {
            leads.extend((1..=counts[0]).map(|size| (rank, size)));
        } else if counts[0] > 0 && !(is_run && is_alone) {
            leads.push((rank, 1));
        }
        is_run = is_alone && alphabet.merges;
        for (hand, count) in hands.iter_mut().zip(counts) {
            (0..count).try_for_each(|_| hand.add(rank))?;
        }
    }
    let (rank, size) = *leads.get(lead)?;
    let eights = eights.map_or(0, |place| place as u8 + 1);
    Some(CardTable { eights, ..CardTable::deal(&hands) }.after_cards(rules, 0, rank, size))
}

/// The representative of all positions that are this one up to the seats' names and the reduction:
/// seat 0 leads, or its cards lie; ranks count from 1 without gaps, lying ones included, and a
/// revolution has reversed them; adjacent ones of one player alone are one where that makes no
/// difference (where cards may not tie they keep ranks of their own, and the weakest of a run is
/// the lying one).
pub(crate) fn canonical(rules: &CardRules, table: &CardTable) -> CardTable {
    let players = rules.players();
    let mut canonical = table.rotated(table.first(), players);
    canonical.hands = [Hand::EMPTY; MAX_PLAYERS];
    (canonical.eights, canonical.revolution) = (0, false);
    let mut rank = 0;
    let mut lying = None;
    let mut run: Option<(Seat, u8)> = None;
    each_group(rules, table, table.revolution, |group| {
        let mut owners = (0..players).filter(|&player| group.counts[player] > 0);
        let alone = match (owners.next(), owners.next()) {
            (Some(player), None) if rules.merges() => Some(player),
            _ => None,
        };
        let is_same_run = alone.is_some() && run.map(|(player, _)| player) == alone;
        if !(is_same_run && rules.allows_ties()) {
            rank += 1;
        }
        run = if is_same_run { run } else { alone.map(|player| (player, rank)) };
        for (player, (hand, &count)) in canonical.hands.iter_mut().zip(&group.counts).enumerate() {
            let left = count - if player == 0 { group.lying } else { 0 };
            // As many cards as before, which did fit.
            (0..left).try_for_each(|_| hand.add(rank)).unwrap_or_default();
        }
        if group.lying > 0 {
            lying = Some((rank, run.map_or(rank, |(_, weakest)| weakest)));
        }
        if group.is_eights {
            canonical.eights = rank;
        }
    });
    if let (Some((rank, weakest)), Some(trick)) = (lying, &mut canonical.trick) {
        if rank != weakest {
            // The weakest of a run lies; there is room for the other, since a card is taken out.
            canonical.hands[0]
                .take(weakest)
                .and_then(|()| canonical.hands[0].add(rank))
                .unwrap_or_default();
        }
        trick.rank = weakest;
    }
    canonical
}
