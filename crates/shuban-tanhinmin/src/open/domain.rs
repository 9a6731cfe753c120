//! The domains of Daihinmin with open hands: the values of every lead from every deal.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use shuban_core::{
    Ask, Dictionary, Domain, Index, IndexError, Layer, LayerId, Part, PartId, Seat, Unanswered,
    Winners,
};

use super::game::OpenDaihinmin;
use super::rules::OpenRules;
use super::single::SingleCards;
use super::table::{MAX_SET, OpenAction, OpenTable};
use crate::moments::Moments;
use crate::tanhinmin::{Alphabet, Clearing, Cut, LeadRecord, MAX_PLAYERS, Numbering, Word};

/// `daihinmin-open/Pp`: the leads from all deals for P players up to gaps between ranks, a layer
/// for each number of cards.
///
/// Layer `daihinmin-open/Pp-N` has one position for each lead from each deal of N cards, in which
/// no hand is empty and no revolution is on (with one, ranks are turned round): the moment after
/// that lead. As many cards as the leader holds, as many leads there are: a set of any size of each
/// of its ranks. Values are as those of [`Leads`](crate::tanhinmin::Leads).
pub struct OpenLeads {
    game: OpenDaihinmin,
    layers: Vec<Layer>,
    numbering: Arc<Numbering>,
    /// How each layer is cut into units, once that was asked for.
    cuts: Vec<OnceLock<Arc<Cut>>>,
    /// By layer, the values of the same cards played one by one, once they were asked for.
    pub(super) single: Vec<OnceLock<Option<SingleCards>>>,
}

/// The most cards of a deal that there is a layer for.
pub fn most_open_cards(rules: &OpenRules) -> usize {
    match rules.players() {
        2 => 11,
        3 => 9,
        4 => 8,
        _ => 7,
    }
}

impl OpenLeads {
    /// The domain of some rules.
    pub fn new(rules: OpenRules) -> Self {
        let most = most_open_cards(&rules);
        let numbering = Numbering::of(Alphabet::with_sets(rules.players(), most), most);
        let fewest = rules.players();
        let layer = |cards: usize| Layer {
            name: rules.name_with_cards(cards),
            parts: vec![Part {
                name: "leads".to_owned(),
                positions: Some(numbering.leads_of(cards, numbering.everybody(), false)),
            }],
            needs: (0..cards - fewest).map(LayerId).collect(),
            cyclic: false,
        };
        let layers: Vec<Layer> = (fewest..=most).map(layer).collect();
        let cuts = layers.iter().map(|_| OnceLock::new()).collect();
        let single = layers.iter().map(|_| OnceLock::new()).collect();
        OpenLeads {
            game: OpenDaihinmin { rules },
            layers,
            numbering: Arc::new(numbering),
            cuts,
            single,
        }
    }

    /// The rules.
    pub fn rules(&self) -> &OpenRules {
        &self.game.rules
    }

    /// How the deals are numbered.
    pub fn numbering(&self) -> &Numbering {
        &self.numbering
    }

    /// How many cards the deals of a layer have.
    pub fn cards(&self, layer: LayerId) -> usize {
        layer.0 + self.rules().players()
    }

    /// The layer with deals of so many cards.
    pub fn layer(&self, cards: usize) -> Option<LayerId> {
        let layer = cards.checked_sub(self.rules().players())?;
        (layer < self.layers.len()).then_some(LayerId(layer))
    }

    /// How the deals of a layer are cut into units.
    pub(super) fn cut(&self, layer: LayerId) -> &Arc<Cut> {
        self.cuts[layer.0].get_or_init(|| Arc::new(Cut::new(&self.numbering, self.cards(layer))))
    }

    pub(super) fn lead_index(&self, layer: LayerId) -> OpenIndex {
        OpenIndex {
            rules: *self.rules(),
            numbering: Arc::clone(&self.numbering),
            cards: self.cards(layer),
        }
    }
}

impl Moments for OpenLeads {
    fn first(&self, table: &OpenTable) -> Seat {
        table.first()
    }

    fn is_lead(&self, table: &OpenTable) -> bool {
        table.trick().is_none()
    }

    fn is_pass(&self, action: &OpenAction) -> bool {
        *action == OpenAction::Pass
    }
}

impl Domain for OpenLeads {
    type Game = OpenDaihinmin;
    type Value = Winners;
    type Record = LeadRecord;

    fn name(&self) -> String {
        self.rules().name()
    }

    fn game(&self) -> &OpenDaihinmin {
        &self.game
    }

    fn parameters(&self) -> BTreeMap<String, String> {
        let clearing = match self.rules().clearing() {
            Clearing::Tanhinmin => "when all but one have passed",
            Clearing::Uecda => "when all have passed",
        };
        let players = self.rules().players().to_string();
        [("players", players), ("clearing", clearing.to_owned())]
            .map(|(name, value)| (name.to_owned(), value))
            .into()
    }

    fn layers(&self) -> &[Layer] {
        &self.layers
    }

    fn index(&self, part: PartId) -> Result<Box<dyn Index<Position = OpenTable>>, IndexError> {
        Ok(Box::new(self.lead_index(part.layer)))
    }

    fn locate(&self, table: &OpenTable) -> Option<PartId> {
        let trick = table.trick().filter(|_| table.is_led())?;
        let players = self.rules().players();
        if (0..players).any(|seat| seat != table.first() && table.held(seat) == 0) {
            return None;
        }
        let layer = self.layer(table.cards() + usize::from(trick.size))?;
        Some(PartId { layer, part: 0 })
    }

    fn backup(
        &self,
        table: &OpenTable,
        ask: &mut dyn Ask<OpenTable, Winners>,
    ) -> Result<Winners, Unanswered> {
        self.backed_up(table, ask)
    }

    fn encode(&self, value: &Winners, _: &Dictionary<Winners>) -> LeadRecord {
        LeadRecord::of(*value)
    }

    fn decode(&self, record: LeadRecord, _: &Dictionary<Winners>) -> Option<Winners> {
        record.checked(self.rules().players())
    }
}

/// The bijection between numbers and leads: deals in the order of their words, leads from the
/// weakest rank and the smallest set.
pub(super) struct OpenIndex {
    rules: OpenRules,
    numbering: Arc<Numbering>,
    cards: usize,
}

impl OpenIndex {
    /// The word of a deal, and which lead it is that lies.
    fn pattern(&self, table: &OpenTable) -> Option<(Word, usize)> {
        let table = table.canonical(self.rules.players());
        let trick = table.trick?;
        let (mut word, mut lead) = (Word::default(), None);
        let mut before = 0;
        let mut put = |rank: u8| {
            let mut counts = *table.rank(rank);
            if rank == trick.rank {
                counts[0] += trick.size;
                lead = Some(before + usize::from(trick.size) - 1);
            }
            before += usize::from(counts[0]);
            if counts == [0; MAX_PLAYERS] {
                return Some(());
            }
            let alphabet = self.numbering.alphabet();
            let letter = if rank == table.eights {
                alphabet.eights(&counts)
            } else {
                alphabet.letter(&counts)
            };
            word.push(letter?)
        };
        let mut ranks = 1..=table.ranks.len() as u8;
        // Four of a kind have turned the ranks round.
        let all = if trick.size == MAX_SET {
            ranks.rev().try_for_each(&mut put)
        } else {
            ranks.try_for_each(&mut put)
        };
        all?;
        Some((word, lead?))
    }

    /// The deal of a word, before the lead of seat 0.
    pub(super) fn deal(&self, word: &Word) -> OpenTable {
        let mut table = OpenTable::EMPTY;
        for ((rank, counts), &letter) in (1..).zip(&mut table.ranks).zip(word.letters()) {
            let group = self.numbering.alphabet().group(letter);
            *counts = group.counts;
            if group.eights {
                table.eights = rank;
            }
        }
        table
    }

    /// Rank and size of a lead.
    pub(super) fn set(&self, word: &Word, mut lead: usize) -> Option<(u8, u8)> {
        for (rank, &letter) in (1..).zip(word.letters()) {
            let held = usize::from(self.numbering.alphabet().group(letter).counts[0]);
            if lead < held {
                return Some((rank, lead as u8 + 1));
            }
            lead -= held;
        }
        None
    }
}

impl Index for OpenIndex {
    type Position = OpenTable;

    fn len(&self) -> u64 {
        self.numbering.leads_of(self.cards, self.numbering.everybody(), false)
    }

    fn rank(&self, table: &OpenTable) -> Option<u64> {
        let trick = table.trick().filter(|_| table.is_led())?;
        if table.cards() + usize::from(trick.size) != self.cards {
            return None;
        }
        let (word, lead) = self.pattern(table)?;
        let ranked = self.numbering.rank(self.cards, &word)?;
        (lead < ranked.leads).then_some(ranked.first_lead + lead as u64)
    }

    fn unrank(&self, rank: u64) -> Option<OpenTable> {
        let (word, lead) = self.numbering.unrank(self.cards, rank)?;
        let (rank, size) = self.set(&word, lead)?;
        Some(self.deal(&word).after_set(&self.rules, 0, rank, size))
    }
}
