//! Winning leads by look-up: a bit for every lead of every deal.

use std::any::Any;
use std::sync::atomic::{AtomicU64, Ordering};

use shuban_core::shelf::{OracleError, Shelf};
use shuban_core::tabulate::{NoFinishedTables, Workers};
use shuban_core::{Domain, LayerId, Unanswered, Winners};
use shuban_tanhinmin::{CardRules, Clearing, GroupCounts, LeadDomain, MAX_PLAYERS, Word};

/// The databases of Tanhinmin for two to five players in memory, reduced to one bit a lead: true if
/// it wins. Layers are added one by one, [computed](LeadTables::compute) or
/// [read](LeadTables::insert) from files.
///
/// ```
/// use shuban_core::tabulate::OneThread;
/// use shuban_daihinmin_game::players::endgame::LeadTables;
/// use shuban_tanhinmin::Clearing;
///
/// let mut tables = LeadTables::new(Clearing::Tanhinmin);
/// tables.compute(3, 4, &OneThread).unwrap();
/// // The leader has the weakest card and the strongest; the others one each between.
/// let groups = [[1, 0, 0, 0, 0], [0, 1, 0, 0, 0], [0, 0, 1, 0, 0], [1, 0, 0, 0, 0]];
/// assert_eq!(tables.winning_leads(3, &groups), Some(0b1000));
/// assert!(tables.holds(3, 4) && !tables.holds(3, 5));
/// ```
pub struct LeadTables {
    families: Vec<LeadFamily>,
}

/// The tables for one number of players.
struct LeadFamily {
    leads: LeadDomain,
    /// Results by layer: a bit for each lead.
    wins: Vec<Option<WinBits>>,
}

impl LeadTables {
    /// Creates tables without layers, by this rule for the end of a trick.
    pub fn new(clearing: Clearing) -> Self {
        let family = |players: usize| {
            // Never an error: the number of players is small, and only the first place counts.
            let leads =
                LeadDomain::new(CardRules::tanhinmin(players).ok()?.with_clearing(clearing))
                    .ok()?;
            let wins = leads.layers().iter().map(|_| None).collect();
            Some(LeadFamily { leads, wins })
        };
        LeadTables { families: (2..=MAX_PLAYERS).map_while(family).collect() }
    }

    /// The domain for this number of players.
    pub fn domain(&self, players: usize) -> Option<&LeadDomain> {
        Some(&self.families.get(players.checked_sub(2)?)?.leads)
    }

    /// Computes a layer; does nothing if it is there, or if no layer has this many cards.
    ///
    /// # Errors
    /// [`Unanswered`] if the workers are interrupted.
    pub fn compute(
        &mut self,
        players: usize,
        cards: usize,
        workers: &dyn Workers,
    ) -> Result<(), Unanswered> {
        let Some((family, layer)) = self.layer(players, cards) else { return Ok(()) };
        let leads = &family.leads;
        if family.wins[layer.0].is_some() {
            return Ok(());
        }
        let len = leads.numbering().leads(cards);
        let words: Vec<AtomicU64> = (0..len.div_ceil(64)).map(|_| AtomicU64::default()).collect();
        leads.each_unit(layer, &NoFinishedTables, workers, &|unit, records| {
            for (rank, _) in unit.ranks.clone().zip(records).filter(|(_, record)| record.wins()) {
                // A word may be shared with the next unit.
                words[(rank / 64) as usize].fetch_or(1 << (rank % 64), Ordering::Relaxed);
            }
        })?;
        let words = words.into_iter().map(AtomicU64::into_inner).collect();
        family.wins[layer.0] = Some(WinBits { words, len });
        Ok(())
    }

    /// Reads a layer if it is built; returns true if it is there now.
    ///
    /// # Errors
    /// [`OracleError`] if it is built and cannot be read.
    pub fn read(
        &mut self,
        players: usize,
        cards: usize,
        shelf: &dyn Shelf,
    ) -> Result<bool, OracleError> {
        let Some((family, layer)) = self.layer(players, cards) else { return Ok(false) };
        let mut wins = WinBits::default();
        let mut push = |value: &dyn Any| {
            let value = value.downcast_ref::<Winners>();
            wins.push(value == Some(&Winners::only(0)));
        };
        let is_built = match shelf.family(&family.leads.name()) {
            Some(family) => family.each_value(layer, &mut push)?,
            None => false,
        };
        Ok(is_built && self.insert(players, cards, wins))
    }

    /// Adds a layer given by the results of its leads, in the order of their ranks. Returns false,
    /// and adds nothing, if their number is wrong or no layer has this many cards.
    #[must_use = "another number of leads is refused"]
    pub fn insert(&mut self, players: usize, cards: usize, wins: WinBits) -> bool {
        let Some((family, layer)) = self.layer(players, cards) else { return false };
        let fits = family.leads.layers()[layer.0].parts[0].positions == Some(wins.len);
        if fits {
            family.wins[layer.0] = Some(wins);
        }
        fits
    }

    fn layer(&mut self, players: usize, cards: usize) -> Option<(&mut LeadFamily, LayerId)> {
        let family = self.families.get_mut(players.checked_sub(2)?)?;
        let layer = family.leads.layer(cards)?;
        Some((family, layer))
    }

    /// Returns true if the layer of this many cards is there.
    pub fn holds(&self, players: usize, cards: usize) -> bool {
        let family = players.checked_sub(2).and_then(|family| self.families.get(family));
        family.is_some_and(|family| {
            family.leads.layer(cards).is_some_and(|layer| family.wins[layer.0].is_some())
        })
    }

    /// The groups with which player 0 can lead and force to be the first without cards, whatever
    /// the others do: bit i for group i. `groups` are the strengths from the weakest, each with its
    /// number of cards in each hand; players are in the order of turns, and all hands are open.
    /// `None` if the layer is not [there](LeadTables::holds), or if a hand is empty.
    pub fn winning_leads(&self, players: usize, groups: &[GroupCounts]) -> Option<u32> {
        self.families.get(players.checked_sub(2)?)?.winning_leads(groups)
    }
}

impl LeadFamily {
    /// The winning leads among the groups: reduces the deal, looks up all its leads in one read,
    /// and maps them back.
    fn winning_leads(&self, groups: &[GroupCounts]) -> Option<u32> {
        let numbering = self.leads.numbering();
        let alphabet = numbering.alphabet();
        let mut word = Word::default();
        // The number of the lead by group, and the groups of which the leader has cards.
        let mut leads = [0u8; u32::BITS as usize];
        let mut own = 0u32;
        let (mut cards, mut count, mut follows) = (0, 0, false);
        for (group, counts) in groups.iter().enumerate() {
            let of_others: usize = counts[1..].iter().map(|&count| usize::from(count)).sum();
            if counts[0] == 0 && of_others == 0 {
                continue;
            }
            alphabet.push_group(&mut word, counts)?;
            cards += usize::from(counts[0]) + of_others;
            let alone = of_others == 0;
            if counts[0] > 0 {
                count += u8::from(!(alone && follows));
                *leads.get_mut(group)? = count - 1;
                own |= 1 << group;
            }
            // Adjacent groups that only the leader holds are one.
            follows = alone && alphabet.merges;
        }
        let wins = self.wins.get(self.leads.layer(cards)?.0)?.as_ref()?;
        let ranked = numbering.rank(cards, &word)?;
        let won = wins.from(ranked.first_lead);
        let mut winning = 0;
        while own != 0 {
            let group = own.trailing_zeros();
            winning |= ((won >> leads[group as usize] & 1) as u32) << group;
            own &= own - 1;
        }
        Some(winning)
    }
}

/// Results of leads, one bit each: true if it wins.
#[derive(Clone, Debug, Default)]
pub struct WinBits {
    words: Vec<u64>,
    len: u64,
}

impl WinBits {
    /// Adds the next lead.
    pub fn push(&mut self, wins: bool) {
        if self.len.is_multiple_of(64) {
            self.words.push(0);
        }
        if let Some(last) = self.words.last_mut() {
            *last |= u64::from(wins) << (self.len % 64);
        }
        self.len += 1;
    }

    /// The 64 bits from a place on; zeros after the end.
    fn from(&self, place: u64) -> u64 {
        let (word, shift) = ((place / 64) as usize, place % 64);
        let at = |word: usize| self.words.get(word).copied().unwrap_or(0);
        // Shifted in two steps, since a shift by 64 would overflow.
        at(word) >> shift | at(word + 1) << 1 << (63 - shift)
    }
}
