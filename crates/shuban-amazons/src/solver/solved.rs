//! A sum of regions as it is answered.

use shuban_core::{Datum, Field, Fields};

use super::Winner;
use crate::canonical::CanonicalValue;
use crate::domain::Regions;
use crate::explain::{canonical_fields, signed, thermograph_field};
use crate::notation::format_position;
use crate::pair::Pair;
use crate::position::Position;
use crate::subgame::Side;
use crate::sum::{Sum, SumBounds, SumMove, SumRegion};

/// A region of a sum, with what is known of it.
pub(super) struct SolvedRegion {
    pub(super) region: SumRegion,
    pub(super) value: Option<Pair>,
    /// Whether the value comes from a table.
    pub(super) is_stored: bool,
    /// The canonical value, where it is built.
    pub(super) canonical: Option<CanonicalValue>,
}

/// What is known of a sum of regions.
pub(super) struct SolvedSum {
    pub(super) to_move: Side,
    /// The independent regions with amazons.
    pub(super) regions: Vec<SolvedRegion>,
    /// What the values of the regions alone say.
    pub(super) bounds: SumBounds,
    /// Who makes the last move, and what decided it: `bounds` (the values of the regions alone),
    /// `first turns` (their values for every order of the first turns), `thermographs`,
    /// `canonical values` or `search`.
    pub(super) winner: Winner,
    /// How many more moves Black makes than White, and what found it: `bounds`, `first turns` or
    /// `search`.
    pub(super) score: Option<(i32, &'static str)>,
    /// Bounds of the score, by all that is known, where the search for it was given up.
    pub(super) score_bounds: Option<(i32, i32)>,
    /// All best moves.
    pub(super) best: Vec<SumMove>,
    /// What the best moves keep: the `score`, or, where that is not known, the `winner`.
    pub(super) best_for: Option<&'static str>,
}

/// What would make more known.
const MORE: &str =
    "a search with higher limits of memory (--memory), nodes (--nodes) or time (--time) may tell";

impl SolvedRegion {
    /// The layer that holds it, `search`, or `unknown`.
    fn source(&self) -> String {
        match (self.value, self.is_stored) {
            (None, _) => "unknown".to_owned(),
            (Some(_), false) => "search".to_owned(),
            (Some(_), true) => Regions::layer_name(self.region.subgame.squares().len()),
        }
    }

    /// The region cut out, as it lies.
    fn text(&self) -> String {
        let cut_out = Position::around(self.region.subgame, Side::Black);
        cut_out.map_or_else(|_| String::new(), |position| format_position(&position))
    }

    fn datum(&self, several: bool) -> Datum {
        let Pair { a, b } = self.value.unwrap_or_default();
        let canonical = self.canonical.as_ref();
        let canonical =
            canonical.map(|value| canonical_fields(value).with(thermograph_field(value)));
        let fields: Fields =
            (several.then(|| Field::silent("board", self.region.board + 1)).into_iter())
                .chain([
                    Field::silent("squares", self.region.subgame.squares().len()),
                    Field::silent("a", a.map(i64::from)),
                    Field::silent("b", b.map(i64::from)),
                    Field::silent("source", self.source()),
                ])
                .collect();
        let fields = Fields::new().with(Field::silent("text", self.text())).and(fields);
        let fields = fields.and(canonical.unwrap_or_default());
        Datum::Object(
            fields.iter().map(|field| (field.name.to_owned(), field.datum.clone())).collect(),
        )
    }

    fn line(&self, several: bool, width: usize) -> String {
        let board = if several { format!("{:>5}  ", self.region.board + 1) } else { String::new() };
        let value = self.value.map_or_else(|| "unknown".to_owned(), |value| value.to_string());
        let canonical = self.canonical.as_ref().map_or_else(String::new, |value| {
            format!("  {value}, mean {}, temperature {}", value.mean(), value.temperature())
        });
        let (text, squares) = (self.text(), self.region.subgame.squares().len());
        format!("{board}{text:<width$}  {squares:>7}  {value:>9}{canonical}")
    }
}

impl SolvedSum {
    /// The score, and who makes the last move.
    pub(super) fn value(&self) -> Fields {
        let score = match (self.score, self.score_bounds) {
            (Some((score, _)), _) => {
                format!("{}, how many more moves Black makes than White", signed(score))
            }
            (None, Some((lower, upper))) => {
                format!("between {} and {}: {MORE}", signed(lower), signed(upper))
            }
            (None, None) => format!("unknown: {MORE}"),
        };
        let winner = match self.winner {
            Some((winner, how)) => format!("{} makes the last move, by {how}", winner.name()),
            None => format!("unknown: {MORE}"),
        };
        let named = self.winner.map(|(winner, _)| winner.name().to_owned());
        let number = self.score.map(|(score, _)| i64::from(score));
        Fields::new()
            .with(Field::new("score", number).long(score))
            .with(Field::new("winner", named).long(winner))
    }

    /// What there is to say besides.
    pub(super) fn extras(&self, sum: &Sum) -> Fields {
        let several = sum.boards().len() > 1;
        let bound = |name, bound: Option<i32>, text: String| match bound {
            None => Field::silent(name, None::<i64>),
            Some(bound) => Field::silent(name, i64::from(bound)).long(text),
        };
        let SumBounds { lower, upper, printed_lower, printed_upper } = self.bounds;
        let proven = |name, number: Option<i32>| {
            let text =
                format!("{} by the values of the regions alone", signed(number.unwrap_or(0)));
            bound(name, number, text)
        };
        let printed = |name, number: Option<i32>, proven: Option<i32>| match number == proven {
            true => Field::silent(name, number.map(i64::from)),
            false => {
                let number_text = signed(number.unwrap_or(0));
                bound(
                    name,
                    number,
                    format!("{number_text} by the published rule, which is not always true"),
                )
            }
        };
        let best: Vec<String> = self.best.iter().map(|action| sum.format_move(action)).collect();
        let keeps = self.best_for.filter(|_| !best.is_empty());
        let best_text = keeps.map(|keeps| format!("{}, to keep the {keeps}", best.join(", ")));
        let best = Field { long: best_text, ..Field::silent("best", Datum::list(best)) };
        let text = |name, text: Option<&str>| Field::silent(name, text.map(str::to_owned));
        let score_bounds = self.score_bounds.map(|(lower, upper)| {
            Field::silent("score_bounds", Datum::list([i64::from(lower), i64::from(upper)]))
        });
        let regions =
            Datum::List(self.regions.iter().map(|region| region.datum(several)).collect());
        Fields::new()
            .with(Field::silent("to_move", self.to_move.name()))
            .with(Field::silent("regions", regions).long(self.table(several)))
            .with(proven("lower", lower))
            .with(proven("upper", upper))
            .with(printed("printed_lower", printed_lower, lower))
            .with(printed("printed_upper", printed_upper, upper))
            .and(score_bounds.into_iter().collect())
            .with(best)
            .with(text("how", self.winner.map(|(_, how)| how)))
            .with(text("how_score", self.score.map(|(_, how)| how)))
            .with(text("best_for", self.best_for))
    }

    /// The regions, a line each.
    fn table(&self, several: bool) -> String {
        if self.regions.is_empty() {
            return "none has amazons".to_owned();
        }
        let width =
            self.regions.iter().map(|region| region.text().len()).max().unwrap_or(0).clamp(6, 60);
        let is_canonical = self.regions.iter().any(|region| region.canonical.is_some());
        let heading = format!(
            "\n{}{:<width$}  squares  {:>9}{}",
            if several { "board  " } else { "" },
            "region",
            "value",
            if is_canonical { "  canonical value" } else { "" }
        );
        let lines = self.regions.iter().map(|region| region.line(several, width));
        [heading].into_iter().chain(lines).collect::<Vec<_>>().join("\n")
    }
}
