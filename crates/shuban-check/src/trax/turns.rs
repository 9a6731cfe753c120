//! The turns of TRAX, as a walk follows them.

use crate::rules::{Followed, Rules};
use crate::trax::board::Board;
use crate::trax::claim::Claim;
use crate::trax::class::Choice;
use crate::trax::closing::Closing;
use crate::trax::key::Key;
use crate::trax::rules::{Place, Turned};

/// The rules of TRAX together with a claim. The level of a position is its number of tiles.
pub(crate) struct Turns {
    pub(crate) claim: Claim,
    pub(crate) empty: Board,
    pub(crate) closing: Closing,
}

impl Rules for Turns {
    type Board = Board;
    type Key = Key;
    type Choice = Choice;

    fn levels(&self) -> usize {
        self.empty.size() * self.empty.size() + 1
    }

    fn place(&self, board: &Board) -> (usize, Key) {
        (board.tiles(), Key::of(board))
    }

    fn board(&self, key: Key) -> Board {
        key.board(&self.empty)
    }

    fn add_choices(&self, board: &Board, choices: &mut Vec<Choice>) {
        board.add_choices(self.claim.side, choices);
    }

    fn class(choice: &Choice) -> u16 {
        choice.class
    }

    fn play(&self, board: &Board, choice: &Choice) -> Option<Board> {
        let Choice { row, column, tile, .. } = *choice;
        match board.turn(self.claim.side, row.into(), column.into(), tile) {
            Some((after, None)) => Some(after),
            // There is no such choice.
            _ => None,
        }
    }

    /// Follows every legal reply. If there are none, the other side is stuck and has lost.
    fn replies(
        &self,
        board: &Board,
        followed: &mut Followed<Key>,
    ) -> Result<(), (&'static str, Board)> {
        let claim = self.claim;
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
                Some(_) => return Err(("a reply ends the game against the claim", after)),
                None => {
                    let first = won.map(|won| won.after(place));
                    match after.last_turn(claim.side, !claim.wins, first) {
                        Some(last) => {
                            followed.won += 1;
                            followed.readings.both += u64::from(last.is_both);
                            won = last.place.before(place).or(won);
                        }
                        None => followed.next.push(self.place(&after)),
                    }
                }
            }
        }
        followed.replies += replies;
        followed.readings.stuck += u64::from(replies == 0);
        Ok(())
    }

    fn decides(&self, board: &Board) -> bool {
        self.closing.decides(board)
    }

    fn diagram(&self, board: &Board) -> String {
        board.diagram()
    }
}
