//! A moment of the game.

use shuban_core::{Payoffs, Play, Seat, Winners};

use super::rules::OpenRules;
use crate::leads::{GroupCounts, MAX_PLAYERS};
use crate::tanhinmin::Clearing;

/// The highest rank.
pub const MAX_RANK: usize = 16;

/// The most cards of one rank.
pub const MAX_SET: u8 = 4;

/// What a player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum OpenAction {
    /// Plays n cards of a rank.
    Set {
        /// The rank.
        rank: u8,
        /// How many cards.
        size: u8,
    },
    /// Passes.
    Pass,
}

/// A trick that is under way; or eights, which lie until who played them leads again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OpenTrick {
    /// The rank that lies.
    pub rank: u8,
    /// How many cards of it.
    pub size: u8,
    /// Who is out until the trick ends.
    pub passed: Winners,
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OpenTable {
    /// By rank, from 1 (which stands first): how many cards each seat holds.
    pub(crate) ranks: [GroupCounts; MAX_RANK],
    /// The rank of the eights; 0 where there are none.
    pub(crate) eights: u8,
    /// Whether the order of ranks is turned round.
    pub(crate) revolution: bool,
    /// Who is to lead, or whose cards lie.
    pub(crate) first: u8,
    /// `None` before a lead.
    pub(crate) trick: Option<OpenTrick>,
}

impl OpenTable {
    pub(crate) const EMPTY: OpenTable = OpenTable {
        ranks: [[0; MAX_PLAYERS]; MAX_RANK],
        eights: 0,
        revolution: false,
        first: 0,
        trick: None,
    };

    /// How many cards of a rank (from 1) each seat holds.
    pub fn rank(&self, rank: u8) -> &GroupCounts {
        &self.ranks[usize::from(rank) - 1]
    }

    /// Who is to lead, or whose cards lie.
    pub fn first(&self) -> Seat {
        usize::from(self.first)
    }

    /// The trick that is under way; `None` before a lead.
    pub fn trick(&self) -> Option<OpenTrick> {
        self.trick
    }

    /// How many cards a seat holds.
    pub fn held(&self, seat: Seat) -> usize {
        self.ranks.iter().map(|counts| usize::from(counts[seat])).sum()
    }

    /// The cards in all hands.
    pub fn cards(&self) -> usize {
        self.ranks.iter().flatten().map(|&count| usize::from(count)).sum()
    }

    /// Whether eights lie, so that the table is clear.
    pub(crate) fn is_cut(&self) -> bool {
        self.trick.is_some_and(|trick| trick.rank == self.eights)
    }

    /// Whether cards were just led and nobody has answered yet.
    pub fn is_led(&self) -> bool {
        self.trick.is_some_and(|trick| trick.passed.is_empty())
    }

    /// Who has no card left: the winner.
    pub(crate) fn winner(&self, players: usize) -> Option<Seat> {
        let mut held: GroupCounts = [0; MAX_PLAYERS];
        for counts in &self.ranks {
            held.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
        held[..players].iter().position(|&cards| cards == 0)
    }

    pub(crate) fn outcome(&self, players: usize) -> Option<Payoffs> {
        let winner = self.winner(players)?;
        let points: Vec<i16> = (0..players).map(|seat| i16::from(seat == winner)).collect();
        Some(Payoffs::new(&points))
    }

    fn follower(&self, players: usize) -> Option<Seat> {
        let passed = self.trick.map_or(Winners::NOBODY, |trick| trick.passed);
        (1..players).map(|i| (self.first() + i) % players).find(|&seat| !passed.contains(seat))
    }

    /// Whose turn it is.
    pub(crate) fn turn(&self, players: usize) -> Seat {
        match self.trick {
            None => self.first(),
            Some(_) if self.is_cut() => self.first(),
            Some(_) => self.follower(players).unwrap_or(self.first()),
        }
    }

    /// Appends every legal action with the position after it: sets from the lowest rank and the
    /// smallest on, then the pass.
    pub(crate) fn plays(&self, rules: &OpenRules, plays: &mut Vec<Play<OpenTable, OpenAction>>) {
        if self.winner(rules.players()).is_some() {
            return;
        }
        let turn = self.turn(rules.players());
        let lying = self.trick.filter(|_| !self.is_cut());
        for (rank, counts) in (1u8..).zip(&self.ranks) {
            for size in 1..=counts[turn] {
                let beats = lying.is_none_or(|trick| {
                    size == trick.size
                        && if self.revolution { rank < trick.rank } else { rank > trick.rank }
                });
                if beats {
                    let after = self.after_set(rules, turn, rank, size);
                    plays.push(Play { action: OpenAction::Set { rank, size }, after });
                }
            }
        }
        if lying.is_some() {
            plays.push(Play { action: OpenAction::Pass, after: self.after_pass(rules, turn) });
        }
    }

    /// After a seat has passed.
    pub(super) fn after_pass(&self, rules: &OpenRules, seat: Seat) -> OpenTable {
        let mut after = *self;
        if let Some(trick) = &mut after.trick {
            trick.passed = trick.passed.union(Winners::only(seat));
        }
        after.cleared(rules)
    }

    /// After a seat has played n of its cards of a rank.
    pub(crate) fn after_set(&self, rules: &OpenRules, seat: Seat, rank: u8, size: u8) -> OpenTable {
        let mut after = *self;
        after.ranks[usize::from(rank) - 1][seat] -= size;
        after.first = seat as u8;
        after.revolution ^= size == MAX_SET;
        // Eights end the trick for all; and who leads on eights begins another.
        let goes_on = rank != self.eights && !self.is_cut();
        let passed = self.trick.filter(|_| goes_on).map_or(Winners::NOBODY, |trick| trick.passed);
        after.trick = Some(OpenTrick { rank, size, passed });
        if after.winner(rules.players()).is_some() { after } else { after.cleared(rules) }
    }

    /// The table with the trick taken away if nobody may play on it.
    fn cleared(mut self, rules: &OpenRules) -> OpenTable {
        let may_play_again = rules.clearing == Clearing::Uecda
            && self.trick.is_some_and(|trick| !trick.passed.contains(self.first()));
        if !self.is_cut() && !may_play_again && self.follower(rules.players()).is_none() {
            self.trick = None;
        }
        self
    }

    /// The same position with the seats counted from `first`, which becomes seat 0.
    #[must_use]
    pub(crate) fn rotated(&self, first: Seat, players: usize) -> OpenTable {
        let mut rotated = *self;
        for counts in &mut rotated.ranks {
            counts[..players].rotate_left(first);
        }
        rotated.first = ((self.first() + players - first) % players) as u8;
        if let Some(trick) = &mut rotated.trick {
            trick.passed = trick.passed.rotated(first, players);
        }
        rotated
    }

    /// The representative of all positions that are this one up to the seats' names, gaps between
    /// ranks, and a revolution together with the order of ranks. The rank that lies is kept, also
    /// where nobody holds more of it.
    pub(crate) fn canonical(&self, players: usize) -> OpenTable {
        let table = self.rotated(self.first(), players);
        let mut canonical =
            OpenTable { ranks: OpenTable::EMPTY.ranks, eights: 0, revolution: false, ..table };
        let mut next = 0;
        let mut put = |rank: u8| {
            let counts = *table.rank(rank);
            let lies = table.trick.is_some_and(|trick| trick.rank == rank);
            if counts == [0; MAX_PLAYERS] && !lies {
                return;
            }
            canonical.ranks[next] = counts;
            next += 1;
            if rank == table.eights {
                canonical.eights = next as u8;
            }
            if let (true, Some(trick)) = (lies, &mut canonical.trick) {
                trick.rank = next as u8;
            }
        };
        let ranks = 1..=MAX_RANK as u8;
        if table.revolution {
            ranks.rev().for_each(&mut put);
        } else {
            ranks.for_each(&mut put);
        }
        canonical
    }
}
