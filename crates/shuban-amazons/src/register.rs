//! Registration of the game.

use std::sync::Arc;

use shuban_core::Registry;

use crate::canonical::CanonicalRegions;
use crate::domain::Regions;
use crate::game::Amazons;
use crate::solver::SumSolver;

/// Adds the game, its domains, and the solver and the check of sums.
pub fn register(registry: &mut impl Registry) {
    let canonical = CanonicalRegions::new();
    // Canonical values that are looked up and added have to be forms of one store.
    let forms = Arc::clone(canonical.forms());
    registry.game(Amazons);
    registry.tabulated(Regions::new());
    registry.tabulated(canonical);
    registry.solver(SumSolver::new(forms));
    registry.sums(Amazons);
}
