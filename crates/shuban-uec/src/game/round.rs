//! One game, from the first lead to the last place.

use shuban_core::Seat;

use super::cards::{Cards, Strength};
use super::legal::{Illegal, check};
use super::meld::{Meld, MeldKind};
use super::rules::{ContestRules, PLAYERS, TableClearing};
use super::table::{ContestTable, Seats};

const FIVE: Strength = 3;
const SIX: Strength = 4;
const JACK: Strength = 9;

/// A game in play: the hands, which nobody sees, and the table, which everybody sees. Seats are
/// numbered in the order of turns.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Round {
    pub(crate) hands: [Cards; PLAYERS],
    pub(crate) table: ContestTable,
}

/// What one seat knows of a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SeatView {
    /// Whose view this is.
    pub seat: Seat,
    /// Its cards.
    pub hand: Cards,
    /// The cards in the other hands, together; more than these hold where play was not followed
    /// from the beginning.
    pub unseen: Cards,
    /// How many cards each seat has, the own too.
    pub counts: [u8; PLAYERS],
    /// What everybody sees.
    pub table: ContestTable,
}

impl Round {
    /// A game after the exchange, before the first lead. If nobody has the card that tells who
    /// leads, seat 0 does.
    pub fn new(rules: &ContestRules, hands: [Cards; PLAYERS]) -> Self {
        let leader = hands.iter().position(|hand| hand.contains(rules.first)).unwrap_or(0);
        Round { hands, table: ContestTable::new(leader) }
    }

    /// The cards of each seat.
    pub fn hands(&self) -> &[Cards; PLAYERS] {
        &self.hands
    }

    /// What everybody sees.
    pub fn table(&self) -> &ContestTable {
        &self.table
    }

    /// Whether there were so many passes in a row that the game ends without places for all.
    pub fn is_stuck(&self, rules: &ContestRules) -> bool {
        self.table.passes >= rules.most_passes && !self.is_placed()
    }

    /// Whether all have their places.
    pub fn is_placed(&self) -> bool {
        self.table.places.iter().all(Option::is_some)
    }

    /// Whether the game is over.
    pub fn is_over(&self, rules: &ContestRules) -> bool {
        self.is_placed() || self.is_stuck(rules)
    }

    /// What a seat knows.
    pub fn view(&self, seat: Seat) -> SeatView {
        let others = self.hands.iter().enumerate().filter(|&(other, _)| other != seat);
        SeatView {
            seat,
            hand: self.hands[seat],
            unseen: others.fold(Cards::NONE, |all, (_, &hand)| all | hand),
            counts: self.hands.map(|hand| hand.len() as u8),
            table: self.table,
        }
    }

    /// Plays for the seat whose turn it is: a meld, or a pass.
    ///
    /// # Errors
    /// [`Illegal`] if it may not be played; nothing has changed then.
    pub fn play(&mut self, rules: &ContestRules, action: Option<Meld>) -> Result<(), Illegal> {
        if self.is_over(rules) {
            return Err(Illegal::Over);
        }
        let turn = self.table.turn;
        if let Some(meld) = action {
            check(rules, self.hands[turn], &self.table, &meld)?;
            self.hands[turn] -= meld.cards();
        }
        let out = self.hands[turn].is_empty();
        self.table.play(rules, action, out);
        Ok(())
    }
}

impl ContestTable {
    /// The table after a legal action of the seat whose turn it is, which goes out by it or not.
    /// Whoever follows a game without seeing the hands can tell the table by this. Where nobody is
    /// in any more the turn stays where it is.
    pub fn play(&mut self, rules: &ContestRules, action: Option<Meld>, out: bool) {
        let turn = self.turn;
        let (mut cleared, mut skip) = (false, false);
        match action {
            None => {
                self.passed.insert(turn);
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
        let mut players = self.players_in();
        if players.len() <= 1 {
            // Nobody at all where a game is followed past its end.
            players.iter().for_each(|seat| self.place(seat, false));
            return;
        }
        if rules.clearing == TableClearing::OthersPassed {
            players = players.iter().filter(|&seat| seat != self.last).collect();
        }
        if cleared || players.is_subset(self.passed) {
            self.clear();
        } else {
            self.turn_to_next(skip);
        }
    }

    /// Whether nobody may go out with this meld without falling to the last place.
    fn forbids(&self, meld: &Meld) -> bool {
        let strongest = if self.reversed() { 1 } else { 13 };
        meld.cards().has_joker() || meld.has_eight() || meld.shows(strongest)
    }

    /// Gives a seat the best place that is left, or the worst; it keeps the one that it has.
    fn place(&mut self, seat: Seat, worst: bool) {
        if self.places[seat].is_some() {
            return;
        }
        let mut free = (0..PLAYERS as u8).filter(|&place| !self.places.contains(&Some(place)));
        self.places[seat] = if worst { free.next_back() } else { free.next() };
    }

    /// Clears the table: whoever was last leads, or if he is out the next one who is in.
    fn clear(&mut self) {
        let mut leader = self.last;
        while self.places[leader].is_some() {
            leader = self.next_seat(leader);
        }
        self.top = None;
        self.locked = false;
        self.back = false;
        self.passed = Seats::NONE;
        self.last = leader;
        self.turn = leader;
    }

    /// Gives the turn to the next seat that is in and has not passed, one seat passed over
    /// beforehand if asked.
    fn turn_to_next(&mut self, skip: bool) {
        let mut seat = self.next_seat(self.turn);
        if skip {
            seat = self.next_seat(seat);
        }
        while self.places[seat].is_some() || self.passed.contains(seat) {
            seat = self.next_seat(seat);
        }
        self.turn = seat;
    }
}

#[cfg(test)]
mod tests;
