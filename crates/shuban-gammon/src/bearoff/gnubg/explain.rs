//! Descriptions of the tables of gnubg's databases.

use std::io::Write;

use shuban_core::checkers::Checkers;
use shuban_core::loopy::PlayOf;
use shuban_core::own_file::{FileBytes, OwnExport, OwnFile, OwnFiles, Rival};
use shuban_core::shelf::{OracleError, Shelf};
use shuban_core::solver::SearchFailure;
use shuban_core::worth::Rating;
use shuban_core::{
    Cost, Datum, Domain, Explain, FamilyFacts, Field, Fields, Game, Layer, LayerId, Seat,
    ValuedPlay,
};

use super::one_sided::{self, GnubgOneSided, Rolls};
use super::two_sided::{self, Equities, GnubgTwoSided};
use crate::bearoff::race::RaceWorth;
use crate::explain::{cost, table_of};
use crate::game::Gammon;
use crate::money::{CENTRED, Doubling, OWNED};
use crate::position::Position;

impl Explain for GnubgOneSided {
    fn about(&self, layer: &Layer) -> String {
        // Every lower point has a layer that this one needs.
        let point = layer.needs.len() + 1;
        format!(
            "one side alone with its rearmost checker on point {point}: how many rolls it needs, \
             rounded as in the databases of GNU Backgammon"
        )
    }

    fn cost(&self, layer: &Layer) -> Cost {
        cost(layer, self.game().variant(), 2e-6)
    }

    fn fields(&self, value: &Rolls) -> Fields {
        let chances = |of: &[u16]| -> Vec<f64> {
            of.iter().map(|&chance| f64::from(chance) / f64::from(u16::MAX)).collect()
        };
        let [all, first] = [chances(&value.all), chances(&value.first)];
        let expected = f64::from(value.mean()) / f64::from(u16::MAX);
        let expected = Field::new("expected_rolls", expected).short(format!("{expected:.4}"));
        let table = table_of(&all);
        Fields::new()
            .with(expected)
            .with(Field::silent("distribution", Datum::list(all)).long(table))
            .with(Field::silent("until_the_first_is_off", Datum::list(first)))
    }

    fn merit(&self, _side: &Checkers, value: &Rolls, _seat: Seat) -> i128 {
        -i128::from(value.mean())
    }

    fn own_files(&self) -> Option<&dyn OwnFiles<Self>> {
        Some(self)
    }

    fn family_facts(&self) -> FamilyFacts {
        family_facts()
    }
}

impl OwnFiles<Self> for GnubgOneSided {
    fn formats(&self) -> &'static [&'static str] {
        &one_sided::FORMATS
    }

    fn export(&self, own: &OwnExport<'_, Self>, out: &mut dyn Write) -> Result<u64, SearchFailure> {
        one_sided::export(self.game().variant().home(), own, out)
    }

    fn open<'a>(&'a self, file: &FileBytes) -> Result<Option<OwnFile<'a, Self>>, OracleError> {
        one_sided::open(file)
    }

    fn rivals(&self) -> Vec<Rival> {
        let rival = |points: usize, seconds| {
            let layer = format!("gnubg-os-{points}");
            makebearoff(&["-o".to_owned(), points.to_string()], &layer, seconds)
        };
        vec![rival(6, 2), rival(7, 5), rival(8, 21)]
    }
}

/// Facts about families of gnubg's databases: a file of that name has all that its layer needs.
fn family_facts() -> FamilyFacts {
    let variant_of = Some("backgammon/bearoff".to_owned());
    FamilyFacts { variant_of, is_rounded: true, includes_needed: true }
}

/// gnubg's generator, with its running time in seconds.
fn makebearoff(arguments: &[String], layer: &str, seconds: u32) -> Rival {
    let arguments = arguments.iter().cloned().chain(["-f".to_owned()]).collect();
    let layer = format!("backgammon/{layer}");
    Rival { name: "gnubg", program: "makebearoff", arguments, layer, format: "bd", seconds }
}

/// Unit of the equities by which plays are compared.
const UNIT: &str = "points a game, the cube in the middle, not doubled now";

/// A number of a file as an equity from −1 to 1.
fn equity(number: i16) -> f64 {
    f64::from(number as u16 ^ 0x8000) / 32767.5 - 1.0
}

/// Number of checkers of the side that has more.
fn checkers(layer: &Layer) -> usize {
    layer.needs.len() + 1
}

impl Explain for GnubgTwoSided {
    fn about(&self, layer: &Layer) -> String {
        let (points, checkers) = (self.points(), checkers(layer));
        let gammons = self.left_out(layer).map(|_| "; gammons are not counted").unwrap_or_default();
        format!(
            "a race on points 1 to {points}, {checkers} checkers on a side and no more on the \
             other: with and without a cube, rounded as in the databases of GNU \
             Backgammon{gammons}"
        )
    }

    /// A side that has borne off nothing may lose a gammon.
    fn left_out(&self, layer: &Layer) -> Option<String> {
        let is_whole = checkers(layer) >= self.game().variant.checkers();
        is_whole.then(|| "does not count gammons".to_owned())
    }

    fn cost(&self, layer: &Layer) -> Cost {
        Cost { core_seconds: layer.positions() as f64 * 1e-7 }
    }

    fn fields(&self, value: &Equities) -> Fields {
        let names = ["cubeless", "owned", "centred", "opponent"];
        let each: Vec<(&str, f64)> = names.into_iter().zip(value.kinds().map(equity)).collect();
        let long: Vec<String> =
            each.iter().map(|(name, number)| format!("{name} {number:+.4}")).collect();
        let object = each.iter().map(|&(name, number)| (name.to_owned(), Datum::from(number)));
        let equity = Field::new("equity", Datum::Object(object.collect()))
            .short(format!("{:+.4}", self::equity(value.centred)))
            .rated(Rating { number: self::equity(value.centred), range: [-1.0, 1.0], unit: UNIT })
            .long(long.join(", "));
        Fields::new().with(equity)
    }

    /// Compares the equity with the cube in the middle, then without a cube.
    fn merit(&self, _position: &Position, value: &Equities, _seat: Seat) -> i128 {
        (i128::from(value.centred) << 16) + i128::from(value.cubeless)
    }

    fn seen_by(&self, value: Equities, position: &Position, seat: Seat) -> Equities {
        if position.seat() == seat { value } else { value.opposite() }
    }

    /// The opponent, who rolls next, may double first.
    fn through(&self, value: Equities, _position: &Position, _play: &PlayOf<Self>) -> Equities {
        value.opposite().after_play()
    }

    /// The best of each kind, which may be of different plays.
    fn best_value(&self, plays: &[ValuedPlay<Gammon, Equities>]) -> Option<Equities> {
        plays.iter().map(|play| play.value).reduce(|best, value| Some(best?.best(value?)))?
    }

    /// The cube action.
    fn extras(
        &self,
        position: &Position,
        value: Option<&Equities>,
        _shelf: &dyn Shelf,
    ) -> Result<Fields, OracleError> {
        let Some(value) = value.filter(|_| self.game().outcome(position).is_none()) else {
            return Ok(Fields::new());
        };
        let decision = |(case, no_double): ([&'static str; 2], i16)| {
            let numbers = [equity(no_double), 2.0 * equity(value.opponent), 1.0];
            let action = value.action(no_double).name();
            let written = &|number: f64| format!("{number:+.4}");
            Doubling { case, numbers, action, written }.decision()
        };
        let cases = [(CENTRED, value.centred), (OWNED, value.owned)].map(decision);
        Ok(Fields::decided("cube", cases.into()))
    }

    fn why_not(&self, name: &str) -> Option<String> {
        self.reason_against(name)
    }

    fn own_files(&self) -> Option<&dyn OwnFiles<Self>> {
        Some(self)
    }

    fn family_facts(&self) -> FamilyFacts {
        family_facts()
    }
}

impl OwnFiles<Self> for GnubgTwoSided {
    fn formats(&self) -> &'static [&'static str] {
        &two_sided::FORMATS
    }

    fn bytes(&self, format: &str, layer: LayerId) -> Option<u64> {
        Some(two_sided::bytes(self.points(), layer.0 + 1, format))
    }

    fn export(&self, own: &OwnExport<'_, Self>, out: &mut dyn Write) -> Result<u64, SearchFailure> {
        two_sided::export(self.points(), own, out)
    }

    fn open<'a>(&'a self, file: &FileBytes) -> Result<Option<OwnFile<'a, Self>>, OracleError> {
        two_sided::open(self.points(), file)
    }

    fn rivals(&self) -> Vec<Rival> {
        let rival = |checkers: usize, seconds| {
            let size = format!("{}x{checkers}", self.points());
            makebearoff(&["-t".to_owned(), size.clone()], &format!("gnubg-ts-{size}"), seconds)
        };
        match self.points() {
            6 => vec![rival(6, 10), rival(7, 55), rival(8, 254)],
            _ => Vec::new(),
        }
    }
}
