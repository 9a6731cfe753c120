//! Bounds of several kinds of numbers, as fields have them.

use shuban_core::Datum;
use shuban_core::worth::Rating;

use super::fixed::{POINT, PointInterval};

/// The middles, by name.
pub(super) fn middles(names: &[&str], kinds: &[PointInterval]) -> Datum {
    let named = names.iter().zip(kinds);
    Datum::Object(named.map(|(name, kind)| ((*name).to_owned(), kind.midpoint().into())).collect())
}

/// The rating of an equity without a cube, of at most `most` points.
pub(crate) fn cubeless_rating(number: f64, most: i16) -> Rating {
    let most = f64::from(most);
    Rating { number, range: [-most, most], unit: "points a game, without a cube" }
}

/// The bounds, by name.
pub(super) fn bounds(names: &[&str], kinds: &[PointInterval]) -> Datum {
    let named = names.iter().zip(kinds).map(|(name, kind)| {
        let [_, lower, upper] = kind.numbers();
        ((*name).to_owned(), Datum::list([lower, upper]))
    });
    Datum::Object(named.collect())
}

/// Equities as text.
pub(super) fn told(names: &[&str], kinds: &[PointInterval]) -> String {
    let named = names.iter().zip(kinds);
    let told: Vec<String> =
        named.map(|(name, kind)| format!("{name} {:+.6}", kind.midpoint())).collect();
    told.join(", ")
}

/// Chances as text.
pub(super) fn percent(names: &[&str], kinds: &[PointInterval]) -> String {
    let named = names.iter().zip(kinds);
    let percent: Vec<String> = named
        .map(|(name, kind)| format!("{} {:.2} %", name.replace('_', " "), 100.0 * kind.midpoint()))
        .collect();
    percent.join(", ")
}

/// The greatest distance of bounds, in points.
pub(super) fn widest(kinds: &[PointInterval]) -> f64 {
    let widest = kinds.iter().map(|kind| kind.width()).max().unwrap_or(0);
    widest as f64 / f64::from(POINT)
}
