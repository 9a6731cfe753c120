//! The deals that a player thinks possible, as groups of equal strength.

use shuban_core::Seat;

use crate::game::{Card, PLAYERS, SeatView, Strength};
use shuban_core::Random;
use shuban_tanhinmin::{GroupCounts, MAX_PLAYERS};

/// No more cards than this are dealt: their groups are bits of a number.
const MOST_CARDS: usize = 20;

/// All ways to deal the unseen cards to the others who are in, or some of them. The player itself
/// is player 0, the others follow in the order of turns.
#[derive(Clone, Debug)]
pub(super) struct UnseenDeals {
    players: usize,
    /// The strengths that there are, from the weakest: 14 is the joker's.
    strengths: Vec<Strength>,
    /// The player's own cards by group.
    own: Vec<GroupCounts>,
    /// The group of each unseen card, ascending.
    group: Vec<u8>,
    /// Who gets each unseen card in the present deal.
    owner: Vec<u8>,
    /// The present deal.
    groups: Vec<GroupCounts>,
}

impl UnseenDeals {
    /// The deals that look like this; `None` if there are none, since the unseen cards are not as
    /// many as the others hold, or if they are too many.
    pub(super) fn new(view: &SeatView) -> Option<Self> {
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
        let mut deals = UnseenDeals {
            players: others.len() + 1,
            strengths,
            groups: own.clone(),
            own,
            group,
            owner,
        };
        deals.count_up();
        Some(deals)
    }

    /// How many players are dealt cards, the player itself counted.
    pub(super) fn players(&self) -> usize {
        self.players
    }

    /// The strength of each group.
    pub(super) fn strengths(&self) -> &[Strength] {
        &self.strengths
    }

    /// The present deal: how many cards of each group each player has.
    pub(super) fn groups(&self) -> &[GroupCounts] {
        &self.groups
    }

    /// The number of deals, each equally likely, if it is no more than `most`.
    pub(super) fn number(&self, most: u64) -> Option<u64> {
        // A product of binomials, each an integer on the way.
        let mut number: u128 = 1;
        let mut dealt: u128 = 0;
        for player in 1..self.players as u8 {
            let count = self.owner.iter().filter(|&&owner| owner == player).count() as u128;
            for i in 1..=count {
                number = number * (dealt + i) / i;
            }
            dealt += count;
        }
        u64::try_from(number).ok().filter(|&number| number <= most)
    }

    /// The first of all deals.
    pub(super) fn first(&mut self) {
        self.owner.sort_unstable();
        self.count_up();
    }

    /// The next one; whether there is one. (The next permutation in lexicographic order; Knuth, The
    /// Art of Computer Programming 4A, 7.2.1.2, algorithm L.)
    pub(super) fn next(&mut self) -> bool {
        let owner = &mut self.owner;
        let Some(low) = (1..owner.len()).rev().find(|&i| owner[i - 1] < owner[i]).map(|i| i - 1)
        else {
            return false;
        };
        let high = (low + 1..owner.len()).rev().find(|&i| owner[i] > owner[low]).unwrap_or(low + 1);
        owner.swap(low, high);
        owner[low + 1..].reverse();
        self.count_up();
        true
    }

    /// A deal at random, each equally likely.
    pub(super) fn draw(&mut self, random: &mut Random) {
        for last in (1..self.owner.len()).rev() {
            self.owner.swap(last, random.below(last as u64 + 1) as usize);
        }
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
pub(super) fn others(view: &SeatView) -> Vec<Seat> {
    let mut seats = Vec::new();
    let mut seat = view.table.next_seat(view.seat);
    while seat != view.seat && seats.len() < PLAYERS {
        if view.table.places[seat].is_none() {
            seats.push(seat);
        }
        seat = view.table.next_seat(seat);
    }
    seats
}

/// How many cards there are in all hands.
pub(in crate::players) fn cards_in_play(view: &SeatView) -> usize {
    (0..PLAYERS)
        .filter(|&seat| view.table.places[seat].is_none())
        .map(|seat| usize::from(view.counts[seat]))
        .sum()
}
