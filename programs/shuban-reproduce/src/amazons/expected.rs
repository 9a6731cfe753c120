//! Expected numbers of bounds among drawn sums, without drawing any: from the histogram of the
//! values of all regions of a kind.

use std::collections::BTreeMap;

use serde_json::Value as Json;
use shuban_amazons::sum::{ScoreBounds, bounds};
use shuban_amazons::{Army, Regions, ScorePair};
use shuban_catalog::Error;
use shuban_core::Class;
use shuban_solve::StoredHistogram;

use super::judge::Kind;
use super::print::{PrintedCount, counts};
use super::unsearched;
use crate::finding::Finding;
use crate::paper::Recomputation;

/// Values of ten squares, whose database takes hours and 16 GB.
pub(super) const OF_TEN: &str = include_str!("../../../../docs/ledgers/amazons-10.json");

/// Kind of bounds of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct KnownBounds {
    pub(super) lower: Option<i32>,
    pub(super) upper: Option<i32>,
    /// Number of regions in which both sides can move.
    pub(super) two_sided: usize,
}

/// A kind of bounds.
type IsOne = fn(KnownBounds) -> bool;

impl KnownBounds {
    /// Returns true if both bounds are known if a + C is given for a single region before it is
    /// asked whether C > 0.
    pub(super) fn has_both_generously(self) -> bool {
        self.two_sided <= 1 && self.lower.is_some()
    }

    /// Returns true if neither bound is known.
    pub(super) fn is_nothing(self) -> bool {
        self.lower.is_none() && self.upper.is_none()
    }
}

/// Chances of the values of a region, all positions being equally likely.
#[derive(Clone, Debug, Default)]
pub(super) struct Values {
    /// Values with a move for both sides.
    two_sided: Vec<(ScorePair, f64)>,
    /// Spare moves: those of regions in which one side alone can move, or none.
    spare: BTreeMap<i32, f64>,
}

impl Values {
    /// Returns the values of a kind of regions: out of a database that is built, or for ten squares
    /// out of the ledger.
    pub(super) fn of(kind: &Kind, run: &Recomputation<'_>) -> Result<Self, Error> {
        let Kind { squares, amazons: (black, white), .. } = *kind;
        if squares == 10 {
            return Self::of_ledger(OF_TEN, black, white).ok_or_else(unsearched);
        }
        let domain = Regions::new();
        let built = run.built(&domain, &format!("amazons/{squares}"))?;
        let open = built.open(built.layer)?;
        let stored = StoredHistogram::of(open.database())?.ok_or_else(unsearched)?;
        let number = |class: &Class| match class {
            Class::Number(number) => Some(*number),
            _ => None,
        };
        let rows = stored.histogram.rows().filter_map(|(class, count)| {
            let [b, w, a, after] = class else { return None };
            let is_of = number(b) == Some(black.into()) && number(w) == Some(white.into());
            is_of.then_some(([a, after].map(number), count))
        });
        Ok(Self::of_counts(rows))
    }

    /// Reads the totals of a ledger; `None` if it has none.
    fn of_ledger(text: &str, black: u32, white: u32) -> Option<Self> {
        let ledger: Json = serde_json::from_str(text).ok()?;
        let (rows, counts) = (ledger["rows"].as_array()?, ledger["total"]["counts"].as_array()?);
        let rows = rows.iter().zip(counts).filter_map(|(row, count)| {
            let [b, w, a, after] = &row.as_array()?[..] else { return None };
            let is_of = b.as_u64() == Some(black.into()) && w.as_u64() == Some(white.into());
            is_of.then_some(([a, after].map(Json::as_i64), count.as_u64()?))
        });
        Some(Self::of_counts(rows))
    }

    fn of_counts(rows: impl Iterator<Item = ([Option<i64>; 2], u64)>) -> Self {
        let rows: Vec<([Option<i64>; 2], u64)> = rows.collect();
        let all = rows.iter().map(|row| row.1).sum::<u64>() as f64;
        let mut values = Values::default();
        for (ends, count) in rows {
            let chance = count as f64 / all;
            // Moves are counted in bytes.
            match ends.map(|end| end.map(|moves| moves as i32)) {
                [Some(a), Some(b)] => values.two_sided.push((ScorePair::both(a, b), chance)),
                [a, b] => *values.spare.entry(a.or(b).unwrap_or(0)).or_default() += chance,
            }
        }
        values
    }

    /// Returns the values with the colours exchanged.
    fn swapped(&self) -> Self {
        let two_sided = self.two_sided.iter().map(|&(value, chance)| (value.swapped(), chance));
        let spare = self.spare.iter().map(|(&moves, &chance)| (-moves, chance));
        Values { two_sided: two_sided.collect(), spare: spare.collect() }
    }

    /// Returns all values with their chances.
    fn all(&self) -> impl Iterator<Item = (ScorePair, f64)> {
        let spare = self.spare.iter().map(|(&moves, &chance)| (ScorePair::spare(moves), chance));
        self.two_sided.iter().copied().chain(spare)
    }

    /// Returns the chances of the spare moves of n regions together, if all of them are such.
    fn spare_of(&self, regions: usize) -> BTreeMap<i32, f64> {
        let mut sums = BTreeMap::from([(0, 1.0)]);
        for _ in 0..regions {
            let mut more = BTreeMap::new();
            for (sum, chance) in &sums {
                for (moves, other) in &self.spare {
                    *more.entry(sum + moves).or_default() += chance * other;
                }
            }
            sums = more;
        }
        sums
    }
}

/// Chances of bounds by the printed rule, Black to move; those with neither bound are left out.
#[derive(Clone, Debug, Default)]
pub(super) struct Expected(BTreeMap<KnownBounds, f64>);

impl Expected {
    /// Computes them for sums of a kind, of two regions or of more equal ones.
    pub(super) fn of(kind: &Kind, run: &Recomputation<'_>) -> Result<Self, Error> {
        run.progress.phase("bounds of all sums, by values", 0);
        let values = Values::of(kind, run)?;
        run.check()?;
        let (black, white) = kind.amazons;
        Ok(match kind.regions {
            2 if black != white => Self::of_two(&values, &values.swapped()),
            regions => Self::of_equal(&values, regions),
        })
    }

    /// Computes them for two regions.
    fn of_two(one: &Values, other: &Values) -> Self {
        let mut expected = Expected::default();
        for (first, chance) in one.all() {
            for (second, other) in other.all() {
                expected.add(&[first, second], chance * other);
            }
        }
        expected
    }

    /// Computes them for a number of regions with the same chances: each set of two-sided values
    /// once, with the spare moves of the others.
    fn of_equal(values: &Values, regions: usize) -> Self {
        let mut expected = Expected::default();
        for two_sided in 0..=regions {
            for (spare, chance) in values.spare_of(regions - two_sided) {
                // The orders of the regions that are alike.
                let orders: f64 =
                    (regions - two_sided + 1..=regions).map(|number| number as f64).product();
                let chance = chance * orders;
                let mut sets = Sets { values, spare, expected: &mut expected, chosen: Vec::new() };
                sets.add(0, two_sided, chance);
            }
        }
        expected
    }

    fn add(&mut self, values: &[ScorePair], chance: f64) {
        let ScoreBounds { lower, upper } = bounds(values, Army::Black, true).printed;
        let two_sided = values.iter().filter(|value| value.a.is_some() && value.b.is_some());
        let known = KnownBounds { lower, upper, two_sided: two_sided.count() };
        if !known.is_nothing() {
            *self.0.entry(known).or_default() += chance;
        }
    }

    /// Returns the chance of bounds of a kind, one of which is known.
    pub(super) fn chance(&self, is_one: impl Fn(KnownBounds) -> bool) -> f64 {
        // From 0: an empty sum of floating point is -0.
        self.0
            .iter()
            .filter(|(known, _)| is_one(**known))
            .fold(0.0, |sum, (_, chance)| sum + chance)
    }

    /// Returns the chance of bounds of a kind.
    pub(super) fn chance_of_any(&self, is_one: impl Fn(KnownBounds) -> bool) -> f64 {
        let nothing = KnownBounds { lower: None, upper: None, two_sided: 0 };
        let rest = 1.0 - self.chance(|_| true);
        self.chance(&is_one) + if is_one(nothing) { rest } else { 0.0 }
    }

    /// Pairs the printed counts of a table with the expected ones.
    pub(super) fn counted(
        &self,
        table: usize,
        squares: usize,
        what: impl Fn(&PrintedCount) -> String,
        is_one: impl Fn(&PrintedCount, KnownBounds) -> bool,
    ) -> Vec<Finding> {
        let row = |print: PrintedCount| {
            let chance = self.chance_of_any(|known| is_one(&print, known));
            Finding::expected(format!("table {table}: {}", what(&print)), print.share(), chance)
        };
        counts(table, squares).into_iter().map(row).collect()
    }

    /// Returns the rows of the margins of table 4 or 5, whose cells the scores tell apart.
    pub(super) fn margins(&self, table: usize, squares: usize) -> Vec<Finding> {
        let cells = counts(table, squares);
        let printed = |lower: bool, upper: bool| -> u64 {
            let is_known = |bound: &str| bound.ends_with("true");
            let is_in = |print: &&PrintedCount| {
                print.row != "total"
                    && print.column != "total"
                    && (is_known(&print.row), is_known(&print.column)) == (lower, upper)
            };
            cells.iter().filter(is_in).map(|print| print.count).sum()
        };
        let both = printed(true, true);
        let kinds: [(&str, u64, IsOne); 4] = [
            ("lower known", both + printed(true, false), |known| known.lower.is_some()),
            ("upper known", both + printed(false, true), |known| known.upper.is_some()),
            ("both known", both, |known| known.lower.is_some() && known.upper.is_some()),
            ("neither known", printed(false, false), KnownBounds::is_nothing),
        ];
        let row = |(what, print, is_one): (&str, u64, IsOne)| {
            let print = PrintedCount { row: String::new(), column: String::new(), count: print };
            let chance = self.chance_of_any(is_one);
            Finding::expected(format!("table {table}: {what}"), print.share(), chance)
        };
        kinds.into_iter().map(row).collect()
    }
}

/// Sets of two-sided values, beside spare moves.
struct Sets<'a> {
    values: &'a Values,
    spare: i32,
    expected: &'a mut Expected,
    chosen: Vec<ScorePair>,
}

impl Sets<'_> {
    /// Adds all sets with `left` more values, from a place on.
    fn add(&mut self, from: usize, left: usize, chance: f64) {
        if self.have_no_bound() {
            return;
        }
        if left == 0 {
            self.chosen.push(ScorePair::spare(self.spare));
            self.expected.add(&self.chosen, chance);
            self.chosen.pop();
            return;
        }
        for place in from..self.values.two_sided.len() {
            let (value, of_one) = self.values.two_sided[place];
            let mut chance = chance;
            let before = self.chosen.len();
            for times in 1..=left {
                self.chosen.push(value);
                // Equal values have no order among them.
                chance *= of_one / times as f64;
                self.add(place + 1, left - times, chance);
            }
            self.chosen.truncate(before);
        }
    }

    /// Returns true if these values preclude both bounds, whatever else is in the sum: by 3.3.1 two
    /// b < -C a lower one, by 3.3.2 C > 0, or a > -C beside another region, an upper one.
    fn have_no_bound(&self) -> bool {
        let spare = self.spare;
        let low = self.chosen.iter().filter(|value| value.b.is_some_and(|b| b < -spare)).count();
        low >= 2
            && (spare > 0 || self.chosen.iter().any(|value| value.a.is_some_and(|a| a > -spare)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::judge::judge;
    use super::*;

    const SMALL: Kind = Kind { squares: 4, amazons: (1, 1), regions: 3, seed: 1 };

    #[test]
    fn sets_are_counted_as_all_sums_one_by_one() {
        let values = Values::of(&SMALL, &Recomputation::quick()).unwrap();
        let mut one_by_one = Expected::default();
        for (first, one) in values.all() {
            for (second, two) in values.all() {
                for (third, three) in values.all() {
                    let spare = [first, second, third]
                        .into_iter()
                        .filter(|value| value.a.is_none() || value.b.is_none());
                    let spare: i32 = spare.map(|value| value.to_move(Army::Black)).sum();
                    let mut open: Vec<ScorePair> = [first, second, third]
                        .into_iter()
                        .filter(|value| value.a.is_some() && value.b.is_some())
                        .collect();
                    open.push(ScorePair::spare(spare));
                    one_by_one.add(&open, one * two * three);
                }
            }
        }
        let by_sets = Expected::of_equal(&values, SMALL.regions);
        assert_eq!(by_sets.0.keys().collect::<Vec<_>>(), one_by_one.0.keys().collect::<Vec<_>>());
        for (known, chance) in &by_sets.0 {
            assert!((chance - one_by_one.0[known]).abs() < 1e-12, "{known:?}");
        }
    }

    #[test]
    fn drawn_sums_have_bounds_as_often() {
        let run = Recomputation::quick();
        for kind in [SMALL, Kind { squares: 5, amazons: (2, 1), regions: 2, seed: 2 }] {
            let expected = Expected::of(&kind, &run).unwrap();
            let judged = judge(&kind.draw(4_000), false, &run).unwrap();
            let kinds: [IsOne; 3] = [
                |known| known.lower.is_some(),
                |known| known.upper.is_some(),
                KnownBounds::is_nothing,
            ];
            for is_one in kinds {
                let chance = expected.chance_of_any(is_one);
                let drawn = judged.iter().filter(|sum| {
                    let ScoreBounds { lower, upper } = sum.printed;
                    is_one(KnownBounds { lower, upper, two_sided: 0 })
                });
                let error = (4_000.0 * chance * (1.0 - chance)).sqrt();
                let off = drawn.count() as f64 - 4_000.0 * chance;
                assert!(off.abs() < 4.0 * error, "{off} {error}");
            }
        }
    }

    #[test]
    fn the_ledger_of_ten_squares_has_all_regions_with_an_amazon_each() {
        let values = Values::of_ledger(OF_TEN, 1, 1).unwrap();
        assert_eq!(values.two_sided.len(), 201);
        assert!((values.all().map(|(_, chance)| chance).sum::<f64>() - 1.0).abs() < 1e-12);
    }
}
