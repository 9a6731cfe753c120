//! The evaluation function of the half-gammon page, term by term, against certified values.

mod alone;
mod blocks;
mod games;
mod layers;
pub(crate) mod network;
mod numbers;
mod term_sets;
mod terms;
#[cfg(test)]
mod tests;
mod valuer;

use shuban_catalog::Error;
use shuban_gammon::Contact;

use crate::finding::Finding;
use crate::paper::Recomputation;

use layers::CertifiedLayers;
pub(super) use numbers::greatest;
pub(super) use term_sets::PAGE;
pub(super) use terms::{looks, scores};
pub(super) use valuer::PositionValuer;

/// Largest layer that is judged: with all that it needs, every position of up to three checkers a
/// side.
const LAYER: &str = "half-gammon/contact-3-3";

pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    rows_of(run, games::GAMES)
}

/// Judges the terms by a number of games of half-gammon for each set of them, too.
fn rows_of(run: &Recomputation<'_>, games: u64) -> Result<Vec<Finding>, Error> {
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
    rows.extend(games::rows(&variant, games));
    let backgammon = super::variant("backgammon")?;
    rows.extend(games::rows(&backgammon, games / 5));
    Ok(rows)
}
