//! What a game says of itself to people.

use crate::board::Tool;
use crate::drawing::{Medium, drawn_text};
use crate::fields::Fields;
use crate::game::{Game, NotationError, Play, Seat};
use crate::phrases::Phrase;

/// A play that was made: where, and which.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Last<P, M> {
    /// The position before it.
    pub before: P,
    /// The move.
    pub action: M,
}

/// What a text says: a position; the last play where the text tells it (a list of moves does); what
/// chance brought where the text tells that (an XGID with its dice does).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written<P, M, C> {
    /// The position.
    pub position: P,
    /// The play that led to it.
    pub last: Option<Last<P, M>>,
    /// What chance has brought in it already.
    pub chance: Option<C>,
    /// The text as the game writes it: it reads as the same again.
    pub text: String,
}

/// What a text of a game says.
pub type WrittenIn<G> = Written<<G as Game>::Position, <G as Game>::Move, <G as Game>::Chance>;

/// A way in which chance may begin a game: who is to move in the position, and with what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening<P, C> {
    /// The position, with the side that begins to move.
    pub position: P,
    /// What chance has brought for the first turn.
    pub chance: C,
    /// How often it comes, beside the others.
    pub weight: u32,
}

/// A way in which chance may begin a game.
pub type OpeningOf<G> = Opening<<G as Game>::Position, <G as Game>::Chance>;

/// The last play of a game.
pub type LastOf<G> = Last<<G as Game>::Position, <G as Game>::Move>;

/// What people and programs need of a game besides its rules. Only the first two methods have no
/// default: a game is playable, drawn (as its text) and listed with these alone.
pub trait Present: Game {
    /// What it is, in a line.
    fn about(&self) -> String;

    /// The same in Japanese.
    fn about_ja(&self) -> Option<String> {
        None
    }

    /// What the game says elsewhere (names of seats and of fields, texts of values and of what its
    /// databases hold) in Japanese, as far as it is not said of all games.
    fn phrases_ja(&self) -> &'static [Phrase] {
        &[]
    }

    /// The position in which a game starts.
    fn start(&self) -> Self::Position;

    /// The opening throws, where chance decides who begins: each says which side moves first, and
    /// what it has rolled. Throws that are repeated, such as two equal dice, are not listed. Empty
    /// in all positions but the start of such a game: the side to move begins.
    fn openings(&self, _start: &Self::Position) -> Vec<OpeningOf<Self>>
    where
        Self: Sized,
    {
        Vec::new()
    }

    /// Names that [`read`](Present::read) need not know, and the texts that they stand for:
    /// positions that people look up by name, such as those of published figures.
    fn named_positions(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// What chance brought, as text; `None` where chance plays no part. All events of a game have a
    /// text, or none has.
    fn chance_text(&self, _chance: Self::Chance) -> Option<String> {
        None
    }

    /// Reads what chance may bring in a position: one of the texts of its events. A game that
    /// accepts other spellings (`1-3` for `3-1`) reads them here.
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

    /// Reads a text that may tell more than [`read`](Present::read) accepts: things of a game that
    /// the values here take no account of, such as a score. They come as facts, in place of those of
    /// the same name that [`facts`](Present::facts) has. For drawing and converting alone.
    ///
    /// # Errors
    /// [`NotationError`] with the place and the reason.
    fn read_state(&self, text: &str) -> Result<(WrittenIn<Self>, Fields), NotationError>
    where
        Self: Sized,
    {
        Ok((self.read(text)?, Fields::new()))
    }

    /// What a text that [`read_state`](Present::read_state) reads comes to as the board of another
    /// program, in lines that read as the same again; `None` if the game has no such form.
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

    /// The same position with another player to move, by that side's name, where the game knows
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

    /// A seat in a sentence: `white`, `player 2`.
    fn seat_name(&self, seat: Seat) -> String {
        format!("player {}", seat + 1)
    }

    /// Why the game is over, in a word (`loop`, `stuck`), where there are several ways to end.
    fn reason(&self, _position: &Self::Position) -> Option<String> {
        None
    }

    /// What this game alone has to say of a position (how many tiles there are, which side is to
    /// move by name), beside what is said of all games.
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

    /// Draws what happens within a move, in order: the last drawing is that of the position after
    /// it. Empty where a move is one step.
    fn draw_steps(
        &self,
        _position: &Self::Position,
        _chance: Self::Chance,
        _action: &Self::Move,
        _medium: Medium,
    ) -> Vec<String> {
        Vec::new()
    }

    /// The parts of the SVG drawing that a person touches to make a move, in order, by their names
    /// in `data-part`. Plays that can be made under the same event differ in them. Empty where the
    /// move is only picked from a list.
    fn touched(
        &self,
        _position: &Self::Position,
        _chance: Self::Chance,
        _action: &Self::Move,
    ) -> Vec<String> {
        Vec::new()
    }

    /// What a person can put on parts of the drawing, or do to the board, to set up a position.
    fn tools(&self) -> Vec<Tool> {
        Vec::new()
    }

    /// The position after a [tool](Present::tools) is used on a part of the drawing; for a tool of
    /// the whole board the part is empty, and for one of [pieces](crate::ToolTarget::Piece) it may
    /// be two.
    ///
    /// # Errors
    /// [`NotationError`] that says why this cannot be: no such part or tool, too many pieces.
    fn put(
        &self,
        _position: &Self::Position,
        _part: &str,
        tool: &str,
    ) -> Result<Self::Position, NotationError> {
        let reason = format!("positions of {} are not set up by hand", self.name());
        Err(NotationError::new(tool, 0, reason))
    }

    /// The independent parts into which a position falls apart, in each of which a player moves
    /// without effect on the others; empty where it is one piece.
    fn parts(&self, _position: &Self::Position) -> Vec<Self::Position> {
        Vec::new()
    }

    /// The text of the sum of positions, where search solves sums of this game. The first position
    /// says who is to move.
    fn sum(&self, _positions: &[&Self::Position]) -> Option<String> {
        None
    }

    /// Visits the position after every legal move of a position that is not over. Moves that lead
    /// to the same position are one play, and may be several moves here, where the game tells them
    /// apart: sequences of moves are counted so.
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

    /// How many plays a position has under all that chance may bring, as fast as the game can
    /// count.
    fn count_plays(&self, position: &Self::Position) -> u64 {
        let mut plays = Vec::new();
        if self.outcome(position).is_none() {
            for (chance, _) in self.chances(position) {
                self.plays(position, chance, &mut plays);
            }
        }
        plays.len() as u64
    }

    /// The names of classes that positions are counted by, ply by ply, besides all of them.
    fn perft_classes(&self) -> &'static [&'static str] {
        &[]
    }

    /// The class of a position, by its place in [`perft_classes`](Present::perft_classes).
    fn perft_class(&self, _position: &Self::Position) -> Option<usize> {
        None
    }

    /// Compares the rules with a second, plain implementation of them on `pairs` random positions:
    /// how many plays were compared, or the first difference in words. `None` if there is no second
    /// implementation.
    fn compare_with_plain(&self, _pairs: u64, _seed: u64) -> Option<Result<u64, String>> {
        None
    }
}
