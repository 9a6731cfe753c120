//! One deal, one vote for each lead that wins it.

use std::sync::Arc;
use std::time::Instant;

use shuban_core::Random;

use super::deals::UnseenDeals;
use super::limits::EndgameLimits;
use super::sets::SetTables;
use super::tables::LeadTables;
use crate::{EIGHT, Meld, MeldKind, SeatView, Strength};

/// The number of deals that a lead wins, by the strength of the card: 14 is the joker's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Votes {
    /// Votes from the weakest card: only strengths that the hand has.
    pub by_strength: Vec<(Strength, u64)>,
    /// The number of deals examined.
    pub deals: u64,
}

impl Votes {
    /// The votes for a card of this strength.
    pub fn of(&self, strength: Strength) -> u64 {
        let found = self.by_strength.iter().find(|&&(other, _)| other == strength);
        found.map_or(0, |&(_, votes)| votes)
    }
}

/// The number of deals that a lead of sets wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetVotes {
    /// From the weakest rank: for each number of cards from one. Only ranks that the hand has; 14
    /// is the joker's.
    pub by_strength: Vec<(Strength, [u64; 4])>,
    /// The number of deals examined.
    pub deals: u64,
}

impl SetVotes {
    /// The votes for a meld; 0 for runs, and for sets with the joker among them.
    pub fn of(&self, meld: &Meld) -> u64 {
        let is_known = match meld.kind() {
            MeldKind::Single | MeldKind::Joker => true,
            MeldKind::Set => !meld.cards().has_joker(),
            MeldKind::Run => false,
        };
        let found = self.by_strength.iter().find(|(other, _)| is_known && *other == meld.lowest());
        found.and_then(|(_, votes)| votes.get(meld.len() - 1)).copied().unwrap_or(0)
    }
}

/// A vote of possible deals on the best lead.
#[derive(Clone)]
pub struct Poll {
    /// Tables of winning leads.
    pub leads: Arc<LeadTables>,
    /// Limits of the use of the tables.
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
        let leads = Arc::clone(&self.leads);
        let looked_at = self.each_deal(&mut deals, &mut |deals| {
            let mut winning = leads.winning_leads(deals.players, &deals.groups)?;
            while winning != 0 {
                votes[winning.trailing_zeros() as usize] += 1;
                winning &= winning - 1;
            }
            Some(())
        })?;
        let by_strength = own.iter().map(|&group| (deals.strengths[group], votes[group])).collect();
        Some(Votes { by_strength, deals: looked_at })
    }

    /// The votes for the sets that a player may lead; `None` as with [`votes`](Poll::votes).
    pub fn set_votes(&mut self, view: &SeatView, sets: &SetTables) -> Option<SetVotes> {
        let (players, cards) = (view.table.players_in().count(), view.cards_in_play());
        if !self.limits.hold(view) || !sets.holds(players, cards) {
            return None;
        }
        let mut deals = UnseenDeals::new(view)?;
        let eights = deals.strengths.iter().position(|&strength| strength == EIGHT);
        let mut votes = vec![[0; 4]; deals.groups.len()];
        let looked_at = self.each_deal(&mut deals, &mut |deals| {
            let winning = sets.winning_sets(deals.players, &deals.groups, eights)?;
            for (votes, sets) in votes.iter_mut().zip(winning) {
                for (more, votes) in votes.iter_mut().enumerate() {
                    *votes += u64::from(sets >> more & 1);
                }
            }
            Some(())
        })?;
        let own = (0..deals.groups.len()).filter(|&group| deals.groups[group][0] > 0);
        let by_strength = own.map(|group| (deals.strengths[group], votes[group])).collect();
        Some(SetVotes { by_strength, deals: looked_at })
    }

    /// Examines all deals, or samples if there are too many; returns the number of deals.
    fn each_deal(
        &mut self,
        deals: &mut UnseenDeals,
        look_at: &mut dyn FnMut(&UnseenDeals) -> Option<()>,
    ) -> Option<u64> {
        let began = Instant::now();
        let all = deals.number(self.limits.samples);
        let goal = all.unwrap_or(self.limits.samples);
        deals.first();
        let mut looked_at = 0;
        while looked_at < goal {
            if all.is_none() {
                deals.draw(&mut self.random);
            }
            look_at(deals)?;
            looked_at += 1;
            if all.is_some() && !deals.advance() {
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
