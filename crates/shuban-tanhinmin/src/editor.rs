//! An editor: hands are set up on their drawing, in all games of cards alike.

use shuban_core::present::{Editor, Tool};
use shuban_core::{NotationError, Present, Seat};

use crate::hand::MAX_HAND;
use crate::picture::TABLE;
use crate::rules::CardRules;
use crate::table::{CardTable, MAX_SET};

/// Tools for cards and for the table.
pub const TOOLS: [Tool; 9] = [
    Tool::piece("add", "one card more", "札を足す"),
    Tool::piece("stronger", "stronger", "札を強くする"),
    Tool::piece("weaker", "weaker", "札を弱くする"),
    Tool::piece("give", "to the next player", "次の人に渡す"),
    Tool::piece("lay", "on the table", "場に出す"),
    Tool::piece("take", "take away", "札を除く"),
    Tool::board("turn", "the next player's turn", "次の人の番にする"),
    Tool::board("clear", "clear the table", "場を流す"),
    Tool::board("start", "the start of a game", "初期配置にする"),
];

/// Marks a rank as the eights, or takes the mark away.
pub(crate) const EIGHTS: Tool = Tool::piece("eights", "eights or not", "8切りの札");

/// Tool that reverses the order of cards.
pub const REVOLUTION: Tool = Tool::board("revolution", "revolution", "革命");

/// A change that a person asks for. Players are rows of the drawing, from 0; cards have the names
/// of their parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edit<'a> {
    /// One more card in a hand: beside a card, or in a hand as a whole.
    Add(Seat, Option<&'a str>),
    /// The next stronger card in the place of one.
    Stronger(Seat, &'a str),
    /// The next weaker card in the place of one.
    Weaker(Seat, &'a str),
    /// A card goes to a player, or else to the next one.
    Give(Seat, &'a str, Option<Seat>),
    /// A card is played, with no pass on it.
    Lay(Seat, &'a str),
    /// A card is taken out of the game.
    Take(Seat, &'a str),
    /// It is the next player's turn.
    Turn,
    /// The table is cleared.
    Clear,
    /// Strong cards are weak.
    Revolution,
    /// A tool of one game only, on a card.
    Other(Seat, &'a str),
}

/// The position after a tool is used on a part of the drawing. Whatever the tool, a card that is
/// drawn to a hand goes there, and one that is drawn to the table is played. `change` makes all
/// changes but a new start, and need not check that the result is a position.
///
/// # Errors
/// [`NotationError`] if the tool or the part does not exist, or the result is not a position.
pub fn set_up<G: Present + Editor<G>>(
    game: &G,
    tool: &str,
    part: &str,
    change: impl FnOnce(Edit<'_>) -> Result<G::Position, NotationError>,
) -> Result<G::Position, NotationError> {
    if !game.tools().iter().any(|known| known.name == tool) {
        return Err(NotationError::new(tool, 0, "no such tool"));
    }
    if tool == "start" {
        return Ok(game.start());
    }
    let edit =
        edit(game.seats(), tool, part).map_err(|reason| NotationError::new(part, 0, reason))?;
    let after = change(edit)?;
    // Reading finds contradictions. Their place would be in a text that the user has not seen.
    let read = game.parse(&game.format(&after));
    read.map_err(|error| NotationError::new(part, 0, error.reason))
}

fn edit<'a>(players: usize, tool: &str, part: &'a str) -> Result<Edit<'a>, &'static str> {
    match tool {
        "turn" => return Ok(Edit::Turn),
        "clear" => return Ok(Edit::Clear),
        "revolution" => return Ok(Edit::Revolution),
        _ => {}
    }
    let (from, to) = part.split_once(' ').map_or((part, None), |(from, to)| (from, Some(to)));
    let (player, card) = hand(players, from).ok_or("this is no card and no hand")?;
    let Some(card) = card else {
        return match (tool, to) {
            ("add", None) => Ok(Edit::Add(player, None)),
            _ => Err("choose a card of this hand"),
        };
    };
    let Some(to) = to else {
        return Ok(match tool {
            "add" => Edit::Add(player, Some(card)),
            "stronger" => Edit::Stronger(player, card),
            "weaker" => Edit::Weaker(player, card),
            "give" => Edit::Give(player, card, None),
            "lay" => Edit::Lay(player, card),
            "take" => Edit::Take(player, card),
            _ => Edit::Other(player, card),
        });
    };
    match hand(players, to) {
        None if to == TABLE => Ok(Edit::Lay(player, card)),
        None => Err("cards go to a hand or to the table"),
        Some((to, _)) => Ok(Edit::Give(player, card, Some(to))),
    }
}

/// A part of a hand: its owner, and the card if it is one.
fn hand(players: usize, part: &str) -> Option<(Seat, Option<&str>)> {
    let (player, card) =
        part.split_once(':').map_or((part, None), |(player, card)| (player, Some(card)));
    let player: Seat = player.parse().ok().filter(|player| (1..=players).contains(player))?;
    Some((player - 1, card))
}

/// The error for a card that is not there.
pub fn no_such_card(card: &str) -> NotationError {
    NotationError::new(card, 0, "there is no such card in this hand")
}

/// The table after a change, which may contradict itself.
///
/// # Errors
/// [`NotationError`] if it cannot be made.
pub(crate) fn changed(
    rules: &CardRules,
    table: &CardTable,
    edit: Edit<'_>,
) -> Result<CardTable, NotationError> {
    let players = rules.players();
    let mut table = table.rotated(table.first(), players);
    let none_left = || {
        let (word, most) = (rules.rank_word(), rules.most_rank());
        NotationError::new("", 0, format!("{word}s are 1 to {most}"))
    };
    match edit {
        Edit::Add(player, like) => {
            let like = like.map(|card| rank(&table, player, card)).transpose()?;
            let alike = like.filter(|_| rules.allows_ties());
            let above = like.unwrap_or_default() + 1..=rules.most_rank();
            let added = alike.or_else(|| free(&table, above));
            add(rules, &mut table, player, added.ok_or_else(none_left)?)?;
        }
        Edit::Stronger(player, card) => {
            let rank = take(&mut table, player, card)?;
            let stronger = next(rules, &table, rank + 1..=rules.most_rank());
            add(rules, &mut table, player, stronger.ok_or_else(none_left)?)?;
        }
        Edit::Weaker(player, card) => {
            let rank = take(&mut table, player, card)?;
            let weaker = next(rules, &table, (1..rank).rev());
            add(rules, &mut table, player, weaker.ok_or_else(none_left)?)?;
        }
        Edit::Give(player, card, to) => {
            let rank = take(&mut table, player, card)?;
            let to = to.unwrap_or_else(|| after(&table, players, player));
            add(rules, &mut table, to, rank)?;
        }
        Edit::Lay(player, card) => {
            let rank = rank(&table, player, card)?;
            // Where a card of this rank lies that the same player has played, they are a set.
            let own = table
                .trick
                .filter(|trick| rules.has_sets() && trick.rank == rank && table.first() == player);
            let lying = own.map_or(0, |trick| trick.size).min(MAX_SET - 1);
            (0..lying).try_for_each(|_| add(rules, &mut table, player, rank))?;
            table.trick = None;
            table = table.after_cards(rules, player, rank, lying + 1);
        }
        Edit::Take(player, card) => {
            take(&mut table, player, card)?;
        }
        Edit::Turn if table.outcome(rules).is_some() => {}
        Edit::Turn if table.trick.is_some() && !table.is_cut() => {
            table = table.after_pass(rules, table.turn(players));
        }
        Edit::Turn => {
            table.trick = None;
            table.first = after(&table, players, table.first()) as u8;
        }
        Edit::Clear => {
            table.trick = None;
            if table.place(table.first()).is_some() {
                table.first = after(&table, players, table.first()) as u8;
            }
        }
        Edit::Revolution => table.revolution = !table.revolution,
        Edit::Other(player, card) => {
            let rank = rank(&table, player, card)?;
            table.eights = if table.eights == rank { 0 } else { rank };
        }
    }
    Ok(table)
}

/// The rank that a card of a hand has by its name.
fn rank(table: &CardTable, player: Seat, card: &str) -> Result<u8, NotationError> {
    let rank = card.parse().ok().filter(|rank| table.hand(player).contains(rank));
    rank.ok_or_else(|| no_such_card(card))
}

fn take(table: &mut CardTable, player: Seat, card: &str) -> Result<u8, NotationError> {
    let rank = rank(table, player, card)?;
    table.hands[player].take(rank).ok_or_else(|| no_such_card(card))?;
    Ok(rank)
}

fn add(
    rules: &CardRules,
    table: &mut CardTable,
    player: Seat,
    rank: u8,
) -> Result<(), NotationError> {
    let refuse = |reason: String| NotationError::new("", 0, reason);
    // With sets the text has no places: a hand that is not empty plays on.
    if table.place(player).is_some() && !rules.has_sets() {
        return Err(refuse("this player has gone out".to_owned()));
    }
    let added = table.hands[player].add(rank);
    added.ok_or_else(|| refuse(format!("more than {MAX_HAND} cards in a hand")))
}

/// The first of these ranks that a card may have.
fn next(rules: &CardRules, table: &CardTable, mut ranks: impl Iterator<Item = u8>) -> Option<u8> {
    if rules.allows_ties() { ranks.next() } else { free(table, ranks) }
}

/// The first of these ranks that no card has.
fn free(table: &CardTable, mut ranks: impl Iterator<Item = u8>) -> Option<u8> {
    let lies = |rank| table.trick.is_some_and(|trick| trick.rank == rank);
    let held = |rank| table.hands.iter().any(|hand| hand.contains(&rank));
    ranks.find(|&rank| !lies(rank) && !held(rank))
}

/// The next player who has not gone out.
fn after(table: &CardTable, players: usize, player: Seat) -> Seat {
    let mut others = (1..players).map(|step| (player + step) % players);
    others.find(|&other| table.place(other).is_none()).unwrap_or(player)
}
