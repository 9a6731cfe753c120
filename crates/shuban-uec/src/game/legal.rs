//! Which melds a hand may lay on the table.

use std::ops::{Range, RangeInclusive};

use super::cards::{Card, Cards, Strength, Suit, Suits};
use super::meld::{Meld, MeldKind, Role};
use super::rules::ContestRules;
use super::table::ContestTable;

/// Why a meld may not be played. The rules look in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// The cards are elsewhere.
    #[error("the player does not hold these cards")]
    NotHeld,
    /// The rules have no runs.
    #[error("runs are not played")]
    NoRuns,
    /// Another sort or size than what lies there, or not stronger.
    #[error("it does not beat what lies on the table")]
    TooWeak,
    /// The lock asks for other suits.
    #[error("the suits are locked, and these are others")]
    Locked,
    /// Nothing but the spade three beats a lone joker.
    #[error("only the spade three is played upon a lone joker")]
    LoneJoker,
    /// The game is over.
    #[error("the game is over")]
    Over,
}

/// Whether a hand may lay this meld on the table.
///
/// # Errors
/// [`Illegal`], the first reason why not.
pub fn check(
    rules: &ContestRules,
    hand: Cards,
    table: &ContestTable,
    meld: &Meld,
) -> Result<(), Illegal> {
    if !meld.cards().is_subset(hand) {
        return Err(Illegal::NotHeld);
    }
    if meld.kind() == MeldKind::Run && !rules.runs {
        return Err(Illegal::NoRuns);
    }
    let Some(top) = table.top else { return Ok(()) };
    if top.kind() == MeldKind::Joker {
        let answers = rules.spade_three && meld.cards() == Cards::only(Card::SPADE_THREE);
        return if answers { Ok(()) } else { Err(Illegal::LoneJoker) };
    }
    if !meld.beats(&top, table.reversed()) {
        return Err(Illegal::TooWeak);
    }
    if table.locked && meld.kind() != MeldKind::Joker && meld.suits() != top.suits() {
        return Err(Illegal::Locked);
    }
    Ok(())
}

/// Appends every meld that [`check`] accepts, each once, the joker in each of its roles: singles,
/// then sets, then runs; upwards by strength, and by suits within a strength. A pass is always
/// possible besides.
///
/// Takes time by the number of melds, and for runs a look at every stretch of the four suits.
pub fn melds(rules: &ContestRules, hand: Cards, table: &ContestTable, melds: &mut Vec<Meld>) {
    let Some(top) = table.top else {
        (1..=13).for_each(|strength| singles(hand, strength, Suits::ALL, melds));
        if hand.has_joker() {
            melds.push(Meld::LONE_JOKER);
        }
        for strength in 1..=13 {
            for size in 2..=5 {
                sets(hand, strength, size, None, melds);
            }
        }
        if rules.runs {
            for suit in Suit::ALL {
                runs(hand, suit, 3..=14, 0..15, melds);
            }
        }
        return;
    };
    // Strengths of which all cards beat the top.
    let stronger = if table.reversed() { 0..top.lowest() } else { top.highest() + 1..15 };
    let lock = table.locked.then(|| top.suits());
    match top.kind() {
        MeldKind::Joker => {
            if rules.spade_three && hand.contains(Card::SPADE_THREE) {
                melds.push(Meld::single(Card::SPADE_THREE));
            }
        }
        MeldKind::Single => {
            stronger
                .for_each(|strength| singles(hand, strength, lock.unwrap_or(Suits::ALL), melds));
            if hand.has_joker() {
                melds.push(Meld::LONE_JOKER);
            }
        }
        MeldKind::Set => stronger.for_each(|strength| sets(hand, strength, top.len(), lock, melds)),
        MeldKind::Run if rules.runs => {
            let size = top.len() as u8;
            let suits = lock.unwrap_or(Suits::ALL);
            for suit in Suit::ALL.into_iter().filter(|&suit| suits.contains(suit)) {
                runs(hand, suit, size..=size, stronger.clone(), melds);
            }
        }
        MeldKind::Run => {}
    }
}

fn singles(hand: Cards, strength: Strength, suits: Suits, melds: &mut Vec<Meld>) {
    for suit in hand.suits_at(strength).iter().filter(|&suit| suits.contains(suit)) {
        melds.push(Meld::single(Card::new(strength, suit)));
    }
}

/// The sets of one strength and size, of exactly these suits where they are locked.
fn sets(hand: Cards, strength: Strength, size: usize, lock: Option<Suits>, melds: &mut Vec<Meld>) {
    let held = hand.suits_at(strength);
    let spare = usize::from(hand.has_joker());
    if held.is_empty() || held.len() + spare < size {
        return;
    }
    let fits = |suits: Suits| lock.is_none_or(|lock| suits == lock);
    for naturals in held.subsets() {
        if naturals.len() == size && fits(naturals) {
            melds.push(Meld::set(strength, naturals, None));
        }
        if spare == 1 && naturals.len() + 1 == size {
            for suit in naturals.others().iter().filter(|&suit| fits(naturals.with(suit))) {
                melds.push(Meld::set(strength, naturals, Some(Role::As(strength, suit))));
            }
            if naturals == Suits::ALL && fits(naturals) {
                melds.push(Meld::set(strength, naturals, Some(Role::Fifth)));
            }
        }
    }
}

/// The runs of one suit with so many cards that lie within these strengths.
fn runs(
    hand: Cards,
    suit: Suit,
    sizes: RangeInclusive<u8>,
    within: Range<Strength>,
    melds: &mut Vec<Meld>,
) {
    let cards = hand.of_suit(suit);
    let spare = u32::from(hand.has_joker());
    if cards.len() as u32 + spare < u32::from(*sizes.start()) {
        return;
    }
    let held = strengths(cards, suit);
    for lowest in within.clone() {
        for size in sizes.clone() {
            if lowest + size > within.end {
                break;
            }
            let stretch = ((1u16 << size) - 1) << lowest;
            let missing = stretch & !held;
            if missing.count_ones() > spare {
                break; // longer ones lack as many
            }
            let naturals = cards & stretch_of(lowest, size);
            if missing == 0 {
                melds.push(Meld::run(lowest, suit, naturals, None));
            }
            if spare == 1 {
                for strength in lowest..lowest + size {
                    if missing & !(1 << strength) == 0 {
                        let others = naturals - Cards::of(strength, Suits::only(suit));
                        melds.push(Meld::run(lowest, suit, others, Some(Role::As(strength, suit))));
                    }
                }
            }
        }
    }
}

/// A bit for each strength of which the suit has a card.
fn strengths(cards: Cards, suit: Suit) -> u16 {
    let mut bits = cards.bits() >> suit as u8 & 0x1111_1111_1111_1111;
    bits = (bits | bits >> 3) & 0x0303_0303_0303_0303;
    bits = (bits | bits >> 6) & 0x000f_000f_000f_000f;
    bits = (bits | bits >> 12) & 0x0000_00ff_0000_00ff;
    ((bits | bits >> 24) as u16) << 1
}

/// All cards of so many strengths from the lowest.
fn stretch_of(lowest: Strength, size: u8) -> Cards {
    // A nibble for each strength from 0; one less, since strength 1 is the lowest nibble of a set.
    let nibbles = (u64::MAX >> (64 - 4 * u32::from(size))) << (4 * lowest) >> 4;
    Cards::ALL.naturals() & Cards::from_bits(nibbles)
}

#[cfg(test)]
mod tests;
