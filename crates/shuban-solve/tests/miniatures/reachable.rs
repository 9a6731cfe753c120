//! Noughts and crosses: the positions that play can reach, one of each symmetry class, are enumerated
//! once and stored, as for TRAX.

use std::collections::{BTreeMap, BTreeSet};

use shuban_core::{
    Ask, Codec, Column, Dictionary, Domain, Game, Index, IndexError, Layer, LayerId, NotationError, Part,
    PartId, Payoffs, Play, Record, Seat, Section, Unanswered, conformance,
};
use shuban_solve::Retrograde;

use crate::spine::spine;

const FULL: u16 = 0x1FF;
const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// The squares taken by each side, three bits a row from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Board {
    mover: u16,
    other: u16,
}

impl Board {
    const EMPTY: Board = Board { mover: 0, other: 0 };

    /// Crosses (seat 0) begin, so whose turn it is follows from the number of stones.
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

    /// What the file stores for it.
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

struct NoughtsAndCrosses;

impl Game for NoughtsAndCrosses {
    type Position = Board;
    type Chance = ();
    type Move = u8;

    fn name(&self) -> String {
        "noughts-and-crosses".into()
    }

    fn seats(&self) -> usize {
        2
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
        if board.is_position() { Ok(board) } else { refuse(0, "crosses begin, and sides take turns") }
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

/// What the player to move gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Result3 {
    Loss,
    Draw,
    Win,
}

impl Result3 {
    const ALL: [Result3; 3] = [Result3::Loss, Result3::Draw, Result3::Win];

    fn for_the_other(self) -> Self {
        Result3::ALL[2 - self as usize]
    }
}

/// Its number among the results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stored(u64);

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
struct Reachable(Vec<Board>);

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

struct Boards {
    game: NoughtsAndCrosses,
    layers: Vec<Layer>,
}

impl Boards {
    fn new() -> Self {
        // One layer, though it asks for itself: stones are never removed, so it is not cyclic. Only the
        // enumeration tells how many positions it has.
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

    fn parameters(&self) -> BTreeMap<String, String> {
        BTreeMap::new()
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

    fn backup(&self, board: &Board, ask: &mut dyn Ask<Board, Result3>) -> Result<Result3, Unanswered> {
        let mut plays = Vec::new();
        self.game.plays(board, (), &mut plays);
        let mut best = Result3::Loss;
        for Play { after, .. } in plays {
            let theirs = match (after.is_won_by_other(), after.is_over()) {
                (true, _) => Result3::Loss,
                (false, true) => Result3::Draw,
                (false, false) => ask.ask(&after)?,
            };
            best = best.max(theirs.for_the_other());
        }
        Ok(best)
    }

    fn encode(&self, value: &Result3, _: &Dictionary<Result3>) -> Stored {
        Stored(*value as u64)
    }

    fn decode(&self, record: Stored, _: &Dictionary<Result3>) -> Option<Result3> {
        Result3::ALL.get(record.0 as usize).copied()
    }
}

/// Plain negamax on a list of squares, with no symmetry and no masks.
fn twin(squares: &mut [char; 9], side: char) -> Result3 {
    let other = if side == 'x' { 'o' } else { 'x' };
    let lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
    if lines.iter().any(|line| line.iter().all(|&square| squares[square] == other)) {
        return Result3::Loss;
    }
    let mut best = None;
    for square in 0..9 {
        if squares[square] == '.' {
            squares[square] = side;
            best = best.max(Some(twin(squares, other).for_the_other()));
            squares[square] = '.';
        }
    }
    best.unwrap_or(Result3::Draw)
}

#[test]
fn the_rules_keep_the_laws() {
    let game = NoughtsAndCrosses;
    let boards = conformance::reachable(&game, &[Board::EMPTY], usize::MAX);
    // 5,478 boards are known to be reachable, 765 up to symmetry.
    assert_eq!(boards.len(), 5_478);
    assert_eq!(boards.iter().map(|board| game.canonical(board)).collect::<BTreeSet<_>>().len(), 765);
    conformance::game(&game, &boards).unwrap();
    assert_eq!(game.parse("x../.q./...").unwrap_err().at, 5);
    assert_eq!(game.format(&game.parse("x../.o./...").unwrap()), "x../.o./...");
}

#[test]
fn every_reachable_position_has_the_value_of_plain_search() {
    let boards = Boards::new();
    let solved = spine(&boards, &Retrograde);
    // 138 of the 765 are over. A pass settles the boards with one stone less than the last.
    let report = solved.report(LayerId(0));
    assert_eq!((report.positions, &report.facts["passes"]), (627, &9.into()));
    assert_eq!(solved.value(&Board::EMPTY), Result3::Draw);
    conformance::brute_force(
        &boards,
        LayerId(0),
        |part, rank| solved.at(part, rank),
        |board| {
            let mut squares = ['.'; 9];
            let text = boards.game.format(board).replace('/', "");
            squares.iter_mut().zip(text.chars()).for_each(|(square, stone)| *square = stone);
            twin(&mut squares, if board.seat() == 0 { 'x' } else { 'o' })
        },
    )
    .unwrap();
}

#[test]
fn a_key_that_is_no_position_is_refused_by_name() {
    let keys = |entries| [Section { name: "keys".into(), entries }];
    let refused = |entries| Reachable::open(&keys(entries)).err().unwrap().to_string();
    assert!(refused(vec![vec![0, 0, 0], vec![0, 0, 0]]).contains("entry 1 is not above"));
    assert!(refused(vec![vec![0, 2, 1]]).contains("entry 0 is no canonical board"));
    assert!(Reachable::open(&[]).err().unwrap().to_string().contains("needs section `keys`"));
}
