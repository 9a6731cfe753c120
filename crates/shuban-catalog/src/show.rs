//! A position as it is shown.

use std::cmp::Ordering;

use serde::Serialize;
use shuban_core::{Game, NotationError, Play};

use crate::report::Report;
use crate::room::Playable;

/// How a game has ended, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The player to move has won: nobody else gets as much.
    Won,
    /// The player to move has lost: somebody else gets more.
    Lost,
    /// Nobody has won, or ever will.
    Draw,
    /// A player who is alone has come to the end.
    Finished,
}

impl Outcome {
    /// How a game has ended for the player to move, if it has.
    pub(crate) fn of<G: Game>(game: &G, position: &G::Position) -> Option<Self> {
        if game.seats() == 1 {
            game.outcome(position)?;
            return Some(Outcome::Finished);
        }
        let (payoffs, mover) = (game.outcome(position)?, game.to_move(position));
        let others = (0..game.seats()).filter(|&seat| seat != mover).map(|seat| payoffs.of(seat)).max();
        Some(match Some(payoffs.of(mover)).cmp(&others) {
            Ordering::Greater => Outcome::Won,
            Ordering::Less => Outcome::Lost,
            Ordering::Equal => Outcome::Draw,
        })
    }

    fn sentence(self) -> &'static str {
        match self {
            Outcome::Won => "The game is over: the player to move has won.",
            Outcome::Lost => "The game is over: the player to move has lost.",
            Outcome::Draw => "Nobody can ever move again: a draw.",
            Outcome::Finished => "It is done.",
        }
    }
}

/// What chance may bring, and what can be played then.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ShownRoll {
    /// The dice: `3-1`.
    pub dice: String,
    /// How probable it is.
    pub probability: f64,
    /// The legal moves in standard notation.
    pub moves: Vec<String>,
}

/// What can be played.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Choices {
    /// Where chance speaks first: by what it says.
    ByRoll {
        /// Every roll with its moves; none when the game is over.
        rolls: Vec<ShownRoll>,
    },
    /// Where chance plays no part.
    Plain {
        /// The legal moves in standard notation; none when the game is over.
        moves: Vec<String>,
    },
}

impl Choices {
    /// The rolls, if chance plays a part.
    pub fn rolls(&self) -> &[ShownRoll] {
        match self {
            Choices::ByRoll { rolls } => rolls,
            Choices::Plain { .. } => &[],
        }
    }
}

/// A position as it is shown.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Shown {
    /// The game's name.
    pub game: String,
    /// The text of the position.
    pub position: String,
    /// The seat that is to move, from 0.
    pub to_move: usize,
    /// How the game has ended, if it has.
    pub outcome: Option<Outcome>,
    /// The legal moves.
    #[serde(flatten)]
    pub choices: Choices,
    /// The position drawn for a terminal.
    #[serde(skip)]
    pub board: String,
}

/// What a text stands for, with its outcome and its legal moves, drawn in ANSI colours or without.
pub(crate) fn shown<G: Playable>(game: &G, text: &str, colour: bool) -> Result<Shown, NotationError> {
    let position = game.parse(text)?;
    let seat = game.to_move(&position);
    let outcome = Outcome::of(game, &position);
    let chances = if outcome.is_some() { Vec::new() } else { game.chances(&position) };
    let total: u32 = chances.iter().map(|(_, weight)| weight).sum();
    let mut plays: Vec<Play<_, _>> = Vec::new();
    let mut moves = |chance| -> Vec<String> {
        plays.clear();
        game.plays(&position, chance, &mut plays);
        plays.iter().map(|play| game.format_move(&position, chance, &play.action)).collect()
    };
    let choices = if game.has_chance() {
        let rolls = chances.into_iter().map(|(chance, weight)| ShownRoll {
            dice: game.chance_text(chance),
            probability: f64::from(weight) / f64::from(total),
            moves: moves(chance),
        });
        Choices::ByRoll { rolls: rolls.collect() }
    } else {
        Choices::Plain { moves: chances.into_iter().flat_map(|(chance, _)| moves(chance)).collect() }
    };
    Ok(Shown {
        game: Game::name(game),
        position: game.format(&position),
        to_move: seat,
        outcome,
        choices,
        board: game.draw(&position, colour),
    })
}

impl Report for Shown {
    fn text(&self) -> String {
        let mut lines = vec![format!("{}  {}", self.game, self.position), String::new(), self.board.clone()];
        if let Some(outcome) = self.outcome {
            lines.push(String::new());
            lines.push(outcome.sentence().to_owned());
        }
        match &self.choices {
            Choices::ByRoll { rolls } => {
                if !rolls.is_empty() {
                    lines.push(String::new());
                }
                for roll in rolls {
                    let (count, moves) = (count(&roll.moves), wrapped(&roll.moves, 95, 16));
                    lines.push(format!("{}  {count:>9}  {moves}", roll.dice));
                }
            }
            Choices::Plain { moves } if moves.is_empty() => {}
            Choices::Plain { moves } if moves.len() > MOST_LISTED => {
                lines.push(format!("\n{} (--json lists them)", count(moves)));
            }
            Choices::Plain { moves } => {
                lines.push(format!("\n{:>9}  {}", count(moves), wrapped(moves, 95, 11)));
            }
        }
        lines.join("\n")
    }
}

/// More moves than this are nothing to look through.
const MOST_LISTED: usize = 400;

fn count(moves: &[String]) -> String {
    match moves.len() {
        1 => "1 move".to_owned(),
        count => format!("{count} moves"),
    }
}

/// A list in lines of about so many characters, the later ones indented by `indent` spaces.
pub(crate) fn wrapped(moves: &[String], width: usize, indent: usize) -> String {
    let mut text = String::new();
    let mut column = 0;
    for (number, action) in moves.iter().enumerate() {
        if number > 0 {
            text +=
                &if column + action.len() > width { format!(",\n{:indent$}", "") } else { ", ".to_owned() };
            column = if column + action.len() > width { 0 } else { column + 2 };
        }
        text += action;
        column += action.len();
    }
    text
}
