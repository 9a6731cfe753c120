//! Immediate results of the answers to a turn, and the number of those that leave the game open.
//!
//! The number is what proof search starts with (see `Trax::first_with`): a position is as hard to
//! refute as it has moves that must be refuted. Most moves need not be, if the player before
//! threatens something: all that have nothing to do with the threat lose.

use shuban_core::Provable;
use shuban_core::provable::{FirstNumbers, Question};

use crate::bits::{each, moved, with_neighbours};
use crate::board::Board;
use crate::field::Field;
use crate::rules::{Position, Trax};
use crate::tile::{Colour, Tile, TileSide};
use crate::tracks::{Tracks, Wins};

/// Immediate result of a position's turns for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Prospect {
    /// One of them ends the game as the player wants it.
    Wins,
    /// All of them end it as the other wants it, or the position has no turns.
    Loses,
    /// Neither.
    Open,
}

/// The question as the players see it.
#[derive(Clone, Copy)]
pub(crate) struct Aims {
    /// Player content with a draw.
    pub(crate) content: Colour,
}

impl Aims {
    pub(crate) fn of(question: &Question) -> Option<Self> {
        // A draw is worth 0, a win 1: any other question has an answer beforehand.
        let asker = if question.seat == 0 { Colour::White } else { Colour::Red };
        match question.at_least {
            0 => Some(Aims { content: asker }),
            1 => Some(Aims { content: asker.other() }),
            _ => None,
        }
    }
}

/// Buffers for computing answers.
#[derive(Clone, Default)]
pub(crate) struct AnswerBuffers {
    /// Number of tiles put, legally or not.
    pub(crate) tiles: u64,
    /// Cells filled by the open chains among the answers to a turn.
    chains: Vec<u64>,
}

/// Tiles that are put, and the cells that get an end from them.
#[derive(Clone, Copy, Default)]
pub(crate) struct Reach {
    /// The cells that are filled.
    pub(crate) filled: u64,
    /// The cells besides that get a white end.
    pub(crate) white: u64,
    /// The cells besides that get a red end.
    pub(crate) red: u64,
}

impl Reach {
    /// The reach of the tiles that were added to a board.
    #[inline(always)]
    pub(crate) fn of(board: &Board, added: u64) -> Self {
        let mut reach = Reach { filled: added, white: 0, red: 0 };
        for side in TileSide::ALL {
            let white = board.white[side as usize];
            reach.white |= moved(added & white, side);
            reach.red |= moved(added & !white, side);
        }
        let outside = !board.occupied();
        Reach { white: reach.white & outside, red: reach.red & outside, ..reach }
    }

    /// Returns true if two chains from one position can affect each other's cells: one fills a cell
    /// that gets an end from the other, or both send ends of one colour into a cell. Ends of
    /// different colours do no harm: the cell had neither before, or one of the chains would have
    /// filled it.
    #[inline(always)]
    pub(crate) fn meets(&self, other: &Reach) -> bool {
        self.filled & (other.filled | other.white | other.red)
            | self.white & other.white
            | self.red & other.red
            != 0
    }

    /// The cells it fills or leads into, and their neighbours: a tile elsewhere sends no end into
    /// any of them.
    #[inline(always)]
    fn around(&self) -> u64 {
        with_neighbours(self.filled | self.white | self.red)
    }
}

/// Result of putting a tile into a cell.
#[derive(Clone, Copy, Default)]
pub(crate) struct Reply {
    /// Cells that it fills; empty if it was not tried. All around, if it is illegal.
    pub(crate) reach: Reach,
    pub(crate) is_legal: bool,
    /// The colours that have a loop or a line after it.
    pub(crate) wins: Wins,
}

impl Reply {
    /// The reply on a field where the board lies further down and to the right by these numbers.
    /// Cells outside of the field are lost.
    pub(crate) fn carried(self, down: i32, right: i32) -> Reply {
        let carried = |cells: u64| {
            let vertical = if down < 0 { TileSide::North } else { TileSide::South };
            let horizontal = if right < 0 { TileSide::West } else { TileSide::East };
            let cells = (0..down.abs()).fold(cells, |cells, _| moved(cells, vertical));
            (0..right.abs()).fold(cells, |cells, _| moved(cells, horizontal))
        };
        let Reach { filled, white, red } = self.reach;
        Reply {
            reach: Reach { filled: carried(filled), white: carried(white), red: carried(red) },
            ..self
        }
    }
}

/// Results of the turns of a position.
#[derive(Clone, Copy)]
pub(crate) struct Answers {
    /// Prospect for the player to move.
    pub(crate) prospect: Prospect,
    /// Number of turns that leave the game open, without those that let the other carry out a
    /// threat: about as many as looking further ahead would leave. 0 unless the prospect is open.
    pub(crate) open: u32,
    /// The cells of the field where a tile may have to do with every threat.
    meeting: u64,
}

impl Answers {
    /// The answers of a position without turns.
    pub(crate) const NONE: Answers =
        Answers { prospect: Prospect::Loses, open: 0, meeting: Self::NO_THREAT };
    const WIN: Answers = Answers { prospect: Prospect::Wins, ..Self::NONE };
    /// The meeting cells without a threat: all.
    pub(crate) const NO_THREAT: u64 = u64::MAX;

    /// Adds the turns on another field, where the board lies at most a row and a column from where
    /// it did. They too must meet the threats.
    pub(crate) fn and(self, on_other: impl FnOnce(u64) -> Answers) -> Self {
        if self.prospect == Prospect::Wins {
            return self;
        }
        let found = on_other(with_neighbours(with_neighbours(self.meeting)));
        match found.prospect {
            Prospect::Wins => found,
            Prospect::Open => Answers { open: self.open + found.open, ..found },
            Prospect::Loses => Answers { meeting: found.meeting, ..self },
        }
    }
}

impl Trax {
    /// The first numbers of a position to which n answers seem open.
    ///
    /// To refute it all of them must be refuted, and each is taken for half as hard as there are
    /// cells left. To prove it takes one answer, after which there are as many again: `phi` grows
    /// with the square of the cells left. Both were fitted to the results of the first visits of
    /// nodes; a `phi` that is a little less does best.
    pub(crate) fn first_with(&self, position: &Position, answers: u32) -> FirstNumbers {
        let left = self.plies_left(position);
        let each = 2 + left;
        FirstNumbers { phi: each * (5 + left) / 10, delta: each * answers.max(1) / 2 }
    }

    /// Returns true if a turn ends the game as the mover wants it; `None` if it goes on.
    #[inline]
    pub(crate) fn verdict(
        &self,
        wins: Wins,
        mover: Colour,
        aims: Aims,
        is_full: bool,
    ) -> Option<bool> {
        match wins.winner(mover) {
            Some(winner) => Some(winner == mover),
            None => is_full.then_some(aims.content == mover),
        }
    }

    /// The answers on a field with n cells left. `meeting` are the cells where a tile may meet the
    /// threats that are known already; `known` gives by tile and cell the replies that are, and do
    /// not fill the board; `tracks` those of the field, if needed.
    #[expect(clippy::too_many_arguments, reason = "the parts of one search, each used by name")]
    #[inline(always)]
    pub(crate) fn answers_on(
        &self,
        field: &Field,
        mover: Colour,
        aims: Aims,
        left: usize,
        mut meeting: u64,
        tracks: impl Fn() -> Tracks,
        known: impl Fn(usize, usize) -> Option<Reply>,
        scratch: &mut AnswerBuffers,
    ) -> Answers {
        let other = mover.other();
        let is_last = left == 1;
        let mut prospect = Prospect::Loses;
        let mut drawn: Option<Tracks> = None;
        // The open answers: by tile the cells of those that force nothing, and the cells that the
        // others fill.
        let mut single = [0; Tile::ALL.len()];
        scratch.chains.clear();
        for (number, tile) in Tile::ALL.into_iter().enumerate() {
            let (fitting, chaining) = (field.fitting(tile), field.chaining(tile));
            scratch.tiles += u64::from(fitting.count_ones());
            // Chains first: loops are closed by them alone.
            for cell in each(fitting & chaining) {
                let (reach, wins, is_full) = if let Some(reply) = known(number, cell) {
                    if !reply.is_legal {
                        continue;
                    }
                    (reply.reach, reply.wins, false)
                } else {
                    let Some(board) = field.settled(1 << cell, tile) else { continue };
                    let added = board.occupied() & !field.occupied;
                    let wins = drawn.get_or_insert_with(&tracks).wins_with(&board, added);
                    (Reach::of(&board, added), wins, added.count_ones() as usize == left)
                };
                match self.verdict(wins, mover, aims, is_full) {
                    Some(true) => return Answers::WIN,
                    Some(false) if wins.has(other) => meeting &= reach.around(),
                    Some(false) => (),
                    None => {
                        prospect = Prospect::Open;
                        scratch.chains.push(reach.filled);
                    }
                }
            }
            let plain = fitting & !chaining;
            let decisive = if is_last { plain } else { plain & field.outer };
            single[number] = plain & !decisive;
            if single[number] != 0 {
                prospect = Prospect::Open;
            }
            for cell in each(decisive) {
                let wins = if field.outer >> cell & 1 != 0 {
                    drawn.get_or_insert_with(&tracks).wins_of(cell, tile)
                } else {
                    Wins::default()
                };
                match self.verdict(wins, mover, aims, is_last) {
                    Some(true) => return Answers::WIN,
                    Some(false) if wins.has(other) => meeting &= with_neighbours(1 << cell),
                    Some(false) => (),
                    None => {
                        prospect = Prospect::Open;
                        single[number] |= 1 << cell;
                    }
                }
            }
        }
        let singles: u32 = single.iter().map(|cells| (cells & meeting).count_ones()).sum();
        let chains = scratch.chains.iter().filter(|&&filled| filled & meeting != 0).count();
        Answers { prospect, open: singles + chains as u32, meeting }
    }
}
