//! The rules on a map of tiles, done the obvious way: unlimited Trax, and the plain twin of the
//! limited one.
//!
//! Nothing is shared with the bit-boards but tiles and moves. Every cell, end and track is looked
//! at one by one.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::iter;

use shuban_core::{Game, NotationError, Payoffs, Play, Present, Random, Seat};

use crate::notation::{Spelling, format_move, text_of};
use crate::play::IllegalMove;
use crate::record::RecordSearch;
use crate::rules::{GameOver, Lines, Move, Position, Reason, Trax};
use crate::tile::{Colour, Tile, TileSide};

/// Number of random orders of the tiles that are tried after the first one fails.
const ORDERS: u64 = 8;

/// Most tiles before a move that is read: listing the moves takes time and memory that grow with
/// the square of the tiles.
const MOST_TILES: usize = 256;

/// Row and column; any numbers.
pub(crate) type Cell = (i32, i32);

pub(crate) type Tiles = BTreeMap<Cell, Tile>;

/// The rules on a map of tiles, with or without a limit to the board's size.
///
/// [`PlainTrax::UNLIMITED`] is Trax as it is played without a board (David Smith, 1980): a victory
/// line joins opposite outer edges of the tiles in play, at least eight rows or columns apart.
/// Everything else is as in [`Trax`]; a turn that leaves three equal ends before an empty cell is
/// illegal, and no player is ever stuck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlainTrax {
    /// Most rows and columns.
    pub(crate) limit: Option<i32>,
    /// Number of rows or columns of a victory line; `None` if only loops win.
    pub(crate) line: Option<i32>,
}

/// Tiles on a map, and the player to move. The first row and the first column with tiles are 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PlainPosition {
    /// Tiles by row and column.
    pub tiles: BTreeMap<(i32, i32), Tile>,
    /// The player to move, or who would be.
    pub to_move: Colour,
}

impl PlainPosition {
    /// The empty position; white is to move.
    pub fn start() -> Self {
        PlainPosition { tiles: BTreeMap::new(), to_move: Colour::White }
    }

    /// The tile of a cell, counted from the top left.
    pub fn tile(&self, row: i32, column: i32) -> Option<Tile> {
        self.tiles.get(&(row, column)).copied()
    }

    /// Rows and columns of the smallest rectangle that holds all tiles.
    pub fn size(&self) -> (i32, i32) {
        let most = |most: Option<i32>| most.map_or(0, |most| most + 1);
        (
            most(self.tiles.keys().map(|cell| cell.0).max()),
            most(self.tiles.keys().map(|cell| cell.1).max()),
        )
    }
}

/// The same position on a map.
impl From<&Position> for PlainPosition {
    fn from(position: &Position) -> Self {
        let cells = (0..8).flat_map(|row| (0..8).map(move |column| (row, column)));
        let tiles = cells.filter_map(|(row, column)| {
            position.board().tile(row, column).map(|tile| ((row as i32, column as i32), tile))
        });
        PlainPosition { tiles: tiles.collect(), to_move: position.to_move() }
    }
}

/// The positions within a legal move: after the tile that is put, and after each that it forces.
pub(crate) fn steps(position: &PlainPosition, action: &Move) -> Vec<PlainPosition> {
    let to_move = position.to_move.other();
    let mut tiles = position.tiles.clone();
    tiles.insert((action.row, action.column), action.tile);
    let mut steps = vec![tiles.clone()];
    let put = (action.row, action.column);
    settle_by_steps(tiles, put, |tiles| steps.push(tiles.clone()));
    steps.into_iter().map(|tiles| PlainPosition { tiles: cornered(tiles), to_move }).collect()
}

fn beside(cell: Cell, side: TileSide) -> Cell {
    let (down, right) = side.step();
    (cell.0 + down, cell.1 + right)
}

/// The colours that lead into a cell from its neighbours.
pub(crate) fn ends(tiles: &Tiles, cell: Cell) -> Vec<(TileSide, Colour)> {
    let end = |side: TileSide| {
        tiles.get(&beside(cell, side)).map(|tile| (side, tile.colour(side.opposite())))
    };
    TileSide::ALL.into_iter().filter_map(end).collect()
}

/// The empty cells beside a tile.
pub(crate) fn around(tiles: &Tiles) -> BTreeSet<Cell> {
    let neighbours = tiles.keys().flat_map(|&cell| TileSide::ALL.map(|side| beside(cell, side)));
    neighbours.filter(|cell| !tiles.contains_key(cell)).collect()
}

pub(crate) fn fits(tile: Tile, ends: &[(TileSide, Colour)]) -> bool {
    ends.iter().all(|&(side, colour)| tile.colour(side) == colour)
}

/// Puts a tile that fits into a cell beside others; `None` if an empty cell gets three equal ends.
fn put(position: &PlainPosition, cell: Cell, tile: Tile) -> Option<(Move, PlainPosition)> {
    let mut tiles = position.tiles.clone();
    tiles.insert(cell, tile);
    let tiles = cornered(settle(tiles, cell)?);
    let after = PlainPosition { tiles, to_move: position.to_move.other() };
    Some((Move { row: cell.0, column: cell.1, tile }, after))
}

/// Fills the cells that are forced by a new tile one by one until none is left; `None` if an empty
/// cell gets three equal ends.
fn settle(tiles: Tiles, put: Cell) -> Option<Tiles> {
    settle_by_steps(tiles, put, |_| ())
}

/// The same, and visits the tiles after each that is put. Only cells beside a new tile get new
/// ends.
fn settle_by_steps(mut tiles: Tiles, put: Cell, mut visit: impl FnMut(&Tiles)) -> Option<Tiles> {
    let mut open = BTreeSet::new();
    let mut put = put;
    loop {
        open.extend(TileSide::ALL.map(|side| beside(put, side)));
        open.retain(|cell| !tiles.contains_key(cell));
        let mut forced = None;
        for &cell in &open {
            let ends = ends(&tiles, cell);
            for colour in [Colour::White, Colour::Red] {
                match ends.iter().filter(|end| end.1 == colour).count() {
                    0 | 1 => (),
                    2 => forced = Some((cell, ends.clone())),
                    _ => return None,
                }
            }
        }
        let Some((cell, ends)) = forced else { return Some(tiles) };
        // Two equal ends fix the tile: the other two sides have the other colour.
        tiles.insert(cell, Tile::ALL.into_iter().find(|&tile| fits(tile, &ends))?);
        put = cell;
        visit(&tiles);
    }
}

/// Goes along a track from the side of a tile to its other end, a tile and the side where it leaves
/// the tiles; `None` if it comes back. `seen` gets the tiles on the way.
fn follow(
    tiles: &Tiles,
    colour: Colour,
    (start, side): (Cell, TileSide),
    seen: &mut BTreeSet<Cell>,
) -> Option<(Cell, TileSide)> {
    let (mut cell, mut side) = (start, side);
    loop {
        let next = beside(cell, side);
        let Some(tile) = tiles.get(&next) else { return Some((cell, side)) };
        // A tile has one piece of track of each colour.
        if next == start {
            return None;
        }
        seen.insert(next);
        let [one, other] = tile.sides(colour);
        (cell, side) = (next, if one == side.opposite() { other } else { one });
    }
}

/// The tiles with their first row and column at 0.
fn cornered(tiles: Tiles) -> Tiles {
    let top = tiles.keys().map(|cell| cell.0).min().unwrap_or(0);
    let left = tiles.keys().map(|cell| cell.1).min().unwrap_or(0);
    tiles.into_iter().map(|((row, column), tile)| ((row - top, column - left), tile)).collect()
}

impl PlainTrax {
    /// Trax without a board.
    pub const UNLIMITED: PlainTrax = PlainTrax { limit: None, line: Some(8) };

    /// Loop Trax: the same without victory lines.
    pub const LOOPS: PlainTrax = PlainTrax { limit: None, line: None };

    /// The same game as a limited one.
    pub fn of(trax: &Trax) -> Self {
        let size = trax.size() as i32;
        let has_lines = trax.lines() == Lines::Full;
        PlainTrax { limit: Some(size), line: has_lines.then_some(size) }
    }

    /// Returns whether a colour has a loop, and whether it has a line.
    pub(crate) fn features(&self, position: &PlainPosition, colour: Colour) -> (bool, bool) {
        let tiles = &position.tiles;
        let (rows, columns) = position.size();
        let joins = |[(one, at), (other, leaves)]: [(Cell, TileSide); 2]| {
            let is_across = |edge: TileSide, size: i32, place: fn(Cell) -> i32| {
                (at, leaves) == (edge, edge.opposite())
                    && (place(one), place(other)) == (0, size - 1)
                    && self.line.is_some_and(|line| size >= line)
            };
            is_across(TileSide::North, rows, |cell| cell.0)
                || is_across(TileSide::West, columns, |cell| cell.1)
        };
        let (mut has_loop, mut has_line) = (false, false);
        let mut seen = BTreeSet::new();
        for (&cell, tile) in tiles {
            if seen.insert(cell) {
                let ends =
                    tile.sides(colour).map(|side| follow(tiles, colour, (cell, side), &mut seen));
                match ends {
                    [Some(one), Some(other)] => {
                        has_line |= joins([one, other]) || joins([other, one]);
                    }
                    _ => has_loop = true,
                }
            }
        }
        (has_loop, has_line)
    }

    /// End of the game; `None` while it goes on.
    pub fn ending(&self, position: &PlainPosition) -> Option<GameOver> {
        let mover = position.to_move.other();
        for colour in [mover, mover.other()] {
            let (has_loop, has_line) = self.features(position, colour);
            if has_loop || has_line {
                let reason = if has_loop { Reason::Loop } else { Reason::Line };
                return Some(GameOver { winner: Some(colour), reason });
            }
        }
        if self.limit.is_some_and(|limit| position.tiles.len() as i32 == limit * limit) {
            return Some(GameOver { winner: None, reason: Reason::Full });
        }
        let stuck = || GameOver { winner: Some(mover), reason: Reason::Stuck };
        // Without a limit there is room beside the outermost tiles.
        (self.limit.is_some() && self.moves(position).is_empty()).then(stuck)
    }

    /// All legal moves with the positions after them, whether or not the game has been won.
    pub fn moves(&self, position: &PlainPosition) -> Vec<(Move, PlainPosition)> {
        let to_move = position.to_move.other();
        if position.tiles.is_empty() {
            let first = |tile| {
                let after =
                    PlainPosition { tiles: [((0, 0), tile)].into_iter().collect(), to_move };
                (Move { row: -1, column: -1, tile }, after)
            };
            return [Tile::NorthWest, Tile::NorthSouth].map(first).to_vec();
        }
        let mut moves = Vec::new();
        for cell in around(&position.tiles) {
            if !self.has_room(position, cell) {
                continue;
            }
            let ends = ends(&position.tiles, cell);
            let fitting = Tile::ALL.into_iter().filter(|&tile| fits(tile, &ends));
            moves.extend(fitting.filter_map(|tile| put(position, cell, tile)));
        }
        moves
    }

    /// Returns true if the board does not become too large by a tile in this cell.
    fn has_room(&self, position: &PlainPosition, (row, column): Cell) -> bool {
        let (rows, columns) = position.size();
        let size =
            |size: i32, place: i32| size.max(place.saturating_add(1)).saturating_sub(place.min(0));
        let most = size(rows, row).max(size(columns, column));
        self.limit.is_none_or(|limit| most <= limit)
    }

    /// The least of the eight images.
    fn image(position: &PlainPosition, symmetry: usize) -> PlainPosition {
        let turned = |(row, column): Cell| {
            let (row, column) = if symmetry & 4 != 0 { (column, row) } else { (row, column) };
            (
                if symmetry & 2 != 0 { -row } else { row },
                if symmetry & 1 != 0 { -column } else { column },
            )
        };
        let image = |(&cell, tile): (&Cell, &Tile)| {
            let is_white = |side: TileSide| {
                TileSide::ALL.iter().any(|&from| {
                    turned(from.step()) == side.step() && tile.colour(from) == Colour::White
                })
            };
            // A tile's image has two white sides as well.
            (turned(cell), Tile::from_white_sides(is_white).unwrap_or(*tile))
        };
        PlainPosition { tiles: cornered(position.tiles.iter().map(image).collect()), ..*position }
    }

    /// Plays a move as it is written.
    ///
    /// # Errors
    /// [`IllegalMove`]: the rule that it breaks.
    pub(crate) fn play_spelt(
        &self,
        position: &PlainPosition,
        spelling: Spelling,
    ) -> Result<(Move, PlainPosition), IllegalMove> {
        if let Some(ending) = self.ending(position) {
            return Err(IllegalMove::Over(ending));
        }
        let tiles = &position.tiles;
        if tiles.len() >= MOST_TILES {
            return Err(IllegalMove::TooMany(MOST_TILES));
        }
        if tiles.is_empty() {
            let is_it = |(action, _): &(Move, PlainPosition)| {
                (action.row, action.column, action.tile.shape()) == spelling
            };
            return self.moves(position).into_iter().find(is_it).ok_or(IllegalMove::First);
        }
        let (row, column, shape) = spelling;
        let cell = (row, column);
        if tiles.contains_key(&cell) {
            return Err(IllegalMove::Taken);
        }
        // Cells beside a tile have small numbers.
        let (rows, columns) = position.size();
        if !(-1..=rows).contains(&row) || !(-1..=columns).contains(&column) {
            return Err(IllegalMove::Apart);
        }
        if let Some(limit) = self.limit.filter(|_| !self.has_room(position, cell)) {
            return Err(IllegalMove::TooLarge(limit as usize));
        }
        let ends = ends(tiles, cell);
        if ends.is_empty() {
            return Err(IllegalMove::Apart);
        }
        let is_it = |tile: &Tile| tile.shape() == shape && fits(*tile, &ends);
        let tile = Tile::ALL.into_iter().find(is_it).ok_or(IllegalMove::Mismatch)?;
        put(position, cell, tile).ok_or(IllegalMove::ThreeEnds)
    }

    /// Moves that lead to a position or an image of it.
    fn written(&self, position: &PlainPosition) -> String {
        let moves = (0..8).find_map(|symmetry| {
            let PlainPosition { tiles, to_move } = Self::image(position, symmetry);
            let cells = |part: &Tiles| {
                (part.len() < tiles.len()).then(|| part.keys().copied().collect::<Vec<Cell>>())
            };
            let next = |part: &Tiles| self.next_parts(&tiles, part);
            // Nearly any order will do, so a search that takes long is given up for another order.
            let orders = iter::once(None).chain((0..ORDERS).map(|seed| Some(Random::new(seed))));
            orders.into_iter().find_map(|random| {
                let left = 2 * tiles.len();
                let mut search = RecordSearch { random, ..RecordSearch::new(to_move, left) };
                search.reach(&Tiles::new(), Colour::White, &cells, &next).then_some(search.moves)
            })
        });
        moves.map_or_else(|| format!("{position:?}"), |moves| text_of(&moves))
    }

    /// The parts of a target one turn after a part, with the moves; empty if a colour has won.
    fn next_parts(&self, target: &Tiles, part: &Tiles) -> Vec<(Move, Tiles)> {
        if part.is_empty() {
            let is_first = |tile: &Tile| [Tile::NorthWest, Tile::NorthSouth].contains(tile);
            let first = target.iter().filter(|(_, tile)| is_first(tile));
            let put = |(&cell, &tile): (&Cell, &Tile)| {
                (Move { row: -1, column: -1, tile }, Tiles::from([(cell, tile)]))
            };
            return first.map(put).collect();
        }
        let position = PlainPosition { tiles: cornered(part.clone()), to_move: Colour::White };
        let has_won = |colour| self.features(&position, colour) != (false, false);
        if has_won(Colour::White) || has_won(Colour::Red) {
            return Vec::new();
        }
        let top = part.keys().map(|cell| cell.0).min().unwrap_or(0);
        let left = part.keys().map(|cell| cell.1).min().unwrap_or(0);
        let next = |cell: Cell| {
            let tile = *target.get(&cell)?;
            let mut next = part.clone();
            next.insert(cell, tile);
            let next = settle(next, cell)?;
            let played = Move { row: cell.0 - top, column: cell.1 - left, tile };
            next.keys().all(|cell| target.contains_key(cell)).then_some((played, next))
        };
        around(part).into_iter().filter_map(next).collect()
    }
}

/// Seat 0 is white. A win is worth 1, a draw 0.
impl Game for PlainTrax {
    type Position = PlainPosition;
    type Chance = ();
    type Move = Move;

    fn name(&self) -> String {
        match (self.limit, self.line) {
            (Some(limit), _) => format!("plain trax/{limit}"),
            (None, Some(_)) => "trax".to_owned(),
            (None, None) => "trax-loops".to_owned(),
        }
    }

    fn to_move(&self, position: &PlainPosition) -> Seat {
        position.to_move.seat()
    }

    fn outcome(&self, position: &PlainPosition) -> Option<Payoffs> {
        self.ending(position).map(|ending| Colour::payoffs(ending.winner))
    }

    fn chances(&self, _position: &PlainPosition) -> Vec<((), u32)> {
        vec![((), 1)]
    }

    fn plays(&self, position: &PlainPosition, (): (), plays: &mut Vec<Play<PlainPosition, Move>>) {
        if self.ending(position).is_none() {
            let mut seen = HashSet::new();
            let moves = self.moves(position).into_iter();
            let new = moves.filter(|(_, after)| seen.insert(after.clone()));
            plays.extend(new.map(|(action, after)| Play { action, after }));
        }
    }

    fn canonical(&self, position: &PlainPosition) -> PlainPosition {
        let images = (0..8).map(|symmetry| Self::image(position, symmetry));
        images.min().unwrap_or_else(|| position.clone())
    }

    /// Moves in the standard notation.
    fn parse(&self, text: &str) -> Result<PlainPosition, NotationError> {
        self.read(text).map(|written| written.position)
    }

    /// Moves that lead to the position or an image of it, found by putting its tiles beside each
    /// other.
    fn format(&self, position: &PlainPosition) -> String {
        self.written(position)
    }

    fn format_move(&self, _position: &PlainPosition, (): (), action: &Move) -> String {
        format_move(action)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_lead_to_the_position_itself_where_an_order_does() {
        let game = PlainTrax::UNLIMITED;
        let in_order = r"@0+ @1\ A2+ A3/ B3\ C2\";
        assert_eq!(game.format(&game.parse(in_order).unwrap()), in_order);
        // In the order of the cells these moves would lead only to an image of the position.
        let position = game.parse("@0/ A2+ B2+ C1+").unwrap();
        assert_eq!(game.parse(&game.format(&position)), Ok(position));
    }
}
