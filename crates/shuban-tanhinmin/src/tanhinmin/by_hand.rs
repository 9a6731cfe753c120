//! Hands of single cards, set up on their drawing.

use shuban_core::{NotationError, Seat};

use super::hand::MAX_HAND;
use super::notation::MAX_STRENGTH;
use super::rules::CardRules;
use super::table::CardTable;
use crate::by_hand::{ByHand, no_such_card};

/// The table after what a person asks for, which may contradict itself.
///
/// # Errors
/// [`NotationError`] if it cannot be done.
pub(crate) fn change(
    rules: &CardRules,
    table: &CardTable,
    asked: ByHand<'_>,
) -> Result<CardTable, NotationError> {
    let players = rules.players();
    let mut table = table.rotated(table.first(), players);
    match asked {
        ByHand::Add(player, like) => {
            let like = like.map(|card| strength(&table, player, card)).transpose()?;
            let alike = like.filter(|_| rules.ties);
            let added = alike.or_else(|| free(&table, like.unwrap_or_default() + 1..=MAX_STRENGTH));
            add(&mut table, player, added.ok_or_else(none_left)?)?;
        }
        ByHand::Stronger(player, card) => {
            let card = take(&mut table, player, card)?;
            let stronger = next(rules, &table, card + 1..=MAX_STRENGTH).ok_or_else(none_left)?;
            add(&mut table, player, stronger)?;
        }
        ByHand::Weaker(player, card) => {
            let card = take(&mut table, player, card)?;
            let weaker = next(rules, &table, (1..card).rev()).ok_or_else(none_left)?;
            add(&mut table, player, weaker)?;
        }
        ByHand::Give(player, card, to) => {
            let card = take(&mut table, player, card)?;
            let to = to.unwrap_or_else(|| after(rules, &table, player));
            add(&mut table, to, card)?;
        }
        ByHand::Lay(player, card) => {
            let card = strength(&table, player, card)?;
            table.trick = None;
            table = table.after_card(rules, player, card);
        }
        ByHand::Take(player, card) => {
            take(&mut table, player, card)?;
        }
        ByHand::Turn if table.outcome(rules).is_some() => {}
        ByHand::Turn if table.trick.is_some() => {
            table = table.after_pass(rules, table.turn(players));
        }
        ByHand::Turn => table.first = after(rules, &table, table.first()) as u8,
        ByHand::Clear => {
            table.trick = None;
            if table.place(table.first()).is_some() {
                table.first = after(rules, &table, table.first()) as u8;
            }
        }
        // Not among the tools of these games.
        ByHand::Revolution | ByHand::Other(..) => {}
    }
    Ok(table)
}

/// The strength that a card of a hand has by its name.
fn strength(table: &CardTable, player: Seat, card: &str) -> Result<u8, NotationError> {
    let strength = card.parse().ok().filter(|strength| table.hand(player).contains(strength));
    strength.ok_or_else(|| no_such_card(card))
}

fn take(table: &mut CardTable, player: Seat, card: &str) -> Result<u8, NotationError> {
    let strength = strength(table, player, card)?;
    table.hands[player].take(strength).ok_or_else(|| no_such_card(card))?;
    Ok(strength)
}

fn add(table: &mut CardTable, player: Seat, strength: u8) -> Result<(), NotationError> {
    let refuse = |reason: String| NotationError::new("", 0, reason);
    if table.place(player).is_some() {
        return Err(refuse("this player has gone out".to_owned()));
    }
    let added = table.hands[player].add(strength);
    added.ok_or_else(|| refuse(format!("more than {MAX_HAND} cards in a hand")))
}

/// The first of these strengths that a card may have.
fn next(
    rules: &CardRules,
    table: &CardTable,
    mut strengths: impl Iterator<Item = u8>,
) -> Option<u8> {
    if rules.ties { strengths.next() } else { free(table, strengths) }
}

/// The first of these strengths that no card has.
fn free(table: &CardTable, mut strengths: impl Iterator<Item = u8>) -> Option<u8> {
    let lies = |strength| table.trick.is_some_and(|trick| trick.card == strength);
    let held = |strength| table.hands.iter().any(|hand| hand.contains(&strength));
    strengths.find(|&strength| !lies(strength) && !held(strength))
}

fn none_left() -> NotationError {
    NotationError::new("", 0, format!("strengths are 1 to {MAX_STRENGTH}"))
}

/// The next player who has not gone out.
fn after(rules: &CardRules, table: &CardTable, player: Seat) -> Seat {
    let players = rules.players();
    let mut others = (1..players).map(|step| (player + step) % players);
    others.find(|&other| table.place(other).is_none()).unwrap_or(player)
}
