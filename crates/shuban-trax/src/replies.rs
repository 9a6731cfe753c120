//! Looking two plies ahead, where most replies are known from the position before.
//!
//! Which cells a turn fills depends on the ends that lead into them and into the cells around; what it joins
//! depends on where these tracks lead. A reply that has nothing to do with the turn before it therefore
//! comes to what it would have come to without that turn. So the replies are first tried in the position
//! itself, as if the turn had been passed, and after each turn only those are tried again that it touches. A
//! winning reply that a turn leaves untouched refutes it at once.

use crate::bits::{each, moved, with_neighbours};
use crate::board::Board;
use crate::field::{Field, Frame};
use crate::lookahead::{Aims, Scratch, Standing};
use crate::rules::{Position, Trax};
use crate::tile::{Colour, Side, Tile};
use crate::tracks::{Tracks, Wins};

/// Tiles that are put, and the cells that get an end from them.
#[derive(Clone, Copy, Default)]
struct Reach {
    /// The cells that are filled.
    filled: u64,
    /// The cells besides that get a white end.
    white: u64,
    /// The cells besides that get a red end.
    red: u64,
}

impl Reach {
    /// Of the tiles that were added to a board.
    #[inline(always)]
    fn of(board: &Board, added: u64) -> Self {
        let mut reach = Reach { filled: added, white: 0, red: 0 };
        for side in Side::ALL {
            let white = board.white[side as usize];
            reach.white |= moved(added & white, side);
            reach.red |= moved(added & !white, side);
        }
        let outside = !board.occupied();
        Reach { white: reach.white & outside, red: reach.red & outside, ..reach }
    }

    /// Whether two chains from one position can have anything to do with each other's cells: one fills
    /// a cell that gets an end from the other, or both send ends of one colour into a cell. Ends of
    /// different colours do no harm: the cell had neither before, or one of the chains would have filled it.
    #[inline(always)]
    fn meets(&self, other: &Reach) -> bool {
        self.filled & (other.filled | other.white | other.red)
            | self.white & other.white
            | self.red & other.red
            != 0
    }
}

/// What putting a tile somewhere comes to.
#[derive(Clone, Copy, Default)]
struct Reply {
    /// What it fills; nothing if it was not tried. All around, if it is illegal.
    reach: Reach,
    is_legal: bool,
    /// The colours that have a loop or a line after it.
    wins: Wins,
}

/// A turn that does not end the game.
#[derive(Clone, Copy)]
struct Turn {
    board: Board,
    reach: Reach,
    /// The cells beside the far ends of the tracks it lengthens or joins, where that matters: a reply that
    /// fills one of them comes to another track.
    far: u64,
}

impl Turn {
    /// Whether a reply may come to something else after the turn than it would have before.
    #[inline(always)]
    fn touches(&self, reply: &Reach) -> bool {
        self.reach.meets(reply) || reply.filled & self.far != 0
    }
}

/// The replies of a position, by tile and cell, and its turns.
#[derive(Clone, Default)]
pub(crate) struct Replies {
    known: Vec<[Reply; 64]>,
    turns: Vec<Turn>,
}

impl Trax {
    /// What [`look_ahead`](Trax::look_ahead) says two plies ahead; `None` where the field has not enough
    /// room. A position may be appended twice.
    pub(crate) fn look_two_ahead(
        &self,
        position: &Position,
        aims: Aims,
        scratch: &mut Scratch,
        open: &mut Vec<Position>,
    ) -> Option<Standing> {
        let (rows, columns) = position.board.size();
        let down = Frame::margin(rows, self.size())?;
        let right = Frame::margin(columns, self.size())?;
        let frame = Frame::new(self.size());
        let field = frame.field(position.board.shifted(down, right))?;
        let mut replies = std::mem::take(&mut scratch.replies);
        let standing = self.two_plies(position, &field, frame, aims, &mut replies, scratch, open);
        scratch.replies = replies;
        Some(standing)
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one search, each used by name")]
    fn two_plies(
        &self,
        position: &Position,
        field: &Field,
        frame: Frame,
        aims: Aims,
        replies: &mut Replies,
        scratch: &mut Scratch,
        open: &mut Vec<Position>,
    ) -> Standing {
        let (mover, other) = (position.to_move, position.to_move.other());
        let empty = self.size() * self.size() - position.board.tiles();
        let tracks = Tracks::new(&field.board, self.span());
        let Replies { known, turns } = replies;
        known.clear();
        known.resize(Tile::ALL.len(), [Reply::default(); 64]);
        turns.clear();
        // All turns, with what each comes to. What the other wins by are threats.
        let mut threats: Vec<(Reach, u64)> = Vec::new();
        for (tile, known) in Tile::ALL.into_iter().zip(known.iter_mut()) {
            let (fitting, chaining) = (field.fitting(tile), field.chaining(tile));
            scratch.tiles += u64::from(fitting.count_ones());
            for cell in each(fitting) {
                let bit = 1u64 << cell;
                let chains = chaining & bit != 0;
                let (board, wins) = if chains {
                    match field.chain(bit, tile) {
                        Ok(board) => (board, tracks.wins_with(&board, board.occupied() & !field.occupied)),
                        Err(filled) => {
                            let around = with_neighbours(filled);
                            known[cell].reach = Reach { filled, white: around, red: around };
                            continue;
                        }
                    }
                } else {
                    let mut board = field.board;
                    board.put(bit, tile);
                    let wins =
                        if field.outer & bit == 0 { Wins::default() } else { tracks.wins_of(cell, tile) };
                    (board, wins)
                };
                let reach = Reach::of(&board, board.occupied() & !field.occupied);
                let verdict = self.verdict(wins, mover, aims, reach.filled.count_ones() as usize == empty);
                if verdict == Some(true) {
                    return Standing::Wins;
                }
                if chains {
                    known[cell] = Reply { reach, is_legal: true, wins };
                }
                if wins.has(other) {
                    threats.push((reach, bit));
                }
                if verdict.is_none() {
                    // A tile that forces nothing lengthens each track at one end, to a cell that it leads into
                    // or to an outer edge.
                    let far =
                        if chains || field.outer & bit != 0 { tracks.far_ends(reach.filled) } else { 0 };
                    turns.push(Turn { board, reach, far });
                }
            }
        }
        let before = open.len();
        for turn in turns.iter() {
            // A threat outside of the board needs room that the turn may have taken.
            let refutes = |(reach, cell): &(Reach, u64)| !turn.touches(reach) && field.is_inside(*cell);
            if threats.iter().any(refutes) {
                continue;
            }
            let standing = match frame.field(turn.board) {
                Some(after) => self.after_turn(&after, turn, &tracks, known, other, aims, empty, scratch),
                None => {
                    let after =
                        Position { board: turn.board.cornered(), to_move: other, wins: Wins::default() };
                    self.standing(&after, aims, scratch)
                }
            };
            match standing {
                Standing::Wins => (),
                Standing::Loses => {
                    open.truncate(before);
                    return Standing::Wins;
                }
                Standing::Open => open.push(Position {
                    board: turn.board.cornered(),
                    to_move: other,
                    wins: Wins::default(),
                }),
            }
        }
        if open.len() == before { Standing::Loses } else { Standing::Open }
    }

    /// What the replies to a turn come to, those that it does not touch as they are known.
    #[expect(clippy::too_many_arguments, reason = "the parts of one search, each used by name")]
    #[inline]
    fn after_turn(
        &self,
        after: &Field,
        turn: &Turn,
        tracks: &Tracks,
        known: &[[Reply; 64]],
        mover: Colour,
        aims: Aims,
        empty: usize,
        scratch: &mut Scratch,
    ) -> Standing {
        let left = empty - turn.reach.filled.count_ones() as usize;
        let mut standing = Standing::Loses;
        let mut extended: Option<Tracks> = None;
        let extend = || {
            let mut extended = tracks.clone();
            extended.extend(&turn.board, turn.reach.filled);
            extended
        };
        for (tile, known) in Tile::ALL.into_iter().zip(known) {
            let (fitting, chaining) = (after.fitting(tile), after.chaining(tile));
            scratch.tiles += u64::from(fitting.count_ones());
            for cell in each(fitting & chaining) {
                let reply = known[cell];
                let fills = reply.reach.filled.count_ones() as usize;
                let (wins, is_full) = if fills != 0 && fills < left && !turn.touches(&reply.reach) {
                    if !reply.is_legal {
                        continue;
                    }
                    (reply.wins, false)
                } else {
                    let Some(board) = after.settled(1 << cell, tile) else { continue };
                    let added = board.occupied() & !after.occupied;
                    let tracks = extended.get_or_insert_with(extend);
                    (tracks.wins_with(&board, added), added.count_ones() as usize == left)
                };
                match self.verdict(wins, mover, aims, is_full) {
                    Some(true) => return Standing::Wins,
                    Some(false) => (),
                    None => standing = Standing::Open,
                }
            }
            let plain = fitting & !chaining;
            let decisive = if left == 1 { plain } else { plain & after.outer };
            if plain != decisive {
                standing = Standing::Open;
            }
            for cell in each(decisive) {
                let wins = if after.outer >> cell & 1 != 0 {
                    extended.get_or_insert_with(extend).wins_of(cell, tile)
                } else {
                    Wins::default()
                };
                match self.verdict(wins, mover, aims, left == 1) {
                    Some(true) => return Standing::Wins,
                    Some(false) => (),
                    None => standing = Standing::Open,
                }
            }
        }
        standing
    }
}
