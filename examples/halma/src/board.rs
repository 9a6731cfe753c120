//! The board: a hexagon of 19 cells, three on a side, and where a piece gets on it.

/// A set of cells. Rows are six bits apart, and each leans to the left of the one above it, so that
/// a step in one direction is the same shift everywhere; bits between rows stay empty.
pub type Cells = u32;

/// All cells: rows of 3, 4, 5, 4 and 3 from the top.
pub const ALL: Cells = 0o07_17_37_36_34;

/// Number of cells.
pub const CELLS: usize = ALL.count_ones() as usize;

const CENTRE: i32 = 14;

/// Steps from a cell to those beside it: right, and on clockwise.
const STEPS: [i32; 6] = [1, 6, 5, -1, -6, -5];

/// Steps from the centre to the homes of the players, clockwise. Each goes to the other end of its
/// diagonal.
const HOMES: [i32; 3] = [-6, 1, 5];

/// The outermost cells in a direction from the centre, as many as a player has pieces.
fn corner(step: i32, pieces: u32) -> Cells {
    (0..pieces as i32).map(|inward| 1 << (CENTRE + (2 - inward) * step)).sum()
}

/// Returns the cells on which a player begins.
pub fn home(player: usize, pieces: u32) -> Cells {
    corner(HOMES[player], pieces)
}

/// Returns the cells opposite, which a player has to fill.
pub fn target(player: usize, pieces: u32) -> Cells {
    corner(-HOMES[player], pieces)
}

/// Returns the cells outside of the corners of others.
pub fn own_and_common(player: usize, pieces: u32) -> Cells {
    let corners = STEPS.iter().fold(0, |all, &step| all | corner(step, pieces));
    ALL & !corners | home(player, pieces) | target(player, pieces)
}

fn shifted(cells: Cells, step: i32) -> Cells {
    if step > 0 { cells << step } else { cells >> -step }
}

/// Returns the cells that a piece gets to by a step or by a chain of hops, given all other pieces.
pub fn reached(from: Cells, others: Cells) -> Cells {
    let free = ALL & !others;
    let all = |after: &dyn Fn(i32) -> Cells| STEPS.iter().fold(0, |all, &step| all | after(step));
    let (mut hops, mut before) = (from, 0);
    while hops != before {
        before = hops;
        hops |= free & all(&|step| shifted(shifted(before, step) & others, step));
    }
    (hops | free & all(&|step| shifted(from, step))) & !from
}

/// Returns the cells of a set one by one, from the top.
pub fn each(mut cells: Cells) -> impl Iterator<Item = Cells> {
    std::iter::from_fn(move || {
        let first = cells & cells.wrapping_neg();
        cells &= !first;
        (first != 0).then_some(first)
    })
}

/// Returns a set of cells as numbers among those of a larger set.
pub fn numbered(cells: Cells, among: Cells) -> u64 {
    each(cells).map(|cell| 1 << (among & (cell - 1)).count_ones()).sum()
}

/// Returns the cells of a set that have these [numbers](numbered).
pub fn cells_of(numbers: u64, among: Cells) -> Cells {
    let has = |&(number, _): &(usize, Cells)| numbers >> number & 1 == 1;
    each(among).enumerate().filter(has).map(|(_, cell)| cell).sum()
}

/// Returns the name of a cell: the letter of its row, and its number there.
pub fn name(cell: Cells) -> String {
    let row = cell.trailing_zeros() / 6;
    let before = (ALL >> (6 * row) << (6 * row)) & (cell - 1);
    format!("{}{}", char::from(b'a' + row as u8), before.count_ones() + 1)
}
