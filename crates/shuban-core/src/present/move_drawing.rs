//! Moves on the drawing of a position.

use std::fmt;

use crate::drawing::Medium;
use crate::game::Game;

/// A game that draws moves, or lets them be made on the drawing of a position.
pub trait MoveDrawing<G: Game> {
    /// Returns the parts of the SVG drawing that a person touches to make a move, in order, by
    /// their names in `data-part`. Plays under the same event differ in them. Empty if the move is
    /// only picked from a list.
    fn touched(&self, position: &G::Position, chance: G::Chance, action: &G::Move) -> Vec<String>;

    /// Returns the ways to make a move by hand, of which the first is the usual one. Plays under the
    /// same event differ in them, whatever the order. Parts of a way may be made in any order, but
    /// one waits for those before it that carry a piece to where it begins. By default every
    /// [touch](MoveDrawing::touched) is a part.
    fn ways(
        &self,
        position: &G::Position,
        chance: G::Chance,
        action: &G::Move,
    ) -> Vec<Vec<MovePart>> {
        let touched = self.touched(position, chance, action).into_iter().map(MovePart::Touched);
        let way: Vec<MovePart> = touched.collect();
        if way.is_empty() { Vec::new() } else { vec![way] }
    }

    /// Draws a position within a turn: with what chance has brought, and after some parts of a
    /// move, in the order in which they were made. `None` if that is drawn as the position alone.
    fn under_way(
        &self,
        _position: &G::Position,
        _chance: G::Chance,
        _made: &[MovePart],
        _medium: Medium,
    ) -> Option<String> {
        None
    }

    /// Draws the steps within a move, in order: the last drawing is that of the position after it.
    /// Empty where a move is one step.
    fn steps(
        &self,
        _position: &G::Position,
        _chance: G::Chance,
        _action: &G::Move,
        _medium: Medium,
    ) -> Vec<String> {
        Vec::new()
    }
}

/// A part of a move by hand, with the places that it concerns.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MovePart {
    /// A place is touched.
    Touched(String),
    /// A piece is carried from a place to another.
    Carried(String, String),
    /// A piece stays on the first place, and does something to the second: it shoots there.
    Aimed(String, String),
}

impl MovePart {
    /// Reads the text of a part: `a1`, `a1~b2` where a piece is carried, `a1^b2` where it aims.
    pub fn parse(text: &str) -> Self {
        let pair = |sign| text.split_once(sign).map(|(from, to)| (from.to_owned(), to.to_owned()));
        match (pair('~'), pair('^')) {
            (Some((from, to)), _) => MovePart::Carried(from, to),
            (None, Some((from, to))) => MovePart::Aimed(from, to),
            (None, None) => MovePart::Touched(text.to_owned()),
        }
    }

    /// Returns the places, in order.
    pub fn places(&self) -> Vec<&str> {
        match self {
            MovePart::Touched(place) => vec![place],
            MovePart::Carried(from, to) | MovePart::Aimed(from, to) => vec![from, to],
        }
    }
}

impl fmt::Display for MovePart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MovePart::Touched(place) => f.write_str(place),
            MovePart::Carried(from, to) => write!(f, "{from}~{to}"),
            MovePart::Aimed(from, to) => write!(f, "{from}^{to}"),
        }
    }
}
