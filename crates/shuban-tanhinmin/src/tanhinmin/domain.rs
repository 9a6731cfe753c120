//! The domains of Tanhinmin: the values of every lead from every deal.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use shuban_core::{
    Ask, Codec, Column, Dictionary, Domain, Index, IndexError, Layer, LayerId, Part, PartId,
    Record, Seat, Unanswered, Winners,
};

use super::cut::Cut;
use super::game::Tanhinmin;
use super::numbering::Numbering;
use super::reduce;
use super::rules::{CardRules, Clearing, Passing, RulesError};
use super::table::{Action, CardTable};
use super::totals;
use crate::moments::Moments;

/// `tanhinmin/Pp`: the leads from all reduced deals for P players, a layer for each number of
/// cards.
///
/// Layer `tanhinmin/Pp-N` has one position for each distinct lead from each deal of N cards in
/// which no hand is empty: the moment after that lead, with N − 1 cards left, or none in the
/// leader's hand, who then has won. Its value is the set of players that may still win, player 1
/// (seat 0) being the leader: who can force to win has a lead of value {1}.
///
/// A moment at which nobody has passed looks like one after a lead, whoever led: so what follows a
/// lead asks for smaller layers as soon as somebody plays a card, or leads again.
pub struct Leads {
    game: Tanhinmin,
    layers: Vec<Layer>,
    /// How deals are numbered, once that was asked for.
    numbering: OnceLock<Arc<Numbering>>,
    /// How each layer is cut into units, likewise.
    cuts: Vec<OnceLock<Arc<Cut>>>,
}

/// The leads of a deal in the tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DealLeads {
    /// Where they are.
    pub part: PartId,
    /// The rank of the weakest; the others follow.
    pub first_lead: u64,
    /// The distinct strengths of the leader's hand, ascending, each with the number of its lead
    /// from 0: alike where the reduction makes them one.
    pub cards: Vec<(u8, u8)>,
}

/// The most cards of a deal that there is a layer for.
pub fn most_cards(rules: &CardRules) -> usize {
    match (rules.players(), rules.ties()) {
        (2, true) => 14,
        (3, true) => 12,
        (4, true) => 11,
        (_, true) => 9,
        (2, false) => 16,
        (3, false) => 15,
        (4, false) => 13,
        (_, false) => 11,
    }
}

impl Leads {
    /// The domain of some rules.
    ///
    /// # Errors
    /// [`RulesError::Places`] if other places than the first have points: tables hold winners.
    pub fn new(rules: CardRules) -> Result<Self, RulesError> {
        if rules.points()[0] != 1 || rules.points()[1..].iter().any(|&points| points != 0) {
            return Err(RulesError::Places);
        }
        let most = most_cards(&rules);
        let positions = totals::leads(&rules, most);
        let fewest = rules.players();
        let layer = |cards: usize| Layer {
            name: rules.name_with_cards(cards),
            parts: vec![Part { name: "leads".to_owned(), positions: Some(positions[cards]) }],
            needs: (0..cards - fewest).map(LayerId).collect(),
            cyclic: false,
        };
        let layers: Vec<Layer> = (fewest..=most).map(layer).collect();
        let cuts = layers.iter().map(|_| OnceLock::new()).collect();
        Ok(Leads { game: Tanhinmin::new(rules), layers, numbering: OnceLock::new(), cuts })
    }

    /// The rules.
    pub fn rules(&self) -> &CardRules {
        &self.game.rules
    }

    /// How the deals are numbered.
    pub fn numbering(&self) -> &Numbering {
        self.shared_numbering()
    }

    /// Reduces a deal, before its lead, and finds its leads in the tables; `None` if it is in none.
    /// This is the fast way to all leads of a deal at once, and back from them to one's own cards.
    ///
    /// ```
    /// use shuban_core::{Domain, Game};
    /// use shuban_tanhinmin::{Leads, CardRules};
    ///
    /// let leads = Leads::new(CardRules::new(3)?)?;
    /// let deal = leads.game().parse("3,7,8,12|9|5,8,10").unwrap();
    /// let found = leads.deal(&deal).unwrap();
    /// // 7 and 8 are not alike: somebody else has an 8 as well.
    /// assert_eq!(found.cards, [(3, 0), (7, 1), (8, 2), (12, 3)]);
    /// # Ok::<_, shuban_tanhinmin::RulesError>(())
    /// ```
    pub fn deal(&self, table: &CardTable) -> Option<DealLeads> {
        let rules = self.rules();
        let everybody_holds = (0..rules.players()).all(|seat| !table.hand(seat).is_empty());
        if table.trick().is_some() || !everybody_holds || table.has_ties() && !rules.ties() {
            return None;
        }
        let cards = table.cards();
        let layer = self.layer(cards)?;
        let own = table.hand(table.first());
        let mut found = Vec::with_capacity(own.len());
        let mut strengths = own.above(0);
        let word = reduce::pattern(rules, self.numbering().alphabet(), table, |lead, _| {
            found.extend(strengths.next().map(|strength| (strength, lead as u8)));
        });
        let first_lead = self.numbering().rank(cards, &word?)?.first_lead;
        Some(DealLeads { part: PartId { layer, part: 0 }, first_lead, cards: found })
    }

    pub(super) fn shared_numbering(&self) -> &Arc<Numbering> {
        self.numbering
            .get_or_init(|| Arc::new(Numbering::new(self.rules(), most_cards(self.rules()))))
    }

    /// How the deals of a layer are cut into units.
    pub(super) fn cut(&self, layer: LayerId) -> &Arc<Cut> {
        self.cuts[layer.0].get_or_init(|| Arc::new(Cut::new(self.numbering(), self.cards(layer))))
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
}

impl Moments for Leads {
    fn first(&self, table: &CardTable) -> Seat {
        table.first()
    }

    fn is_lead(&self, table: &CardTable) -> bool {
        table.trick().is_none()
    }

    fn is_pass(&self, action: &Action) -> bool {
        *action == Action::Pass
    }

    fn overlooks_passes(&self) -> bool {
        self.rules().passing() == Passing::Print
    }
}

impl Domain for Leads {
    type Game = Tanhinmin;
    type Value = Winners;
    type Record = LeadRecord;

    fn name(&self) -> String {
        self.rules().name()
    }

    fn game(&self) -> &Tanhinmin {
        &self.game
    }

    fn parameters(&self) -> BTreeMap<String, String> {
        let rules = self.rules();
        let passing = match rules.passing() {
            Passing::Voluntary => "voluntary",
            Passing::Print => "voluntary, looked at where no card leaves a chance",
            Passing::Forced => "forced",
        };
        let clearing = match rules.clearing() {
            Clearing::Tanhinmin => "when all but one have passed",
            Clearing::Uecda => "when all have passed",
        };
        [
            ("players", rules.players().to_string()),
            ("ties", rules.ties().to_string()),
            ("passing", passing.to_owned()),
            ("clearing", clearing.to_owned()),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .into()
    }

    fn layers(&self) -> &[Layer] {
        &self.layers
    }

    fn index(&self, part: PartId) -> Result<Box<dyn Index<Position = CardTable>>, IndexError> {
        let (rules, numbering) = (self.rules().clone(), Arc::clone(self.shared_numbering()));
        Ok(Box::new(LeadIndex { rules, numbering, cards: self.cards(part.layer) }))
    }

    fn locate(&self, table: &CardTable) -> Option<PartId> {
        let players = self.rules().players();
        let others_hold =
            (0..players).all(|seat| seat == table.first() || !table.hand(seat).is_empty());
        let nobody_else_is_out = table.gone() == usize::from(table.hand(table.first()).is_empty());
        if !table.is_led() || !others_hold || !nobody_else_is_out {
            return None;
        }
        self.layer(table.cards() + 1).map(|layer| PartId { layer, part: 0 })
    }

    fn backup(
        &self,
        table: &CardTable,
        ask: &mut dyn Ask<CardTable, Winners>,
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

    /// The value, if there is one of this record among so many players.
    pub(crate) fn checked(self, players: usize) -> Option<Winners> {
        let sets = 1..1u8 << players;
        (sets.contains(&self.winners.bits()) && self == LeadRecord::of(self.winners))
            .then_some(self.winners)
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

/// The bijection between numbers and leads from deals of so many cards: deals in the order of their
/// words, leads from the weakest. A moment that only the names of seats or the reduction keep apart
/// from one of these has its number too.
struct LeadIndex {
    rules: CardRules,
    numbering: Arc<Numbering>,
    cards: usize,
}

impl Index for LeadIndex {
    type Position = CardTable;

    fn len(&self) -> u64 {
        self.numbering.leads_of(self.cards, self.numbering.everybody(), false)
    }

    fn rank(&self, table: &CardTable) -> Option<u64> {
        if !table.is_led()
            || table.cards() + 1 != self.cards
            || table.has_ties() && !self.rules.ties()
        {
            return None;
        }
        let mut lead = 0;
        let word =
            reduce::pattern(&self.rules, self.numbering.alphabet(), table, |number, lies| {
                lead = if lies { number } else { lead };
            });
        let ranked = self.numbering.rank(self.cards, &word?)?;
        Some(ranked.first_lead + lead as u64)
    }

    fn unrank(&self, rank: u64) -> Option<CardTable> {
        let (word, lead) = self.numbering.unrank(self.cards, rank)?;
        let alphabet = self.numbering.alphabet();
        let card = *reduce::leads(&self.rules, alphabet, &word).get(lead)?;
        reduce::led(reduce::deal(&self.rules, alphabet, &word)?, card)
    }
}
