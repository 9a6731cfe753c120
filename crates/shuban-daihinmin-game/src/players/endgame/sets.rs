//! Winning sets by look-up: databases with pairs, eights and revolutions.

use std::ops::Range;

use shuban_core::tabulate::{FinishedTables, Workers};
use shuban_core::{Dictionary, Domain, LayerId, PartId, Unanswered, Winners};
use shuban_tanhinmin::{
    CardRules, Clearing, GroupCounts, LeadDomain, LeadRecord, MAX_PLAYERS, MAX_SET, Word,
};

/// The databases of Daihinmin with open hands, without suits, in memory: the winner after each lead
/// of one to four cards of a rank. They include pairs, eights and revolutions, which those of
/// single cards ([`LeadTables`](super::LeadTables)) do not; layers are much larger, so that there
/// are fewer cards.
///
/// ```
/// use shuban_core::tabulate::OneThread;
/// use shuban_daihinmin_game::players::endgame::SetTables;
/// use shuban_tanhinmin::Clearing;
///
/// let mut tables = SetTables::new(Clearing::Tanhinmin);
/// tables.compute(2, 4, &OneThread).unwrap();
/// // The leader has a pair and the weakest card, the other player the strongest.
/// let groups = [[1, 0, 0, 0, 0], [2, 0, 0, 0, 0], [0, 1, 0, 0, 0]];
/// // To lead the pair wins, a single card does not: bit 1 stands for two cards.
/// assert_eq!(tables.winning_sets(2, &groups, None), Some(vec![0b00, 0b10, 0]));
/// ```
pub struct SetTables {
    families: Vec<SetFamily>,
}

/// The tables for one number of players.
struct SetFamily {
    leads: LeadDomain,
    /// The layers from the smallest on.
    layers: Layers,
}

/// The winners after each lead, by layer.
#[derive(Default)]
struct Layers {
    values: Vec<Vec<Winners>>,
    dictionary: Dictionary<Winners>,
}

impl FinishedTables<LeadRecord, Winners> for Layers {
    fn records(
        &self,
        part: PartId,
        ranks: Range<u64>,
        each: &mut dyn FnMut(&[LeadRecord]),
    ) -> Result<(), Unanswered> {
        let ranks = ranks.start as usize..ranks.end as usize;
        let values = self.values.get(part.layer.0).and_then(|values| values.get(ranks));
        for piece in values.ok_or_else(Unanswered::default)?.chunks(1 << 12) {
            each(&piece.iter().map(|&value| LeadRecord::of(value)).collect::<Vec<_>>());
        }
        Ok(())
    }

    fn dictionary(&self, _: LayerId) -> Result<&Dictionary<Winners>, Unanswered> {
        Ok(&self.dictionary)
    }
}

impl SetTables {
    /// Creates tables without layers, by this rule for the end of a trick.
    pub fn new(clearing: Clearing) -> Self {
        let family = |players| {
            let leads =
                LeadDomain::new(CardRules::daihinmin(players).ok()?.with_clearing(clearing))
                    .ok()?;
            Some(SetFamily { leads, layers: Layers::default() })
        };
        SetTables { families: (2..=MAX_PLAYERS).map_while(family).collect() }
    }

    /// Computes the layer of this many cards and all smaller ones that are not there; as many as
    /// the domain has.
    ///
    /// # Errors
    /// [`Unanswered`] if the workers are interrupted.
    pub fn compute(
        &mut self,
        players: usize,
        cards: usize,
        workers: &dyn Workers,
    ) -> Result<(), Unanswered> {
        let family = players.checked_sub(2).and_then(|family| self.families.get_mut(family));
        let Some(family) = family else { return Ok(()) };
        while family.largest() < cards && family.layers.values.len() < family.leads.layers().len() {
            family.compute_next(workers)?;
        }
        Ok(())
    }

    /// Returns true if the layer of this many cards is there.
    pub fn holds(&self, players: usize, cards: usize) -> bool {
        let family = players.checked_sub(2).and_then(|family| self.families.get(family));
        family.is_some_and(|family| (players..=family.largest()).contains(&cards))
    }

    /// The sets with which player 0 can lead and force to be the first without cards: by group, bit
    /// i for i + 1 cards. `groups` are the ranks from the weakest, each with its number of cards in
    /// each hand; `eights` is the group of the eights. `None` if the layer is not
    /// [there](SetTables::holds), or if a hand is empty.
    pub fn winning_sets(
        &self,
        players: usize,
        groups: &[GroupCounts],
        eights: Option<usize>,
    ) -> Option<Vec<u8>> {
        self.families.get(players.checked_sub(2)?)?.winning_sets(groups, eights)
    }
}

impl SetFamily {
    /// The cards of the largest layer; 0 without layers.
    fn largest(&self) -> usize {
        self.layers.values.len().checked_sub(1).map_or(0, |last| self.leads.cards(LayerId(last)))
    }

    fn compute_next(&mut self, workers: &dyn Workers) -> Result<(), Unanswered> {
        let (leads, layer) = (&self.leads, LayerId(self.layers.values.len()));
        let records = leads.tabulated(layer, &self.layers, workers)?;
        let values = records.into_iter().map(LeadRecord::winners).collect();
        self.layers.values.push(values);
        Ok(())
    }

    fn winning_sets(&self, groups: &[GroupCounts], eights: Option<usize>) -> Option<Vec<u8>> {
        let numbering = self.leads.numbering();
        let alphabet = numbering.alphabet();
        let mut word = Word::default();
        let mut cards = 0;
        for (group, counts) in groups.iter().enumerate() {
            if *counts == [0; MAX_PLAYERS] {
                continue;
            }
            let is_eights = eights == Some(group);
            let letter = if is_eights { alphabet.eights(counts) } else { alphabet.letter(counts) };
            word.push(letter?)?;
            cards += counts.iter().map(|&count| usize::from(count)).sum::<usize>();
        }
        let values = self.layers.values.get(self.leads.layer(cards)?.0)?;
        let mut lead = numbering.rank(cards, &word)?.first_lead as usize;
        let wins = |lead: usize| values.get(lead) == Some(&Winners::only(0));
        let sets = groups.iter().map(|counts| {
            let held = counts[0].min(MAX_SET);
            let won = (0..held).filter(|&more| wins(lead + usize::from(more)));
            let sets = won.fold(0, |sets, more| sets | 1 << more);
            lead += usize::from(held);
            sets
        });
        Some(sets.collect())
    }
}
