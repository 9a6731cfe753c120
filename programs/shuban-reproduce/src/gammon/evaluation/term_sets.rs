//! Sets of terms that are compared.

use shuban_gammon::Variant;
use shuban_gammon::evaluation::{HitTerm, TermEvaluation, Terms};

/// The page's own terms; of the chances of a hit, the larger one that it supposes.
pub(in crate::gammon) const PAGE: Terms =
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
pub(super) const ALL: &str = "all terms";

/// Sets of all terms but one.
pub(super) const WITHOUT: [(&str, Terms); 5] = [
    ("all without the turn", Terms { turn: 0.0, ..Terms::ALL }),
    ("all without the bar", Terms { bar: 0.0, ..Terms::ALL }),
    ("all without blocks", Terms { blocks: 0.0, ..Terms::ALL }),
    ("all without hits", Terms { hits: HitTerm::Counted(0.0), ..Terms::ALL }),
    ("all with hits 1/4", Terms { hits: HitTerm::Supposed(0.25), ..Terms::ALL }),
];

/// Creates the evaluation functions of some terms.
pub(super) fn evaluations(
    variant: &Variant,
    terms: impl IntoIterator<Item = Terms>,
) -> Vec<TermEvaluation> {
    let with = |terms| TermEvaluation::with(variant.clone(), terms);
    terms.into_iter().map(with).collect()
}
