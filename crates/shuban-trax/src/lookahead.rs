//! The game for proof search: keys, first numbers, and looking ahead on bit-boards.
//!
//! `docs/trax.md` gives the gain of each of the search's ideas here.

use shuban_core::provable::{Choice, FirstNumbers, Key, Open, Question, expand_by_rules};
use shuban_core::{Game, Provable};
use xxhash_rust::xxh3::xxh3_128;

use crate::answers::{Aims, Prospect};
use crate::board::Board;
use crate::replies::LookaheadBuffers;
use crate::rules::{Move, Position, Trax};
use crate::tile::{Colour, Tile};

/// Distinct positions in the table at the end of the harder question from the start, by board size
/// from 4: measured up to 7×7, and projected from their growth beyond.
const POSITIONS: [u64; 5] = [400, 9_000, 270_000, 10_000_000, 600_000_000];

impl Provable for Trax {
    type Scratch = LookaheadBuffers;

    /// The hash (xxh3) of all that the future depends on.
    fn key(&self, position: &Position) -> Key {
        Key::from_hash(xxh3_128(self.future(position).bytes()))
    }

    fn first_numbers(&self, position: &Position) -> FirstNumbers {
        // As many answers as there are without a threat, early in a game.
        self.first_with(position, 20)
    }

    /// The number of cells left.
    fn plies_left(&self, position: &Position) -> u32 {
        (self.size() * self.size() - position.board.tiles()) as u32
    }

    fn expand(
        &self,
        position: &Position,
        question: &Question,
        depth: u32,
        scratch: &mut LookaheadBuffers,
        open: &mut Vec<Open<Position>>,
    ) -> Option<bool> {
        let aims = Aims::of(question);
        match aims {
            Some(aims) if position.board != Board::EMPTY && depth >= 2 => {
                let is_aim = self.to_move(position) == question.seat;
                if let Some(winner) = self.settled_outcome(position) {
                    let winner = winner.unwrap_or(aims.content);
                    return Some(winner.seat() == question.seat);
                }
                let prospect = self.look_ahead(position, aims, depth, scratch, open);
                match prospect {
                    Prospect::Wins => Some(is_aim),
                    Prospect::Loses => Some(!is_aim),
                    Prospect::Open => None,
                }
            }
            _ => expand_by_rules(self, position, question, depth, open),
        }
    }

    /// Number of tiles put.
    fn work(&self, scratch: &LookaheadBuffers) -> u64 {
        scratch.answers.tiles
    }

    fn work_unit(&self) -> &'static str {
        "tiles"
    }

    fn likely_positions(&self, position: &Position) -> Option<u64> {
        let likely = self.size().checked_sub(4).and_then(|place| POSITIONS.get(place));
        likely.copied().filter(|_| *position == Position::START)
    }

    /// A record is, byte by byte: who is to move (0 white, 1 red); the n² cells of the board at the
    /// top left, row by row, three bits each from the lowest of the first byte on, 0 for an empty
    /// cell and else the tile (1 `NS`, 2 `EW`, 3 `NW`, 4 `SE`, 5 `NE`, 6 `SW`: its white sides).
    fn record(&self, position: &Position) -> Option<Vec<u8>> {
        let size = self.size();
        let number = |tile: Tile| tile as u8 + 1;
        let mut cells = vec![0u8; (3 * size * size).div_ceil(8)];
        for place in 0..size * size {
            let tile = position.board.tile(place / size, place % size).map_or(0, number);
            for bit in 0..3 {
                let at = 3 * place + bit;
                cells[at / 8] |= (tile >> bit & 1) << (at % 8);
            }
        }
        let mut record = vec![position.to_move.seat() as u8];
        record.extend(cells);
        Some(record)
    }

    fn choices(&self, position: &Position) -> Option<Vec<Choice<Position, Move>>> {
        Some(self.choices_of(position))
    }

    /// Reads it as a diagram, so that only texts of positions are read.
    fn read_record(&self, record: &[u8]) -> Option<Position> {
        let size = self.size();
        let (&seat, cells) = record.split_first()?;
        if cells.len() != (3 * size * size).div_ceil(8) {
            return None;
        }
        let to_move = [Colour::White, Colour::Red].into_iter().nth(seat.into())?;
        let bit = |at: usize| cells[at / 8] >> (at % 8) & 1;
        let mut rows = Vec::with_capacity(size);
        for row in 0..size {
            let mut tiles = String::new();
            for at in (0..size).map(|column| 3 * (row * size + column)) {
                let number = bit(at) | bit(at + 1) << 1 | bit(at + 2) << 2;
                let tile = match usize::from(number).checked_sub(1) {
                    Some(number) => Tile::ALL.get(number)?.code(),
                    None => "..",
                };
                tiles.push_str(tile);
            }
            rows.push(tiles);
        }
        let position = self.parse(&format!("{to_move}:{}", rows.join("|"))).ok()?;
        // A record that is not at the corner, or has more bits, differs from the position's own.
        (self.record(&position)? == record).then_some(position)
    }
}

impl Trax {
    /// Looks `depth` ≥ 2 plies ahead from a position that is not over, or has no turns. The
    /// positions that are open are appended, two plies ahead perhaps twice; none unless the
    /// prospect is open.
    fn look_ahead(
        &self,
        position: &Position,
        aims: Aims,
        depth: u32,
        scratch: &mut LookaheadBuffers,
        open: &mut Vec<Open<Position>>,
    ) -> Prospect {
        if depth == 2 {
            return self.look_two_ahead(position, aims, scratch, open);
        }
        let mover = position.to_move;
        let before = open.len();
        // First all turns: one may win immediately.
        let mut wins = false;
        let is_row = position.board.size().0 <= 1 || position.board.size().1 <= 1;
        let tiles = position.board.tiles();
        self.each_turn(position, |_, after| {
            scratch.answers.tiles += 1;
            match self.settled_outcome(&after).map(|winner| winner.unwrap_or(aims.content)) {
                Some(winner) if winner == mover => {
                    wins = true;
                    return false;
                }
                Some(_) => (),
                None => {
                    let can_meet = is_row || after.board.tiles() > tiles + 1;
                    if !can_meet || open[before..].iter().all(|other| other.position != after) {
                        open.push(Open { position: after, first: FirstNumbers::ONES });
                    }
                }
            }
            true
        });
        // Then the other player's replies.
        let mut kept = before;
        if !wins {
            for place in before..open.len() {
                let after = open[place].position;
                let end = open.len();
                let prospect = self.look_ahead(&after, aims, depth - 1, scratch, open);
                let is_new =
                    |&at: &usize| open[end..at].iter().all(|one| one.position != open[at].position);
                let answers = (end..open.len()).filter(is_new).count() as u32;
                open.truncate(end);
                match prospect {
                    Prospect::Wins => (),
                    Prospect::Loses => {
                        wins = true;
                        break;
                    }
                    Prospect::Open => {
                        let first = self.first_with(&after, answers);
                        open[kept] = Open { position: after, first };
                        kept += 1;
                    }
                }
            }
        }
        if wins {
            open.truncate(before);
            return Prospect::Wins;
        }
        open.truncate(kept);
        if kept == before { Prospect::Loses } else { Prospect::Open }
    }
}
