//! Hands of ranks, set up on their drawing.

use shuban_core::{NotationError, Seat, Tool};

use super::rules::OpenRules;
use super::table::{MAX_RANK, MAX_SET, OpenTable};
use crate::by_hand::{ByHand, no_such_card};
use crate::leads::MAX_PLAYERS;

/// Marks a rank as the eights, or takes the mark away.
pub(crate) const EIGHTS: Tool = Tool::piece("eights", "eights or not", "8切りの札");

/// The table after what a person asks for, which may contradict itself.
///
/// # Errors
/// [`NotationError`] if it cannot be done.
pub(crate) fn change(
    rules: &OpenRules,
    table: &OpenTable,
    asked: ByHand<'_>,
) -> Result<OpenTable, NotationError> {
    let players = rules.players();
    let mut table = table.rotated(table.first(), players);
    match asked {
        ByHand::Add(player, Some(card)) => {
            let rank = rank(&table, player, card)?;
            add(&mut table, player, rank)?;
        }
        ByHand::Add(player, None) => {
            let is_free = |rank: &u8| *table.rank(*rank) == [0; MAX_PLAYERS];
            let free = (1..=MAX_RANK as u8).find(is_free).unwrap_or(1);
            add(&mut table, player, free)?;
        }
        ByHand::Stronger(player, card) => {
            let rank = take(&mut table, player, card)?;
            add(&mut table, player, rank + 1)?;
        }
        ByHand::Weaker(player, card) => {
            let rank = take(&mut table, player, card)?;
            add(&mut table, player, rank - 1)?;
        }
        ByHand::Give(player, card, to) => {
            let rank = take(&mut table, player, card)?;
            add(&mut table, to.unwrap_or((player + 1) % players), rank)?;
        }
        ByHand::Lay(player, card) => table = laid(rules, table, player, card)?,
        ByHand::Take(player, card) => {
            take(&mut table, player, card)?;
        }
        ByHand::Turn if table.trick.is_some() && !table.is_cut() => {
            table = table.after_pass(rules, table.turn(players));
        }
        ByHand::Turn => {
            table.trick = None;
            table.first = ((table.first() + 1) % players) as u8;
        }
        ByHand::Clear => table.trick = None,
        ByHand::Revolution => table.revolution = !table.revolution,
        ByHand::Other(player, card) => {
            let rank = rank(&table, player, card)?;
            table.eights = if table.eights == rank { 0 } else { rank };
        }
    }
    Ok(table)
}

/// The rank that a card of a hand has by its name.
fn rank(table: &OpenTable, player: Seat, card: &str) -> Result<u8, NotationError> {
    let rank = card.parse().ok().filter(|rank| (1..=MAX_RANK as u8).contains(rank));
    let rank = rank.filter(|&rank| table.rank(rank)[player] > 0);
    rank.ok_or_else(|| no_such_card(card))
}

fn take(table: &mut OpenTable, player: Seat, card: &str) -> Result<u8, NotationError> {
    let rank = rank(table, player, card)?;
    table.ranks[usize::from(rank) - 1][player] -= 1;
    Ok(rank)
}

fn add(table: &mut OpenTable, player: Seat, rank: u8) -> Result<(), NotationError> {
    let refuse = || NotationError::new("", 0, format!("ranks are 1 to {MAX_RANK}"));
    if !(1..=MAX_RANK as u8).contains(&rank) {
        return Err(refuse());
    }
    table.ranks[usize::from(rank) - 1][player] += 1;
    Ok(())
}

/// A card is played. Where a card of this rank lies that the same player has played, they are a
/// set.
fn laid(
    rules: &OpenRules,
    mut table: OpenTable,
    player: Seat,
    card: &str,
) -> Result<OpenTable, NotationError> {
    let rank = rank(&table, player, card)?;
    let own = table.trick.filter(|trick| trick.rank == rank && table.first() == player);
    let lying = own.map_or(0, |trick| trick.size).min(MAX_SET - 1);
    table.ranks[usize::from(rank) - 1][player] += lying;
    table.trick = None;
    Ok(table.after_set(rules, player, rank, lying + 1))
}
