//! Public state of a game, and its changes by plays.

use shuban_core::Seat;

use super::cards::Strength;
use super::meld::{Meld, MeldKind};
use super::rules::{ContestRules, PLAYERS, TableClearing};

const FIVE: Strength = 3;
const SIX: Strength = 4;
const JACK: Strength = 9;

/// The public state of a game: the cards on the table, who may still play on it, who is out. Seats
/// are numbered in the order of turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ContestTable {
    /// Seat to move.
    pub turn: Seat,
    /// The last meld laid since the table was cleared.
    pub top: Option<Meld>,
    /// True if its suits are locked.
    pub locked: bool,
    /// The seats that have passed since the table was cleared.
    pub passed: [bool; PLAYERS],
    /// The seat that leads when the table is cleared: it laid the last meld, or led since.
    pub last: Seat,
    /// True if the number of revolutions so far is odd.
    pub revolution: bool,
    /// True if jacks have reversed the strengths until the table is cleared.
    pub back: bool,
    /// True if sixes have reversed the order of turns.
    pub backwards: bool,
    /// The place of each seat that is out, from 0.
    pub places: [Option<u8>; PLAYERS],
    /// The number of passes in a row; an illegal meld counts as a pass.
    pub passes: u8,
}

impl ContestTable {
    /// The table before the first meld.
    pub fn new(leader: Seat) -> Self {
        ContestTable {
            turn: leader,
            top: None,
            locked: false,
            passed: [false; PLAYERS],
            last: leader,
            revolution: false,
            back: false,
            backwards: false,
            places: [None; PLAYERS],
            passes: 0,
        }
    }

    /// Returns true if low cards are strong.
    #[inline]
    pub const fn reversed(&self) -> bool {
        self.revolution != self.back
    }

    /// Returns true if a lone joker lies on the table.
    pub fn lone_joker(&self) -> bool {
        self.top.is_some_and(|top| top.kind() == MeldKind::Joker)
    }

    /// Returns true if the table has just been cleared: no meld, no pass.
    pub fn is_clear(&self) -> bool {
        self.top.is_none() && self.passed == [false; PLAYERS]
    }

    /// The seats that are still in.
    pub fn players_in(&self) -> impl Iterator<Item = Seat> {
        (0..PLAYERS).filter(|&seat| self.places[seat].is_none())
    }

    /// The next seat in the order of turns, in or out.
    #[inline]
    pub const fn next_seat(&self, seat: Seat) -> Seat {
        (seat + if self.backwards { PLAYERS - 1 } else { 1 }) % PLAYERS
    }

    /// Plays a legal action of the seat to move; `out` if its hand is empty then. This needs no
    /// hands, so clients use it to follow a game. If no player is in any more, the turn stays.
    pub fn play(&mut self, rules: &ContestRules, action: Option<Meld>, out: bool) {
        let turn = self.turn;
        let (mut cleared, mut skip) = (false, false);
        match action {
            None => {
                self.passed[turn] = true;
                self.passes = self.passes.saturating_add(1);
                if self.passes >= rules.most_passes {
                    return; // the game is over
                }
            }
            Some(meld) => {
                let forbidden = rules.forbidden_finish && self.forbids(&meld);
                let answers_joker = self.lone_joker();
                self.locked = match self.top {
                    Some(top) if rules.suit_lock && meld.kind() != MeldKind::Joker => {
                        self.locked || top.suits() == meld.suits()
                    }
                    _ => false,
                };
                self.top = Some(meld);
                self.last = turn;
                self.passes = 0;
                if out {
                    self.place(turn, forbidden);
                }
                self.revolution ^= rules.is_revolution(&meld);
                self.backwards ^= rules.six_reverse && meld.shows(SIX);
                self.back ^= rules.eleven_back && meld.shows(JACK);
                skip = rules.five_skip && meld.shows(FIVE);
                cleared = answers_joker || rules.eight_cut && meld.has_eight();
            }
        }
        if self.players_in().count() <= 1 {
            // The last one; `None` if a game is followed past its end.
            let left = self.players_in().next();
            left.into_iter().for_each(|seat| self.place(seat, false));
            return;
        }
        let done = |seat: Seat| {
            self.passed[seat] || rules.clearing == TableClearing::OthersPassed && seat == self.last
        };
        if cleared || self.players_in().all(done) {
            self.clear();
        } else {
            self.turn_to_next(skip);
        }
    }

    /// Returns true if going out with this meld costs all places but the last.
    fn forbids(&self, meld: &Meld) -> bool {
        let strongest = if self.reversed() { 1 } else { 13 };
        meld.cards().has_joker() || meld.has_eight() || meld.shows(strongest)
    }

    /// Gives a seat the best place that is left, or the worst; a place once given stays.
    fn place(&mut self, seat: Seat, worst: bool) {
        if self.places[seat].is_some() {
            return;
        }
        let mut free = (0..PLAYERS as u8).filter(|&place| !self.places.contains(&Some(place)));
        self.places[seat] = if worst { free.next_back() } else { free.next() };
    }

    /// Clears the table: the last player leads, or the next one who is still in.
    pub(crate) fn clear(&mut self) {
        let mut leader = self.last;
        // No player is left where all have their places.
        for _ in 0..PLAYERS {
            if self.places[leader].is_none() {
                break;
            }
            leader = self.next_seat(leader);
        }
        let ContestTable { revolution, backwards, places, passes, .. } = *self;
        *self = ContestTable { revolution, backwards, places, passes, ..ContestTable::new(leader) };
    }

    /// Gives the turn to the next seat that is in and has not passed, after skipping a seat if
    /// asked.
    fn turn_to_next(&mut self, skip: bool) {
        let mut seat = self.next_seat(self.turn);
        if skip {
            seat = self.next_seat(seat);
        }
        while self.places[seat].is_some() || self.passed[seat] {
            seat = self.next_seat(seat);
        }
        self.turn = seat;
    }
}
