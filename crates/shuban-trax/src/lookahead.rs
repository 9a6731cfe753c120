//! What proof search asks of the game: keys, first numbers, and looking ahead on bit-boards.
//!
//! What each of the search's ideas is worth here is told in `docs/trax.md`.

use shuban_core::{FirstNumbers, Game, Key, Open, Provable, Question, expand_by_rules};
use xxhash_rust::xxh3::xxh3_128;

use crate::board::Board;
use crate::proof_record::proof_record;
use crate::replies::Replies;
use crate::rules::{Move, Position, Trax};
use crate::tile::Colour;
use crate::tracks::Wins;

/// Distinct positions in the table at the end of the harder question from the start, by board size
/// from 4: measured up to 7×7, and projected from their growth beyond.
const POSITIONS: [u64; 5] = [400, 9_000, 270_000, 10_000_000, 600_000_000];

/// What looking ahead works with.
#[derive(Clone, Default)]
pub struct LookaheadBuffers {
    /// How many tiles were put, legally or not.
    pub(crate) tiles: u64,
    pub(crate) replies: Replies,
    /// What the open chains among the answers to a turn fill.
    pub(crate) chains: Vec<u64>,
}

/// What a position's turns come to for the player who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Prospect {
    /// One of them ends the game as the player wants it.
    Wins,
    /// All of them end it as the other wants it, or there are none.
    Loses,
    /// Neither.
    Open,
}

/// The question as the players see it.
#[derive(Clone, Copy)]
pub(crate) struct Aims {
    /// Who is content with a draw.
    pub(crate) content: Colour,
}

impl Aims {
    fn of(question: &Question) -> Option<Self> {
        // A draw is worth 0, a win 1: any other question has an answer beforehand.
        let asker = if question.seat == 0 { Colour::White } else { Colour::Red };
        match question.at_least {
            0 => Some(Aims { content: asker }),
            1 => Some(Aims { content: asker.other() }),
            _ => None,
        }
    }
}

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

    /// As many as cells are left.
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
                let prospect = if depth == 2 {
                    self.look_two_ahead(position, aims, scratch, open)
                } else {
                    self.look_ahead(position, aims, depth, scratch, open)
                };
                match prospect {
                    Prospect::Wins => Some(is_aim),
                    Prospect::Loses => Some(!is_aim),
                    Prospect::Open => None,
                }
            }
            _ => expand_by_rules(self, position, question, depth, open),
        }
    }

    /// How many tiles were put.
    fn work(&self, scratch: &LookaheadBuffers) -> u64 {
        scratch.tiles
    }

    fn work_unit(&self) -> &'static str {
        "tiles"
    }

    fn likely_positions(&self, position: &Position) -> Option<u64> {
        let likely = self.size().checked_sub(4).and_then(|place| POSITIONS.get(place));
        likely.copied().filter(|_| *position == Position::START)
    }

    fn record(&self, position: &Position, action: Option<&Move>) -> Option<Vec<u8>> {
        Some(proof_record(self, position, action))
    }
}

impl Trax {
    /// Looks `depth` ≥ 2 plies ahead from a position that is not over, or has no turns. The
    /// positions that are open are appended; none unless the prospect is open.
    fn look_ahead(
        &self,
        position: &Position,
        aims: Aims,
        depth: u32,
        scratch: &mut LookaheadBuffers,
        open: &mut Vec<Open<Position>>,
    ) -> Prospect {
        let mover = position.to_move;
        let before = open.len();
        // First all turns: one may win at once.
        let mut wins = false;
        let is_row = position.board.size().0 <= 1 || position.board.size().1 <= 1;
        let tiles = position.board.tiles();
        self.each_turn(position, |_, after| {
            scratch.tiles += 1;
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
        // Then what the other can do.
        let mut kept = before;
        if !wins {
            for place in before..open.len() {
                let after = open[place].position;
                let (prospect, answers) = if depth == 2 {
                    let answers = self.answers(&after, aims, scratch);
                    (answers.prospect, answers.open)
                } else {
                    let end = open.len();
                    let prospect = self.look_ahead(&after, aims, depth - 1, scratch, open);
                    let answers = open.len() - end;
                    open.truncate(end);
                    (prospect, answers as u32)
                };
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

    /// The first numbers of a position to which so many answers seem open.
    ///
    /// To refute it all of them must be refuted, and each is taken for half as hard as there are
    /// cells left. To prove it takes one answer, after which there are as many again: what `phi`
    /// comes to grows with the square of the cells left. Both were fitted to what the first visits
    /// of nodes found; a `phi` that is a little less does best.
    pub(crate) fn first_with(&self, position: &Position, answers: u32) -> FirstNumbers {
        let left = self.plies_left(position);
        let each = 2 + left;
        FirstNumbers { phi: each * (5 + left) / 10, delta: each * answers.max(1) / 2 }
    }

    /// Whether a turn ends the game as the mover wants it; `None` if it goes on.
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
}
