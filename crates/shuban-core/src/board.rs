//! What can be done with a drawing by hand.

/// Something that a person can put on a part of a drawing, or do to the board as a whole. The
/// position after it is that of [`Present::put`](crate::Present::put).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tool {
    /// A short name for programs: no other tool of the game has it.
    pub name: &'static str,
    /// What it does, for people: `white checker`.
    pub label: &'static str,
    /// The same in Japanese.
    pub label_ja: Option<&'static str>,
    /// What it is used on.
    pub on: ToolTarget,
}

/// What a tool is used on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToolTarget {
    /// A part of the drawing, which has its name in `data-part`. The drawing has the same parts
    /// after it: squares stay where they are.
    Part,
    /// A part of the drawing that may itself go elsewhere or away, such as a card. Two parts with a
    /// space between them are one that was drawn to another.
    Piece,
    /// The board as a whole: no part is named.
    Board,
}

impl Tool {
    /// A tool for parts, with its label in English and in Japanese.
    pub const fn part(name: &'static str, label: &'static str, label_ja: &'static str) -> Self {
        Tool { name, label, label_ja: Some(label_ja), on: ToolTarget::Part }
    }

    /// A tool for parts that may themselves go elsewhere, with its label in English and in Japanese.
    pub const fn piece(name: &'static str, label: &'static str, label_ja: &'static str) -> Self {
        Tool { name, label, label_ja: Some(label_ja), on: ToolTarget::Piece }
    }

    /// A tool for the board as a whole.
    pub const fn board(name: &'static str, label: &'static str, label_ja: &'static str) -> Self {
        Tool { name, label, label_ja: Some(label_ja), on: ToolTarget::Board }
    }
}
