//! The rules for one meld.

use crate::cards::{Card, Cards};
use crate::meld::{Meld, MeldKind};
use crate::rules::ContestRules;
use crate::table::ContestTable;

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
