//! Backgammon: Sanno and Hoki, and the half-gammon page.

mod bearoff;
mod counts;
mod figure_6;
mod indexes;
mod methods;
mod races;
mod table_1;

use shuban_catalog::Error;
use shuban_gammon::Variant;

use crate::paper::Paper;

pub(crate) const PAPERS: &[Paper] = &[
    counts::PAPER,
    table_1::PAPER,
    figure_6::PAPER,
    methods::PAPER,
    bearoff::PAPER,
    races::PAPER,
    indexes::PAPER,
];

/// The variant of a name.
pub(crate) fn variant(name: &str) -> Result<Variant, Error> {
    Variant::by_name(name).ok_or_else(|| Error::Unknown {
        what: "game",
        name: name.to_owned(),
        hint: String::new(),
    })
}
