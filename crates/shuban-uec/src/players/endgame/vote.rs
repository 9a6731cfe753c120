//! One deal, one vote for each lead that wins it.

use std::sync::Arc;
use std::time::Instant;

use shuban_core::Random;

use super::deals::UnseenDeals;
use super::{EndgameLimits, LeadTables};
use crate::game::{SeatView, Strength};

/// The number of deals that a lead wins, by the strength of the card: 14 is the joker's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Votes {
    /// From the weakest card: only strengths that the hand has.
    pub by_strength: Vec<(Strength, u64)>,
    /// The number of deals looked at.
    pub deals: u64,
}

impl Votes {
    /// The votes for a card of this strength.
    pub fn of(&self, strength: Strength) -> u64 {
        let found = self.by_strength.iter().find(|&&(other, _)| other == strength);
        found.map_or(0, |&(_, votes)| votes)
    }
}

/// A vote of possible deals on the best lead.
#[derive(Clone)]
pub struct Poll {
    /// Which leads win.
    pub leads: Arc<LeadTables>,
    /// When the tables are asked.
    pub limits: EndgameLimits,
    /// The random numbers for the deals.
    pub random: Random,
}

/// The clock is read once for this many deals.
const DEALS_PER_LOOK: u64 = 256;

impl Poll {
    /// The votes for the leads of a player, were the table empty; `None` if the limits or the
    /// tables do not allow it: too many cards or players, only one lead, or cards unaccounted for.
    pub fn votes(&mut self, view: &SeatView) -> Option<Votes> {
        let (players, cards) = (view.table.players_in().count(), view.cards_in_play());
        if !self.limits.hold(view) || !self.leads.holds(players, cards) {
            return None;
        }
        let mut deals = UnseenDeals::new(view)?;
        let own: Vec<usize> =
            (0..deals.groups.len()).filter(|&group| deals.groups[group][0] > 0).collect();
        if own.len() < 2 {
            return None;
        }
        let mut votes = vec![0; deals.groups.len()];
        let looked_at = self.count(&mut deals, &mut votes)?;
        let by_strength = own.iter().map(|&group| (deals.strengths[group], votes[group])).collect();
        Some(Votes { by_strength, deals: looked_at })
    }

    /// Counts the votes of all deals, or of samples if there are too many; the number of deals.
    fn count(&mut self, deals: &mut UnseenDeals, votes: &mut [u64]) -> Option<u64> {
        let began = Instant::now();
        let all = deals.number(self.limits.samples);
        let goal = all.unwrap_or(self.limits.samples);
        deals.first();
        let mut looked_at = 0;
        while looked_at < goal {
            if all.is_none() {
                deals.draw(&mut self.random);
            }
            let mut winning = self.leads.winning_leads(deals.players, &deals.groups)?;
            while winning != 0 {
                votes[winning.trailing_zeros() as usize] += 1;
                winning &= winning - 1;
            }
            looked_at += 1;
            if all.is_some() && !deals.next() {
                break;
            }
            let look = looked_at.is_multiple_of(DEALS_PER_LOOK);
            if look && self.limits.time.is_some_and(|time| began.elapsed() >= time) {
                break;
            }
        }
        Some(looked_at)
    }
}
