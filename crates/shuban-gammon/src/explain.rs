//! Descriptions of the tables of the family's domains.

use shuban_core::checkers::Checkers;
use shuban_core::dice::rolls;
use shuban_core::equation::{EquationOf, equation_expected_where};
use shuban_core::interval::{FineInterval, FixedPoint};
use shuban_core::shelf::{OracleError, Shelf};
use shuban_core::text::outward;
use shuban_core::{
    Cost, Datum, Domain, Explain, FamilyFacts, Field, Fields, Game, Interval, Layer, Seat,
    ValuedPlay,
};

use crate::bearoff::{self, Distribution, OneSidedBearOff, TwoSidedBearOff};
use crate::contact::Contact;
use crate::game::Gammon;
use crate::money::cubeless_rating;
use crate::payoff::Payoff;
use crate::position::Position;
use crate::variant::Variant;

/// Variants that start in another way on backgammon's board: the same positions, so that they share
/// its databases.
pub(crate) const ON_BACKGAMMONS_BOARD: [&str; 2] = ["nackgammon", "hypergammon"];

/// Cost of a layer if a position with a roll takes `seconds`.
pub(crate) fn cost(layer: &Layer, variant: &Variant, seconds: f64) -> Cost {
    Cost { core_seconds: layer.positions() as f64 * rolls(variant.faces()).len() as f64 * seconds }
}

/// Compares the middle, then the lower bound.
fn merit<T: FixedPoint>(value: Interval<T>) -> i128 {
    (value.twice_the_middle() << 63) + value.lower.units()
}

/// A value for the player to move as the player of a seat sees it.
fn seen_by<T: FixedPoint>(value: Interval<T>, position: &Position, seat: Seat) -> Interval<T> {
    if position.seat() == seat { value } else { -value }
}

/// The bounds of the best of all plays.
fn best<T: FixedPoint>(plays: &[ValuedPlay<Gammon, Interval<T>>]) -> Option<Interval<T>> {
    plays.iter().map(|play| play.value).reduce(|best, value| Some(best?.max(value?)))?
}

/// Returns true if `backup` asks for a position after a play: for all but those where the side that
/// has just played has borne off its last checker.
fn is_asked(game: &Gammon, after: &Position) -> bool {
    !after.opponent.is_empty() || game.outcome(after).is_none()
}

/// A number of points without a cube, with proven bounds, from a value in units of four points.
fn cubeless(value: Interval) -> Fields {
    let [equity, lower, upper] = value.numbers().map(|number| number * Payoff::Money.scale());
    let [least, most] = outward(lower, upper, 10);
    let long = format!("cubeless {equity:+.10}, proven between {least} and {most}");
    let bounds = Datum::object([("cubeless", Datum::list([lower, upper]))]);
    Fields::new()
        .with(
            Field::new("equity", Datum::object([("cubeless", equity.into())]))
                .short(format!("{equity:+.4}"))
                .rated(cubeless_rating(equity, 3))
                .long(long),
        )
        .with(Field::silent("bounds", Datum::object([("equity", bounds)])))
}

impl Explain for Contact {
    fn about(&self, layer: &Layer) -> String {
        let left = match &layer.parts[..] {
            [one] => format!("{} checkers left, either side to roll", one.name),
            parts => {
                let names: Vec<&str> = parts.iter().map(|part| part.name.as_str()).collect();
                format!("{} checkers left", names.join(" and "))
            }
        };
        match self.payoff() {
            Payoff::Win => left,
            Payoff::Money => format!("{left}, with gammons, without a cube"),
        }
    }

    fn cost(&self, layer: &Layer) -> Cost {
        // About the time of some seventy sweeps for each roll of a position: half of that where a
        // layer stays in the caches, and rather more in the largest ones.
        cost(layer, &self.game().variant, 5e-7)
    }

    fn fields(&self, value: &Interval) -> Fields {
        match self.payoff() {
            Payoff::Win => Fields::expected_result(*value),
            Payoff::Money => cubeless(*value),
        }
    }

    /// Returns, for money, whether a gammon can still be won.
    fn extras(
        &self,
        position: &Position,
        _value: Option<&Interval>,
        _shelf: &dyn Shelf,
    ) -> Result<Fields, OracleError> {
        if self.payoff() == Payoff::Win || self.game().outcome(position).is_some() {
            return Ok(Fields::new());
        }
        let all = self.game().variant.checkers();
        let are_possible =
            [position.mover, position.opponent].iter().any(|side| side.count() == all);
        let long = match are_possible {
            true => "possible",
            false => "none any more: both sides have borne off checkers",
        };
        Ok(Fields::new().with(Field::new("gammons", are_possible).long(long)))
    }

    fn merit(&self, _position: &Position, value: &Interval, _seat: Seat) -> i128 {
        merit(*value)
    }

    fn seen_by(&self, value: Interval, position: &Position, seat: Seat) -> Interval {
        seen_by(value, position, seat)
    }

    fn equation(&self, position: &Position) -> Option<EquationOf<Self>> {
        match self.payoff() {
            Payoff::Win => {
                equation_expected_where(self, position, &|after| is_asked(self.game(), after))
            }
            // Its terms are results of wins and losses.
            Payoff::Money => None,
        }
    }

    fn best_value(&self, plays: &[ValuedPlay<Gammon, Interval>]) -> Option<Interval> {
        best(plays)
    }

    fn also_holds(&self, game: &str, layer: &Layer) -> bool {
        let is_here =
            self.game().variant.name() == "backgammon" && ON_BACKGAMMONS_BOARD.contains(&game);
        let sizes = |most: usize| (1..=most).flat_map(move |a| (1..=a).map(move |b| (a, b)));
        let named = |(a, b)| layer.name == format!("backgammon/contact-{a}-{b}");
        is_here && Variant::by_name(game).is_some_and(|other| sizes(other.checkers()).any(named))
    }

    fn family_facts(&self) -> FamilyFacts {
        let wins = || format!("{}/{}", self.game().variant.name(), Payoff::Win.family());
        let variant_of = (self.payoff() == Payoff::Money).then(wins);
        FamilyFacts { variant_of, ..FamilyFacts::default() }
    }
}

impl Explain for TwoSidedBearOff {
    fn about(&self, _layer: &Layer) -> String {
        format!("both sides with up to {} checkers at home", self.game().variant.checkers())
    }

    fn cost(&self, layer: &Layer) -> Cost {
        cost(layer, &self.game().variant, 2e-6)
    }

    fn fields(&self, value: &FineInterval) -> Fields {
        Fields::expected_result(*value)
    }

    fn merit(&self, _position: &Position, value: &FineInterval, _seat: Seat) -> i128 {
        merit(*value)
    }

    fn seen_by(&self, value: FineInterval, position: &Position, seat: Seat) -> FineInterval {
        seen_by(value, position, seat)
    }

    fn equation(&self, position: &Position) -> Option<EquationOf<Self>> {
        equation_expected_where(self, position, &|after| is_asked(self.game(), after))
    }

    fn best_value(&self, plays: &[ValuedPlay<Gammon, FineInterval>]) -> Option<FineInterval> {
        best(plays)
    }
}

/// The chances of each number of rolls, a line each.
pub(crate) fn table_of(chances: &[f64]) -> String {
    let mut table = "\nrolls    chance  done by then".to_owned();
    let mut sum = 0.0;
    for (rolls, chance) in chances.iter().enumerate().filter(|&(_, &chance)| chance > 0.0) {
        sum += chance;
        table += &format!("\n{rolls:>5}  {:>6.2} %  {:>10.2} %", 100.0 * chance, 100.0 * sum);
    }
    table
}

impl Explain for OneSidedBearOff {
    fn about(&self, _layer: &Layer) -> String {
        let checkers = self.game().variant().checkers();
        format!("one side alone with up to {checkers} checkers at home: how many rolls it needs")
    }

    fn cost(&self, layer: &Layer) -> Cost {
        // The distributions are long integers, and one pass follows the other.
        cost(layer, self.game().variant(), 1e-5)
    }

    fn fields(&self, value: &Distribution) -> Fields {
        let [expected, lower, upper] = value.expected().numbers();
        let chances = value.probabilities();
        let table = table_of(&chances);
        let expected = Field::new("expected_rolls", expected)
            .short(format!("{expected:.10}"))
            .long(format!("{expected:.10}  proven between {lower:.10} and {upper:.10}"));
        Fields::new()
            .with(expected)
            .with(Field::silent("lower", lower))
            .with(Field::silent("upper", upper))
            .with(Field::silent("distribution", Datum::list(chances)).long(table))
    }

    fn merit(&self, _side: &Checkers, value: &Distribution, _seat: Seat) -> i128 {
        value.merit()
    }

    fn equation(&self, side: &Checkers) -> Option<EquationOf<Self>> {
        bearoff::equation(self, side)
    }
}
