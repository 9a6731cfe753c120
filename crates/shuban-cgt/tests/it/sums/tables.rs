//! Tables 1 and 2 of Okada, Kuroda, Kanada: the bounds of a sum of two components, Left to move.

use shuban_cgt::Player;
use shuban_cgt::sums::{
    ScorePair, lower_bound, printed_lower_bound, printed_upper_bound, upper_bound,
};

/// Contents of a cell for the values of two components.
#[derive(Debug, PartialEq)]
enum Cell {
    /// Such values do not exist.
    Impossible,
    /// The bound, if there is one.
    Bound(Option<i32>),
}

/// A table: the signs of (A|B) down, those of (C|D) across, and the text of each cell.
fn cells(csv: &str) -> Vec<(String, String, String)> {
    let fields = |line: &str| -> Vec<String> {
        let quoted = line.split('"').enumerate();
        let parts = quoted.flat_map(|(i, part)| match i % 2 {
            1 => vec![part.to_owned()],
            _ => part.trim_matches(',').split(',').map(str::to_owned).collect(),
        });
        parts.filter(|part| !part.is_empty()).collect()
    };
    let mut lines = csv.lines().map(fields);
    let header = lines.next().expect("a table has a header");
    let rows = lines.flat_map(|row| {
        let across = header[2..].to_vec();
        assert_eq!(row.len(), header.len(), "{row:?}");
        let down = format!("{} {}", row[0], row[1]);
        across
            .into_iter()
            .zip(row[2..].to_vec())
            .map(move |(across, cell)| (down.clone(), across, cell))
    });
    rows.collect()
}

/// Returns true if two values have the signs of a row or a column: `A>0 B>=0`, `C=null D<0`, `A>0
/// null`.
fn fits(signs: &str, pair: ScorePair) -> bool {
    let is = |condition: &str, value: Option<i32>| match condition
        .trim_start_matches(['A', 'B', 'C', 'D'])
    {
        ">0" => value.is_some_and(|value| value > 0),
        ">=0" => value.is_some_and(|value| value >= 0),
        "<0" => value.is_some_and(|value| value < 0),
        "<=0" => value.is_some_and(|value| value <= 0),
        "=null" | "null" => value.is_none(),
        other => panic!("unknown condition {other}"),
    };
    let (first, second) = signs.split_once(' ').expect("two conditions");
    is(first, pair.a) && is(second, pair.b)
}

/// The value of a cell: `A+max{C,D}`, `unknown`, `-`.
fn evaluate(cell: &str, first: ScorePair, second: ScorePair) -> Cell {
    let atom = |name: &str| -> i32 {
        let value = match name {
            "A" => first.a,
            "B" => first.b,
            "C" => second.a,
            "D" => second.b,
            "0" => Some(0),
            other => panic!("unknown term {other}"),
        };
        value.expect("cells name values that are there")
    };
    let sum = |text: &str| -> i32 { text.split('+').map(atom).sum() };
    match cell {
        "-" => Cell::Impossible,
        "unknown" => Cell::Bound(None),
        _ => Cell::Bound(Some(match cell.split_once("max{") {
            None => sum(cell),
            Some((before, rest)) => {
                let (inside, after) = rest.split_once('}').expect("a brace is closed");
                let largest = inside.split(',').map(sum).max().expect("a maximum of something");
                let outside = format!("{before}{after}");
                let outside = outside.trim_matches('+');
                largest + if outside.is_empty() { 0 } else { sum(outside) }
            }
        })),
    }
}

/// All values that a component can have, each number from -6 to 6: a side that can move while the
/// other cannot gains by it.
fn pairs() -> Vec<ScorePair> {
    let values = || (-6..=6).map(Some).chain([None]);
    let all = values().flat_map(|a| values().map(move |b| ScorePair { a, b }));
    let possible = |pair: &ScorePair| match (pair.a, pair.b) {
        (None, Some(b)) => b < 0,
        (Some(a), None) => a > 0,
        _ => true,
    };
    all.filter(possible).collect()
}

type Rule = fn(&[ScorePair], Player) -> Option<i32>;

fn check(csv: &str, rules: [Rule; 2]) {
    let cells = cells(csv);
    assert_eq!(cells.len(), 81);
    let pairs = pairs();
    let mut combinations = 0;
    for &first in &pairs {
        for &second in &pairs {
            let mut of_these =
                cells.iter().filter(|(down, across, _)| fits(down, first) && fits(across, second));
            let (_, _, cell) = of_these.next().expect("a cell for all values");
            assert!(of_these.next().is_none());
            let cell = evaluate(cell, first, second);
            for rule in rules {
                assert_eq!(
                    Cell::Bound(rule(&[first, second], Player::Left)),
                    cell,
                    "{first} + {second}"
                );
            }
            combinations += 1;
        }
    }
    assert_eq!(combinations, 33_124);
}

#[test]
fn table_1_is_the_lower_bound_of_two_components() {
    check(include_str!("table-1.csv"), [printed_lower_bound, lower_bound]);
}

#[test]
fn table_2_is_the_upper_bound_of_two_components() {
    check(include_str!("table-2.csv"), [printed_upper_bound, upper_bound]);
}
