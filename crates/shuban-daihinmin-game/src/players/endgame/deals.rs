//! The deals that a player thinks possible, as groups of equal strength.

use shuban_core::combinatorics::{binomial, next_arrangement};
use shuban_core::{Random, Seat};
use shuban_tanhinmin::{GroupCounts, MAX_PLAYERS};

use crate::{Card, PLAYERS, SeatView, Strength};

/// Most cards that are dealt: their groups are bits of a number.
const MOST_CARDS: usize = 20;

/// The ways to deal the unseen cards to the others who are in. The player itself is player 0, the
/// others follow in the order of turns.
#[derive(Clone, Debug)]
pub struct UnseenDeals {
    /// The number of players who hold cards, including the player itself.
    pub players: usize,
    /// The strength of each group, from the weakest: 14 is the joker's.
    pub strengths: Vec<Strength>,
    /// The present deal: number of cards of each group of each player.
    pub groups: Vec<GroupCounts>,
    /// The player's own cards by group.
    own: Vec<GroupCounts>,
    /// The group of each unseen card, ascending.
    group: Vec<u8>,
    /// The owner of each unseen card in the present deal.
    owner: Vec<u8>,
}

impl UnseenDeals {
    /// The deals that agree with a view. `None` if there are none, since the number of unseen cards
    /// does not match the hands, or if there are too many cards.
    pub fn new(view: &SeatView) -> Option<Self> {
        let all = view.hand | view.unseen;
        let others = others(view);
        let owner: Vec<u8> = (1..)
            .zip(&others)
            .flat_map(|(player, &seat)| std::iter::repeat_n(player, view.counts[seat].into()))
            .collect();
        if owner.len() != view.unseen.len() || all.len() > MOST_CARDS {
            return None;
        }
        let mut strengths: Vec<Strength> = all.iter().map(Card::strength).collect();
        strengths.dedup();
        if view.table.reversed() {
            // The joker stays the strongest.
            let naturals = strengths.len() - usize::from(all.has_joker());
            strengths[..naturals].reverse();
        }
        let place =
            |card: Card| strengths.iter().position(|&other| other == card.strength()).unwrap_or(0);
        let mut own = vec![[0; MAX_PLAYERS]; strengths.len()];
        view.hand.iter().for_each(|card| own[place(card)][0] += 1);
        let mut group: Vec<u8> = view.unseen.iter().map(|card| place(card) as u8).collect();
        group.sort_unstable();
        let (players, groups) = (others.len() + 1, own.clone());
        let mut deals = UnseenDeals { players, strengths, groups, own, group, owner };
        deals.count_up();
        Some(deals)
    }

    /// The number of deals, each equally likely, if it is no more than `most`.
    pub fn number(&self, most: u64) -> Option<u64> {
        let (mut number, mut dealt) = (1, 0);
        for player in 1..self.players as u8 {
            let count = self.owner.iter().filter(|&&owner| owner == player).count();
            dealt += count;
            number *= binomial(dealt, count);
        }
        Some(number).filter(|&number| number <= most)
    }

    /// The first of all deals.
    pub fn first(&mut self) {
        self.owner.sort_unstable();
        self.count_up();
    }

    /// Goes on to the next deal, if there is one.
    pub fn advance(&mut self) -> bool {
        let is_next = next_arrangement(&mut self.owner);
        if is_next {
            self.count_up();
        }
        is_next
    }

    /// Draws a deal, each equally likely.
    pub fn draw(&mut self, random: &mut Random) {
        random.shuffle(&mut self.owner);
        self.count_up();
    }

    /// Counts the cards of the deal.
    fn count_up(&mut self) {
        self.groups.copy_from_slice(&self.own);
        for (&group, &owner) in self.group.iter().zip(&self.owner) {
            self.groups[usize::from(group)][usize::from(owner)] += 1;
        }
    }
}

/// The other seats that are in, in the order of turns.
fn others(view: &SeatView) -> Vec<Seat> {
    let turns = std::iter::successors(Some(view.seat), |&seat| Some(view.table.next_seat(seat)));
    let others = turns.skip(1).take(PLAYERS - 1);
    others.filter(|&seat| view.table.places[seat].is_none()).collect()
}
