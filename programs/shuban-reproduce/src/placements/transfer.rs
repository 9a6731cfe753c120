//! Counting by a transfer matrix with connectivity: row by row, cell by cell, with one number for
//! all placements of the cells so far that look alike to the cells to come.

use num_traits::NumAssign;
use rustc_hash::FxHashMap;
use shuban_core::Progress;

use super::Touching;
use super::content::{CellEnds, Sides};
use super::frontier::{Cell, Frontier};

/// Returns the number of placements on a board of `size`×`size` that meet all four conditions.
///
/// Time and memory grow about eightfold from one size to the next: seconds and tens of megabytes
/// for 7. `None` if it is cancelled.
///
/// # Panics
/// Unless 1 ≤ `size` ≤ 8.
pub fn count_placements(size: usize, progress: &dyn Progress) -> Option<u128> {
    counted(size, progress).map(|counts| counts.top_left)
}

/// Returns the limit of the paper's second method: the placements that meet the first three
/// conditions, each weighed by one half to the power of the pairs of tiles that touch. `None` if it
/// is cancelled.
///
/// # Panics
/// Unless 1 ≤ `size` ≤ 8.
pub fn weigh_placements(size: usize, progress: &dyn Progress) -> Option<f64> {
    weighed(size, progress).map(|weights| weights.top_left)
}

/// Numbers for three readings of the second condition.
pub(crate) struct ByPlace<W> {
    /// Islands in the first row and in the first column, so that shifted ones are dropped: the
    /// intended condition.
    pub(crate) top_left: W,
    /// Islands in the first row or in the first column.
    pub(crate) top_or_left: W,
    /// Islands anywhere: without the condition.
    pub(crate) anywhere: W,
}

/// Does the same as [`count_placements`], wherever the islands lie.
pub(crate) fn counted(size: usize, progress: &dyn Progress) -> Option<ByPlace<u128>> {
    by_place(size, Touching::Agree, |count: u128, _| count, progress)
}

/// Does the same as [`weigh_placements`], wherever the islands lie.
pub(crate) fn weighed(size: usize, progress: &dyn Progress) -> Option<ByPlace<f64>> {
    by_place(size, Touching::Halve, |weight: f64, pairs| weight * [1.0, 0.5, 0.25][pairs], progress)
}

/// Counts all placements, each once, or in as many places as a reading lets it lie.
///
/// An island of h rows and w columns can be put into a window of r rows and c columns in (r − h +
/// 1)(c − w + 1) ways: F(r, c) counts all of them. Those that do not touch the first row lie in a
/// window of r − 1 rows, those that do not touch the first column in one of c − 1 columns. So those
/// that touch both are F(n, n) − 2 F(n − 1, n) + F(n − 1, n − 1), as F is symmetric, and those that
/// touch one of them F(n, n) − F(n − 1, n − 1).
///
/// `halved` gives a count or weight after pairs of tiles that touch and need not agree.
fn by_place<W: NumAssign + Copy>(
    size: usize,
    touching: Touching,
    halved: impl Fn(W, usize) -> W + Copy,
    progress: &dyn Progress,
) -> Option<ByPlace<W>> {
    assert!((1..=8).contains(&size), "boards of 1 to 8 rows and columns, not {size}");
    let wide = windows(size, size, touching, halved, progress)?;
    let narrow = match size {
        1 => W::zero(),
        _ => windows(size - 1, size - 1, touching, halved, progress)?[size - 1],
    };
    let (square, flat) = (wide[size], wide[size - 1]);
    Some(ByPlace {
        top_left: square - flat - flat + narrow,
        top_or_left: square - narrow,
        anywhere: square,
    })
}

/// Returns the number of islands within windows of 0..=`rows` rows and of n columns, wherever they
/// lie.
fn windows<W: NumAssign + Copy>(
    rows: usize,
    columns: usize,
    touching: Touching,
    halved: impl Fn(W, usize) -> W,
    progress: &dyn Progress,
) -> Option<Vec<W>> {
    let tiles = Sides::all();
    let mut seen: FxHashMap<u64, W> = FxHashMap::default();
    seen.insert(Frontier::empty(columns).key(), W::one());
    let mut closed = W::zero();
    let mut counts = vec![W::zero()];
    for _ in 0..rows {
        for column in 0..columns {
            let mut next: FxHashMap<u64, W> =
                FxHashMap::with_capacity_and_hasher(seen.len() * 2, Default::default());
            let mut add = |frontier: Frontier, weight: W| {
                *next.entry(frontier.key_either_way()).or_insert_with(W::zero) += weight;
            };
            for (number, (key, weight)) in seen.drain().enumerate() {
                if number.is_multiple_of(LOOK) && progress.interrupted() {
                    return None;
                }
                let cell = NextCell { before: Frontier::from_key(key, columns), column, touching };
                match cell.left_empty() {
                    LeftEmpty::GoesOn(frontier) => add(frontier, weight),
                    LeftEmpty::Closes => closed += weight,
                    LeftEmpty::Breaks => {}
                }
                for (frontier, pairs) in tiles.iter().filter_map(|tile| cell.with_tile(*tile)) {
                    add(frontier, halved(weight, pairs));
                }
            }
            seen = next;
        }
        let open = seen
            .iter()
            .filter(|&(&key, _)| Frontier::from_key(key, columns).islands().count_ones() == 1)
            .fold(W::zero(), |sum, (_, &weight)| sum + weight);
        counts.push(closed + open);
    }
    Some(counts)
}

/// Number of frontiers between two checks of the progress: some milliseconds.
const LOOK: usize = 1 << 12;

/// The next cell.
struct NextCell {
    before: Frontier,
    column: usize,
    touching: Touching,
}

/// Result of a frontier if the next cell stays empty.
enum LeftEmpty {
    /// The frontier goes on.
    GoesOn(Frontier),
    /// The island is finished: there must be nothing else.
    Closes,
    /// There are two islands, or two ends of one colour lead into a cell.
    Breaks,
}

impl NextCell {
    /// Returns the cell above. Above the first row there is an empty cell that is never used.
    fn above(&self) -> Cell {
        self.before.cells[self.column]
    }

    fn left(&self) -> Option<Cell> {
        self.column.checked_sub(1).map(|left| self.before.cells[left])
    }

    /// Leaves the cell empty.
    fn left_empty(&self) -> LeftEmpty {
        let above = match self.above() {
            Cell::Tile { white_south, .. } => Some(white_south),
            Cell::Empty(_) => None,
        };
        let mut ends = self.before.white_east.into_iter().chain(above);
        let Some(ends) = ends.try_fold(CellEnds::default(), CellEnds::with) else {
            return LeftEmpty::Breaks;
        };
        let mut after = self.before;
        after.cells[self.column] = Cell::Empty(ends);
        after.white_east = None;
        match self.above() {
            Cell::Tile { island, .. } if after.islands() & 1 << island == 0 => {
                if after.islands() == 0 { LeftEmpty::Closes } else { LeftEmpty::Breaks }
            }
            _ => LeftEmpty::GoesOn(after),
        }
    }

    /// Puts a tile into the cell. Returns the frontier after it, and the number of touching pairs
    /// that need not agree; `None` if a condition is broken.
    fn with_tile(&self, tile: Sides) -> Option<(Frontier, usize)> {
        let mut after = self.before;
        let mut touching = 0;
        let mut meet = |one: bool, other: bool| {
            touching += 1;
            self.touching == Touching::Halve || one == other
        };
        let above = match self.above() {
            Cell::Tile { white_south, island } => {
                meet(white_south, tile.north).then_some(Some(island))?
            }
            Cell::Empty(ends) => {
                ends.with(tile.north)?;
                None
            }
        };
        let left = match (self.left(), self.before.white_east) {
            (Some(Cell::Tile { island, .. }), Some(white_east)) => {
                meet(white_east, tile.west).then_some(Some(island))?
            }
            (Some(Cell::Empty(ends)), _) => {
                after.cells[self.column - 1] = Cell::Empty(ends.with(tile.west)?);
                None
            }
            _ => None,
        };
        let island = match (left, above) {
            (Some(left), Some(above)) => {
                after.join(left, above);
                left
            }
            (Some(island), None) | (None, Some(island)) => island,
            (None, None) => Frontier::NEW_ISLAND,
        };
        after.cells[self.column] = Cell::Tile { white_south: tile.south, island };
        after.white_east = (self.column + 1 < after.columns).then_some(tile.east);
        Some((after, if self.touching == Touching::Halve { touching } else { 0 }))
    }
}
