//! What the others could still do.

use crate::game::{Cards, ContestRules, ContestTable, Meld, MeldKind, SeatView, Seats, melds};

/// Whether somebody could lay something upon the table with these cards, if they were all in one
/// hand of at most so many.
pub(super) fn can_answer(
    rules: &ContestRules,
    cards: Cards,
    most: usize,
    table: &ContestTable,
) -> bool {
    let Some(top) = table.top else { return most > 0 && !cards.is_empty() };
    if top.len() > most {
        return false;
    }
    let stronger = if table.reversed() { 1..top.lowest() } else { top.highest() + 1..14 };
    let fits = |suits: crate::game::Suits| !table.locked || top.suits().is_subset(suits);
    match top.kind() {
        MeldKind::Single if cards.has_joker() => true,
        MeldKind::Single => stronger.into_iter().any(|strength| {
            let suits = cards.suits_at(strength);
            !suits.is_empty() && fits(suits)
        }),
        // A few more than needed are no matter; the joker and locked sets are left to the full
        // list.
        MeldKind::Set if !cards.has_joker() && !table.locked => {
            stronger.into_iter().any(|strength| cards.suits_at(strength).len() >= top.len())
        }
        _ => {
            let mut found = Vec::new();
            melds(rules, cards, table, &mut found);
            !found.is_empty()
        }
    }
}

/// Whether whoever lays this meld leads again, or goes out, whatever the others hold: it clears the
/// table, or nobody has anything upon it.
pub(super) fn holds_lead(rules: &ContestRules, view: &SeatView, meld: &Meld) -> bool {
    let mut after = view.table;
    after.play(rules, Some(*meld), meld.cards() == view.hand);
    if after.top.is_none() {
        return true;
    }
    let most = followers(&after, view).iter().map(|seat| usize::from(view.counts[seat])).max();
    most.is_none_or(|most| !can_answer(rules, view.unseen, most, &after))
}

/// A meld that begins a certain win: it may be laid and [holds the lead](holds_lead), and of the
/// melds that are left then at most one does not, so that they can be laid one after the other and
/// that one last. `own` are the disjoint melds that the hand falls into, `legal` those that may be
/// laid; a meld of the whole hand is one.
///
/// What it says is certain for rules like the contest's, whoever holds the unseen cards. Melds that
/// make a revolution are left out, for they would change what holds the lead.
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
    let mut lead = view.clone();
    lead.table = ContestTable {
        turn: view.seat,
        revolution: view.table.revolution,
        ..ContestTable::new(view.seat)
    };
    lead.table.places = view.table.places;
    let fails = |meld: &Meld| !holds_lead(rules, &lead, meld);
    let failing = own.iter().filter(|meld| fails(meld)).count();
    let begins = |meld: &&Meld| {
        legal.contains(meld)
            && failing <= 1 + usize::from(fails(meld))
            && holds_lead(rules, view, meld)
    };
    own.iter().find(begins).copied()
}

/// Who else is in and has not passed.
fn followers(table: &ContestTable, view: &SeatView) -> Seats {
    let playing = table.players_in().iter();
    playing.filter(|&seat| seat != view.seat && !table.passed.contains(seat)).collect()
}

/// The fewest cards that anybody else who is in has.
pub(super) fn fewest_cards(view: &SeatView) -> u8 {
    let others = view.table.players_in().iter().filter(|&seat| seat != view.seat);
    others.map(|seat| view.counts[seat]).min().unwrap_or(u8::MAX)
}

/// How strong a meld is now, from 0, by its weakest card: the joker above all.
pub(super) fn power(meld: &Meld, reversed: bool) -> u8 {
    match meld.kind() {
        MeldKind::Joker => 14,
        _ if reversed => 14 - meld.highest(),
        _ => meld.lowest(),
    }
}
