//! The domains of leads: the values of all leads from all deals.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use shuban_core::{
    Ask, Dictionary, Domain, Game, Index, IndexError, IndexOf, Layer, LayerId, Part, PartId, Play,
    Unanswered, Winners,
};

use super::cut::Cut;
use super::numbering::Numbering;
use super::record::LeadRecord;
use super::single_cards::SingleCards;
use crate::game::OpenDaihinmin;
use crate::reduce;
use crate::rules::{CardRules, Deck, Passing, RulesError};
use crate::table::{Action, CardTable};

/// `tanhinmin/Pp` and `daihinmin-open/Pp`: the leads from all reduced deals for P players, a layer
/// for each number of cards. (With sets, positions without a revolution: with one, ranks are
/// reversed. The leader has as many leads as cards: a set of any size of each of its ranks.)
///
/// Layer `…-N` has one position for each distinct lead from each deal of N cards in which no hand
/// is empty: the moment after that lead. Its value is the set of players that may still win, player
/// 1 (seat 0) being the leader: a player who can force to win has a lead of value {1}.
///
/// A moment without a pass looks like one after a lead, whoever led. So every way to play on from a
/// lead soon reaches moments with fewer cards, and smaller layers are asked for as soon as any
/// player plays a card, or leads again.
pub struct LeadDomain {
    game: OpenDaihinmin,
    layers: Vec<Layer>,
    numbering: Arc<Numbering>,
    /// Units of each layer, made when first asked for.
    cuts: Vec<OnceLock<Arc<Cut>>>,
    /// For each layer with sets, the values of the same cards played one by one, if such a layer
    /// exists; made when first asked for.
    pub(crate) single: Vec<OnceLock<Option<SingleCards>>>,
}

impl LeadDomain {
    /// The domain of some rules.
    ///
    /// # Errors
    /// [`RulesError::Places`] if other places than the first have points: tables hold winners.
    pub fn new(rules: CardRules) -> Result<Self, RulesError> {
        if rules.points()[0] != 1 || rules.has_places() {
            return Err(RulesError::Places);
        }
        let numbering = Arc::new(Numbering::new(rules.alphabet(most_cards(&rules))));
        let fewest = rules.players();
        let layer = |cards: usize| Layer {
            name: rules.name_with_cards(cards),
            parts: vec![Part { name: "leads".to_owned(), positions: Some(numbering.leads(cards)) }],
            needs: (0..cards - fewest).map(LayerId).collect(),
            cyclic: false,
        };
        let layers: Vec<Layer> = (fewest..=numbering.cards()).map(layer).collect();
        let cuts = layers.iter().map(|_| OnceLock::new()).collect();
        let single = layers.iter().map(|_| OnceLock::new()).collect();
        Ok(LeadDomain { game: OpenDaihinmin::new(rules), layers, numbering, cuts, single })
    }

    /// The rules.
    pub fn rules(&self) -> &CardRules {
        &self.game.rules
    }

    /// The numbers of the deals.
    pub fn numbering(&self) -> &Arc<Numbering> {
        &self.numbering
    }

    /// The number of cards that the deals of a layer have.
    pub fn cards(&self, layer: LayerId) -> usize {
        layer.0 + self.game.seats()
    }

    /// The layer with deals of n cards.
    pub fn layer(&self, cards: usize) -> Option<LayerId> {
        let layer = cards.checked_sub(self.game.seats())?;
        (layer < self.layers.len()).then_some(LayerId(layer))
    }

    /// The units that the deals of a layer are cut into.
    pub(crate) fn cut(&self, layer: LayerId) -> &Arc<Cut> {
        self.cuts[layer.0].get_or_init(|| Arc::new(Cut::new(&self.numbering, self.cards(layer))))
    }

    pub(crate) fn lead_index(&self, layer: LayerId) -> LeadIndex {
        let (rules, numbering) = (*self.rules(), Arc::clone(&self.numbering));
        LeadIndex { rules, numbering, cards: self.cards(layer) }
    }

    /// The set of seats that may win: positions of a table are asked for, all others are played on.
    /// That does not end where no layer is large enough for the cards.
    pub(crate) fn winners(
        &self,
        position: &CardTable,
        ask: &mut dyn Ask<CardTable, Winners>,
    ) -> Result<Winners, Unanswered> {
        let (game, seats) = (&self.game, self.game.seats());
        if game.outcome(position).is_none() && self.locate(position).is_some() {
            return Ok(ask.ask(position)?.rotated(seats - position.first(), seats));
        }
        self.played_on(position, ask)
    }

    /// Returns true if passes are examined only where no other move leaves the mover a chance.
    pub(super) fn overlooks_passes(&self) -> bool {
        self.rules().passing == Passing::Print
    }

    /// The same, one move further at least.
    fn played_on(
        &self,
        position: &CardTable,
        ask: &mut dyn Ask<CardTable, Winners>,
    ) -> Result<Winners, Unanswered> {
        let (game, seats) = (&self.game, self.game.seats());
        if let Some(payoffs) = game.outcome(position) {
            return Ok(Winners::leading(&payoffs, seats));
        }
        let mover = game.to_move(position);
        let mut plays = Vec::new();
        game.plays(position, (), &mut plays);
        let (mut sets, mut passes) = (Vec::with_capacity(plays.len()), Vec::new());
        for Play { action, after } in plays {
            let set = self.winners(&after, ask)?;
            if action == Action::Pass { passes.push(set) } else { sets.push(set) }
        }
        let has_a_chance = sets.iter().any(|set| set.contains(mover));
        if !(self.overlooks_passes() && has_a_chance) {
            sets.append(&mut passes);
        }
        Ok(Winners::united(mover, &sets))
    }
}

/// The most cards of a deal that there is a layer for.
fn most_cards(rules: &CardRules) -> usize {
    match (rules.players(), rules.deck()) {
        (2, Deck::Ties) => 14,
        (3, Deck::Ties) => 12,
        (4, Deck::Ties) => 11,
        (_, Deck::Ties) => 9,
        (2, Deck::Distinct) => 16,
        (3, Deck::Distinct) => 15,
        (4, Deck::Distinct) => 13,
        (_, Deck::Distinct) => 11,
        (2, Deck::Sets) => 11,
        (3, Deck::Sets) => 9,
        (4, Deck::Sets) => 10,
        (_, Deck::Sets) => 7,
    }
}

impl Domain for LeadDomain {
    type Game = OpenDaihinmin;
    type Value = Winners;
    type Record = LeadRecord;

    fn name(&self) -> String {
        self.game.name()
    }

    fn game(&self) -> &OpenDaihinmin {
        &self.game
    }

    fn parameters(&self) -> BTreeMap<String, String> {
        let rules = self.rules();
        let mut all = vec![
            ("players", rules.players().to_string()),
            ("clearing", rules.clearing.description().to_owned()),
        ];
        if !rules.has_sets() {
            let passing = match rules.passing {
                Passing::Voluntary => "voluntary",
                Passing::Print => "voluntary, looked at where no card leaves a chance",
                Passing::Forced => "forced",
            };
            all.push(("ties", rules.allows_ties().to_string()));
            all.push(("passing", passing.to_owned()));
        }
        all.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }

    fn layers(&self) -> &[Layer] {
        &self.layers
    }

    fn index(&self, part: PartId) -> Result<IndexOf<Self>, IndexError> {
        Ok(Box::new(self.lead_index(part.layer)))
    }

    fn locate(&self, position: &CardTable) -> Option<PartId> {
        let layer = self.layer(dealt(self.game.seats(), position)?)?;
        Some(PartId { layer, part: 0 })
    }

    fn backup(
        &self,
        position: &CardTable,
        ask: &mut dyn Ask<CardTable, Winners>,
    ) -> Result<Winners, Unanswered> {
        let set = self.played_on(position, ask)?;
        Ok(set.rotated(position.first(), self.game.seats()))
    }

    fn encode(&self, value: &Winners, _: &Dictionary<Winners>) -> LeadRecord {
        LeadRecord::of(*value)
    }

    fn decode(&self, record: LeadRecord, _: &Dictionary<Winners>) -> Option<Winners> {
        let winners = record.winners();
        let is_set = (1..1 << self.game.seats()).contains(&winners.bits());
        (is_set && record == LeadRecord::of(winners)).then_some(winners)
    }
}

/// The bijection between numbers and leads from deals of n cards: deals in the order of their
/// words, leads from the weakest. A moment that only the names of seats or the reduction keep apart
/// from one of these has its number too.
pub(crate) struct LeadIndex {
    rules: CardRules,
    numbering: Arc<Numbering>,
    cards: usize,
}

impl Index for LeadIndex {
    type Position = CardTable;

    fn len(&self) -> u64 {
        self.numbering.leads(self.cards)
    }

    fn rank(&self, table: &CardTable) -> Option<u64> {
        let dealt = dealt(self.rules.players(), table);
        let fits = self.rules.allows_ties() || !table.has_ties();
        if dealt != Some(self.cards) || !fits {
            return None;
        }
        let (word, lead) = reduce::pattern(&self.rules, self.numbering.alphabet(), table)?;
        let deal = self.numbering.rank(self.cards, &word)?;
        (lead < deal.leads).then_some(deal.first_lead + lead as u64)
    }

    fn unrank(&self, rank: u64) -> Option<CardTable> {
        let (word, lead) = self.numbering.unrank(self.cards, rank)?;
        reduce::led(&self.rules, self.numbering.alphabet(), &word, lead)
    }
}

/// The number of cards that were dealt, if a position looks like one after a lead from a deal
/// without an empty hand: no player has passed, and none of the others has gone out.
fn dealt(players: usize, table: &CardTable) -> Option<usize> {
    let trick = table.trick().filter(|trick| trick.passed.is_empty())?;
    let first = table.first();
    let others_hold = (0..players).all(|seat| seat == first || !table.hand(seat).is_empty());
    let nobody_else_is_out = table.gone() == usize::from(table.hand(first).is_empty());
    (others_hold && nobody_else_is_out).then(|| table.cards() + usize::from(trick.size))
}
