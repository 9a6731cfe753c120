//! The domains of leads: the values of every lead from every deal.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use shuban_core::{
    Ask, Codec, Column, Dictionary, Domain, Index, IndexError, IndexOf, Layer, LayerId, Part,
    PartId, Play, PositionOf, Record, Seat, Unanswered, Winners,
};

use super::cut::Cut;
use super::game::LeadGame;
use super::numbering::Numbering;

/// The leads from all reduced deals of a game, a layer for each number of cards.
///
/// Layer `…-N` has one position for each distinct lead from each deal of N cards in which no hand
/// is empty: the moment after that lead. Its value is the set of players that may still win, player
/// 1 (seat 0) being the leader: who can force to win has a lead of value {1}.
///
/// A moment at which nobody has passed looks like one after a lead, whoever led. So every way to
/// play on from a lead soon comes to moments with fewer cards, and smaller layers are asked for as
/// soon as somebody plays a card, or leads again.
pub struct LeadDomain<G: LeadGame> {
    game: G,
    layers: Vec<Layer>,
    numbering: Arc<Numbering>,
    /// How each layer is cut into units, once that was asked for.
    cuts: Vec<OnceLock<Arc<Cut>>>,
    /// By layer.
    pub(crate) references: Vec<G::Reference>,
}

impl<G: LeadGame> LeadDomain<G> {
    /// The leads of a game.
    pub(crate) fn of(game: G) -> Self {
        let numbering = Arc::new(Numbering::new(game.alphabet()));
        let fewest = game.seats();
        let layer = |cards: usize| Layer {
            name: game.layer_name(cards),
            parts: vec![Part { name: "leads".to_owned(), positions: Some(numbering.leads(cards)) }],
            needs: (0..cards - fewest).map(LayerId).collect(),
            cyclic: false,
        };
        let layers: Vec<Layer> = (fewest..=numbering.cards()).map(layer).collect();
        let cuts = layers.iter().map(|_| OnceLock::new()).collect();
        let references = layers.iter().map(|_| G::Reference::default()).collect();
        LeadDomain { game, layers, numbering, cuts, references }
    }

    /// How the deals are numbered.
    pub fn numbering(&self) -> &Arc<Numbering> {
        &self.numbering
    }

    /// How many cards the deals of a layer have.
    pub fn cards(&self, layer: LayerId) -> usize {
        layer.0 + self.game.seats()
    }

    /// The layer with deals of n cards.
    pub fn layer(&self, cards: usize) -> Option<LayerId> {
        let layer = cards.checked_sub(self.game.seats())?;
        (layer < self.layers.len()).then_some(LayerId(layer))
    }

    /// How the deals of a layer are cut into units.
    pub(crate) fn cut(&self, layer: LayerId) -> &Arc<Cut> {
        self.cuts[layer.0].get_or_init(|| Arc::new(Cut::new(&self.numbering, self.cards(layer))))
    }

    pub(crate) fn lead_index(&self, layer: LayerId) -> LeadIndex<G> {
        let (game, numbering) = (self.game.clone(), Arc::clone(&self.numbering));
        LeadIndex { game, numbering, cards: self.cards(layer) }
    }

    /// The set of seats that may win: what a table holds is asked for, anything else is played on.
    /// Where no layer is large enough for the cards, that does not end.
    pub(crate) fn winners(
        &self,
        position: &G::Position,
        ask: &mut dyn Ask<G::Position, Winners>,
    ) -> Result<Winners, Unanswered> {
        let (game, seats) = (&self.game, self.game.seats());
        if game.outcome(position).is_none() && self.locate(position).is_some() {
            return Ok(ask.ask(position)?.rotated(seats - game.first(position), seats));
        }
        self.played_on(position, ask)
    }

    /// The same, one move further at least.
    fn played_on(
        &self,
        position: &G::Position,
        ask: &mut dyn Ask<G::Position, Winners>,
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
            if game.is_pass(&action) { passes.push(set) } else { sets.push(set) }
        }
        let has_a_chance = sets.iter().any(|set| set.contains(mover));
        if !(game.overlooks_passes() && has_a_chance) {
            sets.append(&mut passes);
        }
        Ok(Winners::united(mover, &sets))
    }
}

impl<G: LeadGame> Domain for LeadDomain<G> {
    type Game = G;
    type Value = Winners;
    type Record = LeadRecord;

    fn name(&self) -> String {
        self.game.name()
    }

    fn game(&self) -> &G {
        &self.game
    }

    fn parameters(&self) -> BTreeMap<String, String> {
        self.game.parameters()
    }

    fn layers(&self) -> &[Layer] {
        &self.layers
    }

    fn index(&self, part: PartId) -> Result<IndexOf<Self>, IndexError> {
        Ok(Box::new(self.lead_index(part.layer)))
    }

    fn locate(&self, position: &PositionOf<Self>) -> Option<PartId> {
        let layer = self.layer(self.game.dealt(position)?)?;
        Some(PartId { layer, part: 0 })
    }

    fn backup(
        &self,
        position: &PositionOf<Self>,
        ask: &mut dyn Ask<PositionOf<Self>, Winners>,
    ) -> Result<Winners, Unanswered> {
        let set = self.played_on(position, ask)?;
        Ok(set.rotated(self.game.first(position), self.game.seats()))
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

/// What is stored of a lead: whether it wins, which is all that a player needs, and the set of
/// possible winners.
///
/// The first takes one bit. The second has seven values for three players and fifteen for four; it
/// stands in a byte, which compresses to about a bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeadRecord {
    wins: bool,
    winners: Winners,
}

impl LeadRecord {
    /// The leader's seat, from which all are counted.
    const LEADER: Seat = 0;

    /// The record of a value.
    pub fn of(winners: Winners) -> Self {
        LeadRecord { wins: winners == Winners::only(LeadRecord::LEADER), winners }
    }

    /// The value of a deal for its leader, from those of its leads.
    pub(crate) fn united(leads: &[LeadRecord]) -> Winners {
        let tier = |lead: &LeadRecord| lead.winners.tier(LeadRecord::LEADER);
        let best = leads.iter().map(tier).min();
        let liked = leads.iter().filter(|lead| Some(tier(lead)) == best);
        liked.fold(Winners::NOBODY, |all, lead| all.union(lead.winners))
    }

    /// Whether the leader can force to win.
    pub fn wins(self) -> bool {
        self.wins
    }

    /// The set of players that may win.
    pub fn winners(self) -> Winners {
        self.winners
    }
}

impl Record for LeadRecord {
    fn columns() -> &'static [Column] {
        &[
            Column { name: "wins", bits: 1, codec: Codec::Unsigned },
            Column { name: "winners", bits: 8, codec: Codec::Unsigned },
        ]
    }

    fn to_columns(&self, raw: &mut [u64]) {
        raw[0] = self.wins.into();
        raw[1] = self.winners.bits().into();
    }

    fn from_columns(raw: &[u64]) -> Self {
        LeadRecord { wins: raw[0] != 0, winners: Winners::from_bits(raw[1] as u8) }
    }
}

/// The bijection between numbers and leads from deals of n cards: deals in the order of their
/// words, leads from the weakest. A moment that only the names of seats or the reduction keep apart
/// from one of these has its number too.
pub(crate) struct LeadIndex<G> {
    game: G,
    numbering: Arc<Numbering>,
    cards: usize,
}

impl<G: LeadGame> Index for LeadIndex<G> {
    type Position = G::Position;

    fn len(&self) -> u64 {
        self.numbering.leads(self.cards)
    }

    fn rank(&self, position: &G::Position) -> Option<u64> {
        self.game.dealt(position).filter(|&cards| cards == self.cards)?;
        let (word, lead) = self.game.pattern(self.numbering.alphabet(), position)?;
        let deal = self.numbering.rank(self.cards, &word)?;
        (lead < deal.leads).then_some(deal.first_lead + lead as u64)
    }

    fn unrank(&self, rank: u64) -> Option<G::Position> {
        let (word, lead) = self.numbering.unrank(self.cards, rank)?;
        self.game.led(self.numbering.alphabet(), &word, lead)
    }
}
