//! Backgammon: Sanno and Hoki, and the half-gammon page.

pub(crate) mod bearoff;
pub(crate) mod boards;
mod contact;
pub(crate) mod counts;
pub(crate) mod evaluation;
pub(crate) mod figure_6;
pub(crate) mod figures;
pub(crate) mod hyper;
pub(crate) mod indexes;
pub(crate) mod judged;
mod listing;
pub(crate) mod methods;
pub(crate) mod monte_carlo;
pub(crate) mod one_sided_error;
mod page_rules;
mod race_rollouts;
pub(crate) mod races;
pub(crate) mod random_play;
pub(crate) mod reckonings;
pub(crate) mod search;
pub(crate) mod table_1;
pub(crate) mod whole;

use shuban_catalog::Error;
use shuban_gammon::Variant;

/// Returns the variant of a name.
pub(crate) fn variant(name: &str) -> Result<Variant, Error> {
    Variant::by_name(name).ok_or_else(|| Error::Unknown {
        what: "game",
        name: name.to_owned(),
        hint: Default::default(),
    })
}
