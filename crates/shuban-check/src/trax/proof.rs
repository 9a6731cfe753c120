//! Proofs of limited TRAX.

use std::path::Path;

use shuban_store::{Database, Disk};

use crate::check::{Checked, Refusal};
use crate::proof::{Contents, ProofError, Sizes, meaningless};
use crate::record::Walk;
use crate::rules::Start;
use crate::trax::board::Board;
use crate::trax::claim::Claim;
use crate::trax::closing::Closing;
use crate::trax::key::Key;
use crate::trax::tile::{Colour, TILES};
use crate::trax::turns::Turns;
use crate::walk::followed;

/// A proof as it was read, not checked yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The game's name.
    pub game: String,
    /// The claim about the root.
    pub claim: Claim,
    /// The root.
    pub root: Board,
    /// The side to move there.
    pub to_move: Colour,
    /// The moves of its side.
    pub walk: Walk,
    /// Largest number of plies of plain search at a leaf.
    pub closed_plies: u32,
    /// Largest number of positions of it.
    pub closed_nodes: u64,
    /// The file's account of the search that found it, which cannot be checked.
    pub claimed: String,
}

impl Proof {
    /// Reads a file and compares every byte with its checksum. It takes no more memory than a file
    /// of its length can need.
    ///
    /// # Errors
    /// [`ProofError`].
    pub fn open(path: &Path) -> Result<Proof, ProofError> {
        Proof::read(&Database::open(&Disk::default(), path)?)
    }

    pub(crate) fn read(database: &Database) -> Result<Proof, ProofError> {
        let sizes = |game: &str| {
            let empty = empty_board(game)?;
            let root = board_bytes(&empty) as u64;
            Some(Sizes { root: root..=root, key: size_of::<Key>() as u64 })
        };
        let contents = Contents::read(database, sizes)?;
        let Contents { game, wins, walk, closed_plies, closed_nodes, claimed, .. } = contents;
        let asker = if contents.seat == 0 { Colour::White } else { Colour::Red };
        // The seat that can force a win or a draw, or the one that can prevent it.
        let claim = match contents.answer {
            true => Claim { side: asker, wins },
            false => Claim { side: asker.other(), wins: !wins },
        };
        let root = empty_board(&game).and_then(|empty| read_board(&contents.root, &empty));
        let (to_move, root) = root.ok_or_else(|| meaningless("its root is no position"))?;
        Ok(Proof { game, claim, root, to_move, walk, closed_plies, closed_nodes, claimed })
    }

    /// Checks the whole proof, unless `is_asked_to_stop` returns true on the way.
    pub(crate) fn check_unless(
        &self,
        is_asked_to_stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<Checked>, Refusal> {
        let start = Start {
            board: &self.root,
            is_own: self.to_move == self.claim.side,
            is_open: self.root.is_open(self.to_move),
        };
        let Proof { claim, closed_plies: plies, closed_nodes: nodes, .. } = *self;
        let turns =
            Turns { claim, empty: self.root.emptied(), closing: Closing { claim, plies, nodes } };
        followed(&turns, &start, &self.walk, is_asked_to_stop)
    }

    /// Returns the claim in words.
    pub fn claim(&self) -> String {
        let side = if self.claim.side == Colour::White { "white" } else { "red" };
        let what = if self.claim.wins { "wins" } else { "wins or draws" };
        let from =
            if self.root.tiles() == 0 { "the start".to_owned() } else { self.root_diagram() };
        format!("{}: {side} {what} from {from}", self.game)
    }

    /// Returns the root as `shuban show` reads it: the player to move, and the tiles.
    fn root_diagram(&self) -> String {
        let to_move = if self.to_move == Colour::White { "white" } else { "red" };
        format!("{to_move}:{}", self.root.diagram())
    }
}

/// Checks a whole proof of TRAX.
///
/// # Errors
/// The first [`Refusal`].
pub fn check(proof: &Proof) -> Result<Checked, Refusal> {
    // Nothing asks to stop, so that there is a verdict.
    check_unless(proof, &|| false).map(Option::unwrap_or_default)
}

/// Checks a whole proof of TRAX, unless `is_asked_to_stop` returns true on the way: it is called often, and
/// from several threads. Returns `None` if the check has stopped.
///
/// # Errors
/// The first [`Refusal`].
pub fn check_unless(
    proof: &Proof,
    is_asked_to_stop: &(dyn Fn() -> bool + Sync),
) -> Result<Option<Checked>, Refusal> {
    proof.check_unless(is_asked_to_stop)
}

/// Returns the board of a game before the first move: `trax/2` to `trax/8`, and without victory
/// lines `trax/2-loops` to `trax/7-loops`.
fn empty_board(game: &str) -> Option<Board> {
    let name = game.strip_prefix("trax/")?;
    let (size, has_lines) = name.strip_suffix("-loops").map_or((name, true), |size| (size, false));
    // A board of eight rows has lines by either reading.
    let largest = if has_lines { 8 } else { 7 };
    let number = (2..=largest).find(|number| number.to_string() == size)?;
    Some(Board::new(number, has_lines))
}

/// Returns the bytes of the side to move and the tiles.
fn board_bytes(empty: &Board) -> usize {
    1 + (3 * empty.size() * empty.size()).div_ceil(8)
}

/// Returns the side to move, and the tiles.
fn read_board(bytes: &[u8], empty: &Board) -> Option<(Colour, Board)> {
    let (&first, cells) = bytes.split_first()?;
    let to_move = match first {
        0 => Colour::White,
        1 => Colour::Red,
        _ => return None,
    };
    let size = empty.size();
    if bytes.len() != board_bytes(empty) {
        return None;
    }
    let bit = |at: usize| cells[at / 8] >> (at % 8) & 1;
    let mut board = empty.clone();
    for place in 0..size * size {
        let number = bit(3 * place) | bit(3 * place + 1) << 1 | bit(3 * place + 2) << 2;
        if let Some(number) = usize::from(number).checked_sub(1) {
            board.set(place / size, place % size, *TILES.get(number)?);
        }
    }
    if (3 * size * size..8 * cells.len()).any(|at| bit(at) != 0) {
        return None;
    }
    Some((to_move, board))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_bit_behind_the_cells_is_passed_over() {
        let empty = Board::new(2, true);
        let sound = [0; 3];
        assert!(read_board(&sound, &empty).is_some());
        for bit in 12..16 {
            let mut changed = sound;
            changed[1 + bit / 8] |= 1 << (bit % 8);
            assert!(read_board(&changed, &empty).is_none(), "bit {bit}");
        }
    }

    #[test]
    fn each_cell_is_read_at_its_place() {
        for size in 2..=4 {
            let empty = Board::new(size, true);
            for place in 0..size * size {
                let mut bytes = vec![0; board_bytes(&empty)];
                // The fifth tile has the first and the last of three bits.
                for bit in [3 * place, 3 * place + 2] {
                    bytes[1 + bit / 8] |= 1 << (bit % 8);
                }
                let mut board = empty.clone();
                board.set(place / size, place % size, TILES[4]);
                assert_eq!(read_board(&bytes, &empty), Some((Colour::White, board)));
            }
        }
    }
}
