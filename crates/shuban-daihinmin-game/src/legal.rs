//! Melds that a hand may lay on the table.

use std::ops::{Range, RangeInclusive};

use super::cards::{Card, Cards, Strength, Suit, Suits};
use super::meld::{Meld, MeldKind, Role};
use super::rules::ContestRules;
use super::table::ContestTable;

/// Reason why cards may not be played or given away. The rules look in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// The hand does not have the cards.
    #[error("the player does not hold these cards")]
    NotHeld,
    /// A gift of too many or too few cards.
    #[error("{given} cards instead of {due}")]
    Count {
        /// The number of cards given.
        given: usize,
        /// The number of cards asked for.
        due: usize,
    },
    /// The rules have no runs.
    #[error("runs are not played")]
    NoRuns,
    /// Another sort or size than the meld on the table, or not stronger.
    #[error("it does not beat what lies on the table")]
    TooWeak,
    /// The lock asks for other suits.
    #[error("the suits are locked, and these are others")]
    Locked,
    /// Only the spade three beats a lone joker.
    #[error("only the spade three is played upon a lone joker")]
    LoneJoker,
    /// The game is over.
    #[error("the game is over")]
    Over,
}

/// Checks that a hand may lay this meld on the table.
///
/// # Errors
/// [`Illegal`], the first reason.
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

/// Every meld that [`check`] accepts, each once, the joker in each of its roles: singles, then
/// sets, then runs; in ascending order of strength, and of suits within a strength. A pass is
/// always possible besides.
///
/// Takes time in proportion to the number of melds, and of stretches of each suit for runs.
pub fn melds(rules: &ContestRules, hand: Cards, table: &ContestTable) -> Vec<Meld> {
    let mut found = Vec::with_capacity(32);
    let Some(top) = table.top else {
        (1..=13).for_each(|strength| singles(hand, strength, Suits::ALL, &mut found));
        if hand.has_joker() {
            found.push(Meld::LONE_JOKER);
        }
        for strength in 1..=13 {
            for size in 2..=5 {
                sets(hand, strength, size, None, &mut found);
            }
        }
        if rules.runs {
            Suit::ALL.into_iter().for_each(|suit| runs(hand, suit, 3..=14, 0..15, &mut found));
        }
        return found;
    };
    // Strengths all of whose cards beat the top.
    let stronger = if table.reversed() { 0..top.lowest() } else { top.highest() + 1..15 };
    let lock = table.locked.then(|| top.suits());
    let suits = lock.unwrap_or(Suits::ALL);
    match top.kind() {
        MeldKind::Joker => {
            if rules.spade_three && hand.contains(Card::SPADE_THREE) {
                found.push(Meld::single(Card::SPADE_THREE));
            }
        }
        MeldKind::Single => {
            stronger.for_each(|strength| singles(hand, strength, suits, &mut found));
            if hand.has_joker() {
                found.push(Meld::LONE_JOKER);
            }
        }
        MeldKind::Set => {
            stronger.for_each(|strength| sets(hand, strength, top.len(), lock, &mut found));
        }
        MeldKind::Run if rules.runs => {
            let size = top.len() as u8;
            suits
                .iter()
                .for_each(|suit| runs(hand, suit, size..=size, stronger.clone(), &mut found));
        }
        MeldKind::Run => {}
    }
    found
}

/// All runs without a joker that can be made of these cards.
pub(crate) fn natural_runs(cards: Cards) -> Vec<Meld> {
    let mut found = Vec::new();
    Suit::ALL.into_iter().for_each(|suit| runs(cards.naturals(), suit, 3..=14, 0..15, &mut found));
    found
}

fn singles(hand: Cards, strength: Strength, suits: Suits, found: &mut Vec<Meld>) {
    for suit in hand.suits_at(strength).iter().filter(|&suit| suits.contains(suit)) {
        found.push(Meld::single(Card::new(strength, suit)));
    }
}

/// The sets of one strength and size, of exactly these suits if they are locked.
fn sets(hand: Cards, strength: Strength, size: usize, lock: Option<Suits>, found: &mut Vec<Meld>) {
    let held = hand.suits_at(strength);
    let spare = usize::from(hand.has_joker());
    if held.is_empty() || held.len() + spare < size {
        return;
    }
    let fits = |suits: Suits| lock.is_none_or(|lock| suits == lock);
    for naturals in held.subsets() {
        if naturals.len() == size && fits(naturals) {
            found.push(Meld::set(strength, naturals, None));
        }
        if spare == 1 && naturals.len() + 1 == size {
            for suit in naturals.others().iter().filter(|&suit| fits(naturals.with(suit))) {
                found.push(Meld::set(strength, naturals, Some(Role::As(strength, suit))));
            }
            if naturals == Suits::ALL && fits(naturals) {
                found.push(Meld::set(strength, naturals, Some(Role::Fifth)));
            }
        }
    }
}

/// The runs of one suit and of these sizes that lie within these strengths.
fn runs(
    hand: Cards,
    suit: Suit,
    sizes: RangeInclusive<u8>,
    within: Range<Strength>,
    found: &mut Vec<Meld>,
) {
    let cards = hand.of_suit(suit);
    let spare = usize::from(hand.has_joker());
    if cards.len() + spare < usize::from(*sizes.start()) {
        return;
    }
    for lowest in within.clone() {
        for size in sizes.clone().take_while(|size| lowest + size <= within.end) {
            let naturals = cards & Cards::of_strengths(lowest, size);
            let missing = usize::from(size) - naturals.len();
            if missing > spare {
                break; // longer ones miss at least as many
            }
            if missing == 0 {
                found.push(Meld::run(lowest, suit, naturals, None));
            }
            if spare == 1 {
                for strength in lowest..lowest + size {
                    let card = Cards::of(strength, Suits::only(suit));
                    if missing == 0 || !naturals.meets(card) {
                        let role = Some(Role::As(strength, suit));
                        found.push(Meld::run(lowest, suit, naturals - card, role));
                    }
                }
            }
        }
    }
}
