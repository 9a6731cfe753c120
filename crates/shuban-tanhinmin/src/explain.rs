//! What the domains say of their tables.
//!
//! Tables count players from the one who leads, or whose cards lie. In answers they are counted as
//! the position is written.

use shuban_core::{
    Cost, Datum, Domain, Explain, Field, Fields, Game, Histogram, Layer, LayerId, OracleError,
    Play, PositionOf, Seat, Shelf, Tabulate, Winners, stored_values,
};

use crate::counts::{DealCounts, Shapes};
use crate::moments::Moments;
use crate::open::{OpenLeads, OpenRules, OpenTable};
use crate::tanhinmin::{CardRules, CardTable, Leads};

impl Explain for Leads {
    fn about(&self, layer: &Layer) -> String {
        let rules = self.rules();
        let cards = self.cards(LayerId(layer.needs.len()));
        let ties = if rules.ties() { "" } else { " different" };
        format!("every lead from every deal of {cards}{ties} cards to {} players", rules.players())
    }

    fn cost(&self, layer: &Layer) -> Cost {
        Cost { core_seconds: 7e-8 * layer.positions() as f64 }
    }

    fn fields(&self, value: &Winners) -> Fields {
        stored_fields(*value)
    }

    fn fields_for(&self, value: &Winners, seat: Seat) -> Fields {
        value.fields_for(seat)
    }

    fn merit(&self, _: &CardTable, value: &Winners, seat: Seat) -> i128 {
        merit(*value, seat)
    }

    fn seen_by(&self, value: Winners, table: &CardTable, _: Seat) -> Winners {
        as_written(self, value, table)
    }

    /// A moment after a lead is in a table. A deal is where its leads are; and what comes of any
    /// other moment is where its cards would be led.
    fn layer_for(&self, table: &CardTable) -> Result<Option<LayerId>, String> {
        if table.has_ties() && !self.rules().ties() {
            return Err("here all cards are different".to_owned());
        }
        layer_for(self, table, table.cards(), self.layer(table.cards()))
    }

    fn extras(
        &self,
        table: &CardTable,
        value: Option<&Winners>,
        shelf: &dyn Shelf,
    ) -> Result<Fields, OracleError> {
        extras(self, table, value, shelf)
    }

    fn facts(&self, layer: LayerId, histogram: &Histogram) -> Vec<Field> {
        let counts = DealCounts::of(self.histogram_columns(), histogram).unwrap_or_default();
        counts.facts(Some((self.numbering(), self.rules(), self.cards(layer))))
    }

    /// Without ties the rules are those with ties, so that either family knows the values of such
    /// deals.
    fn also_holds(&self, game: &str, _layer: &Layer) -> bool {
        let alike = |rules: &CardRules| {
            (rules.players(), rules.passing(), rules.clearing(), rules.points().to_vec())
        };
        CardRules::by_name(game).is_some_and(|other| alike(&other) == alike(self.rules()))
    }

    fn variant_of(&self) -> Option<String> {
        let rules = self.rules();
        let common = CardRules::new(rules.players()).ok()?;
        let common = if rules.ties() { common } else { common.distinct() };
        (common != *rules).then(|| common.name())
    }
}

impl Explain for OpenLeads {
    fn about(&self, layer: &Layer) -> String {
        let cards = self.cards(LayerId(layer.needs.len()));
        let players = self.rules().players();
        format!(
            "every lead from every deal of {cards} cards, sets and eights among them, to {players} players"
        )
    }

    fn cost(&self, layer: &Layer) -> Cost {
        Cost { core_seconds: 2.5e-6 * layer.positions() as f64 }
    }

    fn fields(&self, value: &Winners) -> Fields {
        stored_fields(*value)
    }

    fn fields_for(&self, value: &Winners, seat: Seat) -> Fields {
        value.fields_for(seat)
    }

    fn merit(&self, _: &OpenTable, value: &Winners, seat: Seat) -> i128 {
        merit(*value, seat)
    }

    fn seen_by(&self, value: Winners, table: &OpenTable, _: Seat) -> Winners {
        as_written(self, value, table)
    }

    fn layer_for(&self, table: &OpenTable) -> Result<Option<LayerId>, String> {
        layer_for(self, table, table.cards(), self.layer(table.cards()))
    }

    fn extras(
        &self,
        table: &OpenTable,
        value: Option<&Winners>,
        shelf: &dyn Shelf,
    ) -> Result<Fields, OracleError> {
        extras(self, table, value, shelf)
    }

    fn facts(&self, _: LayerId, histogram: &Histogram) -> Vec<Field> {
        let columns = self.histogram_columns();
        let mut facts = DealCounts::of(columns, histogram).unwrap_or_default().facts(None);
        facts.extend(Shapes::of(columns, histogram).map(|shapes| shapes.fact()));
        facts
    }

    fn variant_of(&self) -> Option<String> {
        let common = OpenRules::new(self.rules().players()).ok()?;
        (common != *self.rules()).then(|| common.name())
    }
}

/// A value as it stands in tables, for whoever leads.
fn stored_fields(value: Winners) -> Fields {
    let wins = i64::from(value == Winners::only(0));
    [Field::silent("wins", wins), Field::new("winners", value.to_string())].into_iter().collect()
}

/// To win alone is best, then with as few others as can be; sets without oneself are alike.
fn merit(value: Winners, seat: Seat) -> i128 {
    -(value.tier(seat) as i128)
}

/// A stored set with its players counted as the position is written.
fn as_written<D: Moments>(domain: &D, value: Winners, position: &PositionOf<D>) -> Winners {
    let seats = domain.game().seats();
    value.rotated(seats - domain.first(position), seats)
}

/// Where the moment of a game of so many cards is; if no table holds it, where its cards `would_be`
/// led.
fn layer_for<D: Domain>(
    domain: &D,
    position: &PositionOf<D>,
    cards: usize,
    would_be: Option<LayerId>,
) -> Result<Option<LayerId>, String> {
    if domain.game().outcome(position).is_some() {
        return Ok(None);
    }
    let layer = domain.locate(position).map(|place| place.layer).or(would_be);
    layer.map(Some).ok_or_else(|| {
        let name =
            |layer: Option<&Layer>| layer.map_or_else(String::new, |layer| layer.name.clone());
        let (first, last) = (name(domain.layers().first()), name(domain.layers().last()));
        format!("{cards} cards are in no database ({first} to {last}); `solve` searches")
    })
}

/// The reduced position, whose turn it is, and who may win after each play: `leads` before a lead,
/// else `plays`.
fn extras<D: Moments>(
    domain: &D,
    position: &PositionOf<D>,
    value: Option<&Winners>,
    shelf: &dyn Shelf,
) -> Result<Fields, OracleError>
where
    PositionOf<D>: 'static,
{
    let game = domain.game();
    let is_over = game.outcome(position).is_some();
    let player = (!is_over).then(|| game.to_move(position) as i64 + 1);
    let extras = Fields::new()
        .with(Field::silent("reduced", game.format(&game.canonical(position))))
        .with(Field::silent("player", player));
    if is_over || value.is_none() {
        return Ok(extras);
    }
    let stored = stored_values::<D>(shelf, &domain.name());
    let mut plays = Vec::new();
    game.plays(position, (), &mut plays);
    let mut members = Vec::with_capacity(plays.len());
    for Play { action, after } in plays {
        let Some(value) = stored(&after)? else { return Ok(extras) };
        let players = as_written(domain, value, &after).iter().map(|seat| seat + 1);
        members.push((game.format_move(position, (), &action), Datum::list(players)));
    }
    let name = if domain.is_lead(position) { "leads" } else { "plays" };
    Ok(extras.with(Field::silent(name, Datum::Object(members))))
}
