//! Descriptions of the tables of races.

use shuban_core::loopy::PlayOf;
use shuban_core::shelf::{OracleError, Shelf};
use shuban_core::text::rounded_up;
use shuban_core::{
    Cost, Datum, Domain, Explain, FamilyFacts, Field, Fields, Game, Layer, Seat, ValuedPlay,
};

use super::MoneyRaces;
use super::value::RaceEquities;
use crate::bearoff::race::RaceWorth;
use crate::game::Gammon;
use crate::money::doubling::{CENTRED, OWNED, doubling_for_money};
use crate::money::fields::{bounds, cubeless_rating, middles, percent, told, widest};
use crate::position::Position;

/// The chances that are shown.
const CHANCES: [&str; 1] = ["win"];

impl Explain for MoneyRaces {
    fn about(&self, layer: &Layer) -> String {
        let (points, checkers) = (self.points(), layer.needs.len() + 1);
        format!(
            "a race on points 1 to {points}, {checkers} checkers on a side and no more on the \
             other: with and without a cube, in proven bounds; no gammons: both sides have borne \
             off a checker"
        )
    }

    fn cost(&self, layer: &Layer) -> Cost {
        Cost { core_seconds: layer.positions() as f64 * 6e-7 }
    }

    fn fields(&self, value: &RaceEquities) -> Fields {
        let (names, equities, win) = (&RaceEquities::NAMES, &value.kinds(), &[value.win()]);
        let proven = rounded_up(widest(equities));
        let equity = Field::new("equity", middles(names, equities))
            .short(format!("{:+.4}", value.cubeless.midpoint()))
            .rated(cubeless_rating(value.cubeless.midpoint(), 1))
            .long(format!("{}; proven to {proven}", told(names, equities)));
        let chance = Field::new("chances", middles(&CHANCES, win))
            .short(format!("{:.2} %", 100.0 * value.win().midpoint()))
            .long(percent(&CHANCES, win));
        let all = Datum::object([
            ("equity", bounds(names, equities)),
            ("chances", bounds(&CHANCES, win)),
        ]);
        Fields::new().with(equity).with(chance).with(Field::silent("bounds", all))
    }

    /// Compares the equity without a cube; then with one in the middle.
    fn merit(&self, _position: &Position, value: &RaceEquities, _seat: Seat) -> i128 {
        (value.cubeless.twice_the_middle() << 40) + value.centred.twice_the_middle()
    }

    fn seen_by(&self, value: RaceEquities, position: &Position, seat: Seat) -> RaceEquities {
        if position.seat() == seat { value } else { value.opposite() }
    }

    /// The opponent, who rolls next, may double first.
    fn through(
        &self,
        value: RaceEquities,
        _position: &Position,
        _play: &PlayOf<Self>,
    ) -> RaceEquities {
        value.opposite().after_play()
    }

    /// The best of each kind, which may be of different plays.
    fn best_value(&self, plays: &[ValuedPlay<Gammon, RaceEquities>]) -> Option<RaceEquities> {
        plays.iter().map(|play| play.value).reduce(|best, value| Some(best?.best(value?)))?
    }

    /// The cube actions.
    fn extras(
        &self,
        position: &Position,
        value: Option<&RaceEquities>,
        _shelf: &dyn Shelf,
    ) -> Result<Fields, OracleError> {
        let Some(value) = value.filter(|_| self.game().outcome(position).is_none()) else {
            return Ok(Fields::new());
        };
        let cases = [(CENTRED, value.centred), (OWNED, value.owned)];
        let cases = cases.map(|(case, equity)| doubling_for_money(case, equity, value.opponent));
        Ok(Fields::decided("cube", cases.into()))
    }

    fn why_not(&self, name: &str) -> Option<String> {
        self.reason_against(name)
    }

    /// A layer's name means up to that many checkers.
    fn family_facts(&self) -> FamilyFacts {
        let variant_of = Some("backgammon/bearoff".to_owned());
        FamilyFacts { variant_of, is_rounded: false, includes_needed: true }
    }
}
