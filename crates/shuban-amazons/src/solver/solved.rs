//! A solved sum of regions.

use shuban_cgt::Dyadic;
use shuban_cgt::sums::ScorePair;
use shuban_core::{Datum, Field, Fields};

use crate::canonical::CanonicalValue;
use crate::domain::Regions;
use crate::explain::{canonical_fields, signed, thermograph_field};
use crate::notation::format_position;
use crate::position::Position;
use crate::subgame::Army;
use crate::sum::{BoardSum, SumBounds, SumMove, SumRegion, Territory};

/// The side that makes the last move, and the method that proved it.
pub(super) type Winner = Option<(Army, &'static str)>;

/// A region of a sum, with its known values.
pub(super) struct SolvedRegion {
    pub(super) region: SumRegion,
    pub(super) value: Option<ScorePair>,
    /// True if the value comes from a table.
    pub(super) is_stored: bool,
    /// The canonical value, stored or searched.
    pub(super) canonical: Option<CanonicalValue>,
}

/// A bound that a side can keep by answering within the regions (see
/// [`BoundPlay`](crate::sum::BoundPlay)).
pub(super) struct Guarantee {
    pub(super) side: Army,
    pub(super) bound: i32,
    /// The number of the region to begin in, from 0, if it is that side's turn.
    pub(super) region: Option<usize>,
    /// The moves to begin with.
    pub(super) begin: Vec<SumMove>,
}

impl Guarantee {
    fn field(&self, sum: &BoardSum) -> Field {
        let begin: Vec<String> = self.begin.iter().map(|action| sum.format_move(action)).collect();
        let (or, other) = match self.side {
            Army::Black => ("more", "White"),
            Army::White => ("less", "Black"),
        };
        let begins = match self.region {
            Some(region) => {
                format!("begin in region {} with {}, then ", region + 1, begin.join(", "))
            }
            None => String::new(),
        };
        let text =
            format!("{} or {or}: {begins}answer where {other} has moved", signed(self.bound));
        let members = [
            ("bound", Datum::from(i64::from(self.bound))),
            ("region", self.region.map(|region| region as i64 + 1).into()),
            ("begin", Datum::list(begin)),
        ];
        Field::silent(name_of_guarantee(self.side), Datum::object(members)).long(text)
    }
}

fn name_of_guarantee(side: Army) -> &'static str {
    match side {
        Army::Black => "guarantee_black",
        Army::White => "guarantee_white",
    }
}

/// Results for a sum of regions.
pub(super) struct SolvedSum {
    pub(super) to_move: Army,
    /// The independent regions with amazons.
    pub(super) regions: Vec<SolvedRegion>,
    /// Bounds from the values of the regions alone.
    pub(super) bounds: SumBounds,
    /// First moves with which Black and White keep the proven ones.
    pub(super) guarantees: [Option<Guarantee>; 2],
    /// The player who makes the last move, and what decided it: `bounds` (the values of the regions
    /// alone), `first turns` (their values for every order of the first turns), `thermographs`,
    /// `canonical values`, `search` or `territory` (bounds of regions where one side moves alone).
    pub(super) winner: Winner,
    /// Number of moves that Black makes more than White, and the method that found it: `bounds`,
    /// `first turns`, `search` or `territory`.
    pub(super) score: Option<(i32, &'static str)>,
    /// Bounds of the score where the search for it was given up.
    pub(super) score_bounds: Option<(i32, i32)>,
    /// All best moves.
    pub(super) best: Vec<SumMove>,
    /// Kept by the best moves: the `score`, or, where that is not known, the `winner`.
    pub(super) best_for: Option<&'static str>,
}

/// Advice for more results.
const MORE: &str =
    "`solve` with higher limits of memory (--memory), nodes (--nodes) or time (--time) may tell";

/// Advice for the winner of one board.
pub(super) const PROOF: &str = "proof search (`solve` with --question win) may tell";

impl SolvedRegion {
    /// The layer that holds it, `search`, `territory` if the number of moves there is bounded, or `unknown`.
    fn source(&self) -> String {
        match (self.value, self.is_stored) {
            (None, _) if Territory::of(&self.region.subgame).is_some() => "territory".to_owned(),
            (None, _) => "unknown".to_owned(),
            (Some(_), false) => "search".to_owned(),
            (Some(_), true) => Regions::layer_name(self.region.subgame.squares().len()),
        }
    }

    /// The region cut out, as it lies.
    fn text(&self) -> String {
        let cut_out = Position::around(self.region.subgame, Army::Black);
        cut_out.as_ref().map_or_else(String::new, format_position)
    }

    fn datum(&self, several: bool) -> Datum {
        let ScorePair { a, b } = self.value.unwrap_or_default();
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

    /// The value; of a territory that is too large for one the number of moves there.
    fn value_text(&self) -> String {
        let Some(value) = self.value else {
            let territory = Territory::of(&self.region.subgame);
            return territory.map_or_else(
                || "unknown".to_owned(),
                |Territory { owner, least, most, .. }| {
                    let moves =
                        if least == most { most.to_string() } else { format!("{least} to {most}") };
                    format!("{} alone: {moves}", owner.name())
                },
            );
        };
        value.to_string()
    }

    fn line(&self, several: bool, widths: [usize; 2]) -> String {
        let ([width, value_width], value) = (widths, self.value_text());
        let board = if several { format!("{:>5}  ", self.region.board + 1) } else { String::new() };
        let canonical = self.canonical.as_ref().map_or_else(String::new, |value| {
            let graph = value.thermograph();
            format!("  {value}, mean {}, temperature {}", graph.mean, graph.temperature)
        });
        let (text, squares) = (self.text(), self.region.subgame.squares().len());
        format!("{board}{text:<width$}  {squares:>7}  {value:>value_width$}{canonical}")
    }
}

impl SolvedSum {
    /// The score, and the player who makes the last move.
    pub(super) fn value(&self) -> Fields {
        let is_bounded = self.regions.iter().any(|solved| solved.region.is_large());
        let more = if is_bounded { "territories leave it open" } else { MORE };
        let score = match (self.score, self.score_bounds) {
            (Some((score, _)), _) => {
                format!("{}, how many more moves Black makes than White", signed(score))
            }
            (None, Some((lower, upper))) => {
                format!("between {} and {}: {more}", signed(lower), signed(upper))
            }
            (None, None) => format!("unknown: {more}"),
        };
        let winner = match self.winner {
            Some((winner, how)) => format!("{} makes the last move, by {how}", winner.name()),
            None if self.regions.len() == 1 => format!("unknown: {PROOF}, or {more}"),
            None => format!("unknown: {more}"),
        };
        let named = self.winner.map(|(winner, _)| winner.name().to_owned());
        let number = self.score.map(|(score, _)| i64::from(score));
        Fields::new()
            .with(Field::new("score", number).long(score))
            .with(Field::new("winner", named).long(winner))
    }

    /// Further facts about the sum.
    pub(super) fn extras(&self, sum: &BoardSum) -> Fields {
        let several = sum.boards().len() > 1;
        let SumBounds { proven: known, printed: rule } = self.bounds;
        let silent = |name, number: Option<i32>| Field::silent(name, number.map(i64::from));
        let bound = |name, number: Option<i32>, by: &str| match number {
            Some(said) => silent(name, number).long(format!("{} by {by}", signed(said))),
            None => silent(name, None),
        };
        let proven = |name, number| bound(name, number, "the values of the regions alone");
        let printed = |name, number: Option<i32>, proven| {
            let by = "the published rule, which is not always true";
            if number == proven { silent(name, number) } else { bound(name, number, by) }
        };
        let best: Vec<String> = self.best.iter().map(|action| sum.format_move(action)).collect();
        let keeps = self.best_for.filter(|_| !best.is_empty());
        let best_text = keeps.map(|keeps| format!("{}, to keep the {keeps}", best.join(", ")));
        let best = Field::silent("best", Datum::list(best));
        let best = match best_text {
            Some(text) => best.long(text),
            None => best,
        };
        let text = |name, text: Option<&str>| Field::silent(name, text.map(str::to_owned));
        let score_bounds = self.score_bounds.map(|(lower, upper)| {
            Field::silent("score_bounds", Datum::list([i64::from(lower), i64::from(upper)]))
        });
        // The score counts moves from here on; the next of them belongs half to the time before it and half to that after.
        let worth = self.score.filter(|_| self.best_for == Some("score")).map(|(score, _)| {
            let points = if self.to_move == Army::Black { score } else { -score };
            Field::silent("worth", f64::from(points) - 0.5)
        });
        let guarantees = Army::BOTH.into_iter().map(|side| match &self.guarantees[side as usize] {
            Some(guarantee) => guarantee.field(sum),
            None => Field::silent(name_of_guarantee(side), Datum::Null),
        });
        let regions =
            Datum::List(self.regions.iter().map(|region| region.datum(several)).collect());
        Fields::new()
            .with(Field::silent("to_move", self.to_move.name()))
            .with(Field::silent("regions", regions).long(self.table(several)))
            .with(proven("lower", known.lower))
            .with(proven("upper", known.upper))
            .with(printed("printed_lower", rule.lower, known.lower))
            .with(printed("printed_upper", rule.upper, known.upper))
            .and(score_bounds.into_iter().chain(worth).collect())
            .and(guarantees.collect())
            .with(best)
            .with(self.urgent())
            .with(text("how", self.winner.map(|(_, how)| how)))
            .with(text("how_score", self.score.map(|(_, how)| how)))
            .with(text("best_for", self.best_for))
    }

    /// The region in which it is most urgent to move, for either side: the hottest (Berlekamp, Conway and Guy,
    /// "Winning Ways", chapter 6). It need not have a best move of the sum.
    fn urgent(&self) -> Field {
        let nothing = Field::silent("urgent", Datum::Null);
        let mut hottest: Option<(Dyadic, usize)> = None;
        for (solved, number) in self.regions.iter().zip(1..) {
            // Only its owner can move in a territory, so that no move there is urgent.
            if Territory::of(&solved.region.subgame).is_some() {
                continue;
            }
            let Some(value) = &solved.canonical else {
                return nothing
                    .long(format!("unknown, for the canonical value of region {number} is"));
            };
            let temperature = value.thermograph().temperature;
            if hottest.is_none_or(|(most, _)| temperature > most) {
                hottest = Some((temperature, number));
            }
        }
        match hottest {
            Some((temperature, number)) if temperature.to_f64() > 0.0 => {
                let members = [
                    ("region", Datum::from(number as i64)),
                    ("temperature", Datum::from(temperature.to_f64())),
                ];
                Field::silent("urgent", Datum::object(members)).long(format!(
                    "region {number}, for either side: a move there is worth {temperature} on the average"
                ))
            }
            Some((temperature, _)) if temperature.to_f64() == 0.0 => {
                nothing.long("no region is hot: at stake is who makes the last move")
            }
            Some(_) => nothing.long("no region: who begins in one loses by it"),
            None => nothing,
        }
    }

    /// The regions, a line each.
    fn table(&self, several: bool) -> String {
        if self.regions.is_empty() {
            return "none has amazons".to_owned();
        }
        let width =
            self.regions.iter().map(|region| region.text().len()).max().unwrap_or(0).clamp(6, 60);
        let value_widths = self.regions.iter().map(|region| region.value_text().len());
        let value_width = value_widths.max().unwrap_or(0).max(9);
        let is_canonical = self.regions.iter().any(|region| region.canonical.is_some());
        let heading = format!(
            "\n{}{:<width$}  squares  {:>value_width$}{}",
            if several { "board  " } else { "" },
            "region",
            "value",
            if is_canonical { "  canonical value" } else { "" }
        );
        let lines = self.regions.iter().map(|region| region.line(several, [width, value_width]));
        [heading].into_iter().chain(lines).collect::<Vec<_>>().join("\n")
    }
}
