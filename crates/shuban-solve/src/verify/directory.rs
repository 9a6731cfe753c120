//! Checks of a layer's directory against its solver.

use crate::directory::equal;
use crate::facts::StatedFacts;
use crate::sections::{HISTOGRAM, STATUS, beside_part};
use crate::solver::Solver;
use crate::stored_layer::StoredLayer;

/// Checks that an open layer has exactly the sections and the facts that its index and its solver
/// write; returns the facts.
///
/// # Errors
/// The first wrong member.
pub(super) fn check_by_solver(
    solver: &dyn Solver,
    open: &StoredLayer<'_>,
) -> Result<StatedFacts, String> {
    let manifest = open.database().manifest();
    let stated = solver.stated(&manifest.account)?;
    let has_statuses = matches!(&stated, StatedFacts::Intervals(facts) if facts.has_statuses());
    for (part, index) in manifest.account.parts.iter().zip(open.indexes()) {
        let own = index.sections().into_iter().map(|section| section.name);
        let mut expected = vec![part.name.clone()];
        expected.extend(has_statuses.then(|| beside_part(&part.name, STATUS)));
        expected.extend(own.map(|name| beside_part(&part.name, &name)));
        equal(&format!("sections of `{}`", part.name), &part.sections, &expected)?;
    }
    let has_histogram =
        solver.by_shards().is_some_and(|shards| !shards.histogram_columns().is_empty());
    match (manifest.section(HISTOGRAM).is_some(), has_histogram) {
        (false, true) => Err(format!("there is no section `{HISTOGRAM}`")),
        (true, false) => Err(format!("section `{HISTOGRAM}`: its solver writes none")),
        _ => {
            stated.may_be_left(solver.endless(0).is_some())?;
            Ok(stated)
        }
    }
}
