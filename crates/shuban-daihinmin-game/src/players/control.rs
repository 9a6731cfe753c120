//! The power of melds, and possible answers of the others.

use crate::{Cards, ContestRules, ContestTable, Meld, MeldKind, SeatView, can_play};

/// Returns true if a hand of at most `most` of these cards could lay anything on the table.
pub(super) fn can_answer(
    rules: &ContestRules,
    cards: Cards,
    most: usize,
    table: &ContestTable,
) -> bool {
    let least = table.top.map_or(1, |top| top.len());
    least <= most && can_play(rules, cards, table)
}

/// Returns true if a player who lays this meld leads again or goes out, whatever the others hold:
/// the meld clears the table, or cannot be answered.
pub(super) fn holds_lead(rules: &ContestRules, view: &SeatView, meld: &Meld) -> bool {
    let mut after = view.table;
    after.play(rules, Some(*meld), meld.cards() == view.hand);
    if after.top.is_none() {
        return true;
    }
    let followers = after.players_in().filter(|&seat| seat != view.seat && !after.passed[seat]);
    let most = followers.map(|seat| usize::from(view.counts[seat])).max();
    most.is_none_or(|most| !can_answer(rules, view.unseen, most, &after))
}

/// A meld that begins a certain win: it may be laid and [holds the lead](holds_lead), and of the
/// remaining melds at most one does not, which is laid last. `own` are the disjoint melds that the
/// hand falls into, `legal` those that may be laid; a meld of the whole hand is one.
///
/// By rules like the contest's the win is certain for any distribution of the unseen cards. A hand
/// with a revolution is left out, since it changes which melds hold the lead.
pub(super) fn certain_win(
    rules: &ContestRules,
    view: &SeatView,
    own: &[Meld],
    legal: &[Meld],
) -> Option<Meld> {
    if let Some(last) = legal.iter().find(|meld| meld.cards() == view.hand) {
        return Some(*last);
    }
    if rules.forbidden_finish || own.iter().any(|meld| rules.is_revolution(meld)) {
        return None;
    }
    let ContestTable { revolution, places, .. } = view.table;
    let table = ContestTable { revolution, places, ..ContestTable::new(view.seat) };
    let lead = SeatView { table, ..view.clone() };
    let fails = |meld: &Meld| !holds_lead(rules, &lead, meld);
    let failing = own.iter().filter(|meld| fails(meld)).count();
    let begins = |meld: &&Meld| {
        legal.contains(meld)
            && failing <= 1 + usize::from(fails(meld))
            && holds_lead(rules, view, meld)
    };
    own.iter().find(begins).copied()
}

/// The fewest cards of any other player who is in.
pub(super) fn fewest_cards(view: &SeatView) -> u8 {
    let others = view.table.players_in().filter(|&seat| seat != view.seat);
    others.map(|seat| view.counts[seat]).min().unwrap_or(u8::MAX)
}

/// The weakest of some melds; one with a joker only if there is no other.
pub fn weakest_without_joker(melds: &[Meld], reversed: bool) -> Option<Meld> {
    let rank = |meld: &&Meld| (meld.cards().has_joker(), power(meld, reversed));
    melds.iter().min_by_key(rank).copied()
}

/// The present strength of a meld, from 0, by its weakest card; a lone joker is the strongest.
pub fn power(meld: &Meld, reversed: bool) -> u8 {
    match meld.kind() {
        MeldKind::Joker => 14,
        _ if reversed => 14 - meld.highest(),
        _ => meld.lowest(),
    }
}
