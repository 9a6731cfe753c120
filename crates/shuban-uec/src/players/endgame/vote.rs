//! One deal, one vote for each lead that wins it.

use std::sync::Arc;
use std::time::Instant;

use super::deals::{UnseenDeals, cards_in_play};
use super::{EndgameLimits, WinningLeads};
use crate::game::{SeatView, Strength};
use shuban_core::Random;

/// How many deals say that a lead wins, by the strength of the card: 14 is the joker's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Votes {
    /// From the weakest card: only strengths that the hand has.
    pub by_strength: Vec<(Strength, u64)>,
    /// How many deals were looked at.
    pub deals: u64,
}

impl Votes {
    /// The votes for a card of this strength.
    pub fn of(&self, strength: Strength) -> u64 {
        self.by_strength
            .iter()
            .find(|&&(other, _)| other == strength)
            .map_or(0, |&(_, votes)| votes)
    }
}

/// Whoever holds the vote: a database, limits, and random numbers for the deals.
#[derive(Clone)]
pub struct Poll {
    leads: Arc<dyn WinningLeads>,
    limits: EndgameLimits,
    random: Random,
}

/// The clock is read once for so many deals.
const DEALS_A_LOOK: u64 = 256;

impl Poll {
    /// A poll of a database.
    pub fn new(leads: Arc<dyn WinningLeads>, limits: EndgameLimits, random: Random) -> Self {
        Poll { leads, limits, random }
    }

    /// When it is asked.
    pub fn limits(&self) -> &EndgameLimits {
        &self.limits
    }

    /// The votes for the leads of a player, were the table empty; `None` if the limits or the
    /// database have nothing to say: too many cards or players, only one lead, or cards unaccounted
    /// for.
    pub fn votes(&mut self, view: &SeatView) -> Option<Votes> {
        let (fewest, most) = self.limits.players;
        let players = view.table.players_in().len();
        let cards = cards_in_play(view);
        if cards > self.limits.cards
            || !(fewest..=most).contains(&players)
            || !self.leads.holds(players, cards)
        {
            return None;
        }
        let mut deals = UnseenDeals::new(view)?;
        let own: Vec<usize> =
            (0..deals.strengths().len()).filter(|&group| deals.groups()[group][0] > 0).collect();
        if own.len() < 2 {
            return None;
        }
        let mut votes = vec![0; deals.strengths().len()];
        let all = deals.number(self.limits.samples);
        let looked_at = self.count(&mut deals, all, &mut votes)?;
        let by_strength =
            own.iter().map(|&group| (deals.strengths()[group], votes[group])).collect();
        Some(Votes { by_strength, deals: looked_at })
    }

    /// Counts the votes of all deals, if they are so few, or of samples; how many.
    fn count(
        &mut self,
        deals: &mut UnseenDeals,
        all: Option<u64>,
        votes: &mut [u64],
    ) -> Option<u64> {
        let began = Instant::now();
        let goal = all.unwrap_or(self.limits.samples);
        deals.first();
        let mut looked_at = 0;
        while looked_at < goal {
            if all.is_none() {
                deals.draw(&mut self.random);
            }
            let mut winning = self.leads.winning_leads(deals.players(), deals.groups())?;
            while winning != 0 {
                votes[winning.trailing_zeros() as usize] += 1;
                winning &= winning - 1;
            }
            looked_at += 1;
            if all.is_some() && !deals.next() {
                break;
            }
            let look = looked_at.is_multiple_of(DEALS_A_LOOK);
            if look && self.limits.time.is_some_and(|time| began.elapsed() >= time) {
                break;
            }
        }
        Some(looked_at)
    }
}
