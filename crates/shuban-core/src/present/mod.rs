//! A game's interface to people and programs: what every game has, and capabilities that some have.

mod as_numbers;
mod editor;
mod interchange;
mod move_drawing;
mod perft;
mod preview;
mod summable;
mod transcribed;
pub mod transcript;
mod written;

pub use self::as_numbers::AsNumbers;
pub use self::editor::{Editor, Tool, ToolTarget};
pub use self::interchange::Interchange;
pub use self::move_drawing::{MoveDrawing, MovePart};
pub use self::perft::Perft;
pub use self::preview::{Preview, PreviewBoard, PreviewPiece, PreviewPlace, PreviewStack};
pub use self::summable::Summable;
pub use self::transcribed::Transcribed;
pub use self::written::{Last, LastOf, Opening, OpeningOf, Written, WrittenIn};
use crate::dice::Roll;
use crate::drawing::{Medium, drawn_text};
use crate::fields::Fields;
use crate::game::{Game, NotationError, Play, Seat};
use crate::phrases::Japanese;

/// A game with all that people and programs need besides its rules. Only the first two methods have
/// no default: a game with these alone can be played, drawn (as its text) and listed.
///
/// Features that only some games have are traits of their own: see [`Capabilities`].
pub trait Present: Game + Sized {
    /// Returns its description in a line.
    fn about(&self) -> String;

    /// Returns the position in which a game starts.
    fn start(&self) -> Self::Position;

    /// Returns Japanese for the game's texts, as far as they are its own.
    fn japanese(&self) -> Japanese {
        Japanese::default()
    }

    /// Returns the opening throws, where chance decides who begins: each gives the side that moves
    /// first, and its roll. Throws that are repeated, such as two equal dice, are not listed. Empty
    /// in all positions but the start of such a game.
    fn openings(&self, _start: &Self::Position) -> Vec<OpeningOf<Self>> {
        Vec::new()
    }

    /// Returns names with the texts that they stand for, which [`read`](Present::read) need not
    /// know: positions that people look up by name, such as those of published figures.
    fn named_positions(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// Returns a chance event as text; `None` where chance plays no part. Either all events of a
    /// game have a text, or none.
    fn chance_text(&self, _chance: Self::Chance) -> Option<String> {
        None
    }

    /// Returns the two equal dice that a chance event is, if it is a roll of such.
    fn dice(&self, _chance: Self::Chance) -> Option<Roll> {
        None
    }

    /// Reads a chance event of a position: one of the texts of its events. A game that accepts
    /// other spellings (`1-3` for `3-1`) reads them here.
    ///
    /// # Errors
    /// [`NotationError`] with the place and the reason.
    fn parse_chance(
        &self,
        position: &Self::Position,
        text: &str,
    ) -> Result<Self::Chance, NotationError> {
        let mut names = Vec::new();
        for (chance, _) in self.chances(position) {
            match self.chance_text(chance) {
                Some(name) if name == text => return Ok(chance),
                name => names.extend(name),
            }
        }
        let reason = match names.len() {
            0 => format!("nothing is rolled in {}", self.name()),
            _ => format!("expected one of {}", names.join(", ")),
        };
        Err(NotationError::new(text, 0, reason))
    }

    /// Reads a text: a position, or moves that lead to one.
    ///
    /// # Errors
    /// [`NotationError`] with the place and the reason.
    fn read(&self, text: &str) -> Result<WrittenIn<Self>, NotationError> {
        let position = self.parse(text)?;
        let text = self.format(&position);
        Ok(Written { position, last: None, chance: None, text })
    }

    /// Reads a move: the play whose text it is. A game that accepts other spellings reads them
    /// here.
    ///
    /// # Errors
    /// [`NotationError`] if no legal play is written so.
    fn parse_move(
        &self,
        position: &Self::Position,
        chance: Self::Chance,
        text: &str,
    ) -> Result<Play<Self::Position, Self::Move>, NotationError> {
        let mut plays = Vec::new();
        if self.outcome(position).is_none() {
            self.plays(position, chance, &mut plays);
        }
        let text = text.trim();
        let found =
            plays.into_iter().find(|play| self.format_move(position, chance, &play.action) == text);
        found.ok_or_else(|| NotationError::new(text, 0, "not a legal move here"))
    }

    /// Writes the position after a play in one that was read from, or written as, `before`. A game
    /// whose texts are the moves so far adds the move.
    fn format_after(&self, _before: &str, play: &Play<Self::Position, Self::Move>) -> String {
        self.format(&play.after)
    }

    /// Returns a seat in a sentence: `white`, `player 2`.
    fn seat_name(&self, seat: Seat) -> String {
        format!("player {}", seat + 1)
    }

    /// Returns why the game is over, in a word (`loop`, `stuck`), where it may end in several ways.
    fn reason(&self, _position: &Self::Position) -> Option<String> {
        None
    }

    /// Returns the name of the stage of play that a position is in, such as a race, where the game
    /// has stages: figures about many positions are told apart by it.
    fn stage(&self, _position: &Self::Position) -> Option<&'static str> {
        None
    }

    /// Returns facts of a position that only this game has (the number of tiles, the name of the
    /// side to move).
    fn facts(&self, _position: &Self::Position) -> Fields {
        Fields::new()
    }

    /// Draws a position, with the last move marked if it is known and the game marks it.
    fn draw(
        &self,
        position: &Self::Position,
        _last: Option<&LastOf<Self>>,
        medium: Medium,
    ) -> String {
        drawn_text(&self.format(position), medium)
    }

    /// Returns the capabilities of the game.
    fn capabilities(&self) -> Capabilities<'_, Self> {
        Capabilities::default()
    }

    /// Compares the rules with a second, plain implementation of them on `pairs` random positions:
    /// returns the number of plays compared, or the first difference in words. `None` if there is
    /// no second implementation.
    fn compare_with_plain(&self, _pairs: u64, _seed: u64) -> Option<Result<u64, String>> {
        None
    }
}

/// The capabilities of a game, each a trait that it implements (`impl Editor<Self> for MyGame`). It
/// hands itself over: `Capabilities { editor: Some(self), ..Capabilities::default() }`.
pub struct Capabilities<'a, G: Game> {
    /// Moves on the drawing of a position.
    pub moves: Option<&'a dyn MoveDrawing<G>>,
    /// Setting up positions on their drawing.
    pub editor: Option<&'a dyn Editor<G>>,
    /// Sums of independent parts.
    pub sums: Option<&'a dyn Summable<G>>,
    /// Texts of other programs.
    pub interchange: Option<&'a dyn Interchange<G>>,
    /// Positions as rows of numbers.
    pub numbers: Option<&'a dyn AsNumbers<G>>,
    /// Its own way to count moves.
    pub perft: Option<&'a dyn Perft<G>>,
    /// Records of games.
    pub transcripts: Option<&'a dyn Transcribed>,
}

impl<G: Game> Default for Capabilities<'_, G> {
    fn default() -> Self {
        Capabilities {
            moves: None,
            editor: None,
            sums: None,
            interchange: None,
            numbers: None,
            perft: None,
            transcripts: None,
        }
    }
}
