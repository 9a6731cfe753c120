//! Looking two plies ahead, where most replies are known from the position before.
//!
//! The cells that a turn fills depend on the ends that lead into them and into the cells around;
//! the tracks that it joins, on where these lead. A reply that is independent of the turn before it
//! therefore has the result it would have had without that turn. So the replies are first tried in
//! the position itself, as if the turn had been passed, and after each turn only those are tried
//! again that it touches. A winning reply that a turn leaves untouched refutes it.

use shuban_core::provable::Open;

use crate::answers::{Aims, AnswerBuffers, Answers, Prospect, Reach, Reply};
use crate::bits::{each, with_neighbours};
use crate::board::Board;
use crate::field::{Field, centred, corner, field_around, placements};
use crate::rules::{Position, Trax};
use crate::tile::Tile;
use crate::tracks::{Tracks, Wins};

/// A turn that does not end the game.
#[derive(Clone, Copy)]
struct OpenTurn {
    board: Board,
    reach: Reach,
    /// The cells beside the far ends of the tracks it lengthens or joins, where that matters: a
    /// reply that fills one of them meets another track.
    far: u64,
}

impl OpenTurn {
    /// Returns true if a reply may have another result after the turn than before.
    #[inline(always)]
    fn touches(&self, reply: &Reach) -> bool {
        self.reach.meets(reply) || reply.filled & self.far != 0
    }

    /// The tracks after it.
    #[inline(always)]
    fn extended(&self, tracks: &Tracks) -> Tracks {
        let mut extended = tracks.clone();
        extended.extend(&self.board, self.reach.filled);
        extended
    }
}

/// Buffers for looking ahead.
#[derive(Clone, Default)]
pub struct LookaheadBuffers {
    pub(crate) answers: AnswerBuffers,
    /// The replies of a position, by tile and cell.
    known: Vec<[Reply; 64]>,
    /// Its turns.
    turns: Vec<OpenTurn>,
}

impl Trax {
    /// Result of [`look_ahead`](Trax::look_ahead) two plies ahead. A position may be appended
    /// twice.
    pub(crate) fn look_two_ahead(
        &self,
        position: &Position,
        aims: Aims,
        buffers: &mut LookaheadBuffers,
        open: &mut Vec<Open<Position>>,
    ) -> Prospect {
        let before = open.len();
        let mut prospect = Prospect::Loses;
        let mut look_on = |field: &Field| {
            if prospect == Prospect::Wins {
                return;
            }
            match self.two_plies(position, field, aims, buffers, open) {
                Prospect::Wins => {
                    open.truncate(before);
                    prospect = Prospect::Wins;
                }
                Prospect::Open => prospect = Prospect::Open,
                Prospect::Loses => (),
            }
        };
        match centred(&position.board, self.size()) {
            Some(field) => look_on(&field),
            None => placements(&position.board, self.size(), look_on),
        }
        prospect
    }

    fn two_plies(
        &self,
        position: &Position,
        field: &Field,
        aims: Aims,
        buffers: &mut LookaheadBuffers,
        open: &mut Vec<Open<Position>>,
    ) -> Prospect {
        let (mover, other) = (position.to_move, position.to_move.other());
        let empty = self.size() * self.size() - position.board.tiles();
        let tracks = Tracks::new(&field.board, self.span());
        let LookaheadBuffers { answers: scratch, known, turns } = buffers;
        known.clear();
        known.resize(Tile::ALL.len(), [Reply::default(); 64]);
        turns.clear();
        // All turns with their results. Winning moves of the other player are threats.
        let mut threats: Vec<(Reach, u64)> = Vec::new();
        for (tile, known) in Tile::ALL.into_iter().zip(known.iter_mut()) {
            let (fitting, chaining) = (field.fitting(tile), field.chaining(tile));
            scratch.tiles += u64::from(fitting.count_ones());
            for cell in each(fitting) {
                let bit = 1u64 << cell;
                let chains = chaining & bit != 0;
                let (board, wins) = match tracks.after(field, cell, tile, chains) {
                    Ok(after) => after,
                    Err(filled) => {
                        let around = with_neighbours(filled);
                        known[cell].reach = Reach { filled, white: around, red: around };
                        continue;
                    }
                };
                let reach = Reach::of(&board, board.occupied() & !field.occupied);
                let verdict =
                    self.verdict(wins, mover, aims, reach.filled.count_ones() as usize == empty);
                if verdict == Some(true) {
                    return Prospect::Wins;
                }
                if chains {
                    known[cell] = Reply { reach, is_legal: true, wins };
                }
                if wins.has(other) {
                    threats.push((reach, bit));
                }
                if verdict.is_none() {
                    // A tile that forces nothing lengthens each track at one end: to a cell that it
                    // leads into, or to an edge of the board, which is an outer one or may become
                    // one by the reply.
                    let lengthens = !chains && field.outer & bit == 0 && field.is_inside(bit);
                    let far = if lengthens { 0 } else { tracks.far_ends(reach.filled) };
                    turns.push(OpenTurn { board, reach, far });
                }
            }
        }
        let before = open.len();
        for turn in turns.iter() {
            // A threat outside of the board needs room that the turn may have taken.
            let refutes =
                |(reach, cell): &(Reach, u64)| !turn.touches(reach) && field.is_inside(*cell);
            if threats.iter().any(refutes) {
                continue;
            }
            let after =
                Position { board: turn.board.cornered(), to_move: other, wins: Wins::default() };
            let answers = match field_around(turn.board, self.size()) {
                Some(field) => {
                    let left = empty - turn.reach.filled.count_ones() as usize;
                    let extended = || turn.extended(&tracks);
                    let untouched =
                        |tile: usize, cell: usize| untouched(&known[tile][cell], turn, left);
                    self.answers_on(
                        &field,
                        other,
                        aims,
                        left,
                        Answers::NO_THREAT,
                        extended,
                        untouched,
                        scratch,
                    )
                }
                None => self.answers_elsewhere(&after, turn, &tracks, known, aims, scratch),
            };
            match answers.prospect {
                Prospect::Wins => (),
                Prospect::Loses => {
                    open.truncate(before);
                    return Prospect::Wins;
                }
                Prospect::Open => {
                    open.push(Open {
                        position: after,
                        first: self.first_with(&after, answers.open),
                    });
                }
            }
        }
        if open.len() == before { Prospect::Loses } else { Prospect::Open }
    }

    /// The answers to a turn that leaves no room around the board: on fields where it lies
    /// elsewhere.
    fn answers_elsewhere(
        &self,
        after: &Position,
        turn: &OpenTurn,
        tracks: &Tracks,
        known: &[[Reply; 64]],
        aims: Aims,
        scratch: &mut AnswerBuffers,
    ) -> Answers {
        let left = self.size() * self.size() - after.board.tiles();
        let (top, first) = corner(turn.board.occupied());
        let mut answers = Answers::NONE;
        placements(&after.board, self.size(), |field| {
            let there = corner(field.occupied);
            let (down, right) = (there.0 - top, there.1 - first);
            let untouched = |tile: usize, cell: usize| {
                let (row, column) = (cell as i32 / 8 - down, cell as i32 % 8 - right);
                if !(0..8).contains(&row) || !(0..8).contains(&column) {
                    return None;
                }
                let reply = &known[tile][(8 * row + column) as usize];
                self::untouched(reply, turn, left).map(|reply| reply.carried(down, right))
            };
            let extended = || turn.extended(tracks).carried(down, right);
            answers = answers.and(|meeting| {
                self.answers_on(
                    field,
                    after.to_move,
                    aims,
                    left,
                    meeting,
                    extended,
                    untouched,
                    scratch,
                )
            });
        });
        answers
    }
}

/// A reply with the result that it would have without the turn, and which leaves some of `left`
/// cells.
#[inline(always)]
fn untouched(reply: &Reply, turn: &OpenTurn, left: usize) -> Option<Reply> {
    let fills = reply.reach.filled.count_ones() as usize;
    (fills != 0 && fills < left && !turn.touches(&reply.reach)).then_some(*reply)
}

#[cfg(test)]
mod tests {
    use shuban_core::Game;

    use super::*;
    use crate::rules::Lines;
    use crate::sample::{games, open_positions};
    use crate::tile::Colour;

    /// Looks two plies ahead from a field as [`Trax::two_plies`] does, but tries every reply in the
    /// position after its turn.
    fn plainly(
        trax: &Trax,
        position: &Position,
        field: &Field,
        aims: Aims,
        open: &mut Vec<Open<Position>>,
    ) -> Prospect {
        let (mover, to_move) = (position.to_move, position.to_move.other());
        let cells = trax.size() * trax.size();
        let tracks = Tracks::new(&field.board, trax.span());
        let mut scratch = AnswerBuffers::default();
        let (mut wins, before) = (false, open.len());
        for tile in Tile::ALL {
            for cell in each(field.fitting(tile)) {
                let Ok((board, won)) = tracks.after(field, cell, tile, true) else { continue };
                let left = cells - board.tiles();
                match trax.verdict(won, mover, aims, left == 0) {
                    None => (),
                    Some(is_win) => {
                        wins |= is_win;
                        continue;
                    }
                }
                let after = Position { board: board.cornered(), to_move, wins: won };
                let mut answers = Answers::NONE;
                let mut on = |field: &Field| {
                    let tracks = || Tracks::new(&field.board, trax.span());
                    answers = answers.and(|meeting| {
                        let untried = |_, _| None;
                        trax.answers_on(
                            field,
                            to_move,
                            aims,
                            left,
                            meeting,
                            tracks,
                            untried,
                            &mut scratch,
                        )
                    });
                };
                match field_around(board, trax.size()) {
                    Some(field) => on(&field),
                    None => placements(&after.board, trax.size(), on),
                }
                match answers.prospect {
                    Prospect::Wins => (),
                    Prospect::Loses => wins = true,
                    Prospect::Open => {
                        let first = trax.first_with(&after, answers.open);
                        open.push(Open { position: after, first });
                    }
                }
            }
        }
        if wins {
            open.truncate(before);
            return Prospect::Wins;
        }
        if open.len() == before { Prospect::Loses } else { Prospect::Open }
    }

    /// Compares replies to the turns from positions, known from before and tried after them.
    fn compare(trax: &Trax, positions: impl Iterator<Item = Position>) {
        let mut buffers = LookaheadBuffers::default();
        for position in positions {
            for content in [Colour::White, Colour::Red] {
                let aims = Aims { content };
                let on = |field: &Field| {
                    let (mut found, mut expected) = (Vec::new(), Vec::new());
                    let prospect = trax.two_plies(&position, field, aims, &mut buffers, &mut found);
                    let plainly = plainly(trax, &position, field, aims, &mut expected);
                    assert!((prospect, found) == (plainly, expected), "{position:?} {content}");
                };
                match centred(&position.board, trax.size()) {
                    Some(field) => [field].iter().for_each(on),
                    None => placements(&position.board, trax.size(), on),
                }
            }
        }
    }

    #[test]
    fn replies_that_are_known_from_before_a_turn_are_as_after_it() {
        for (trax, positions) in games() {
            compare(&trax, positions.into_iter().step_by(3));
        }
    }

    #[test]
    fn replies_are_known_too_where_a_turn_leaves_no_room_around_the_board() {
        for size in [7, 8] {
            let trax = Trax::new(size, Lines::Full).unwrap();
            let is_large = |position: &Position| {
                let (rows, columns) = position.board.size();
                (5..size).contains(&rows) || (5..size).contains(&columns)
            };
            compare(&trax, open_positions(&trax, 12).into_iter().filter(is_large));
        }
    }

    #[test]
    fn a_reply_is_untouched_if_it_meets_nothing_of_the_turn_and_leaves_cells() {
        let at = |cell: u32| Reach { filled: 1 << cell, ..Reach::default() };
        let turn = OpenTurn { board: Board::EMPTY, reach: at(0), far: 1 << 1 };
        let is_untouched = |reach: Reach, left: usize| {
            untouched(&Reply { reach, ..Reply::default() }, &turn, left).is_some()
        };
        assert!(is_untouched(at(2), 2));
        assert!(!is_untouched(at(2), 1));
        assert!(![at(0), at(1), Reach::default()].iter().any(|&reach| is_untouched(reach, 2)));
    }

    #[test]
    fn replies_are_known_too_on_other_fields_around_full_rectangles() {
        let trax = Trax::new(8, Lines::None).unwrap();
        let seven = [
            "NENWSENWSEEWNW",
            "SWSENWSENWSEEW",
            "NENWSENWSENWSE",
            "SWSENWSENWSENW",
            "NENWSENWSENWSE",
            "SWSENWSENWSENW",
            "NENWSENWSENWSE",
        ];
        let six = [
            "EWNWSENWSENWNESW",
            "SEEWNWSENWSESWNE",
            "NSSEEWNWSENWNSSE",
            "NWNSSEEWNWSENWNS",
            "SWNENWSEEWNWSENW",
            "NESWSENWSEEWNWSE",
        ];
        let read = |rows: &[&str]| trax.parse(&format!("white:{}", rows.join("|"))).unwrap();
        compare(&trax, [read(&seven), read(&six)].into_iter());
    }
}
