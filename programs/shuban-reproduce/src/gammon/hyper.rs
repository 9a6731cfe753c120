//! Hypergammon for money: known equities, and gnubg's, whose cube is wrong after a dance.

use serde_json::Value as Json;
use shuban_catalog::Error;
use shuban_core::dice::rolls;
use shuban_core::interval::FixedPoint;
use shuban_core::{Domain, Interval, LayerId};
use shuban_gammon::money::{Dances, Money, MoneyEquities, MoneyValue, PointInterval};
use shuban_gammon::{MoveGenerator, PlayScratch, Position};
use shuban_solve::OpenLayer;

use crate::finding::Finding;
use crate::paper::Recomputation;

/// Maximum width of bounds that count as equal: 2⁻²⁰.
const NARROW: i64 = 1 << 7;

/// Names of the four equities with a cube.
const WITH_A_CUBE: [&str; 4] = ["owned", "centred", "Jacoby", "opponent's"];

/// Returns the four equities with a cube.
fn with_a_cube(equities: MoneyEquities) -> [PointInterval; 4] {
    let MoneyEquities { owned, centred, jacoby, opponent, .. } = equities;
    [owned, centred, jacoby, opponent]
}

fn money(checkers: usize, dances: Dances) -> Result<Money, Error> {
    Money::new(checkers, dances)
        .ok_or_else(|| Error::TooMuch("hypergammon has up to three checkers a side".to_owned()))
}

/// Returns the stored value of a position.
fn value(
    money: &Money,
    open: &OpenLayer<'_, Money>,
    position: &Position,
) -> Result<Option<MoneyValue>, Error> {
    let Some(part) = money.locate(position) else { return Ok(None) };
    let Some(rank) = open.part_index(part.part).rank(position) else { return Ok(None) };
    Ok(Some(open.value_at(part.part, rank)?))
}

/// Record of an earlier build by the program.
const RECORDED: &str = include_str!("../../../../docs/ledgers/hypergammon.json");

/// Number of letters of a content hash that are shown: all 64 are too long for a line.
const SHOWN: usize = 16;

/// Compares the content of a layer with the recorded one.
fn as_recorded(money: &Money, open: &OpenLayer<'_, Money>) -> Finding {
    let name = Domain::name(money);
    let recorded: Json = serde_json::from_str(RECORDED).unwrap_or_default();
    let mut layers = recorded["layers"].as_array().into_iter().flatten();
    let recorded = layers.find(|layer| layer["domain"] == name.as_str());
    let recorded = recorded.and_then(|layer| layer["content_hash"].as_str()).unwrap_or_default();
    let found = &open.database().manifest().content_hash;
    let short: String = found.chars().take(SHOWN).collect();
    Finding::unprinted(format!("{name}: content hash"), short)
        .noting("beginning with; the whole is held against docs/ledgers/hypergammon.json")
        .differing_if(found != recorded)
}

/// Returns the number of positions with a cubeful equity whose bounds stay apart.
fn apart(values: &[MoneyValue]) -> u64 {
    let is_apart = |value: &&MoneyValue| {
        with_a_cube(value.equities).iter().any(|bounds| bounds.width() > NARROW)
    };
    values.iter().filter(is_apart).count() as u64
}

pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let mut rows = Vec::new();
    let one = money(1, Dances::AsPlays)?;
    let built = run.built(&one, "hypergammon/1")?;
    let start = Position::new(one.game().variant.start(), one.game().variant.start());
    let open = built.open(LayerId(0))?;
    rows.push(as_recorded(&one, &open));
    if let Some(found) = value(&one, &open, &start)? {
        let cubeless = found.equities.cubeless.midpoint();
        rows.push(Finding::decimals("one checker a side, 24|24, cubeless", 0.452_773, cubeless, 6));
    }

    let (two, as_gnubg) = (money(2, Dances::AsPlays)?, money(2, Dances::AsGnubg)?);
    let [right, gnubgs] =
        [run.built(&two, "hypergammon/2")?, run.built(&as_gnubg, "hypergammon/2-as-gnubg")?];
    let (right, gnubgs) = (right.open(LayerId(0))?, gnubgs.open(LayerId(0))?);
    rows.extend([as_recorded(&two, &right), as_recorded(&as_gnubg, &gnubgs)]);
    let start = Position::new(two.game().variant.start(), two.game().variant.start());
    if let (Some(ours), Some(theirs)) =
        (value(&two, &right, &start)?, value(&as_gnubg, &gnubgs, &start)?)
    {
        let cubeless = ours.equities.cubeless.midpoint();
        let what = "two checkers a side, 23,24|23,24";
        rows.push(Finding::decimals(format!("{what}, cubeless"), 0.152_244, cubeless, 6));
        let prints = [0.327_792, 0.209_164, 0.204_598, 0.010_892];
        let both = with_a_cube(ours.equities).into_iter().zip(with_a_cube(theirs.equities));
        for ((name, (ours, theirs)), print) in WITH_A_CUBE.into_iter().zip(both).zip(prints) {
            let note = "gnubg's, by its rule of the cube after a dance";
            let (ours, theirs) = (ours.midpoint(), theirs.midpoint());
            let what = format!("{what}, {name}");
            rows.push(Finding::print_wrong_decimals(what, print, ours, theirs, 6, note));
        }
    }
    let (mut furthest, mut positions, mut not_met) = ([0.0f64; 4], 0, 0);
    for part in 0..two.layers()[0].parts.len() {
        run.check()?;
        let (ours, theirs) = (right.values(part)?, gnubgs.values(part)?);
        positions += ours.len();
        not_met += apart(&ours);
        for (ours, theirs) in ours.iter().zip(&theirs) {
            let both = with_a_cube(ours.equities).into_iter().zip(with_a_cube(theirs.equities));
            for (furthest, (ours, theirs)) in furthest.iter_mut().zip(both) {
                *furthest = furthest.max((ours.midpoint() - theirs.midpoint()).abs());
            }
        }
    }
    rows.push(Finding::unprinted("positions of two checkers a side", positions));
    for (name, furthest) in WITH_A_CUBE.into_iter().zip(furthest) {
        let what = format!("by how much gnubg is off at most, {name}");
        rows.push(Finding::unprinted(what, furthest));
    }
    rows.push(Finding::unprinted("positions whose bounds with a cube stay apart", not_met));
    if run.size(false, true) {
        rows.extend(three(run)?);
    }
    Ok(rows)
}

/// Returns the rows for three checkers a side, which take minutes.
fn three(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let three = money(3, Dances::AsPlays)?;
    let built = run.built(&three, "hypergammon/3")?;
    let open = built.open(LayerId(0))?;
    let variant = &three.game().variant;
    let start = Position::new(variant.start(), variant.start());
    let turn = MoveGenerator::new(variant, &start);
    let mut best_of_rolls = Vec::new();
    for (roll, weight) in rolls(variant.faces()).into_iter().filter(|(roll, _)| !roll.is_double()) {
        let mut after = Vec::new();
        turn.for_each_after(roll, &mut PlayScratch::default(), |position| after.push(position));
        let mut best: Option<PointInterval> = None;
        for position in after {
            let Some(found) = value(&three, &open, &position)? else { continue };
            let worth = -found.equities.cubeless;
            best = Some(best.map_or(worth, |best| best.max(worth)));
        }
        best_of_rolls.extend(best.map(|best| (weight, best)));
    }
    let mut rows = vec![as_recorded(&three, &open)];
    if let Some(mean) = Interval::mean(best_of_rolls) {
        let what = "three checkers a side, cubeless, for the winner of the opening roll";
        rows.push(Finding::decimals(what, 0.083_679_5, mean.midpoint(), 6));
    }
    if let Some(found) = value(&three, &open, &start)? {
        for (name, bounds) in WITH_A_CUBE.into_iter().zip(with_a_cube(found.equities)) {
            let what = format!("three checkers a side, first roll, {name}");
            rows.push(Finding::unprinted(what, bounds.midpoint()));
        }
    }
    let (mut not_met, mut positions, mut widest) = (0, 0, 0);
    for part in 0..three.layers()[0].parts.len() {
        run.check()?;
        let values = open.values(part)?;
        positions += values.len();
        not_met += apart(&values);
        let width = |value: &MoneyValue| {
            let bounds = with_a_cube(value.equities).map(PointInterval::width);
            bounds.into_iter().max().unwrap_or(0)
        };
        widest = widest.max(values.iter().map(width).max().unwrap_or(0));
    }
    let point = PointInterval::points(1).lower.units() as f64;
    rows.push(Finding::unprinted("positions of three checkers a side", positions));
    rows.push(Finding::unprinted("those whose bounds with a cube stay apart", not_met));
    rows.push(Finding::unprinted("the widest bounds with a cube", widest as f64 / point));
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Verdict;

    #[test]
    fn gnubg_is_off_by_what_is_known() {
        let rows = rows(&Recomputation::quick()).unwrap();
        assert!(rows.iter().all(|row| row.verdict != Verdict::Differs), "{rows:?}");
        let off: Vec<f64> = (rows.iter())
            .filter(|row| row.what.starts_with("by how much"))
            .map(|row| (row.result.as_f64().unwrap() * 1e4).round())
            .collect();
        assert_eq!(off, [98.0, 127.0, 213.0, 138.0]);
    }
}
