//! What the domains say of their tables.
//!
//! Tables count players from the one who leads, or whose cards lie. In answers they are counted as
//! the position is written.

use shuban_core::{
    Cost, Datum, Domain, EquationOf, Explain, Field, Fields, Histogram, Layer, LayerId,
    OracleError, Play, Seat, Shelf, Winners, stored_values,
};

use super::domain::LeadDomain;
use super::equation::equation;
use super::game::LeadGame;

impl<G: LeadGame> Explain for LeadDomain<G> {
    fn about(&self, layer: &Layer) -> String {
        let deals = self.game().deals_text(self.cards(LayerId(layer.needs.len())));
        format!("every lead from every deal of {deals} to {} players", self.game().seats())
    }

    fn cost(&self, layer: &Layer) -> Cost {
        Cost { core_seconds: G::SECONDS_PER_LEAD * layer.positions() as f64 }
    }

    /// A value as it stands in tables, for whoever leads.
    fn fields(&self, value: &Winners) -> Fields {
        let wins = i64::from(*value == Winners::only(0));
        [Field::silent("wins", wins), Field::new("winners", value.to_string())]
            .into_iter()
            .collect()
    }

    fn fields_for(&self, value: &Winners, seat: Seat) -> Fields {
        value.fields_for(seat)
    }

    /// To win alone is best, then with as few others as can be; sets without oneself are alike.
    fn merit(&self, _: &G::Position, value: &Winners, seat: Seat) -> i128 {
        -(value.tier(seat) as i128)
    }

    fn seen_by(&self, value: Winners, position: &G::Position, _: Seat) -> Winners {
        let seats = self.game().seats();
        value.rotated(seats - self.game().first(position), seats)
    }

    fn equation(&self, position: &G::Position) -> Option<EquationOf<Self>> {
        Some(equation(self, position))
    }

    /// A moment after a lead is in a table. A deal is where its leads are; and what comes of any
    /// other moment is where its cards would be led.
    fn layer_for(&self, position: &G::Position) -> Result<Option<LayerId>, String> {
        if let Some(refusal) = self.game().refusal(position) {
            return Err(refusal);
        }
        if self.game().outcome(position).is_some() {
            return Ok(None);
        }
        let cards = self.game().cards(position);
        let layer = self.locate(position).map(|place| place.layer).or(self.layer(cards));
        layer.map(Some).ok_or_else(|| {
            let [first, .., last] = self.layers() else { return String::new() };
            let (first, last) = (&first.name, &last.name);
            format!("{cards} cards are in no database ({first} to {last}); `solve` searches")
        })
    }

    /// The reduced position, whose turn it is, and who may win after each play: `leads` before a
    /// lead, else `plays`.
    fn extras(
        &self,
        position: &G::Position,
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
        let name = if game.is_lead(position) { "leads" } else { "plays" };
        Ok(extras.with(Field::silent(name, Datum::Object(members))))
    }

    fn facts(&self, layer: LayerId, histogram: &Histogram) -> Vec<Field> {
        self.game().layer_facts(self.numbering(), self.cards(layer), histogram)
    }

    fn also_holds(&self, game: &str, _layer: &Layer) -> bool {
        self.game().also_holds(game)
    }

    fn variant_of(&self) -> Option<String> {
        self.game().variant_of()
    }
}
