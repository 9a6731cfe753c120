//! Tools that set up a position on its drawing.

use super::Preview;
use crate::game::{Game, NotationError};

/// A game whose positions are set up on their drawing.
pub trait Editor<G: Game> {
    /// Returns the tools: for parts of the drawing, or the whole board.
    fn tools(&self) -> Vec<Tool>;

    /// Returns the position after a [tool](Editor::tools) is used on a part of the drawing; for a
    /// tool of the whole board the part is empty, and for one of [pieces](ToolTarget::Piece) it may
    /// be two.
    ///
    /// # Errors
    /// [`NotationError`] with the reason: no such part or tool, too many pieces.
    fn put(
        &self,
        position: &G::Position,
        part: &str,
        tool: &str,
    ) -> Result<G::Position, NotationError>;

    /// Returns what lets a page show the use of tools at once; by default nothing, and it shows
    /// each when the game has answered.
    fn preview(&self, _position: &G::Position) -> Option<Preview> {
        None
    }
}

/// A tool that a person uses on a part of a drawing or on the board as a whole.
/// [`Editor::put`] returns the position after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tool {
    /// A short name for programs: no other tool of the game has it.
    pub name: &'static str,
    /// Its label for people: `white checker`.
    pub label: &'static str,
    /// The label in Japanese.
    pub label_ja: Option<&'static str>,
    /// The target of the tool.
    pub on: ToolTarget,
}

/// The target of a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToolTarget {
    /// A part of the drawing, named in `data-part`. The drawing has the same parts afterwards:
    /// squares stay where they are.
    Part,
    /// A part of the drawing that may itself move or vanish, such as a card. Two parts with a space
    /// between them mean that one was dragged to the other.
    Piece,
    /// The board as a whole: no part is named.
    Board,
}

impl ToolTarget {
    /// Returns its name for pages: `part`, `piece`, `board`.
    pub fn name(self) -> &'static str {
        match self {
            ToolTarget::Part => "part",
            ToolTarget::Piece => "piece",
            ToolTarget::Board => "board",
        }
    }
}

impl Tool {
    /// Returns a tool for parts, with its label in English and in Japanese.
    pub const fn part(name: &'static str, label: &'static str, label_ja: &'static str) -> Self {
        Tool { name, label, label_ja: Some(label_ja), on: ToolTarget::Part }
    }

    /// Returns a tool for parts that may move, with its label in English and in Japanese.
    pub const fn piece(name: &'static str, label: &'static str, label_ja: &'static str) -> Self {
        Tool { name, label, label_ja: Some(label_ja), on: ToolTarget::Piece }
    }

    /// Returns a tool for the board as a whole.
    pub const fn board(name: &'static str, label: &'static str, label_ja: &'static str) -> Self {
        Tool { name, label, label_ja: Some(label_ja), on: ToolTarget::Board }
    }
}
