//! Winning leads by search, for few cards and as a check of tables.

use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;

use super::WinningLeads;
use shuban_tanhinmin::{Clearing, GroupCounts, MAX_PLAYERS};

/// A card takes four bits of a deal's key, and three bits tell whose win is asked for.
const MOST_CARDS: usize = 15;

/// Works winning leads out when they are asked for, and remembers them: the leader against the
/// coalition of all others, by plain AND/OR search within a trick, deals remembered. A few
/// microseconds for a handful of cards, up to a millisecond for ten that were never seen before.
pub struct LeadSolver {
    clearing: Clearing,
    most_cards: usize,
    /// Whether the target wins, by the deal and the target: in several parts, so that threads
    /// seldom meet.
    known: Vec<Mutex<FxHashMap<u64, bool>>>,
    /// The winning leads by the deal.
    leads: Vec<Mutex<FxHashMap<u64, u32>>>,
}

const PARTS: usize = 64;

impl LeadSolver {
    /// A solver for deals of up to so many cards (at most 15), by this rule for the end of a trick.
    pub fn new(clearing: Clearing, most_cards: usize) -> Self {
        LeadSolver {
            clearing,
            most_cards: most_cards.min(MOST_CARDS),
            known: (0..PARTS).map(|_| Mutex::default()).collect(),
            leads: (0..PARTS).map(|_| Mutex::default()).collect(),
        }
    }

    /// How many deals are remembered.
    pub fn remembered(&self) -> usize {
        let parts =
            self.known.iter().map(|part| part.lock().unwrap_or_else(PoisonError::into_inner).len());
        parts.sum()
    }

    /// Whether the target can force to be first when player 0 leads.
    fn wins(&self, deal: &OpenDeal, target: usize) -> bool {
        let key = deal.key() | (target as u64) << 60;
        if let Some(&known) = part(&self.known, key).get(&key) {
            return known;
        }
        let wins =
            self.by_lead(deal, target, |wins| wins == (target == 0)).is_some() == (target == 0);
        part(&self.known, key).insert(key, wins);
        wins
    }

    /// The first lead after which the answer to whether the target wins is one that stops.
    fn by_lead(
        &self,
        deal: &OpenDeal,
        target: usize,
        stops: impl Fn(bool) -> bool,
    ) -> Option<usize> {
        let mut search = TrickSearch { solver: self, deal: *deal, target };
        (0..deal.len).find(|&group| deal.groups[group][0] > 0 && stops(search.card(0, group, 0)))
    }
}

/// The part of a map that has a key; what a thread that panicked has left is still right, since
/// whole entries are written.
fn part<V>(
    parts: &[Mutex<FxHashMap<u64, V>>],
    key: u64,
) -> std::sync::MutexGuard<'_, FxHashMap<u64, V>> {
    let spread = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58;
    parts[spread as usize].lock().unwrap_or_else(PoisonError::into_inner)
}

impl WinningLeads for LeadSolver {
    fn holds(&self, players: usize, cards: usize) -> bool {
        (2..=MAX_PLAYERS).contains(&players) && cards <= self.most_cards
    }

    fn winning_leads(&self, players: usize, groups: &[GroupCounts]) -> Option<u32> {
        let (deal, to) = OpenDeal::new(players, groups, self.clearing)?;
        if deal.cards() > self.most_cards || deal.left.iter().take(players).any(|&left| left == 0) {
            return None;
        }
        let key = deal.key();
        let known = part(&self.leads, key).get(&key).copied();
        let winning = known.unwrap_or_else(|| {
            let mut search = TrickSearch { solver: self, deal, target: 0 };
            let wins = |&group: &usize| deal.groups[group][0] > 0 && search.card(0, group, 0);
            let winning = (0..deal.len).filter(wins).fold(0, |set, group| set | 1 << group);
            part(&self.leads, key).insert(key, winning);
            winning
        });
        let own = |group: &usize| groups[*group][0] > 0 && winning >> to[*group] & 1 == 1;
        Some((0..groups.len()).filter(own).fold(0, |set, group| set | 1 << group))
    }
}

/// Hands as groups of equal strength, without gaps; where nobody plays twice in a trick, adjacent
/// groups of one and the same player alone are one.
#[derive(Clone, Copy)]
struct OpenDeal {
    players: usize,
    len: usize,
    groups: [GroupCounts; MOST_CARDS],
    /// How many cards each player has.
    left: GroupCounts,
}

impl OpenDeal {
    /// The reduced deal, and the group of it that each group goes into. `None` if it is too large.
    fn new(players: usize, groups: &[GroupCounts], clearing: Clearing) -> Option<(Self, Vec<u8>)> {
        let mut deal = OpenDeal {
            players,
            len: 0,
            groups: [[0; MAX_PLAYERS]; MOST_CARDS],
            left: [0; MAX_PLAYERS],
        };
        let mut to = Vec::with_capacity(groups.len());
        for counts in groups {
            deal.push(counts, clearing)?;
            to.push(deal.len.saturating_sub(1) as u8);
        }
        (deal.cards() <= MOST_CARDS).then_some((deal, to))
    }

    fn push(&mut self, counts: &GroupCounts, clearing: Clearing) -> Option<()> {
        let owners = counts.iter().filter(|&&count| count > 0).count();
        if owners == 0 {
            return Some(());
        }
        let alone = |counts: &GroupCounts, other: &GroupCounts| {
            owners == 1 && counts.iter().zip(other).all(|(&one, &two)| (one > 0) == (two > 0))
        };
        let merges = clearing == Clearing::Tanhinmin
            && self.len > 0
            && alone(&self.groups[self.len - 1], counts);
        if !merges {
            self.groups.get(self.len)?;
            self.len += 1;
        }
        for (player, &count) in counts.iter().enumerate() {
            self.groups[self.len - 1][player] += count;
            self.left[player] += count;
        }
        Some(())
    }

    fn cards(&self) -> usize {
        self.left.iter().map(|&left| usize::from(left)).sum()
    }

    /// The deal with the players counted from another one.
    fn rotated(&self, first: usize, clearing: Clearing) -> OpenDeal {
        let mut rotated = OpenDeal {
            len: 0,
            groups: [[0; MAX_PLAYERS]; MOST_CARDS],
            left: [0; MAX_PLAYERS],
            ..*self
        };
        for group in &self.groups[..self.len] {
            let mut counts = [0; MAX_PLAYERS];
            for player in 0..self.players {
                counts[player] = group[(player + first) % self.players];
            }
            // No more groups than before.
            rotated.push(&counts, clearing).unwrap_or_default();
        }
        rotated
    }

    /// Four bits a card from the weakest: its owner, and whether a group begins with it.
    fn key(&self) -> u64 {
        let mut key = 0;
        for group in &self.groups[..self.len] {
            let mut begins = 8;
            for (player, &count) in group.iter().enumerate() {
                for _ in 0..count {
                    key = key << 4 | begins | player as u64;
                    begins = 0;
                }
            }
        }
        key
    }
}

/// A trick from a deal, played through.
struct TrickSearch<'s> {
    solver: &'s LeadSolver,
    deal: OpenDeal,
    target: usize,
}

impl TrickSearch<'_> {
    /// Whether the target wins when a player plays a card of a group, others having passed.
    fn card(&mut self, player: usize, group: usize, passed: u8) -> bool {
        self.deal.groups[group][player] -= 1;
        self.deal.left[player] -= 1;
        let wins = match self.deal.left[player] {
            0 => player == self.target,
            _ => self.turn_after(player, group, player, passed),
        };
        self.deal.groups[group][player] += 1;
        self.deal.left[player] += 1;
        wins
    }

    /// Whether the target wins with the turn at whoever comes after a player; a card of `group`
    /// lies, and is the one of `last`.
    fn turn_after(&mut self, player: usize, group: usize, last: usize, passed: u8) -> bool {
        let players = self.deal.players;
        let next = (1..players)
            .map(|i| (player + i) % players)
            .find(|&next| next != last && passed >> next & 1 == 0);
        let goes_on = self.solver.clearing == Clearing::Uecda && passed >> last & 1 == 0;
        match next.or(goes_on.then_some(last)) {
            Some(next) => self.turn(next, group, last, passed),
            None => {
                let deal = self.deal.rotated(last, self.solver.clearing);
                self.solver.wins(&deal, (self.target + players - last) % players)
            }
        }
    }

    fn turn(&mut self, player: usize, group: usize, last: usize, passed: u8) -> bool {
        // The target looks for a win, all others for its loss.
        let wanted = player == self.target;
        for higher in group + 1..self.deal.len {
            if self.deal.groups[higher][player] > 0 && self.card(player, higher, passed) == wanted {
                return wanted;
            }
        }
        self.turn_after(player, group, last, passed | 1 << player)
    }
}
