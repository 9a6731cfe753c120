//! The domains of Tanhinmin.

use std::collections::BTreeMap;

use shuban_core::{Domain, Field, Histogram, Seat};

use super::game::Tanhinmin;
use super::reduce;
use super::rules::{CardRules, Passing, RulesError};
use super::table::{Action, CardTable};
use crate::counts::{DealCounts, Patterns};
use crate::leads::{Alphabet, LeadDomain, LeadGame, Numbering, Word};

/// `tanhinmin/Pp`: the leads from all reduced deals of single cards for P players.
pub type SingleLeads = LeadDomain<Tanhinmin>;

impl SingleLeads {
    /// The domain of some rules.
    ///
    /// # Errors
    /// [`RulesError::Places`] if other places than the first have points: tables hold winners.
    pub fn new(rules: CardRules) -> Result<Self, RulesError> {
        if rules.points()[0] != 1 || rules.has_places() {
            return Err(RulesError::Places);
        }
        Ok(LeadDomain::of(Tanhinmin::new(rules)))
    }

    /// The rules.
    pub fn rules(&self) -> &CardRules {
        &self.game().rules
    }
}

/// The most cards of a deal that there is a layer for.
fn most_cards(rules: &CardRules) -> usize {
    match (rules.players(), rules.ties) {
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

impl LeadGame for Tanhinmin {
    type Reference = ();

    /// Of the deal: whether its leader holds one card or more, its value (with the leader as player
    /// 1), and the strength of its lowest winning lead. A deal has a row for its weakest lead, and
    /// one for each other.
    const COLUMNS: &'static [&'static str] = &["leader", "value", "lowest_lead", "lead"];
    const SECONDS_PER_LEAD: f64 = 7e-8;

    fn layer_name(&self, cards: usize) -> String {
        self.rules.name_with_cards(cards)
    }

    fn parameters(&self) -> BTreeMap<String, String> {
        let passing = match self.rules.passing {
            Passing::Voluntary => "voluntary",
            Passing::Print => "voluntary, looked at where no card leaves a chance",
            Passing::Forced => "forced",
        };
        [
            ("players", self.rules.players().to_string()),
            ("ties", self.rules.ties.to_string()),
            ("passing", passing.to_owned()),
            ("clearing", self.rules.clearing.description().to_owned()),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .into()
    }

    fn deals_text(&self, cards: usize) -> String {
        format!("{cards}{} cards", if self.rules.ties { "" } else { " different" })
    }

    fn alphabet(&self) -> Alphabet {
        self.rules.alphabet(most_cards(&self.rules))
    }

    fn cards(&self, table: &CardTable) -> usize {
        table.cards()
    }

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
        self.rules.passing == Passing::Print
    }

    fn dealt(&self, table: &CardTable) -> Option<usize> {
        let first = table.first();
        let others_hold =
            (0..self.rules.players()).all(|seat| seat == first || !table.hand(seat).is_empty());
        let nobody_else_is_out = table.gone() == usize::from(table.hand(first).is_empty());
        (table.is_led() && others_hold && nobody_else_is_out).then(|| table.cards() + 1)
    }

    fn pattern(&self, alphabet: &Alphabet, table: &CardTable) -> Option<(Word, usize)> {
        let fits = self.rules.ties || !table.has_ties();
        reduce::pattern(&self.rules, alphabet, table).filter(|_| fits)
    }

    fn led(&self, alphabet: &Alphabet, word: &Word, lead: usize) -> Option<CardTable> {
        reduce::led(&self.rules, alphabet, word, lead)
    }

    fn refusal(&self, table: &CardTable) -> Option<String> {
        let is_refused = table.has_ties() && !self.rules.ties;
        is_refused.then(|| "here all cards are different".to_owned())
    }

    fn layer_facts(
        &self,
        numbering: &Numbering,
        cards: usize,
        histogram: &Histogram,
    ) -> Vec<Field> {
        let counts = DealCounts::of(Self::COLUMNS, histogram).unwrap_or_default();
        counts.facts(Some(Patterns::new(numbering, self.rules.ties, cards)))
    }

    /// Without ties the rules are those with ties, so that either family knows the values of such
    /// deals.
    fn also_holds(&self, game: &str) -> bool {
        let [own, other] = [Some(self.rules), CardRules::by_name(game)]
            .map(|rules| rules.map(CardRules::distinct));
        own == other
    }

    fn variant_of(&self) -> Option<String> {
        let mut common = CardRules::new(self.rules.players()).ok()?;
        common.ties = self.rules.ties;
        (common != self.rules).then(|| common.name())
    }
}
