//! Registration of the game.

use std::sync::Arc;

use shuban_core::Registry;
use shuban_core::introduction::Kin;

use crate::boards::Boards;
use crate::canonical::CanonicalRegions;
use crate::domain::Regions;
use crate::game::Amazons;
use crate::play::{BoardPlayer, EndingAdviser, TerritoryEvaluation};
use crate::solver::SumSolver;
use crate::whole::WholeBoards;

/// Adds the game, its boards with names, its players, its domains, and the solver and the check of sums.
pub fn register(registry: &mut impl Registry) {
    let canonical = CanonicalRegions::new();
    // Canonical values that are looked up and added have to be forms of one store.
    let forms = Arc::clone(canonical.forms());
    registry.game(Amazons);
    registry.evaluation(TerritoryEvaluation::new(Amazons));
    // The search of this game solves sums itself.
    registry.adviser(BoardPlayer::new(Amazons, None));
    registry.adviser(EndingAdviser::new(SumSolver::new(Arc::clone(&forms))));
    for boards in Boards::named() {
        registry.game(boards);
        registry.provable(boards);
        registry.evaluation(TerritoryEvaluation::new(boards));
        let sums = SumSolver::new(Arc::clone(&forms));
        registry.adviser(BoardPlayer::new(boards, Some(sums)));
    }
    registry.provable(Boards::any());
    registry.kin(Kin {
        name: ["Amazons", "アマゾンズ"],
        about: [
            "Queens that shoot: endings, regions and whole boards that fall apart, with their \
             values as combinatorial games.",
            "矢を放つクイーンのゲーム。終盤の領域や、領域に分かれた盤の組合せゲームとしての値。",
        ],
        example: ["amazons", "X..#../O..#.X/#####O/..####"],
        members: vec![
            ("amazons/10x10".to_owned(), ["Start of the game", "初期局面"]),
            ("amazons/8x8".to_owned(), ["Start on 8 by 8", "8×8の初期局面"]),
        ],
        names: &["amazons"],
        story: None,
    });
    registry.tabulated(Regions::new());
    registry.tabulated(canonical);
    // Boards of more squares have too many positions.
    Boards::new(4, 4)
        .and_then(WholeBoards::new)
        .into_iter()
        .for_each(|whole| registry.tabulated(whole));
    registry.solver(SumSolver::new(forms));
    registry.sums(Amazons);
}
