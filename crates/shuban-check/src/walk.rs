//! Follows every line of a proof: the file holds moves alone, and the checker makes the positions.
//!
//! The walk goes from the root through all positions that the strategy reaches, with its side to
//! move: those of lower levels first, and by their keys among those of one. A turn leads to a higher level, so that
//! all positions of a level are known once those below have been followed, and each is met once. For
//! each the file has the turn that the strategy chooses, or a mark that the position is a leaf, which
//! plain search must decide. After the turn **every** reply is followed: it ends the game as claimed, or
//! leads to a position that is won at once, or to one that the walk will visit. So nothing is left over,
//! neither in the file nor on the board.

use std::slice;

use rayon::prelude::*;
use shuban_store::ChoiceModel;

use crate::check::{Checked, Refusal};
use crate::record::{Chosen, IN_A_PIECE, MOST_IN_A_RECORD, Offered, Piece, Walk};
use crate::rules::{Followed, Rules, Start};

/// Number of positions that are followed before their successors are sorted and compared with the
/// file's count: a file of a few bytes may have long records.
const FOLLOWED_AT_ONCE: usize = 1 << 10;
/// The same number in whole pieces of a record.
const PIECES_AT_ONCE: usize = FOLLOWED_AT_ONCE / IN_A_PIECE;
const _: () = assert!(PIECES_AT_ONCE > 0 && FOLLOWED_AT_ONCE.is_multiple_of(IN_A_PIECE));

/// Positions of one level that the walk will visit.
struct Level<K> {
    keys: Vec<K>,
    /// The number when each was there once.
    distinct: usize,
}

impl<K: Ord + Send> Level<K> {
    fn empty() -> Self {
        Level { keys: Vec::new(), distinct: 0 }
    }

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

struct Walker<'p, R: Rules> {
    rules: &'p R,
    start: &'p Start<'p, R::Board>,
    walk: &'p Walk,
    levels: Vec<Level<R::Key>>,
    checked: Checked,
    /// Returns true if the walk is to end.
    stop: &'p (dyn Fn() -> bool + Sync),
}

/// Follows a walk from its start, unless `stop` returns true on the way: it is called often, and from
/// several threads. Returns `None` if the check has stopped.
///
/// # Errors
/// The first [`Refusal`].
pub(crate) fn followed<R: Rules>(
    rules: &R,
    start: &Start<'_, R::Board>,
    walk: &Walk,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Option<Checked>, Refusal> {
    match walked(rules, start, walk, stop) {
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

fn walked<R: Rules>(
    rules: &R,
    start: &Start<'_, R::Board>,
    walk: &Walk,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Checked, Halt> {
    let levels = (0..rules.levels()).map(|_| Level::empty()).collect();
    let mut walker = Walker { rules, start, walk, levels, checked: Checked::default(), stop };
    if !start.is_open {
        return Err(walker.refused("is no position that a game goes on from").into());
    }
    if start.is_own {
        let (level, key) = rules.place(start.board);
        walker.levels[level].keys.push(key);
    } else {
        let mut followed = Followed::default();
        walker.replies(None, start.board, &mut followed)?;
        walker.goes_on(followed);
    }
    let mut records = walk.records.iter();
    let mut model = ChoiceModel::new();
    for number in 0..walker.levels.len() {
        let mut level = std::mem::replace(&mut walker.levels[number], Level::empty());
        level.settle();
        walker.follow_level(&level.keys, &mut records, &mut model)?;
    }
    if records.next().is_some() {
        return Err(walker.refused("goes on after its walk").into());
    }
    if (walker.checked.nodes, walker.checked.leaves) != (walk.positions, walk.leaves) {
        return Err(walker.refused("has not as many positions as it says").into());
    }
    Ok(walker.checked)
}

impl<R: Rules> Walker<'_, R> {
    /// Refuses the proof as a whole.
    fn refused(&self, reason: &'static str) -> Refusal {
        refusal(self.rules, None, reason, self.start.board)
    }

    /// Follows the positions of one level, which are in records of their own.
    ///
    /// Choices are read in order, each depending on those before: while a record is read, the one
    /// before it is followed.
    fn follow_level(
        &mut self,
        keys: &[R::Key],
        records: &mut slice::Iter<'_, Vec<u8>>,
        model: &mut ChoiceModel,
    ) -> Result<(), Halt> {
        let (rules, root) = (self.rules, self.start.board);
        let mut first = self.followed();
        let mut read: Option<Chosen<R>> = None;
        for keys in keys.chunks(MOST_IN_A_RECORD) {
            self.go_on()?;
            let offered = |record| (record, Offered::to(keys, rules));
            let next = records.next().map(offered);
            let (followed, next) = rayon::join(
                || read.as_ref().map_or(Ok(()), |read| self.follow_record(read)),
                || {
                    let Some((record, offered)) = next else {
                        return Err(refusal(rules, None, "ends before its walk does", root));
                    };
                    offered.choose(record, model).map_err(|board| {
                        let reason = "begins a record that does not fit the walk";
                        refusal(rules, Some(first), reason, &board)
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
    fn follow_record(&mut self, record: &Chosen<R>) -> Result<(), Halt> {
        for pieces in record.pieces.chunks(PIECES_AT_ONCE) {
            let first = self.followed();
            let follow = |(piece, positions): (usize, &Piece<R>)| {
                self.go_on()?;
                let mut followed = Followed::default();
                for (place, (board, chosen)) in positions.iter().enumerate() {
                    let number = first + piece * IN_A_PIECE + place;
                    self.follow(number, board, chosen.as_ref(), &mut followed)?;
                }
                Ok(followed)
            };
            let followed: Vec<Result<Followed<R::Key>, Halt>> =
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
            return Err(self.refused(reason));
        }
        Ok(())
    }

    /// Follows the strategy's turn at a position; a leaf must be decided by plain search.
    fn follow(
        &self,
        number: usize,
        board: &R::Board,
        chosen: Option<&R::Choice>,
        followed: &mut Followed<R::Key>,
    ) -> Result<(), Refusal> {
        let Some(chosen) = chosen else {
            return match self.rules.decides(board) {
                true => Ok(()),
                false => {
                    Err(refusal(self.rules, Some(number), "is not decided by plain search", board))
                }
            };
        };
        match self.rules.play(board, chosen) {
            Some(after) => self.replies(Some(number), &after, followed),
            None => Err(refusal(self.rules, Some(number), "its move is illegal", board)),
        }
    }

    /// Follows every legal reply.
    fn replies(
        &self,
        number: Option<usize>,
        board: &R::Board,
        followed: &mut Followed<R::Key>,
    ) -> Result<(), Refusal> {
        let refuted = self.rules.replies(board, followed);
        refuted.map_err(|(reason, after)| refusal(self.rules, number, reason, &after))
    }

    fn goes_on(&mut self, followed: Followed<R::Key>) {
        followed.count(&mut self.checked);
        for (level, key) in followed.next {
            self.levels[level].keys.push(key);
        }
    }
}

fn refusal<R: Rules>(
    rules: &R,
    node: Option<usize>,
    reason: &'static str,
    board: &R::Board,
) -> Refusal {
    Refusal { node, reason, tiles: rules.diagram(board) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rules by which the first reply leads to all numbers below `count`. These are leaves, of
    /// which plain search decides all but `undecided`.
    struct Numbers {
        count: usize,
        undecided: usize,
    }

    impl Rules for Numbers {
        type Board = usize;
        type Key = usize;
        type Choice = u16;

        fn levels(&self) -> usize {
            1
        }

        fn place(&self, board: &usize) -> (usize, usize) {
            (0, *board)
        }

        fn board(&self, key: usize) -> usize {
            key
        }

        fn add_choices(&self, _: &usize, _: &mut Vec<u16>) {}

        fn class(choice: &u16) -> u16 {
            *choice
        }

        fn play(&self, _: &usize, _: &u16) -> Option<usize> {
            None
        }

        fn replies(
            &self,
            _: &usize,
            followed: &mut Followed<usize>,
        ) -> Result<(), (&'static str, usize)> {
            followed.next.extend((0..self.count).map(|number| self.place(&number)));
            Ok(())
        }

        fn decides(&self, board: &usize) -> bool {
            *board != self.undecided
        }

        fn diagram(&self, board: &usize) -> String {
            board.to_string()
        }
    }

    /// Returns the number of the position at which the walk is refused.
    fn refused_at(rules: &Numbers, records: &[&[u8]]) -> usize {
        let start = Start { board: &0, is_own: false, is_open: true };
        let records = records.iter().map(|record| record.to_vec()).collect();
        let walk = Walk { records, positions: 0, leaves: rules.count as u64 };
        let refusal = followed(rules, &start, &walk, &|| false).unwrap_err();
        refusal.node.expect("not the root")
    }

    #[test]
    fn a_refusal_tells_the_number_of_its_position() {
        let undecided = FOLLOWED_AT_ONCE + 3 * IN_A_PIECE + 5;
        let rules = Numbers { count: undecided + 50, undecided };
        assert_eq!(refused_at(&rules, &[&[0; 4]]), undecided);
    }

    #[test]
    fn a_refusal_of_a_record_tells_its_first_position() {
        let rules = Numbers { count: MOST_IN_A_RECORD + 1, undecided: usize::MAX };
        assert_eq!(refused_at(&rules, &[&[0; 4], &[]]), MOST_IN_A_RECORD);
    }

    #[test]
    fn repetitions_are_removed_once_there_may_be_twice_as_many() {
        let most = 20 + 4 * FOLLOWED_AT_ONCE;
        let mut level = Level { keys: vec![7; most], distinct: 10 };
        level.settle_if_large();
        assert_eq!(level.keys.len(), most);
        level.keys.push(7);
        level.settle_if_large();
        assert_eq!((level.keys.len(), level.distinct), (1, 1));
    }
}
