//! Hands that are set up on their drawing: what a person asks for, in all games of cards alike.

use shuban_core::{NotationError, Present, Seat, Tool};

use crate::picture::TABLE;

/// What can be done to cards and to the table.
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

/// Turns the order of cards round.
pub const REVOLUTION: Tool = Tool::board("revolution", "revolution", "革命");

/// What a person asks for. Players are rows of the drawing, from 0; cards have the names of their
/// parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByHand<'a> {
    /// One more card in a hand: beside a card, or in a hand as a whole.
    Add(Seat, Option<&'a str>),
    /// The next stronger card in the place of one.
    Stronger(Seat, &'a str),
    /// The next weaker card in the place of one.
    Weaker(Seat, &'a str),
    /// A card goes to a player, or else to the next one.
    Give(Seat, &'a str, Option<Seat>),
    /// A card is played, and nobody has passed on it.
    Lay(Seat, &'a str),
    /// A card is taken out of the game.
    Take(Seat, &'a str),
    /// It is the next player's turn.
    Turn,
    /// Nothing lies.
    Clear,
    /// Strong cards are weak.
    Revolution,
    /// A tool of one game alone, on a card.
    Other(Seat, &'a str),
}

/// The position after a tool is used on a part of the drawing. Whatever the tool, a card that is
/// drawn to a hand goes there, and one that is drawn to the table is played. `change` makes all
/// changes but a new start, and need not look whether a position comes of it.
///
/// # Errors
/// [`NotationError`] if there is no such tool or part, or no position comes of it.
pub fn set_up<G: Present>(
    game: &G,
    tool: &str,
    part: &str,
    change: impl FnOnce(ByHand<'_>) -> Result<G::Position, NotationError>,
) -> Result<G::Position, NotationError> {
    if !game.tools().iter().any(|known| known.name == tool) {
        return Err(NotationError::new(tool, 0, "no such tool"));
    }
    if tool == "start" {
        return Ok(game.start());
    }
    let asked =
        asked(game.seats(), tool, part).map_err(|reason| NotationError::new(part, 0, reason))?;
    let after = change(asked)?;
    // Reading looks for contradictions. Their place would be in a text that nobody has seen.
    let read = game.parse(&game.format(&after));
    read.map_err(|error| NotationError::new(part, 0, error.reason))
}

fn asked<'a>(players: usize, tool: &str, part: &'a str) -> Result<ByHand<'a>, &'static str> {
    match tool {
        "turn" => return Ok(ByHand::Turn),
        "clear" => return Ok(ByHand::Clear),
        "revolution" => return Ok(ByHand::Revolution),
        _ => {}
    }
    let (from, to) = part.split_once(' ').map_or((part, None), |(from, to)| (from, Some(to)));
    let (player, card) = hand(players, from).ok_or("this is no card and no hand")?;
    let Some(card) = card else {
        return match (tool, to) {
            ("add", None) => Ok(ByHand::Add(player, None)),
            _ => Err("choose a card of this hand"),
        };
    };
    let Some(to) = to else {
        return Ok(match tool {
            "add" => ByHand::Add(player, Some(card)),
            "stronger" => ByHand::Stronger(player, card),
            "weaker" => ByHand::Weaker(player, card),
            "give" => ByHand::Give(player, card, None),
            "lay" => ByHand::Lay(player, card),
            "take" => ByHand::Take(player, card),
            _ => ByHand::Other(player, card),
        });
    };
    match hand(players, to) {
        None if to == TABLE => Ok(ByHand::Lay(player, card)),
        None => Err("cards go to a hand or to the table"),
        Some((to, _)) => Ok(ByHand::Give(player, card, Some(to))),
    }
}

/// A part of a hand: whose, and which card of it if it is one.
fn hand(players: usize, part: &str) -> Option<(Seat, Option<&str>)> {
    let (player, card) =
        part.split_once(':').map_or((part, None), |(player, card)| (player, Some(card)));
    let player: Seat = player.parse().ok().filter(|player| (1..=players).contains(player))?;
    Some((player - 1, card))
}

/// Why a card cannot be touched.
pub fn no_such_card(card: &str) -> NotationError {
    NotationError::new(card, 0, "there is no such card in this hand")
}
