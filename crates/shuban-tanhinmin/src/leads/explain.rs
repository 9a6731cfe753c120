//! Texts and fields of the domains' tables.
//!
//! Tables count players from the one who leads, or whose cards lie. In answers they are counted as
//! the position is written.

use shuban_core::equation::EquationOf;
use shuban_core::shelf::{OracleError, Shelf, stored_values};
use shuban_core::{
    Cost, Datum, Domain, Explain, FamilyFacts, Field, Fields, Game, Histogram, Layer, LayerId,
    Play, Seat, Tabulate, Winners,
};

use super::domain::LeadDomain;
use super::equation::equation;
use crate::counts::{DealCounts, Patterns, Shapes};
use crate::rules::{CardRules, Deck};
use crate::table::CardTable;

impl Explain for LeadDomain {
    fn about(&self, layer: &Layer) -> String {
        let cards = self.cards(LayerId(layer.needs.len()));
        let deals = match self.rules().deck() {
            Deck::Ties => format!("{cards} cards"),
            Deck::Distinct => format!("{cards} different cards"),
            Deck::Sets => format!("{cards} cards, sets and eights among them,"),
        };
        format!("every lead from every deal of {deals} to {} players", self.game().seats())
    }

    fn cost(&self, layer: &Layer) -> Cost {
        let seconds_per_lead = if self.rules().has_sets() { 2.5e-6 } else { 7e-8 };
        Cost { core_seconds: seconds_per_lead * layer.positions() as f64 }
    }

    /// A value as it stands in tables, for any leader.
    fn fields(&self, value: &Winners) -> Fields {
        let wins = i64::from(*value == Winners::only(0));
        [Field::silent("wins", wins), Field::new("winners", value.to_string())]
            .into_iter()
            .collect()
    }

    fn fields_for(&self, value: &Winners, seat: Seat) -> Fields {
        value.fields_for(seat)
    }

    /// Winning alone is best, then with as few others as can be; sets without oneself are alike.
    fn merit(&self, _: &CardTable, value: &Winners, seat: Seat) -> i128 {
        -(value.tier(seat) as i128)
    }

    fn seen_by(&self, value: Winners, position: &CardTable, _: Seat) -> Winners {
        let seats = self.game().seats();
        value.rotated(seats - position.first(), seats)
    }

    fn equation(&self, position: &CardTable) -> Option<EquationOf<Self>> {
        Some(equation(self, position))
    }

    /// A moment after a lead is in a table. A deal has the layer of its leads; any other moment
    /// that in which its cards would be led.
    fn layer_for(&self, position: &CardTable) -> Result<Option<LayerId>, String> {
        if position.has_ties() && !self.rules().allows_ties() {
            return Err("here all cards are different".to_owned());
        }
        if self.game().outcome(position).is_some() {
            return Ok(None);
        }
        let cards = position.cards();
        let layer = self.locate(position).map(|place| place.layer).or(self.layer(cards));
        layer.map(Some).ok_or_else(|| {
            let [first, .., last] = self.layers() else { return String::new() };
            let (first, last) = (&first.name, &last.name);
            format!("{cards} cards are in no database ({first} to {last}); `solve` searches")
        })
    }

    /// The reduced position, the player to move, and who may win after each play: `leads` before a
    /// lead, else `plays`.
    fn extras(
        &self,
        position: &CardTable,
        value: Option<&Winners>,
        shelf: &dyn Shelf,
    ) -> Result<Fields, OracleError> {
        let game = self.game();
        let is_over = game.outcome(position).is_some();
        let player = (!is_over).then(|| game.to_move(position) as i64 + 1);
        let extras = Fields::new()
            .with(Field::silent("reduced", game.format(&game.canonical(position))))
            .with(Field::silent("player", player));
        if is_over || value.is_none() {
            return Ok(extras);
        }
        let stored = stored_values::<Self>(shelf, &self.name());
        let mut plays = Vec::new();
        game.plays(position, (), &mut plays);
        let mut members = Vec::with_capacity(plays.len());
        for Play { action, after } in plays {
            let Some(value) = stored(&after)? else { return Ok(extras) };
            let players = self.seen_by(value, &after, 0).iter().map(|seat| seat + 1);
            members.push((game.format_move(position, (), &action), Datum::list(players)));
        }
        let name = if position.trick().is_none() { "leads" } else { "plays" };
        Ok(extras.with(Field::silent(name, Datum::Object(members))))
    }

    fn facts(&self, layer: LayerId, histogram: &Histogram) -> Vec<Field> {
        let columns = self.histogram_columns();
        let counts = DealCounts::of(columns, histogram).unwrap_or_default();
        let (rules, cards) = (self.rules(), self.cards(layer));
        let patterns = || Patterns::new(self.numbering(), rules.allows_ties(), cards);
        let mut facts = counts.facts((!rules.has_sets()).then(patterns));
        facts.extend(Shapes::of(columns, histogram).map(|shapes| shapes.fact()));
        facts
    }

    /// Without ties the rules are those with ties, so that either family has the values of such
    /// deals.
    fn also_holds(&self, game: &str, _layer: &Layer) -> bool {
        let other = CardRules::by_name(game).filter(|rules| !rules.has_sets());
        let is_single = !self.rules().has_sets();
        is_single && other.is_some_and(|other| other.distinct() == self.rules().distinct())
    }

    fn family_facts(&self) -> FamilyFacts {
        let common = self.rules().common();
        let variant_of = (common != *self.rules()).then(|| common.name());
        FamilyFacts { variant_of, ..FamilyFacts::default() }
    }
}
