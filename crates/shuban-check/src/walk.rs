//! Proofs as walks: the file holds moves alone, and the checker makes the positions itself.
//!
//! The walk goes from the root through all positions that the strategy comes to, with its side to
//! move: those with fewer tiles first, and by their [`Key`]s among those with equally many. A turn
//! adds tiles, so that all positions with so many are known once those with fewer have been
//! followed, and each is met once. At each the file says which of its turns the strategy chooses,
//! or that the position is a leaf, which plain search must decide. After the turn **every** reply is
//! followed: it ends the game as was claimed, or leads to a position that is won at once, or to one
//! that the walk will come to. So nothing is left over, neither in the file nor on the board.

use std::slice;

use rayon::prelude::*;

use crate::board::Board;
use crate::checked::{Checked, Readings};
use crate::class::Choice;
use crate::key::Key;
use crate::model::Model;
use crate::proof::{Proof, Walk};
use crate::record::{Chosen, IN_A_PIECE, MOST_IN_A_RECORD, Offered, Piece};
use crate::refusal::{Refusal, refusal};
use crate::rules::{Place, Turned};

/// Positions that are followed before what comes next is sorted, and held against what the file
/// says: a file of a few bytes may have long records.
const FOLLOWED_AT_ONCE: usize = 1 << 10;
/// In whole pieces of a record.
const PIECES_AT_ONCE: usize = FOLLOWED_AT_ONCE / IN_A_PIECE;
const _: () = assert!(PIECES_AT_ONCE > 0 && FOLLOWED_AT_ONCE.is_multiple_of(IN_A_PIECE));

/// Positions that the walk will come to, with one number of tiles.
#[derive(Default)]
struct Level {
    keys: Vec<Key>,
    /// How many there were when each was there once.
    distinct: usize,
}

impl Level {
    /// Each once, in order.
    fn settle(&mut self) {
        self.keys.par_sort_unstable();
        self.keys.dedup();
        self.distinct = self.keys.len();
    }

    /// The same, once there may be twice as many as there are.
    fn settle_if_large(&mut self) {
        if self.keys.len() > 2 * self.distinct + 4 * FOLLOWED_AT_ONCE {
            self.settle();
        }
    }
}

/// What comes after some positions.
#[derive(Default)]
struct Followed {
    /// Positions that the walk comes to, by their numbers of tiles.
    next: Vec<(usize, Key)>,
    replies: u64,
    /// Replies after which the side that has the strategy wins at once.
    won: u64,
    readings: Readings,
}

struct Walker<'p> {
    proof: &'p Proof,
    walk: &'p Walk,
    empty: Board,
    /// By the number of tiles.
    levels: Vec<Level>,
    checked: Checked,
    readings: Readings,
}

/// Checks a proof that is a walk.
pub(crate) fn check_walk(proof: &Proof, walk: &Walk) -> Result<Checked, Refusal> {
    let cells = proof.root.size() * proof.root.size();
    let levels = (0..=cells).map(|_| Level::default()).collect();
    let (empty, checked) = (proof.root.emptied(), Checked::default());
    let mut walker = Walker { proof, walk, empty, levels, checked, readings: Readings::default() };
    if proof.to_move == proof.claim.side {
        walker.levels[proof.root.tiles()].keys.push(Key::of(&proof.root));
    } else {
        let mut followed = Followed::default();
        walker.replies(None, &proof.root, &mut followed)?;
        walker.goes_on(followed);
    }
    let root = |reason| refusal(None, reason, &proof.root);
    let mut records = walk.records.iter();
    let mut model = Model::new();
    for tiles in 0..cells {
        let mut level = std::mem::take(&mut walker.levels[tiles]);
        level.settle();
        walker.follow_level(&level.keys, &mut records, &mut model)?;
    }
    if records.next().is_some() {
        return Err(root("goes on after its walk"));
    }
    if (walker.checked.nodes, walker.checked.leaves) != (walk.positions, walk.leaves) {
        return Err(root("has not as many positions as it says"));
    }
    Ok(Checked { readings: Some(walker.readings), ..walker.checked })
}

impl Walker<'_> {
    /// Follows the positions of one level, which are in records of their own.
    ///
    /// Choices are read one after the other, each by those before it: while a record is read, the
    /// one before it is followed.
    fn follow_level(
        &mut self,
        keys: &[Key],
        records: &mut slice::Iter<'_, Vec<u8>>,
        model: &mut Model,
    ) -> Result<(), Refusal> {
        let Proof { root, claim, .. } = self.proof;
        let mut first = self.followed();
        let mut read: Option<Chosen> = None;
        for keys in keys.chunks(MOST_IN_A_RECORD) {
            let offered = |record| (record, Offered::to(keys, &self.empty, claim.side));
            let next = records.next().map(offered);
            let (followed, next) = rayon::join(
                || read.as_ref().map_or(Ok(()), |read| self.follow_record(read)),
                || {
                    let Some((record, offered)) = next else {
                        return Err(refusal(None, "ends before its walk does", root));
                    };
                    offered.choose(record, model).map_err(|board| {
                        let reason = "begins a record that does not fit the walk";
                        refusal(Some(first), reason, &board)
                    })
                },
            );
            followed?;
            read = Some(next?);
            first += keys.len();
        }
        read.map_or(Ok(()), |read| self.follow_record(&read))
    }

    /// Follows the positions of one record.
    fn follow_record(&mut self, record: &Chosen) -> Result<(), Refusal> {
        for pieces in record.pieces.chunks(PIECES_AT_ONCE) {
            let first = self.followed();
            let follow = |(piece, positions): (usize, &Piece)| {
                let mut followed = Followed::default();
                for (place, (board, chosen)) in positions.iter().enumerate() {
                    let number = first + piece * IN_A_PIECE + place;
                    self.follow(number, board, *chosen, &mut followed)?;
                }
                Ok(followed)
            };
            let followed: Vec<Result<Followed, Refusal>> =
                pieces.par_iter().enumerate().map(follow).collect();
            for followed in followed {
                self.goes_on(followed?);
            }
            let positions: usize = pieces.iter().map(Vec::len).sum();
            let nodes = pieces.iter().flatten().filter(|(_, chosen)| chosen.is_some()).count();
            self.checked.nodes += nodes as u64;
            self.checked.leaves += (positions - nodes) as u64;
            self.levels.iter_mut().for_each(Level::settle_if_large);
            self.is_as_long_as_it_says()?;
        }
        Ok(())
    }

    /// How many positions have been followed.
    fn followed(&self) -> usize {
        (self.checked.nodes + self.checked.leaves) as usize
    }

    /// Sees that the walk has not come to more positions than the file says.
    fn is_as_long_as_it_says(&self) -> Result<(), Refusal> {
        let waiting: usize = self.levels.iter().map(|level| level.distinct).sum();
        let met = (self.followed() + waiting) as u64;
        if met > self.walk.positions.saturating_add(self.walk.leaves) {
            let reason = "has fewer positions than its walk comes to";
            return Err(refusal(None, reason, &self.proof.root));
        }
        Ok(())
    }

    /// Adds what comes after a position, where the strategy chooses a turn, or is done.
    fn follow(
        &self,
        number: usize,
        board: &Board,
        chosen: Option<Choice>,
        followed: &mut Followed,
    ) -> Result<(), Refusal> {
        let Some(Choice { row, column, tile, .. }) = chosen else {
            return match self.proof.closing().decides(board) {
                true => Ok(()),
                false => Err(refusal(Some(number), "is not decided by plain search", board)),
            };
        };
        match board.turn(self.proof.claim.side, row.into(), column.into(), tile) {
            Some((after, None)) => self.replies(Some(number), &after, followed),
            // No choice is one.
            _ => Err(refusal(Some(number), "its move is illegal", board)),
        }
    }

    /// Follows every legal reply. If there are none, the other side is stuck and has lost.
    fn replies(
        &self,
        number: Option<usize>,
        board: &Board,
        followed: &mut Followed,
    ) -> Result<(), Refusal> {
        let claim = self.proof.claim;
        let mut replies = 0;
        let mut after = board.clone();
        // What wins after one reply often wins after the next, too.
        let mut won: Option<Place> = None;
        for place in board.places() {
            let turned = board.turn_to(&mut after, claim.side.other(), place);
            let Some(Turned { ending, .. }) = turned else {
                followed.readings.void += u64::from(after.has_won(claim.side.other()));
                continue;
            };
            replies += 1;
            match ending {
                Some(ending) if claim.holds(ending) => (),
                Some(_) => {
                    return Err(refusal(number, "a reply ends the game against the claim", &after));
                }
                None => {
                    let first = won.map(|won| won.after(place));
                    match after.last_turn(claim.side, !claim.wins, first) {
                        Some(last) => {
                            followed.won += 1;
                            followed.readings.both += u64::from(last.is_both);
                            won = last.place.before(place).or(won);
                        }
                        None => followed.next.push((after.tiles(), Key::of(&after))),
                    }
                }
            }
        }
        followed.replies += replies;
        followed.readings.stuck += u64::from(replies == 0);
        Ok(())
    }

    fn goes_on(&mut self, followed: Followed) {
        self.checked.replies += followed.replies;
        self.checked.closed += followed.won;
        self.readings.add(followed.readings);
        for (tiles, key) in followed.next {
            self.levels[tiles].keys.push(key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::{Claim, Strategy};
    use crate::rules::{After, Ending};
    use crate::tile::Colour;

    /// No writer writes a walk with a reply that loses: so it is looked for here.
    #[test]
    fn a_reply_that_ends_the_game_against_the_claim_is_refused() {
        let mut seed = 1_u64;
        let mut draw = |below: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as usize % below
        };
        let walk = Walk { records: Vec::new(), positions: 0, leaves: 0 };
        let (mut refused, mut followed) = ([0; 2], 0);
        for game in 0..60 {
            let mut board = Board::new(3 + game % 3, true);
            let mut mover = Colour::White;
            loop {
                let turns: Vec<After> = board.turns(mover).collect();
                for wins in [false, true] {
                    let claim = Claim { side: mover.other(), wins };
                    let strategy = Strategy::Listed(Vec::new());
                    let proof = Proof {
                        game: String::new(),
                        claim,
                        root: board.clone(),
                        to_move: mover,
                        strategy,
                        closed_plies: 1,
                        closed_nodes: 1,
                        claimed: String::new(),
                    };
                    let (empty, checked) = (board.emptied(), Checked::default());
                    let readings = Readings::default();
                    let levels = Vec::new();
                    let walker =
                        Walker { proof: &proof, walk: &walk, empty, levels, checked, readings };
                    let loses = |ending: Ending| match ending {
                        Ending::Won(winner) => winner == mover,
                        Ending::Draw => wins,
                    };
                    let expected = turns.iter().any(|(_, ending)| ending.is_some_and(loses));
                    let mut found = Followed::default();
                    match walker.replies(None, &board, &mut found) {
                        Ok(()) => {
                            assert!(!expected);
                            assert_eq!(found.replies, turns.len() as u64);
                            followed += 1;
                        }
                        Err(refusal) => {
                            assert!(expected);
                            assert_eq!(refusal.reason, "a reply ends the game against the claim");
                            refused[usize::from(wins)] += 1;
                        }
                    }
                }
                let open = |(after, ending): &After| ending.is_none().then(|| after.clone());
                let mut next: Vec<Board> = turns.iter().filter_map(open).collect();
                if next.is_empty() {
                    break;
                }
                board = next.swap_remove(draw(next.len()));
                mover = mover.other();
            }
        }
        assert!(
            refused[0] > 50 && refused[1] > refused[0] && followed > 500,
            "{refused:?}, {followed}"
        );
    }
}
