//! A position as it is shown.

use serde::Serialize;
use shuban_core::Game;

use crate::report::Report;

/// How a game has ended, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The player to move has won.
    Won,
    /// The player to move has lost.
    Lost,
    /// Nobody has won, or ever will.
    Draw,
    /// A player who is alone has come to the end.
    Finished,
}

impl Outcome {
    /// How a game has ended for the player to move, if it has.
    pub(crate) fn of<G: Game>(game: &G, position: &G::Position) -> Option<Self> {
        let payoff = game.outcome(position)?.of(game.to_move(position));
        Some(match payoff.signum() {
            _ if game.seats() == 1 => Outcome::Finished,
            1 => Outcome::Won,
            -1 => Outcome::Lost,
            _ => Outcome::Draw,
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

/// A position as it is shown.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Shown {
    /// The game's name.
    pub game: String,
    /// The canonical text of the position.
    pub position: String,
    /// The seat that is to move, from 0.
    pub to_move: usize,
    /// How the game has ended, if it has.
    pub outcome: Option<Outcome>,
    /// The legal moves by roll; none when the game is over.
    pub rolls: Vec<ShownRoll>,
    /// The position drawn for a terminal.
    #[serde(skip)]
    pub board: String,
}

impl Report for Shown {
    fn text(&self) -> String {
        let mut lines = vec![format!("{}  {}", self.game, self.position), String::new(), self.board.clone()];
        if let Some(outcome) = self.outcome {
            lines.push(String::new());
            lines.push(outcome.sentence().to_owned());
        }
        if !self.rolls.is_empty() {
            lines.push(String::new());
        }
        for roll in &self.rolls {
            let count = match roll.moves.len() {
                1 => "1 move".to_owned(),
                count => format!("{count} moves"),
            };
            lines.push(format!("{}  {count:>9}  {}", roll.dice, wrapped(&roll.moves, 95)));
        }
        lines.join("\n")
    }
}

/// A list in lines of about so many characters, the later ones indented as the first one is.
fn wrapped(moves: &[String], width: usize) -> String {
    let mut text = String::new();
    let mut column = 0;
    for (number, action) in moves.iter().enumerate() {
        if number > 0 {
            text += if column + action.len() > width { ",\n                " } else { ", " };
            column = if column + action.len() > width { 0 } else { column + 2 };
        }
        text += action;
        column += action.len();
    }
    text
}
