//! A game's interface to people and programs.

use crate::board::Tool;
use crate::drawing::{Medium, drawn_text};
use crate::fields::Fields;
use crate::game::{Game, NotationError, Play, Seat};
use crate::phrases::Phrase;

/// A play that was made: its position and its move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Last<P, M> {
    /// The position before it.
    pub before: P,
    /// The move.
    pub action: M,
}

/// The content of a text: a position; the last play if the text contains it (a list of moves does);
/// the chance event if it contains that (an XGID with its dice does).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written<P, M, C> {
    /// The position.
    pub position: P,
    /// The play that led to it.
    pub last: Option<Last<P, M>>,
    /// The chance event that has happened in it.
    pub chance: Option<C>,
    /// The text in the game's notation, which reads as the same again.
    pub text: String,
}

/// The content of a text of a game.
pub type WrittenIn<G> = Written<<G as Game>::Position, <G as Game>::Move, <G as Game>::Chance>;

/// A way in which chance may begin a game: the side to move, with its first event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening<P, C> {
    /// The position, with the side that begins to move.
    pub position: P,
    /// The chance event of the first turn.
    pub chance: C,
    /// Its weight among the openings.
    pub weight: u32,
}

/// A way in which chance may begin a game.
pub type OpeningOf<G> = Opening<<G as Game>::Position, <G as Game>::Chance>;

/// The last play of a game.
pub type LastOf<G> = Last<<G as Game>::Position, <G as Game>::Move>;

/// A game with all that people and programs need besides its rules. Only the first two methods have
/// no default: a game with these alone can be played, drawn (as its text) and listed.
pub trait Present: Game {
    /// Returns its description in a line.
    fn about(&self) -> String;

    /// Returns its description in Japanese.
    fn about_ja(&self) -> Option<String> {
        None
    }

    /// Returns Japanese for the game's other texts (names of seats and of fields, texts of values
    /// and of its databases), as far as they are its own.
    fn phrases_ja(&self) -> &'static [Phrase] {
        &[]
    }

    /// Returns the position in which a game starts.
    fn start(&self) -> Self::Position;

    /// Returns the opening throws, where chance decides who begins: each gives the side that moves
    /// first, and its roll. Throws that are repeated, such as two equal dice, are not listed. Empty
    /// in all positions but the start of such a game.
    fn openings(&self, _start: &Self::Position) -> Vec<OpeningOf<Self>>
    where
        Self: Sized,
    {
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
    fn read(&self, text: &str) -> Result<WrittenIn<Self>, NotationError>
    where
        Self: Sized,
    {
        let position = self.parse(text)?;
        let text = self.format(&position);
        Ok(Written { position, last: None, chance: None, text })
    }

    /// Reads a text that may contain more than [`read`](Present::read) accepts: things that values
    /// here do not depend on, such as a score. They are returned as facts, which replace those of
    /// the same name in [`facts`](Present::facts). For drawing and converting alone.
    ///
    /// # Errors
    /// [`NotationError`] with the place and the reason.
    fn read_state(&self, text: &str) -> Result<(WrittenIn<Self>, Fields), NotationError>
    where
        Self: Sized,
    {
        Ok((self.read(text)?, Fields::new()))
    }

    /// Returns a text, as read by [`read_state`](Present::read_state), as another program's board,
    /// in lines that read as the same again; `None` if the game has no such form.
    fn text_board(&self, _text: &str) -> Option<String> {
        None
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

    /// Returns the position with another player to move, by that side's name, where the game knows
    /// sides that may both be asked about.
    ///
    /// # Errors
    /// [`NotationError`] if whose turn it is follows from the position, or there is no such side.
    fn with_to_move(
        &self,
        _position: &Self::Position,
        side: &str,
    ) -> Result<Self::Position, NotationError> {
        let reason = format!("whose turn it is follows from the position in {}", self.name());
        Err(NotationError::new(side, 0, reason))
    }

    /// Returns a seat in a sentence: `white`, `player 2`.
    fn seat_name(&self, seat: Seat) -> String {
        format!("player {}", seat + 1)
    }

    /// Returns why the game is over, in a word (`loop`, `stuck`), where it may end in several ways.
    fn reason(&self, _position: &Self::Position) -> Option<String> {
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
    ) -> String
    where
        Self: Sized,
    {
        drawn_text(&self.format(position), medium)
    }

    /// Draws the steps within a move, in order: the last drawing is that of the position after it.
    /// Empty where a move is one step.
    fn draw_steps(
        &self,
        _position: &Self::Position,
        _chance: Self::Chance,
        _action: &Self::Move,
        _medium: Medium,
    ) -> Vec<String> {
        Vec::new()
    }

    /// Returns the parts of the SVG drawing that a person touches to make a move, in order, by
    /// their names in `data-part`. Plays under the same event differ in them. Empty if moves are
    /// only picked from a list.
    fn touched(
        &self,
        _position: &Self::Position,
        _chance: Self::Chance,
        _action: &Self::Move,
    ) -> Vec<String> {
        Vec::new()
    }

    /// Returns the tools that set up a position: for parts of the drawing, or the whole board.
    fn tools(&self) -> Vec<Tool> {
        Vec::new()
    }

    /// Returns the position after a [tool](Present::tools) is used on a part of the drawing; for a
    /// tool of the whole board the part is empty, and for one of [pieces](crate::board::ToolTarget::Piece)
    /// it may be two.
    ///
    /// # Errors
    /// [`NotationError`] with the reason: no such part or tool, too many pieces.
    fn put(
        &self,
        _position: &Self::Position,
        _part: &str,
        tool: &str,
    ) -> Result<Self::Position, NotationError> {
        let reason = format!("positions of {} are not set up by hand", self.name());
        Err(NotationError::new(tool, 0, reason))
    }

    /// Returns the independent parts of a position, in each of which a player moves without effect
    /// on the others; empty if it is one piece.
    fn parts(&self, _position: &Self::Position) -> Vec<Self::Position> {
        Vec::new()
    }

    /// Returns the text of the sum of positions, where search solves sums of this game. The player
    /// to move is that of the first position.
    fn sum(&self, _positions: &[&Self::Position]) -> Option<String> {
        None
    }

    /// Visits the position after every legal move of a position that is not over. Moves that lead
    /// to the same position are one play, but may be several moves here, for games that count
    /// sequences of moves.
    fn each_after(
        &self,
        position: &Self::Position,
        chance: Self::Chance,
        visit: &mut dyn FnMut(Self::Position),
    ) {
        let mut plays = Vec::new();
        self.plays(position, chance, &mut plays);
        plays.into_iter().for_each(|play| visit(play.after));
    }

    /// Counts the plays of a position under all chance events, as fast as the game can.
    fn count_plays(&self, position: &Self::Position) -> u64 {
        let mut plays = Vec::new();
        if self.outcome(position).is_none() {
            for (chance, _) in self.chances(position) {
                self.plays(position, chance, &mut plays);
            }
        }
        plays.len() as u64
    }

    /// Returns the names of classes by which perft counts positions, besides their total.
    fn perft_classes(&self) -> &'static [&'static str] {
        &[]
    }

    /// Returns the class of a position, by its place in [`perft_classes`](Present::perft_classes).
    fn perft_class(&self, _position: &Self::Position) -> Option<usize> {
        None
    }

    /// Compares the rules with a second, plain implementation of them on `pairs` random positions:
    /// returns the number of plays compared, or the first difference in words. `None` if there is
    /// no second implementation.
    fn compare_with_plain(&self, _pairs: u64, _seed: u64) -> Option<Result<u64, String>> {
        None
    }
}
