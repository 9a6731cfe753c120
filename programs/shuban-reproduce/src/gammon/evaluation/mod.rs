//! The evaluation function of the half-gammon page, term by term, against certified values.

mod alone;
mod blocks;
mod games;
mod layers;
pub(crate) mod network;
mod terms;

use shuban_catalog::Error;
use shuban_gammon::evaluation::{HitTerm, NetworkEvaluation, TermEvaluation, Terms};
use shuban_gammon::{Contact, Position};

use crate::finding::Finding;
use crate::paper::Recomputation;

use layers::CertifiedLayers;
pub(super) use terms::{looks, scores};

/// Largest layer that is judged: with all that it needs, every position of up to three checkers a
/// side.
const LAYER: &str = "half-gammon/contact-3-3";

pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let variant = super::variant("half-gammon")?;
    run.progress.phase("bearing off", 0);
    let mut rows = alone::rows(&variant);
    run.progress.phase(LAYER, 0);
    let domain = Contact::new(variant.clone());
    let layers = CertifiedLayers::built(run, &domain, LAYER)?;
    run.check()?;
    run.progress.phase("terms", 0);
    rows.extend(terms::rows(&layers, LAYER)?);
    run.check()?;
    run.progress.phase("games", 0);
    let seen = games::positions(&variant);
    rows.extend(terms::chance_of_a_hit(&variant, &layers, &seen));
    rows.extend(blocks::rows(&variant, &layers, &seen));
    rows.extend(games::rows(&variant, games::GAMES));
    let backgammon = super::variant("backgammon")?;
    rows.extend(games::rows(&backgammon, games::GAMES / 5));
    Ok(rows)
}

/// An evaluation function that is compared with certified values, or plays.
pub(super) trait PositionValuer: Sync {
    /// Returns the expected result of the side about to roll.
    fn expected_result(&self, position: &Position) -> f64;
}

impl PositionValuer for TermEvaluation {
    fn expected_result(&self, position: &Position) -> f64 {
        TermEvaluation::expected_result(self, position)
    }
}

impl PositionValuer for NetworkEvaluation {
    fn expected_result(&self, position: &Position) -> f64 {
        NetworkEvaluation::expected_result(self, position)
    }
}

/// The page's own terms; of the chances of a hit, the larger one that it supposes.
pub(super) const PAGE: Terms =
    Terms { bar: 1.0, blocks: 1.0, hits: HitTerm::Supposed(0.5), ..Terms::PIPS_AND_TURN };

/// The page's terms one after another, each with those before it, and ours: fitted spreads, and
/// counted hits.
pub(super) const LADDER: [(&str, Terms); 8] = {
    const SPREAD: Terms = Terms {
        race_spread: Terms::ALL.race_spread,
        contact_spread: Terms::ALL.contact_spread,
        ..Terms::PIPS_AND_TURN
    };
    const BAR: Terms = Terms { bar: 1.0, ..SPREAD };
    const BLOCKS: Terms = Terms { blocks: 1.0, ..BAR };
    const SUPPOSED: Terms = Terms { hits: HitTerm::Supposed(0.5), ..BLOCKS };
    [
        ("pips alone", Terms { turn: 0.0, ..Terms::PIPS_AND_TURN }),
        ("pips and turn", Terms::PIPS_AND_TURN),
        ("the page's terms, hits 1/2", PAGE),
        ("pips and turn, spread", SPREAD),
        ("pips and turn, spread, bar", BAR),
        ("pips and turn, spread, bar, blocks", BLOCKS),
        ("pips and turn, spread, bar, blocks, hits 1/2", SUPPOSED),
        (ALL, Terms::ALL),
    ]
};

/// Name of the set of all terms.
const ALL: &str = "all terms";

/// Sets of all terms but one.
const WITHOUT: [(&str, Terms); 5] = [
    ("all without the turn", Terms { turn: 0.0, ..Terms::ALL }),
    ("all without the bar", Terms { bar: 0.0, ..Terms::ALL }),
    ("all without blocks", Terms { blocks: 0.0, ..Terms::ALL }),
    ("all without hits", Terms { hits: HitTerm::Counted(0.0), ..Terms::ALL }),
    ("all with hits 1/4", Terms { hits: HitTerm::Supposed(0.25), ..Terms::ALL }),
];

/// Creates the evaluation functions of some terms.
fn evaluations(
    variant: &shuban_gammon::Variant,
    terms: impl IntoIterator<Item = Terms>,
) -> Vec<TermEvaluation> {
    let with = |terms| TermEvaluation::with(variant.clone(), terms);
    terms.into_iter().map(with).collect()
}

/// Returns index and value of the greatest of some values; the first of equal ones.
pub(super) fn greatest(values: impl IntoIterator<Item = f64>) -> Option<(usize, f64)> {
    let mut best: Option<(usize, f64)> = None;
    for (number, value) in values.into_iter().enumerate() {
        if best.is_none_or(|(_, best)| value > best) {
            best = Some((number, value));
        }
    }
    best
}

/// Returns the mean of some numbers.
fn mean(numbers: impl IntoIterator<Item = f64>) -> f64 {
    let (sum, count) =
        numbers.into_iter().fold((0.0, 0u64), |(sum, count), number| (sum + number, count + 1));
    sum / count as f64
}
