//! Follows every line of a proof: the file holds moves alone, and the checker makes the positions.
//!
//! The walk goes from the root through all positions that the strategy reaches, with its side to
//! move: those with fewer tiles first, and by their [`Key`]s among those with equally many. A turn
//! adds tiles, so that all positions with as many are known once those with fewer have been
//! followed, and each is met once. For each the file has the turn that the strategy chooses, or a
//! mark that the position is a leaf, which plain search must decide. After the turn **every** reply
//! is followed: it ends the game as claimed, or leads to a position that is won at once, or to one
//! that the walk will visit. So nothing is left over, neither in the file nor on the board.

use std::slice;

use rayon::prelude::*;
use shuban_store::ChoiceModel;

use crate::board::Board;
use crate::check::{Checked, Readings, Refusal, refusal};
use crate::class::Choice;
use crate::closing::Closing;
use crate::key::Key;
use crate::proof::{Proof, Walk};
use crate::record::{Chosen, IN_A_PIECE, MOST_IN_A_RECORD, Offered, Piece};
use crate::rules::{Place, Turned};

/// Number of positions that are followed before their successors are sorted and compared with the
/// file's count: a file of a few bytes may have long records.
const FOLLOWED_AT_ONCE: usize = 1 << 10;
/// The same number in whole pieces of a record.
const PIECES_AT_ONCE: usize = FOLLOWED_AT_ONCE / IN_A_PIECE;
const _: () = assert!(PIECES_AT_ONCE > 0 && FOLLOWED_AT_ONCE.is_multiple_of(IN_A_PIECE));

/// Positions that the walk will visit, with one number of tiles.
#[derive(Default)]
struct Level {
    keys: Vec<Key>,
    /// The number when each was there once.
    distinct: usize,
}

impl Level {
    /// Sorts them and removes repetitions.
    fn settle(&mut self) {
        self.keys.par_sort_unstable();
        self.keys.dedup();
        self.distinct = self.keys.len();
    }

    /// Does so if there may be twice as many as then.
    fn settle_if_large(&mut self) {
        if self.keys.len() > 2 * self.distinct + 4 * FOLLOWED_AT_ONCE {
            self.settle();
        }
    }
}

/// The successors of some positions.
#[derive(Default)]
struct Followed {
    /// Positions that the walk will visit, by their numbers of tiles.
    next: Vec<(usize, Key)>,
    replies: u64,
    /// Number of replies after which the strategy's side wins at once.
    won: u64,
    readings: Readings,
}

struct Walker<'p> {
    proof: &'p Proof,
    walk: &'p Walk,
    empty: Board,
    /// The levels by number of tiles.
    levels: Vec<Level>,
    checked: Checked,
    /// Returns true if the walk is to end.
    stop: &'p (dyn Fn() -> bool + Sync),
}

/// Checks a whole proof.
///
/// # Errors
/// The first [`Refusal`].
pub fn check(proof: &Proof) -> Result<Checked, Refusal> {
    // Nothing asks to stop, so that there is a verdict.
    check_unless(proof, &|| false).map(Option::unwrap_or_default)
}

/// Checks a whole proof, unless `is_asked_to_stop` returns true on the way: it is called often, and
/// from several threads. Returns `None` if the check has stopped.
///
/// # Errors
/// The first [`Refusal`].
pub fn check_unless(
    proof: &Proof,
    is_asked_to_stop: &(dyn Fn() -> bool + Sync),
) -> Result<Option<Checked>, Refusal> {
    match walked(proof, is_asked_to_stop) {
        Ok(checked) => Ok(Some(checked)),
        Err(Halt::Stopped) => Ok(None),
        Err(Halt::Refused(refusal)) => Err(refusal),
    }
}

/// Reason why a walk ends early.
enum Halt {
    Refused(Refusal),
    Stopped,
}

impl From<Refusal> for Halt {
    fn from(refusal: Refusal) -> Self {
        Halt::Refused(refusal)
    }
}

fn walked(proof: &Proof, stop: &(dyn Fn() -> bool + Sync)) -> Result<Checked, Halt> {
    if !proof.root.is_open(proof.to_move) {
        return Err(refusal(None, "is no position that a game goes on from", &proof.root).into());
    }
    let walk = &proof.walk;
    let cells = proof.root.size() * proof.root.size();
    let levels = (0..=cells).map(|_| Level::default()).collect();
    let (empty, checked) = (proof.root.emptied(), Checked::default());
    let mut walker = Walker { proof, walk, empty, levels, checked, stop };
    if proof.to_move == proof.claim.side {
        walker.levels[proof.root.tiles()].keys.push(Key::of(&proof.root));
    } else {
        let mut followed = Followed::default();
        walker.replies(None, &proof.root, &mut followed)?;
        walker.goes_on(followed);
    }
    let root = |reason| refusal(None, reason, &proof.root);
    let mut records = walk.records.iter();
    let mut model = ChoiceModel::new();
    for tiles in 0..cells {
        let mut level = std::mem::take(&mut walker.levels[tiles]);
        level.settle();
        walker.follow_level(&level.keys, &mut records, &mut model)?;
    }
    if records.next().is_some() {
        return Err(root("goes on after its walk").into());
    }
    if (walker.checked.nodes, walker.checked.leaves) != (walk.positions, walk.leaves) {
        return Err(root("has not as many positions as it says").into());
    }
    Ok(walker.checked)
}

impl Walker<'_> {
    /// Follows the positions of one level, which are in records of their own.
    ///
    /// Choices are read in order, each depending on those before: while a record is read, the one
    /// before it is followed.
    fn follow_level(
        &mut self,
        keys: &[Key],
        records: &mut slice::Iter<'_, Vec<u8>>,
        model: &mut ChoiceModel,
    ) -> Result<(), Halt> {
        let Proof { root, claim, .. } = self.proof;
        let mut first = self.followed();
        let mut read: Option<Chosen> = None;
        for keys in keys.chunks(MOST_IN_A_RECORD) {
            self.go_on()?;
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
    fn follow_record(&mut self, record: &Chosen) -> Result<(), Halt> {
        for pieces in record.pieces.chunks(PIECES_AT_ONCE) {
            let first = self.followed();
            let follow = |(piece, positions): (usize, &Piece)| {
                self.go_on()?;
                let mut followed = Followed::default();
                for (place, (board, chosen)) in positions.iter().enumerate() {
                    let number = first + piece * IN_A_PIECE + place;
                    self.follow(number, board, *chosen, &mut followed)?;
                }
                Ok(followed)
            };
            let followed: Vec<Result<Followed, Halt>> =
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

    /// Ends the walk if it is asked to.
    fn go_on(&self) -> Result<(), Halt> {
        if (self.stop)() { Err(Halt::Stopped) } else { Ok(()) }
    }

    /// Returns the number of positions followed.
    fn followed(&self) -> usize {
        (self.checked.nodes + self.checked.leaves) as usize
    }

    /// Checks that the walk has not reached more positions than the file declares.
    fn is_as_long_as_it_says(&self) -> Result<(), Refusal> {
        let waiting: usize = self.levels.iter().map(|level| level.distinct).sum();
        let met = (self.followed() + waiting) as u64;
        if met > self.walk.positions.saturating_add(self.walk.leaves) {
            let reason = "has fewer positions than its walk comes to";
            return Err(refusal(None, reason, &self.proof.root));
        }
        Ok(())
    }

    /// Follows the strategy's turn at a position; a leaf must be decided by plain search.
    fn follow(
        &self,
        number: usize,
        board: &Board,
        chosen: Option<Choice>,
        followed: &mut Followed,
    ) -> Result<(), Refusal> {
        let Some(Choice { row, column, tile, .. }) = chosen else {
            let Proof { claim, closed_plies, closed_nodes, .. } = *self.proof;
            let closing = Closing { claim, plies: closed_plies, nodes: closed_nodes };
            return match closing.decides(board) {
                true => Ok(()),
                false => Err(refusal(Some(number), "is not decided by plain search", board)),
            };
        };
        match board.turn(self.proof.claim.side, row.into(), column.into(), tile) {
            Some((after, None)) => self.replies(Some(number), &after, followed),
            // There is no such choice.
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
        // A turn that wins after one reply often wins after the next, too.
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
        self.checked.readings.add(followed.readings);
        for (tiles, key) in followed.next {
            self.levels[tiles].keys.push(key);
        }
    }
}
