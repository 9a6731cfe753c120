//! The numbering of all positions that play can reach, by the number of tiles.

use rustc_hash::FxHashSet;
use shuban_core::{Index, IndexError, Section};

use crate::board::Board;
use crate::rules::{Position, Trax};
use crate::tile::{Colour, Tile};

/// The section that lists the keys.
const KEYS: &str = "keys";
/// Keys of one entry of the section.
const ENTRY: usize = 4096;

/// The canonical positions of n tiles that play can reach, the finished ones too, in the
/// order of their keys.
///
/// A key is the board at the top left, three bits for each of its n² cells from the last up, 0 for
/// an empty cell and else the tile as in proof files, and then who is to move: 0 white, 1 red.
pub(crate) struct PositionIndex {
    trax: Trax,
    tiles: usize,
    /// Ascending.
    keys: Vec<u64>,
}

fn key(trax: &Trax, position: &Position) -> u64 {
    let size = trax.size();
    let cell = |place: usize| {
        position.board.tile(place / size, place % size).map_or(0, |tile| tile as u64 + 1)
    };
    let board = (0..size * size).fold(0, |key, place| key << 3 | cell(place));
    board << 1 | position.to_move.seat() as u64
}

/// The position of a key; `None` if the key is invalid.
fn position(trax: &Trax, key: u64) -> Option<Position> {
    let size = trax.size();
    let mut board = Board::EMPTY;
    let mut rest = key >> 1;
    for place in (0..size * size).rev() {
        if let Some(tile) = (rest as usize & 7).checked_sub(1) {
            board.put(1 << (8 * (place / size) + place % size), *Tile::ALL.get(tile)?);
        }
        rest >>= 3;
    }
    let to_move = if key & 1 == 0 { Colour::White } else { Colour::Red };
    (rest == 0 && board.cornered() == board).then(|| trax.position(board, to_move))
}

impl PositionIndex {
    /// Enumerates all reachable positions: the indexes by the number of tiles, from none on.
    pub(crate) fn all(trax: Trax) -> Vec<Self> {
        let cells = trax.size() * trax.size();
        let mut found: Vec<FxHashSet<u64>> = vec![FxHashSet::default(); cells + 1];
        found[0].insert(key(&trax, &Position::START));
        for tiles in 0..=cells {
            let mut keys: Vec<u64> = found[tiles].iter().copied().collect();
            keys.sort_unstable();
            for position in keys.into_iter().filter_map(|key| position(&trax, key)) {
                for (_, after) in trax.turns(&position) {
                    let after = trax.canonical(&after);
                    found[after.board.tiles()].insert(key(&trax, &after));
                }
            }
        }
        let index = |(tiles, keys): (usize, FxHashSet<u64>)| {
            let mut keys: Vec<u64> = keys.into_iter().collect();
            keys.sort_unstable();
            PositionIndex { trax, tiles, keys }
        };
        found.into_iter().enumerate().map(index).collect()
    }

    /// Opens the index that these sections were made from.
    ///
    /// # Errors
    /// [`IndexError`] if they are not those of positions of n tiles.
    pub(crate) fn open(trax: Trax, tiles: usize, sections: &[Section]) -> Result<Self, IndexError> {
        let section = sections.iter().find(|section| section.name == KEYS);
        let section = section.ok_or_else(|| IndexError::Missing(KEYS.to_owned()))?;
        let malformed = |number: usize, what: &str| IndexError::Malformed {
            section: KEYS.to_owned(),
            reason: format!("entry {number} {what}"),
        };
        let mut keys: Vec<u64> = Vec::new();
        for (number, entry) in section.entries.iter().enumerate() {
            let mut rest = entry.as_slice();
            let before = keys.len();
            while !rest.is_empty() {
                let last = keys.last().copied();
                let next = read_number(&mut rest).and_then(|step| {
                    step.checked_add(last.map_or(0, |last| last.saturating_add(1)))
                });
                let next = next.ok_or_else(|| malformed(number, "is no list of numbers"))?;
                let is_canonical = position(&trax, next).is_some_and(|position| {
                    position.board.tiles() == tiles && trax.canonical(&position) == position
                });
                if !is_canonical {
                    return Err(malformed(number, "lists what is no position of this part"));
                }
                keys.push(next);
            }
            if before != number * ENTRY || keys.len() == before || keys.len() - before > ENTRY {
                return Err(malformed(number, &format!("has {} positions", keys.len() - before)));
            }
        }
        Ok(PositionIndex { trax, tiles, keys })
    }
}

/// Appends a number, seven bits a byte, the lowest first; the last byte has its highest bit clear.
fn write_number(mut number: u64, bytes: &mut Vec<u8>) {
    while number > 0x7F {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Takes a number off; `None` unless it is in the form in which numbers are written.
fn read_number(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0u64;
    for shift in (0..63).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7F) << shift;
        if byte & 0x80 == 0 {
            return (byte != 0 || shift == 0).then_some(number);
        }
    }
    None
}

impl Index for PositionIndex {
    type Position = Position;

    fn len(&self) -> u64 {
        self.keys.len() as u64
    }

    fn rank(&self, position: &Position) -> Option<u64> {
        if position.board.tiles() != self.tiles {
            return None;
        }
        let (rows, columns) = position.board.size();
        if rows.max(columns) > self.trax.size() {
            return None;
        }
        let key = key(&self.trax, &self.trax.canonical(position));
        self.keys.binary_search(&key).ok().map(|rank| rank as u64)
    }

    fn unrank(&self, rank: u64) -> Option<Position> {
        position(&self.trax, *self.keys.get(usize::try_from(rank).ok()?)?)
    }

    /// Each key as the number of those left out since the one before.
    fn sections(&self) -> Vec<Section> {
        let mut next = 0;
        let entry = |keys: &[u64]| {
            let mut bytes = Vec::new();
            for &key in keys {
                write_number(key - next, &mut bytes);
                next = key + 1;
            }
            bytes
        };
        vec![Section {
            name: KEYS.to_owned(),
            entries: self.keys.chunks(ENTRY).map(entry).collect(),
        }]
    }
}
