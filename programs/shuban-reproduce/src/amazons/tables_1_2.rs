//! Tables 1 and 2: bounds of two regions, from the rule for any number of them.

use std::collections::BTreeSet;

use shuban_amazons::Regions;
use shuban_catalog::Error;
use shuban_cgt::Player;
use shuban_cgt::sums::{
    ScorePair, lower_bound, printed_lower_bound, printed_upper_bound, upper_bound,
};

use super::print;
use crate::finding::Finding;
use crate::paper::Recomputation;

/// Numbers of moves from -MOST to MOST.
const MOST: i32 = 6;

/// Maximum size of the regions that show which values occur.
const SQUARES: usize = 6;

/// A rule for bounds.
type Bound = fn(&[ScorePair], Player) -> Option<i32>;

pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let there = values_of_regions(run)?;
    let mut rows = Vec::new();
    let tables: [(&str, &str, Bound); 2] = [
        ("table 1", print::TABLE_1, printed_lower_bound),
        ("table 2", print::TABLE_2, printed_upper_bound),
    ];
    for (name, table, bound) in tables {
        rows.extend(of_table(name, table, bound, &there));
    }
    let all = all_values();
    let rules: [(&str, Bound, Bound); 2] =
        [("lower", lower_bound, printed_lower_bound), ("upper", upper_bound, printed_upper_bound)];
    for (name, proven, printed) in rules {
        let pairs = all.iter().flat_map(|&first| all.iter().map(move |&second| [first, second]));
        let same =
            |pair: &[ScorePair; 2]| proven(pair, Player::Left) == printed(pair, Player::Left);
        let what = format!("pairs of values of which the proven rule says the same, {name} bound");
        rows.push(Finding::twice(what, pairs.filter(same).count(), all.len() * all.len()));
    }
    Ok(rows)
}

/// Returns all values of up to n moves: of both sides, of one alone, of none.
fn all_values() -> Vec<ScorePair> {
    let numbers = -MOST..=MOST;
    let both = numbers.clone().flat_map(|a| (-MOST..=MOST).map(move |b| ScorePair::both(a, b)));
    both.chain(numbers.map(ScorePair::spare)).collect()
}

/// Returns the values that regions have, in both colourings.
fn values_of_regions(run: &Recomputation<'_>) -> Result<Vec<ScorePair>, Error> {
    let domain = Regions::new();
    let largest = format!("amazons/{SQUARES}");
    let built = run.built(&domain, &largest)?;
    let mut values = BTreeSet::new();
    for layer in (1..=SQUARES).filter_map(Regions::layer) {
        values.extend(built.open(layer)?.values(0)?);
    }
    Ok(values.into_iter().flat_map(|pair| [pair, pair.swapped()]).collect())
}

fn of_table(name: &str, table: &str, bound: Bound, there: &[ScorePair]) -> Vec<Finding> {
    let lines = print::cells(table);
    let Some((headings, lines)) = lines.split_first() else { return Vec::new() };
    let mut rows = Vec::new();
    for line in lines {
        for (column, print) in headings.iter().zip(line).skip(2) {
            let row = format!("{},{}", line[0], line[1]);
            let first = |pair: &&ScorePair| holds(&line[0], pair.a) && holds(&line[1], pair.b);
            let second = |pair: &&ScorePair| {
                let (c, d) = column.split_once(' ').unwrap_or_default();
                holds(c, pair.a) && holds(d, pair.b)
            };
            // A class of values that no region has makes an empty cell.
            let is_there =
                there.iter().any(|pair| first(&pair)) && there.iter().any(|pair| second(&pair));
            let all = all_values();
            let pairs: Vec<[ScorePair; 2]> = (all.iter().filter(first))
                .flat_map(|&one| all.iter().filter(second).map(move |&other| [one, other]))
                .collect();
            let says_otherwise =
                |pair: &&[ScorePair; 2]| bound(*pair, Player::Left) != value(print, **pair);
            let (result, note) = match pairs.iter().find(says_otherwise) {
                _ if !is_there => (
                    "-".to_owned(),
                    format!("no region of up to {SQUARES} squares has such values"),
                ),
                None => (print.clone(), format!("{} pairs of values", pairs.len())),
                Some(pair) => {
                    let [one, other] = pair;
                    (format!("{one} + {other}: {:?}", bound(pair, Player::Left)), String::new())
                }
            };
            rows.push(
                Finding::exact(format!("{name}, {row} / {column}"), print.as_str(), result)
                    .noting(note),
            );
        }
    }
    rows
}

/// Returns true if a number fulfils a condition on the heads of rows and columns: `A>0`, `B>=0`,
/// `C=null`, `null`.
fn holds(condition: &str, number: Option<i32>) -> bool {
    match condition.trim_start_matches(['A', 'B', 'C', 'D']) {
        ">0" => number.is_some_and(|number| number > 0),
        "<=0" => number.is_some_and(|number| number <= 0),
        ">=0" => number.is_some_and(|number| number >= 0),
        "<0" => number.is_some_and(|number| number < 0),
        _ => number.is_none(),
    }
}

/// Returns the value of a cell for two regions (A|B) + (C|D): a sum of letters and largest ones,
/// `A+max{C,D}`, or nothing.
fn value(cell: &str, [first, second]: [ScorePair; 2]) -> Option<i32> {
    let mut sum = 0;
    let mut rest = cell;
    while !rest.is_empty() {
        let term = match rest.strip_prefix("max{") {
            Some(inner) => {
                let (inner, after) = inner.split_once('}')?;
                rest = after;
                let both = inner.split(',').map(|term| value(term, [first, second]));
                both.collect::<Option<Vec<i32>>>()?.into_iter().max()?
            }
            None => {
                let (term, after) = rest.split_at(rest.find('+').unwrap_or(rest.len()));
                rest = after;
                match term {
                    "A" => first.a?,
                    "B" => first.b?,
                    "C" => second.a?,
                    "D" => second.b?,
                    number => number.parse().ok()?,
                }
            }
        };
        sum += term;
        rest = rest.strip_prefix('+').unwrap_or(rest);
    }
    Some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_sums_and_largest_ones() {
        let pair = [ScorePair::both(4, 0), ScorePair::both(1, -4)];
        for (cell, expected) in [
            ("A+D", Some(0)),
            ("max{A+D,B+C}", Some(1)),
            ("max{A,B}+C", Some(5)),
            ("A+max{C,D}", Some(5)),
            ("0", Some(0)),
            ("unknown", None),
        ] {
            assert_eq!(value(cell, pair), expected, "{cell}");
        }
        assert_eq!(value("A", [ScorePair::spare(-1), ScorePair::default()]), None);
    }

    #[test]
    fn a_cell_that_the_rule_contradicts_differs() {
        let there = all_values();
        let rows = of_table("", "A,B,C>0 D>=0\nA>0,B>=0,A+D\n", printed_lower_bound, &there);
        assert_eq!(rows[0].verdict, crate::finding::Verdict::Differs);
        let rows = of_table("", "A,B,C>0 D>=0\nA>0,B>=0,A+D\n", printed_lower_bound, &there[..3]);
        assert_eq!(rows[0].result, "-");
    }
}
