//! Uses of tools that a page shows by itself.

/// Pieces and places of a drawing in which a position is set up. With them a page shows the uses of
/// most tools at once; [`Editor::put`](super::Editor::put) decides later, and the drawing of the
/// position after it replaces what the page has shown.
///
/// The pieces on a part of the drawing are in a group of the class `stack`, which the page redraws.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Preview {
    /// Kinds of pieces.
    pub pieces: Vec<PreviewPiece>,
    /// Places of pieces. Reversed, they are those of the board as the other side sees it.
    pub places: Vec<PreviewPlace>,
    /// Tool that takes a piece away.
    pub remove: &'static str,
    /// Tool that carries a piece from one part to another, if there is one.
    pub carry: Option<&'static str>,
    /// True if pieces on a place form a stack; otherwise a piece takes the place of another.
    pub is_stacked: bool,
    /// Fewest pieces on a board.
    pub fewest: usize,
    /// Tools of the whole board, with what they do.
    pub boards: Vec<(&'static str, PreviewBoard)>,
}

/// A kind of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreviewPiece {
    /// Tool that puts one.
    pub tool: &'static str,
    /// Its picture: SVG elements around the point (0, 0).
    pub look: String,
    /// Class of the number on a stack.
    pub count_class: &'static str,
    /// Largest number on a board.
    pub most: usize,
    /// Place of those that are not on the board, and their picture.
    pub rest: Option<(PreviewStack, String)>,
}

/// A place of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreviewPlace {
    /// Part of the drawing, and its stack.
    pub stack: PreviewStack,
    /// Number of the only kind of piece that the place takes, if it takes one kind alone.
    pub only: Option<usize>,
    /// Number of the kind of its pieces, and number of these; `None` if it is empty.
    pub holds: Option<(usize, usize)>,
}

/// Pieces in a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreviewStack {
    /// Part of the drawing.
    pub part: String,
    /// Point of the first piece.
    pub at: (usize, usize),
    /// Distance down to the next one.
    pub step: isize,
    /// Most pieces that are drawn; a number stands for more.
    pub most_drawn: usize,
}

/// Effect of a tool of the whole board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PreviewBoard {
    /// Pieces stay where they are.
    Stays,
    /// The board is seen by the other side: places are reversed, and the two kinds of pieces
    /// change.
    Turned,
    /// Nothing but these is left: each a place by its number, a kind of piece, and how many.
    Leaves(Vec<(usize, usize, usize)>),
}
