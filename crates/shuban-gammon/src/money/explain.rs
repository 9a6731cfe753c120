//! Descriptions of the tables of money games.

use std::io::Write;

use shuban_core::loopy::PlayOf;
use shuban_core::own_file::{Deviation, FileBytes, OwnExport, OwnFile, OwnFiles, Rival};
use shuban_core::shelf::{OracleError, Shelf};
use shuban_core::solver::SearchFailure;
use shuban_core::text::rounded_up;
use shuban_core::{
    Cost, Datum, Domain, Explain, FamilyFacts, Field, Fields, Game, Layer, Seat, ValuedPlay,
};

use super::Dances;
use super::domain::Money;
use super::doubling::{CENTRED, JACOBY, OWNED, doubling_for_money};
use super::fields::{bounds, cubeless_rating, middles, percent, told, widest};
use super::file;
use super::value::{Chances, MOST, MoneyEquities, MoneyValue};
use crate::game::Gammon;
use crate::position::Position;

impl Explain for Money {
    fn about(&self, _layer: &Layer) -> String {
        let what = format!(
            "hypergammon for money, {} a side: gammons, with a cube and without, and how games end",
            self.checkers()
        );
        match self.dances() {
            Dances::AsPlays => what,
            Dances::AsGnubg => {
                format!("{what}, with the cube after a dance as GNU Backgammon has it")
            }
        }
    }

    fn cost(&self, layer: &Layer) -> Cost {
        // Some 160 sweeps of equities and half as many of chances. The tables of three checkers a
        // side are larger than the nearer caches.
        let of_a_position = if self.checkers() < 3 { 4e-5 } else { 1.25e-4 };
        Cost { core_seconds: layer.positions() as f64 * of_a_position }
    }

    fn fields(&self, value: &MoneyValue) -> Fields {
        let (equities, chances) = (value.equities.kinds(), value.chances.kinds());
        let told = told(&MoneyEquities::NAMES, &equities);
        let widest = widest(&equities).max(widest(&chances));
        let equity = Field::new("equity", middles(&MoneyEquities::NAMES, &equities))
            .short(format!("{:+.4}", value.equities.cubeless.midpoint()))
            .rated(cubeless_rating(value.equities.cubeless.midpoint(), MOST))
            .long(match self.dances() {
                Dances::AsPlays => format!("{told}; proven to {}", rounded_up(widest)),
                // Neither exact nor, where they come from a file, bounds.
                Dances::AsGnubg => told,
            });
        let chance = Field::new("chances", middles(&Chances::NAMES, &chances))
            .short(format!("{:.2} %", 100.0 * value.chances.win.midpoint()))
            .long(percent(&Chances::NAMES, &chances));
        let all = Datum::object([
            ("equity", bounds(&MoneyEquities::NAMES, &equities)),
            ("chances", bounds(&Chances::NAMES, &chances)),
        ]);
        Fields::new().with(equity).with(chance).with(Field::silent("bounds", all))
    }

    /// Merit by the equity without a cube, which determines [`Chances`]; then by one in the middle.
    fn merit(&self, _position: &Position, value: &MoneyValue, _seat: Seat) -> i128 {
        let MoneyEquities { cubeless, centred, .. } = value.equities;
        (cubeless.twice_the_middle() << 40) + centred.twice_the_middle()
    }

    fn seen_by(&self, value: MoneyValue, position: &Position, seat: Seat) -> MoneyValue {
        if position.seat() == seat { value } else { value.opposite() }
    }

    /// The opponent, who rolls next, may double first.
    fn through(&self, value: MoneyValue, _position: &Position, play: &PlayOf<Self>) -> MoneyValue {
        let others = value.equities.opposite();
        let equities = match self.dances() {
            Dances::AsGnubg if play.action.is_pass() => others.after_dance_as_gnubg(),
            _ => others.after_play(),
        };
        MoneyValue { equities, ..value }
    }

    /// The best of each kind of equity, which may be of different plays; chances are those of the
    /// best without a cube.
    fn best_value(&self, plays: &[ValuedPlay<Gammon, MoneyValue>]) -> Option<MoneyValue> {
        let chances = plays.first()?.value?.chances;
        let equities = plays.iter().map(|play| Some(play.value?.equities));
        let equities = equities.reduce(|best, other| Some(best?.best(other?)))??;
        Some(MoneyValue { equities, chances })
    }

    /// The cube action, and the take points.
    fn extras(
        &self,
        position: &Position,
        value: Option<&MoneyValue>,
        _shelf: &dyn Shelf,
    ) -> Result<Fields, OracleError> {
        let Some(value) = value.filter(|_| self.game().outcome(position).is_none()) else {
            return Ok(Fields::new());
        };
        let MoneyEquities { centred, jacoby, owned, opponent, .. } = value.equities;
        let cases = [(CENTRED, centred), (JACOBY, jacoby), (OWNED, owned)];
        let cases = cases.map(|(case, equity)| doubling_for_money(case, equity, opponent));
        let fields = Fields::decided("cube", cases.into());
        Ok(match value.chances.take_points() {
            None => fields,
            Some([dead, live]) => {
                let datum = Datum::object([("dead", dead.into()), ("live", live.into())]);
                let long = format!(
                    "the opponent takes with {:.1} % (a cube that stays) or {:.1} % (one that is \
                     turned again)",
                    100.0 * dead,
                    100.0 * live
                );
                fields.with(Field::new("take_point", datum).long(long))
            }
        })
    }

    fn why_not(&self, name: &str) -> Option<String> {
        let checkers = name.strip_prefix("hypergammon/")?.parse::<usize>().ok()?;
        (self.checkers() == 3 && !(1..=3).contains(&checkers))
            .then(|| "hypergammon is played with up to 3 checkers a side".to_owned())
    }

    fn own_files(&self) -> Option<&dyn OwnFiles<Self>> {
        Some(self)
    }

    /// With gnubg's defect, values follow from its form of the equation, and are not exact.
    fn family_facts(&self) -> FamilyFacts {
        let is_rounded = self.dances() == Dances::AsGnubg;
        let variant_of = is_rounded.then(|| format!("hypergammon/{}", self.checkers()));
        FamilyFacts { variant_of, is_rounded, ..FamilyFacts::default() }
    }
}

impl OwnFiles<Self> for Money {
    fn formats(&self) -> &'static [&'static str] {
        &file::FORMATS
    }

    fn export(&self, own: &OwnExport<'_, Self>, out: &mut dyn Write) -> Result<u64, SearchFailure> {
        file::export(self, own, out)
    }

    fn open<'a>(&'a self, file: &FileBytes) -> Result<Option<OwnFile<'a, Self>>, OracleError> {
        file::open(self, file)
    }

    fn deviation(
        &self,
        ours: &FileBytes,
        theirs: &FileBytes,
    ) -> Result<Option<Deviation>, OracleError> {
        file::deviation(self, ours, theirs).map(Some)
    }

    fn rivals(&self) -> Vec<Rival> {
        let rival = |seconds| {
            let checkers = self.checkers().to_string();
            Rival {
                name: "gnubg",
                program: "makehyper",
                arguments: ["-c", &checkers, "-n", "-f"].map(str::to_owned).to_vec(),
                layer: self.name(),
                format: file::FORMATS[0],
                seconds,
            }
        };
        match (self.dances(), self.checkers()) {
            (Dances::AsGnubg, 1) => vec![rival(1)],
            (Dances::AsGnubg, 2) => vec![rival(28)],
            _ => Vec::new(),
        }
    }
}
