//! The ends of tracks: from each end of a track to its other end, in one step.
//!
//! An edge is the side that two neighbouring cells have in common. A tile joins two pairs of edges,
//! and with them the tracks that end there; only the ends of the joined track are stored, so that a
//! tile costs the same for tracks of any length.

use crate::trax::field::{CELLS, WIDTH};

/// Number of edges: the one in the north of each cell, then the one in its west; rounded up to
/// where numbers of eight bits wrap.
const EDGES: usize = 1 << 8;
const _: () = assert!(EDGES >= 2 * CELLS);
/// Offsets from the north edge of a cell to its north, east, south and west one.
const OFFSETS: [usize; 4] = [0, 3, 2 * WIDTH, 1];

/// Returns the edge on a side of a cell.
pub(crate) fn edge(cell: usize, side: usize) -> usize {
    2 * cell + OFFSETS[side]
}

/// The result of joining two edges by a tile.
#[derive(Clone, Copy)]
pub(crate) enum Joined {
    /// A track that closes on itself.
    Loop,
    /// A track between these edges.
    Track(usize, usize),
}

/// The ends of all tracks.
#[derive(Clone, Debug)]
pub(crate) struct Tracks {
    /// The other end of the track that ends at an edge; itself for an edge between empty cells. For
    /// an edge within a track: the value before the edge was joined.
    other_ends: [u8; EDGES],
}

impl Tracks {
    /// Creates an empty set of tracks.
    pub(crate) fn new() -> Self {
        Tracks { other_ends: std::array::from_fn(|edge| edge as u8) }
    }

    /// Returns the other end of the track that ends at this edge.
    pub(crate) fn other_end(&self, edge: usize) -> usize {
        self.other_ends[edge].into()
    }

    /// Returns the result of joining two edges of a cell.
    pub(crate) fn joined(&self, one: usize, other: usize) -> Joined {
        let ends = (self.other_end(one), self.other_end(other));
        if ends.0 == other { Joined::Loop } else { Joined::Track(ends.0, ends.1) }
    }

    /// Joins two edges of a cell.
    pub(crate) fn join(&mut self, one: usize, other: usize) -> Joined {
        let joined = self.joined(one, other);
        if let Joined::Track(one, other) = joined {
            self.other_ends[one] = other as u8;
            self.other_ends[other] = one as u8;
        }
        joined
    }

    /// Undoes the last [`join`](Tracks::join) that is not undone; each edge comes with true if a
    /// track reaches it from the other cell.
    pub(crate) fn part(&mut self, edges: [(usize, bool); 2]) {
        let ends = edges.map(|(edge, is_track)| if is_track { self.other_end(edge) } else { edge });
        if ends[0] == edges[1].0 && edges[1].1 {
            // It closed a loop, and changed nothing.
            return;
        }
        for ((edge, _), end) in edges.into_iter().zip(ends) {
            self.other_ends[end] = edge as u8;
        }
    }

    /// Moves all tracks by a number of cells; only empty ones leave the field.
    pub(crate) fn shift(&mut self, cells: usize) {
        self.other_ends.rotate_right(2 * cells);
        for end in &mut self.other_ends {
            *end = end.wrapping_add(2 * cells as u8);
        }
    }
}

/// Returns the number of rows between two edges that are above or below cells, or of columns
/// between two that are beside them.
pub(crate) fn distance(one: usize, other: usize) -> Option<usize> {
    let line = |edge: usize| match edge % 2 {
        0 => edge / 2 / WIDTH,
        _ => edge / 2 % WIDTH,
    };
    (one % 2 == other % 2).then(|| line(one).abs_diff(line(other)))
}
