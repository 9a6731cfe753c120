//! Deals of the whole pack, set up on their drawing.

use shuban_core::{NotationError, Seat};
use shuban_tanhinmin::{Edit, no_such_card};

use crate::{Card, Cards, ContestPosition, ContestRules, ContestTable, Meld, PLAYERS};

/// The position after a person's change, which may be contradictory. Cards are given by their names
/// in the drawing.
///
/// # Errors
/// [`NotationError`] if it cannot be done.
pub(crate) fn change(
    rules: &ContestRules,
    position: &ContestPosition,
    asked: Edit<'_>,
    name: impl Fn(Card) -> String,
) -> Result<ContestPosition, NotationError> {
    let find = |player: Seat, card: &str| {
        let found = position.hands[player].iter().find(|&held| name(held) == card);
        found.ok_or_else(|| no_such_card(card))
    };
    let mut after = position.clone();
    let ContestPosition { hands, table } = &mut after;
    match asked {
        Edit::Add(player, like) => {
            let held: Cards = hands.iter().copied().collect();
            let free = Cards::ALL - held - lying(table);
            let like = like.map(|card| find(player, card)).transpose()?;
            let above = free.iter().find(|&card| like.is_none_or(|like| card > like));
            let refuse = || NotationError::new("", 0, "all cards are in play");
            hands[player] |= Cards::only(above.or_else(|| free.first()).ok_or_else(refuse)?);
        }
        Edit::Stronger(player, card) => {
            let card = find(player, card)?;
            let others = (Cards::ALL - lying(table)).iter();
            exchange(hands, card, others.into_iter().find(|&other| other > card))?;
        }
        Edit::Weaker(player, card) => {
            let card = find(player, card)?;
            let others = (Cards::ALL - lying(table)).iter();
            exchange(hands, card, others.take_while(|&other| other < card).last())?;
        }
        Edit::Give(player, card, to) => {
            let card = Cards::only(find(player, card)?);
            hands[player] -= card;
            hands[to.unwrap_or_else(|| next_in(table, player))] |= card;
        }
        Edit::Lay(player, card) => lay(rules, &mut after, player, find(player, card)?)?,
        Edit::Take(player, card) => hands[player] -= Cards::only(find(player, card)?),
        Edit::Turn | Edit::Clear if position.is_over(rules) => {}
        Edit::Turn if table.is_clear() => {
            table.turn = next_in(table, table.turn);
            table.last = table.turn;
        }
        Edit::Turn => play(rules, &mut after, None)?,
        Edit::Clear => {
            table.clear();
            table.passes = 0;
        }
        Edit::Revolution => table.revolution = !table.revolution,
        Edit::Other(..) => {}
    }
    Ok(after)
}

fn lying(table: &ContestTable) -> Cards {
    table.top.map_or(Cards::NONE, |top| top.cards())
}

fn next_in(table: &ContestTable, player: Seat) -> Seat {
    let mut seat = table.next_seat(player);
    for _ in 0..PLAYERS {
        if table.places[seat].is_none() {
            break;
        }
        seat = table.next_seat(seat);
    }
    seat
}

/// Exchanges a card for another one; the holder of the other gets it for it.
fn exchange(
    hands: &mut [Cards; PLAYERS],
    card: Card,
    other: Option<Card>,
) -> Result<(), NotationError> {
    let refuse = || NotationError::new("", 0, "no card is left on this side of it");
    let both = [card, other.ok_or_else(refuse)?].map(Cards::only);
    for hand in hands {
        let held = both.map(|one| one.is_subset(*hand));
        *hand -= both[0] | both[1];
        for (one, is_held) in both.into_iter().rev().zip(held) {
            if is_held {
                *hand |= one;
            }
        }
    }
    Ok(())
}

/// Plays a card as if the table were clear. Where cards lie that the same player has played, they
/// are one meld if they can be.
fn lay(
    rules: &ContestRules,
    position: &mut ContestPosition,
    player: Seat,
    card: Card,
) -> Result<(), NotationError> {
    let lying = lying(&position.table);
    let together = Meld::lay(lying | Cards::only(card), None)
        .filter(|_| position.table.last == player && !lying.is_empty());
    if together.is_some() {
        position.hands[player] |= lying;
    }
    let ContestTable { revolution, backwards, places, .. } = position.table;
    let table = ContestTable::new(player);
    position.table = ContestTable { revolution, backwards, places, ..table };
    play(rules, position, Some(together.unwrap_or_else(|| Meld::single(card))))
}

fn play(
    rules: &ContestRules,
    position: &mut ContestPosition,
    action: Option<Meld>,
) -> Result<(), NotationError> {
    let played = position.play(rules, action);
    played.map_err(|illegal| NotationError::new("", 0, illegal.to_string()))
}
