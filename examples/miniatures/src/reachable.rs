//! Noughts and crosses: the positions that play can reach, one of each symmetry class, are
//! enumerated once and stored, as for TRAX.

use std::collections::BTreeSet;

use shuban_core::backup::backup_ordered;
use shuban_core::drawing::Svg;
use shuban_core::equation::{EquationOf, equation_ordered};
use shuban_core::present::{Capabilities, Editor, LastOf, MoveDrawing, Tool};
use shuban_core::{
    Ask, Codec, Column, Cost, Dictionary, Domain, Explain, Field, Fields, Game, Index, IndexError,
    Japanese, Layer, LayerId, Medium, NotationError, Part, PartId, Payoffs, Play, Present, Record,
    Seat, Section, Unanswered,
};

const FULL: u16 = 0x1FF;
const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// The squares taken by each side, three bits a row from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board {
    mover: u16,
    other: u16,
}

impl Board {
    const EMPTY: Board = Board { mover: 0, other: 0 };

    /// Crosses (seat 0) begin, so the player to move follows from the number of stones.
    fn seat(self) -> Seat {
        (self.mover | self.other).count_ones() as usize % 2
    }

    fn map(self, target: impl Fn(usize, usize) -> (usize, usize)) -> Self {
        let moved = |stones: u16| {
            (0..9).filter(|square| stones >> square & 1 == 1).fold(0, |all, square| {
                let (row, column) = target(square / 3, square % 3);
                all | 1 << (3 * row + column)
            })
        };
        Board { mover: moved(self.mover), other: moved(self.other) }
    }

    fn is_won_by_other(self) -> bool {
        LINES.iter().any(|line| self.other & line == *line)
    }

    fn is_over(self) -> bool {
        self.is_won_by_other() || self.mover | self.other == FULL
    }

    /// Stored key of the board.
    fn key(self) -> [u8; 3] {
        let [_, key @ ..] = (u32::from(self.mover) << 9 | u32::from(self.other)).to_be_bytes();
        key
    }

    fn from_key(key: &[u8]) -> Option<Self> {
        let [a, b, c] = *key.first_chunk::<3>().filter(|_| key.len() == 3)?;
        let bits = u32::from_be_bytes([0, a, b, c]);
        let board = Board { mover: (bits >> 9) as u16, other: bits as u16 & FULL };
        (board.mover <= FULL && board.is_position()).then_some(board)
    }

    fn is_position(self) -> bool {
        let ahead = self.other.count_ones().wrapping_sub(self.mover.count_ones());
        self.mover & self.other == 0 && ahead as usize == self.seat()
    }
}

/// The rules.
pub struct NoughtsAndCrosses;

impl Game for NoughtsAndCrosses {
    type Position = Board;
    type Chance = ();
    type Move = u8;

    fn name(&self) -> String {
        "noughts-and-crosses".into()
    }

    fn to_move(&self, board: &Board) -> Seat {
        board.seat()
    }

    fn outcome(&self, board: &Board) -> Option<Payoffs> {
        let loss = if board.seat() == 0 { [-1, 1] } else { [1, -1] };
        board.is_over().then(|| Payoffs::new(if board.is_won_by_other() { &loss } else { &[0, 0] }))
    }

    fn chances(&self, _: &Board) -> Vec<((), u32)> {
        vec![((), 1)]
    }

    fn plays(&self, board: &Board, (): (), plays: &mut Vec<Play<Board, u8>>) {
        let Board { mover, other } = *board;
        let empty = (0..9).filter(|square| !board.is_over() && (mover | other) >> square & 1 == 0);
        plays.extend(empty.map(|square| Play {
            action: square,
            after: Board { mover: other, other: mover | 1 << square },
        }));
    }

    fn canonical(&self, board: &Board) -> Board {
        let turned = [
            board.map(|row, column| (row, column)),
            board.map(|row, column| (column, 2 - row)),
            board.map(|row, column| (2 - row, 2 - column)),
            board.map(|row, column| (2 - column, row)),
        ];
        let mirrored = turned.map(|board| board.map(|row, column| (row, 2 - column)));
        turned.into_iter().chain(mirrored).min().unwrap_or(*board)
    }

    fn parse(&self, text: &str) -> Result<Board, NotationError> {
        let refuse = |at, reason: &str| Err(NotationError::new(text, at, reason));
        let (mut crosses, mut noughts) = (0u16, 0u16);
        for (at, character) in text.chars().enumerate() {
            let square = 1 << (at / 4 * 3 + at % 4).min(9);
            match character {
                _ if at >= 11 => return refuse(at, "there are three rows of three squares"),
                '/' if at % 4 == 3 => (),
                'x' if at % 4 < 3 => crosses |= square,
                'o' if at % 4 < 3 => noughts |= square,
                '.' if at % 4 < 3 => (),
                _ => return refuse(at, "expected x, o or . on three squares, and / between rows"),
            }
        }
        if text.chars().count() < 11 {
            return refuse(text.chars().count(), "there are three rows of three squares");
        }
        let (mover, other) = if crosses.count_ones() == noughts.count_ones() {
            (crosses, noughts)
        } else {
            (noughts, crosses)
        };
        let board = Board { mover, other };
        if board.is_position() {
            Ok(board)
        } else {
            refuse(0, "crosses begin, and sides take turns")
        }
    }

    fn format(&self, board: &Board) -> String {
        let (crosses, noughts) =
            if board.seat() == 0 { (board.mover, board.other) } else { (board.other, board.mover) };
        let square = |square: usize| match (crosses >> square & 1, noughts >> square & 1) {
            (0, 0) => '.',
            (1, _) => 'x',
            _ => 'o',
        };
        [0, 3, 6].map(|row| (row..row + 3).map(square).collect::<String>()).join("/")
    }

    fn format_move(&self, _: &Board, (): (), square: &u8) -> String {
        format!("{}{}", char::from(b'a' + square % 3), 3 - square / 3)
    }
}

/// A square of the drawing, in pixels.
const CELL: usize = 86;

impl Present for NoughtsAndCrosses {
    fn about(&self) -> String {
        "noughts and crosses: three in a row win".to_owned()
    }

    fn start(&self) -> Board {
        Board::EMPTY
    }

    fn japanese(&self) -> Japanese {
        Japanese::new("三目並べ：縦・横・斜めに3つ並べれば勝ち", &[])
    }

    fn draw(&self, board: &Board, _: Option<&LastOf<Self>>, medium: Medium) -> String {
        let text = self.format(board);
        if medium != Medium::Svg {
            return text.replace('/', "\n");
        }
        let mut svg = Svg::new(Svg::LEAST_WIDTH, 3 * CELL + 24);
        svg.style(".cell{fill:#efe5d0}.x{stroke:#b4553a}.o{stroke:#3d6b8f}");
        svg.style(".sign{fill:none;stroke-width:9;stroke-linecap:round}");
        let left = (Svg::LEAST_WIDTH - 3 * CELL) / 2;
        for (number, sign) in (0..9).zip(text.chars().filter(|&sign| sign != '/')) {
            let (x, y) = (left + number % 3 * CELL, 16 + number / 3 * CELL);
            let name = self.format_move(board, (), &(number as u8));
            svg.part(&name, &format!("{name}: {sign}"), |svg| {
                let side = CELL - 6;
                svg.element(format_args!(
                    r#"rect class="cell" x="{x}" y="{y}" width="{side}" height="{side}" rx="8""#
                ));
                let path = match sign {
                    'x' => "m22 22l36 36m0-36l-36 36",
                    'o' => "m20 40a20 20 0 1 1 40 0a20 20 0 1 1-40 0z",
                    _ => return,
                };
                let d = format!("M{x} {y}{path}");
                svg.element(format_args!(r#"path class="sign {sign}" d="{d}""#));
            });
        }
        let status = match board.is_over() {
            true => "the game is over".to_owned(),
            false => format!("{} to move", ["crosses", "noughts"][board.seat()]),
        };
        svg.caption(&self.name(), &text, &status);
        svg.finish()
    }

    fn capabilities(&self) -> Capabilities<'_, Self> {
        Capabilities { moves: Some(self), editor: Some(self), ..Capabilities::default() }
    }
}

impl MoveDrawing<Self> for NoughtsAndCrosses {
    fn touched(&self, board: &Board, (): (), square: &u8) -> Vec<String> {
        vec![self.format_move(board, (), square)]
    }
}

impl Editor<Self> for NoughtsAndCrosses {
    fn tools(&self) -> Vec<Tool> {
        vec![
            Tool::part("cross", "cross", "×を置く"),
            Tool::part("nought", "nought", "○を置く"),
            Tool::part("empty", "empty square", "空きマスにする"),
            Tool::board("clear", "empty board", "すべて空きマスにする"),
        ]
    }

    /// The text with another sign on a square: `parse` refuses texts that are not positions.
    fn put(&self, board: &Board, part: &str, tool: &str) -> Result<Board, NotationError> {
        let sign = match tool {
            "cross" => "x",
            "nought" => "o",
            "empty" => ".",
            "clear" => return Ok(Board::EMPTY),
            _ => return Err(NotationError::new(tool, 0, "no such tool")),
        };
        let square = (0..9u8).find(|square| self.format_move(board, (), square) == part);
        let square = square.ok_or_else(|| NotationError::new(part, 0, "no such square"))?;
        let at = usize::from(square / 3 * 4 + square % 3);
        let mut text = self.format(board);
        text.replace_range(at..at + 1, sign);
        self.parse(&text)
    }
}

/// Result for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Result3 {
    /// Payoff −1.
    Loss,
    /// Payoff 0.
    Draw,
    /// Payoff 1.
    Win,
}

impl Result3 {
    const ALL: [Result3; 3] = [Result3::Loss, Result3::Draw, Result3::Win];

    /// The result of a payoff to the player to move.
    fn of(payoff: i16) -> Self {
        Result3::ALL[(payoff + 1) as usize]
    }

    fn for_the_other(self) -> Self {
        Result3::ALL[2 - self as usize]
    }
}

/// Its number among the results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stored(u64);

impl Record for Stored {
    fn columns() -> &'static [Column] {
        &[Column { name: "result", bits: 2, codec: Codec::Unsigned }]
    }

    fn to_columns(&self, raw: &mut [u64]) {
        raw[0] = self.0;
    }

    fn from_columns(raw: &[u64]) -> Self {
        Stored(raw[0])
    }
}

/// The canonical boards that play can reach and that are not over, ascending.
pub struct Reachable(Vec<Board>);

impl Reachable {
    fn enumerate(game: &NoughtsAndCrosses) -> Self {
        let mut found = BTreeSet::from([Board::EMPTY]);
        let mut rest = vec![Board::EMPTY];
        let mut plays = Vec::new();
        while let Some(board) = rest.pop() {
            plays.clear();
            game.plays(&board, (), &mut plays);
            let canonical = plays.iter().map(|play| game.canonical(&play.after));
            rest.extend(canonical.filter(|after| !after.is_over() && found.insert(*after)));
        }
        Reachable(found.into_iter().collect())
    }

    fn open(sections: &[Section]) -> Result<Self, IndexError> {
        let keys = sections.iter().find(|section| section.name == "keys");
        let keys = keys.ok_or_else(|| IndexError::Missing("keys".into()))?;
        let malformed = |reason: String| IndexError::Malformed { section: "keys".into(), reason };
        let mut boards: Vec<Board> = Vec::new();
        for (i, key) in keys.entries.iter().enumerate() {
            let board = Board::from_key(key)
                .filter(|board| !board.is_over() && NoughtsAndCrosses.canonical(board) == *board)
                .ok_or_else(|| malformed(format!("entry {i} is no canonical board in play")))?;
            if boards.last().is_some_and(|last| *last >= board) {
                return Err(malformed(format!("entry {i} is not above the one before")));
            }
            boards.push(board);
        }
        Ok(Reachable(boards))
    }
}

impl Index for Reachable {
    type Position = Board;

    fn len(&self) -> u64 {
        self.0.len() as u64
    }

    fn rank(&self, board: &Board) -> Option<u64> {
        self.0.binary_search(&NoughtsAndCrosses.canonical(board)).ok().map(|rank| rank as u64)
    }

    fn unrank(&self, rank: u64) -> Option<Board> {
        self.0.get(usize::try_from(rank).ok()?).copied()
    }

    fn sections(&self) -> Vec<Section> {
        let entries = self.0.iter().map(|board| board.key().to_vec()).collect();
        vec![Section { name: "keys".into(), entries }]
    }
}

/// All boards in play, in one layer.
pub struct Boards {
    game: NoughtsAndCrosses,
    layers: Vec<Layer>,
}

impl Default for Boards {
    fn default() -> Self {
        // One layer, though it asks for itself: stones are never removed, so it is not cyclic. The
        // number of positions is known after the enumeration.
        let part = Part { name: "in play".into(), positions: None };
        let name = "noughts-and-crosses/all".into();
        let layer = Layer { name, parts: vec![part], needs: Vec::new(), cyclic: false };
        Boards { game: NoughtsAndCrosses, layers: vec![layer] }
    }
}

impl Domain for Boards {
    type Game = NoughtsAndCrosses;
    type Value = Result3;
    type Record = Stored;

    fn name(&self) -> String {
        "noughts-and-crosses".into()
    }

    fn game(&self) -> &NoughtsAndCrosses {
        &self.game
    }

    fn layers(&self) -> &[Layer] {
        &self.layers
    }

    fn index(&self, _: PartId) -> Result<Box<dyn Index<Position = Board>>, IndexError> {
        Ok(Box::new(Reachable::enumerate(&self.game)))
    }

    fn open_index(
        &self,
        _: PartId,
        sections: &[Section],
    ) -> Result<Box<dyn Index<Position = Board>>, IndexError> {
        Ok(Box::new(Reachable::open(sections)?))
    }

    fn locate(&self, board: &Board) -> Option<PartId> {
        (!board.is_over()).then_some(PartId { layer: LayerId(0), part: 0 })
    }

    fn backup(
        &self,
        board: &Board,
        ask: &mut dyn Ask<Board, Result3>,
    ) -> Result<Result3, Unanswered> {
        backup_ordered(self, board, ask, &Result3::of, &Result3::for_the_other)
    }

    fn encode(&self, value: &Result3, _: &Dictionary<Result3>) -> Stored {
        Stored(*value as u64)
    }

    fn decode(&self, record: Stored, _: &Dictionary<Result3>) -> Option<Result3> {
        Result3::ALL.get(record.0 as usize).copied()
    }
}

impl Explain for Boards {
    fn about(&self, _: &Layer) -> String {
        "every board that play can reach and that is not over, up to symmetry".to_owned()
    }

    fn cost(&self, _: &Layer) -> Cost {
        Cost { core_seconds: 0.01 }
    }

    fn fields(&self, value: &Result3) -> Fields {
        Fields::new().with(Field::new("value", ["loss", "draw", "win"][*value as usize]))
    }

    fn merit(&self, _: &Board, value: &Result3, _: Seat) -> i128 {
        *value as i128
    }

    fn equation(&self, board: &Board) -> Option<EquationOf<Self>> {
        let points = |&result: &Result3| result as i128 - Result3::Draw as i128;
        equation_ordered(self, board, &Result3::of, "points", points)
    }

    fn seen_by(&self, value: Result3, board: &Board, seat: Seat) -> Result3 {
        if board.seat() == seat { value } else { value.for_the_other() }
    }
}

#[cfg(test)]
mod tests;
