//! A position of TRAX as it is shown.

use serde::Serialize;
use shuban_core::{Game, NotationError};
use shuban_trax::{Colour, Ending, Picture, PlainTrax, Trax, draw_board, format_move, parse_game};

use crate::report::Report;
use crate::show::wrapped;

/// A position of TRAX with its outcome and its legal moves.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TraxShown {
    /// The game's name.
    pub game: String,
    /// The moves that led to it, or a diagram.
    pub position: String,
    /// `white` or `red`: whose turn it is, or would be.
    pub to_move: String,
    /// How many tiles there are.
    pub tiles: usize,
    /// How many legal moves there are: different ones come to different positions.
    pub legal: usize,
    /// The legal moves in standard notation; none when the game is over.
    pub moves: Vec<String>,
    /// `none` while the game goes on; `white` or `red`, who has won; or `draw`.
    pub outcome: &'static str,
    /// Why it is over: `loop`, `line`, `full` or `stuck`.
    pub reason: Option<String>,
    /// The position drawn for a terminal, with whose turn it is or how it has ended.
    #[serde(skip)]
    pub board: String,
}

/// The word for how a game has ended.
pub(super) fn word(outcome: Option<&Ending>) -> &'static str {
    match outcome.map(|outcome| outcome.winner) {
        None => "none",
        Some(None) => "draw",
        Some(Some(Colour::White)) => "white",
        Some(Some(Colour::Red)) => "red",
    }
}

pub(super) fn shown(trax: &Trax, text: &str) -> Result<TraxShown, NotationError> {
    let played = parse_game(trax, text)?;
    let position = played.position;
    let outcome = trax.ending(&position);
    let moves: Vec<String> = trax.turns(&position).iter().map(|(action, _)| format_move(action)).collect();
    Ok(TraxShown {
        game: trax.name(),
        position: played.text(),
        to_move: position.to_move().to_string(),
        tiles: position.board().tiles(),
        legal: moves.len(),
        moves,
        outcome: word(outcome.as_ref()),
        reason: outcome.map(|outcome| outcome.reason.to_string()),
        board: draw_board(&Picture::of(trax, &position, played.last.as_ref())),
    })
}

/// A position of Trax without a board.
pub(super) fn shown_plain(trax: &PlainTrax, text: &str) -> Result<TraxShown, NotationError> {
    let played = trax.played(text)?;
    let position = &played.position;
    let outcome = trax.ending(position);
    let mut plays = Vec::new();
    trax.plays(position, (), &mut plays);
    let moves: Vec<String> = plays.iter().map(|play| trax.format_move(position, (), &play.action)).collect();
    Ok(TraxShown {
        game: trax.name(),
        position: played.text(),
        to_move: position.to_move().to_string(),
        tiles: position.tiles(),
        legal: moves.len(),
        moves,
        outcome: word(outcome.as_ref()),
        reason: outcome.map(|outcome| outcome.reason.to_string()),
        board: draw_board(&Picture::plain(trax, position, played.last.as_ref())),
    })
}

impl Report for TraxShown {
    fn text(&self) -> String {
        let mut lines = vec![
            format!("{}  {}", self.game, self.position),
            String::new(),
            self.board.trim_end_matches('\n').to_owned(),
        ];
        match self.legal {
            0 => (),
            1 => lines.push(format!("\n   1 move  {}", self.moves[0])),
            legal => lines.push(format!("\n{legal:>3} moves  {}", wrapped(&self.moves, 90, 11))),
        }
        lines.join("\n")
    }
}
