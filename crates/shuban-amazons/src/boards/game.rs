//! The game whose first player is White.

use shuban_core::present::transcript::move_number;
use shuban_core::present::{Capabilities, Editor, Preview, Tool};
use shuban_core::{Game, Japanese, Medium, NotationError, Payoffs, Play, Present, Seat};

use super::setup::{self, SIZES};
use crate::by_hand;
use crate::game::Amazons;
use crate::japanese::PHRASES;
use crate::position::Position;
use crate::read_move::{MoveWord, parse_move};
use crate::subgame::{Army, Move, Subgame};
use crate::symmetry::Symmetry;

/// Number of burnt squares up to which the images of a board are one position.
const SYMMETRIC: usize = 2;

/// Amazons with questions about who wins. White begins, so seat 0 is White.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Boards {
    /// Columns and rows of the board of `amazons/WxH`; `None` for `amazons`.
    size: Option<(usize, usize)>,
    start: Position,
}

impl Boards {
    /// Any board: its name is that of [`Amazons`].
    pub fn any() -> Self {
        Boards { size: None, start: Position::start() }
    }

    /// The game on a board of some columns and rows; `None` if there is no start on it.
    pub fn new(width: usize, height: usize) -> Option<Self> {
        let start = setup::start(width, height)?;
        Some(Boards { size: Some((width, height)), start })
    }

    /// Returns the game from a position on, on the board that this one has; for tests.
    #[cfg(test)]
    pub(crate) fn starting(start: Position) -> Self {
        Boards { size: Some((start.width(), start.height())), start }
    }

    /// Returns true if a position is one of this board's.
    pub(super) fn has_size_of(&self, position: &Position) -> bool {
        let size = (position.width(), position.height());
        self.size.is_none_or(|own| own == size)
    }

    /// Reads moves from the start, with spaces between.
    fn after_moves(&self, text: &str) -> Result<Position, NotationError> {
        let mut words = moves_of(text);
        words.try_fold(self.start, |position, word| {
            let action = parse_move(&position, word).map_err(|error| {
                // The word is a part of the text.
                let before = &text[..word.as_ptr().addr() - text.as_ptr().addr()];
                NotationError::new(text, before.chars().count() + error.at, error.reason)
            })?;
            Ok(position.after(action))
        })
    }

    /// The games on boards with names.
    pub(crate) fn named() -> impl Iterator<Item = Boards> {
        SIZES.into_iter().filter_map(|(width, height)| Boards::new(width, height))
    }
}

/// Returns the words of a text without the numbers before moves, as in `1 d1-d7/g7` and `1.d1-d7/g7`.
fn moves_of(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace().map(unnumbered).filter(|word| !word.is_empty())
}

fn unnumbered(word: &str) -> &str {
    match word.split_once('.') {
        Some((number, rest)) if move_number(number).is_some() => rest.trim_start_matches('.'),
        _ if move_number(word).is_some() => "",
        _ => word,
    }
}

/// Returns the seat of a side.
fn seat(side: Army) -> Seat {
    side.opponent() as Seat
}

/// Returns the payoffs of a game in which a side makes the last move.
pub(super) fn won_by(side: Army) -> Payoffs {
    match side {
        Army::White => Payoffs::new(&[1, -1]),
        Army::Black => Payoffs::new(&[-1, 1]),
    }
}

/// Returns true if a position is its own canonical form, whatever its images: many squares are burnt, or the board is narrow.
pub(super) fn is_late(position: &Position) -> bool {
    let (height, width) = (position.height(), position.width());
    // Boards so narrow that this many burnt squares fill a row have none by the form of proofs.
    height.min(width) <= SYMMETRIC
        || height * width > position.subgame().squares().len() + SYMMETRIC
}

/// Returns the images of a position under the symmetries of its board, itself the first.
pub(super) fn images(position: &Position) -> impl Iterator<Item = Position> {
    let (height, width) = (position.height(), position.width());
    let kept = if height == width { &Symmetry::ALL[..] } else { &Symmetry::ALL[..4] };
    kept.iter().map(move |&symmetry| {
        let image = |squares| symmetry.apply(squares, (height, width));
        let game = position.subgame();
        Subgame::new(image(game.squares()), image(game.black()), image(game.white()))
            .and_then(|game| Position::new(height, width, game, position.to_move()))
            .expect("an image fits on the board that it is of")
    })
}

impl Game for Boards {
    type Position = Position;
    type Chance = ();
    type Move = Move;

    fn name(&self) -> String {
        match self.size {
            Some((width, height)) => format!("amazons/{width}x{height}"),
            None => Amazons.name(),
        }
    }

    fn to_move(&self, position: &Position) -> Seat {
        seat(position.to_move())
    }

    fn outcome(&self, position: &Position) -> Option<Payoffs> {
        let side = position.to_move();
        (!position.subgame().can_move(side)).then(|| won_by(side.opponent()))
    }

    fn chances(&self, position: &Position) -> Vec<((), u32)> {
        Amazons.chances(position)
    }

    fn plays(&self, position: &Position, _chance: (), plays: &mut Vec<Play<Position, Move>>) {
        Amazons.plays(position, (), plays);
    }

    /// The smallest of its images under the symmetries of its board, as long as few squares are burnt: later
    /// images are rarely met, and cost much to find.
    fn canonical(&self, position: &Position) -> Position {
        if is_late(position) {
            return *position;
        }
        let smallest = images(position).min_by_key(|image| *image.subgame());
        smallest.expect("there are four symmetries at least")
    }

    /// On a board of its own, also moves from the start, and no board of another size.
    fn parse(&self, text: &str) -> Result<Position, NotationError> {
        let Some((width, height)) = self.size else { return Amazons.parse(text) };
        if moves_of(text)
            .next()
            .is_some_and(|word| MoveWord::read(word).is_ok() || MoveWord::is_begun(word))
        {
            return self.after_moves(text);
        }
        let position = Amazons.parse(text)?;
        let (columns, rows) = (position.width(), position.height());
        if (columns, rows) == (width, height) {
            return Ok(position);
        }
        let name = self.name();
        let reason = format!(
            "this board has {columns} columns and {rows} rows, one of {name} {width} and {height}: any other is one \
             of `amazons`"
        );
        Err(NotationError::new(text, 0, reason))
    }

    fn format(&self, position: &Position) -> String {
        Amazons.format(position)
    }

    fn format_move(&self, position: &Position, chance: (), action: &Move) -> String {
        Amazons.format_move(position, chance, action)
    }
}

impl Present for Boards {
    fn about(&self) -> String {
        match self.size {
            Some((width, height)) => format!(
                "boards of {width} by {height} squares; White begins, a side that cannot move loses"
            ),
            None => Amazons.about(),
        }
    }

    fn japanese(&self) -> Japanese {
        match self.size {
            Some((width, height)) => {
                let about = format!(
                    "アマゾンズ：横{width}縦{height}マスの盤、白が先手、動けなくなった側の負け"
                );
                Japanese::new(about, PHRASES)
            }
            None => Amazons.japanese(),
        }
    }

    fn start(&self) -> Position {
        self.start
    }

    fn parse_move(
        &self,
        position: &Position,
        chance: (),
        text: &str,
    ) -> Result<Play<Position, Move>, NotationError> {
        Amazons.parse_move(position, chance, text)
    }

    fn seat_name(&self, seat: Seat) -> String {
        // The seats are exchanged; others have no name in either game.
        Amazons.seat_name(seat ^ 1)
    }

    fn draw(
        &self,
        position: &Position,
        _last: Option<&shuban_core::present::LastOf<Self>>,
        medium: Medium,
    ) -> String {
        Amazons.draw(position, None, medium)
    }

    fn capabilities(&self) -> Capabilities<'_, Self> {
        Capabilities {
            moves: Some(&Amazons),
            editor: Some(self),
            sums: Some(&Amazons),
            perft: Some(&Amazons),
            // That of `amazons` has its seats the other way round.
            transcripts: self.size.is_some().then_some(self),
            ..Capabilities::default()
        }
    }
}

/// The tools of any board, and the start of this one. A board with a name keeps its size.
impl Editor<Boards> for Boards {
    fn tools(&self) -> Vec<Tool> {
        let all = by_hand::TOOLS.into_iter();
        all.filter(|tool| self.size.is_none() || !by_hand::resizes(tool.name)).collect()
    }

    fn put(&self, position: &Position, part: &str, tool: &str) -> Result<Position, NotationError> {
        match tool {
            "start" => Ok(self.start),
            _ if self.size.is_some() && by_hand::resizes(tool) => {
                Err(NotationError::new(tool, 0, "no such tool"))
            }
            _ => Editor::<Boards>::put(&Amazons, position, part, tool),
        }
    }

    fn preview(&self, position: &Position) -> Option<Preview> {
        Editor::<Boards>::preview(&Amazons, position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_of_its_own_is_read_from_moves_too() {
        let board = Boards::new(6, 5).unwrap();
        let read = |text: &str| board.parse(text).map(|position| board.format(&position));
        assert_eq!(read("b1-b4/b3").unwrap(), ".X..X./XO...X/.#..../O....O/....O.");
        assert_eq!(
            read(" b1b4(b3)  a4-a3/a4 ").unwrap(),
            ".X..X./#O...X/X#..../O....O/....O. white"
        );
        let error = read("b1-b4/b3 a4-c4/a4").unwrap_err();
        assert_eq!((error.at, &*error.reason), (12, "the amazon cannot get there"));
        assert_eq!(read("b1-b4/b3 ä").unwrap_err().at, 9);
        // A board of any size has no start of its own.
        let error = Boards::any().parse("b1-b4/b3").unwrap_err();
        assert!(error.reason.contains("amazons/6x5"), "{error}");
    }

    #[test]
    fn the_start_of_a_board_is_put_there() {
        let board = Boards::new(8, 8).unwrap();
        let after = |tool| board.put(&board.start, "", tool).unwrap();
        assert_eq!(after("start"), board.start);
        assert_eq!(after("turn"), board.start.with_to_move(Army::Black));
        assert_eq!(Boards::any().put(&board.start, "", "start"), Ok(Position::start()));
        // It would be no board of its own.
        assert!(board.put(&board.start, "", "more-rows").is_err());
        assert!(Boards::any().put(&board.start, "", "more-rows").is_ok());
        assert_eq!(Boards::any().tools().len(), board.tools().len() + 4);
    }
}
